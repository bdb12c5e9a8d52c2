package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// object is a JSON object, as schemas are made of them.
type object = map[string]any

// TestKeysOfAnswersStay: what one version writes, the next one writes too. -update adds keys; a key
// that goes or changes is taken out of the page by hand, with a new answer.SchemaVersion.
func TestKeysOfAnswersStay(t *testing.T) {
	t.Parallel()
	var now []string
	for _, name := range slices.Sorted(maps.Keys(tableOf().schemas())) {
		schema := madeSchema(t, name)
		now = append(now, keysOf(name, schema)...)
		parts, _ := schema["$defs"].(object)
		for part, of := range parts {
			now = append(now, keysOf(part, of.(object))...)
		}
	}
	now = slices.Compact(slices.Sorted(slices.Values(now)))
	head, page, _ := strings.Cut(readFile(t, "..", "docs/json.txt"), "\n\n")
	was := strings.FieldsFunc(page, func(r rune) bool { return r == '\n' })
	for _, line := range was {
		if _, ok := slices.BinarySearch(now, line); !ok {
			t.Errorf("no answer has this key of docs/json.txt any more: %s", line)
		}
	}
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(was, now))))
	if *update && !t.Failed() {
		write(t, "..", "docs/json.txt", head+"\n\n"+strings.Join(all, "\n")+"\n")
	} else if len(all) > len(was) || !slices.IsSorted(was) {
		t.Errorf("docs/json.txt lacks keys, or is not sorted: go test ./cli -run KeysOfAnswers -update adds them")
	}
}

// Each command with --json says in its row what the answer is, and rows of one name say the same.
func TestEachRowSaysItsAnswer(t *testing.T) {
	t.Parallel()
	for _, g := range commands() {
		for _, r := range g.rows {
			name := r.make(tableOf()).Name()
			if at := tableOf().rows[name]; at.on != r.on || reflect.TypeOf(at.json) != reflect.TypeOf(r.json) {
				t.Errorf("%s has two rows that differ: %d, %T and %d, %T", name, at.on, at.json, r.on, r.json)
			}
		}
	}
	for _, cmd := range everyCommand() {
		if cmd.HasParent() && (cmd.Flags().Lookup("json") != nil) != (tableOf().rows[cmd.Name()].json != nil) {
			t.Errorf("%s: has --json: %v, the row has %T", cmd.Name(), cmd.Flags().Lookup("json") != nil, tableOf().rows[cmd.Name()].json)
		}
	}
}

// keysOf returns a line for each key of an object: the key, and the type of its value. A ? after a
// key means that it may be absent, one after a type that it may be null.
func keysOf(name string, schema object) (lines []string) {
	required, _ := schema["required"].([]any)
	for key, value := range schema["properties"].(object) {
		if !slices.Contains(required, any(key)) {
			key += "?"
		}
		lines = append(lines, name+"."+typed(key, value.(object)))
	}
	return lines
}

func typed(at string, v object) string {
	part, isPart := v["$ref"].(string)
	inner, isMap := v["additionalProperties"].(object)
	switch {
	case v["anyOf"] != nil:
		return typed(at, v["anyOf"].([]any)[0].(object)) + "?"
	case v["items"] != nil:
		return typed(at+"[]", v["items"].(object))
	case isMap:
		return typed(at+"{}", inner)
	case isPart:
		return at + "  " + strings.TrimPrefix(part, "#/$defs/")
	}
	return at + "  " + plainType(v)
}

// plainType names the type of a value without parts; a time is always one or null.
func plainType(v object) string {
	kinds, _ := v["type"].([]any)
	switch {
	case v["format"] != nil:
		return "time?"
	case v["contentEncoding"] != nil:
		return "base64"
	case len(kinds) == 2:
		return kinds[0].(string) + "?"
	case kinds != nil:
		return "any"
	case v["const"] != nil:
		return fmt.Sprint(v["type"], " ", v["const"])
	}
	return fmt.Sprint(v["type"])
}

func TestEveryJSONAnswerFitsItsSchema(t *testing.T) {
	t.Parallel()
	shared := machine(t, demoVault(t))
	for _, cmd := range everyCommand() {
		if cmd.Flags().Lookup("json") == nil {
			continue
		}
		t.Run(title(cmd), func(t *testing.T) {
			t.Parallel()
			env := exampleMachine(t, cmd, shared)
			words := split(cmd.Example)[1:]
			if !slices.Contains(words, "--json") {
				words = append(words, "--json")
			}
			got := run(env, words...)
			fits(t, tableOf().schemaFor(cmd.Name()), got.out)
			if cmd.Name() == "entry" {
				return // it has no input left
			}
			again := run(env, words...)
			if again.code == exitDone {
				fits(t, tableOf().schemaFor(cmd.Name()), again.out)
			}
		})
	}
}

func TestJSONOfHostileVaultsFitsItsSchema(t *testing.T) {
	t.Parallel()
	empty := t.TempDir()
	write(t, empty, "Plans/none.txt", "")
	for _, dir := range []string{hostileVault(t), demoVault(t), empty} {
		env := machine(t, dir)
		for _, name := range []string{"status", "approvals", "plans", "problems", "orphans", "traces", "memory", "doctor", "verify", "history"} {
			got := run(env, name, "--json")
			if got.out == "" {
				t.Fatalf("%s: got %+v", name, got)
			}
			fits(t, tableOf().schemaFor(name), got.out)
		}
		fits(t, "hook-answer", run(env, "start", "--format", "claude").out)
		fits(t, "hook-answer", run(env, "end", "--format", "claude").out)
		fits(t, "hook-answer", run(env, "start", "--format", "claude", "--vault", "nowhere").out)
		var status struct {
			Needs []struct{ ID string } `json:"needs_you"`
		}
		must.Do(t, json.Unmarshal([]byte(run(env, "status", "--json").out), &status))
		for _, need := range whole.Some(t, 10, whole.Some(t, 10, status.Needs[:min(len(status.Needs), 60)])) {
			if got := run(env, "show", need.ID, "--json"); got.code == exitDone {
				fits(t, "show", got.out)
			}
		}
	}
}

func TestHelpPrintsTheSchemaOfEachAnswer(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	for _, name := range slices.Concat(slices.Sorted(maps.Keys(tableOf().schemas())), []string{"approve", "hook"}) {
		got := run(env, "help", "--schema", name)
		if got.code != exitDone || got.err != "" || strings.Contains(got.out, "{}") || !strings.Contains(got.out, `"title": "coldstart `+tableOf().schemaFor(name)+`"`) {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	if got := run(env, "help", "--schema", "statos"); got.code != exitUsage || !strings.Contains(got.err, "status") {
		t.Errorf("got %+v", got)
	}
}

// TestJSONIsAloneOnStandardOutput expects of a failure that a program finds nothing to
// read where it looks for JSON, and a sentence where people look.
func TestJSONIsAloneOnStandardOutput(t *testing.T) {
	t.Parallel()
	for _, cmd := range everyCommand() {
		if cmd.Flags().Lookup("json") == nil {
			continue
		}
		words := append(slices.DeleteFunc(split(cmd.Example)[1:], func(w string) bool { return w == "--all" }), "--json", "--vault", "nowhere")
		if cmd.Name() == "config" { // it looks at no vault
			words = append(words, "--config", "nowhere")
		}
		env := machine(t, t.TempDir())
		env.Stdin = exampleEntry()
		got := run(env, words...)
		if got.code != exitNotFound || got.out != "" || !strings.HasPrefix(got.err, "error: ") {
			t.Errorf("%s: got %+v", cmd.Name(), got)
		}
	}
}
