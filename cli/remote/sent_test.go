package remote

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

var update = flag.Bool("update", false, "write what is sent to testdata/sent.txt, where version and rules allow it")

const sentFile = "testdata/sent.txt"

// listSent are the keys of all that is sent with their types, and the words that numbers stand for.
func listSent() (keys, words []string) {
	for t, typed := range typings() {
		for i, f := range typed.fields {
			keys = append(keys, fmt.Sprintf("key %s %s %s", t, f.name, wireType(t.Field(i).Type)))
		}
		for n := range typed.words {
			words = append(words, fmt.Sprintf("word %s %d %s", t, n, wordOf(t, n)))
		}
	}
	answers := map[string]string{askVaults: wireType(reflect.TypeFor[[]Listed]()), askRun: wireType(reflect.TypeFor[Output]())}
	for m := range reflect.TypeFor[Vault]().Methods() {
		answers[m.Name] = wireType(m.Type.Out(0))
	}
	for name, m := range methods() {
		keys = append(keys, fmt.Sprintf("method %s %s %t", name, answers[name], m.writes))
	}
	slices.Sort(keys)
	slices.Sort(words)
	return keys, words
}

// listRules are the reasons, the doubts and the operations, as the sources have them.
func listRules(t *testing.T) (all []string) {
	reason, doubt, operation := regexp.MustCompile(`\bCode\s*=\s*"([^"]+)"`), regexp.MustCompile(`\bDoubt\{\{?\s*\w`), regexp.MustCompile(`\bRule\w+\s*=\s*"([^"]+)"`)
	doubts := 0
	for _, room := range []string{"model", "vault"} {
		must.Do(t, filepath.WalkDir(filepath.Join("..", "..", room), func(path string, e fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range reason.FindAllSubmatch(text, -1) {
				all = append(all, "reason "+string(found[1]))
			}
			for _, found := range operation.FindAllSubmatch(text, -1) {
				all = append(all, "operation "+string(found[1]))
			}
			doubts += len(doubt.FindAll(text, -1))
			return err
		}))
	}
	slices.Sort(all)
	if len(all) < 150 || doubts < 30 {
		t.Fatalf("only %d reasons and operations, %d doubts were found", len(all), doubts)
	}
	return append(all, fmt.Sprintf("doubts %d", doubts))
}

// wireType is what a type is in JSON.
func wireType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "[]" + wireType(t.Elem())
	case reflect.Map:
		return "map[" + wireType(t.Key()) + "]" + wireType(t.Elem())
	case reflect.Pointer:
		return wireType(t.Elem())
	case reflect.Struct, reflect.Array, reflect.Interface:
		return t.String()
	case reflect.Int:
		if words(t) > 0 {
			return t.String()
		}
	}
	return t.Kind().String()
}

// moved says why one of the two numbers has to move with a change of what is sent.
func moved(before, now []string) (v, r []string) {
	for _, line := range before {
		kind, _, _ := strings.Cut(line, " ")
		switch {
		case slices.Contains(now, line) || kind == "version" || kind == "rules":
		case kind == "key" || kind == "method" || kind == "word":
			v = append(v, "gone: "+line)
		default:
			r = append(r, "gone: "+line)
		}
	}
	for _, line := range now {
		kind, _, _ := strings.Cut(line, " ")
		if !slices.Contains([]string{"key", "method", "version", "rules"}, kind) && !slices.Contains(before, line) {
			r = append(r, "new: "+line)
		}
	}
	return v, r
}

// A key that goes or changes its type parts two versions; a new word of a state, a reason, a doubt or an operation
// is one that another version does not decide by.
func TestWhatIsSentStays(t *testing.T) {
	t.Parallel()
	keys, words := listSent()
	now := slices.Concat([]string{fmt.Sprintf("version %d", version), fmt.Sprintf("rules %d", rules)}, keys, words, listRules(t))
	text, err := os.ReadFile(sentFile)
	before := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if err != nil {
		before = now
	}
	v, r := moved(before, now)
	if len(v) > 0 && before[0] == now[0] {
		t.Fatalf("version has to move:\n%s", strings.Join(v, "\n"))
	}
	if len(r) > 0 && before[1] == now[1] {
		t.Fatalf("rules has to move:\n%s", strings.Join(r, "\n"))
	}
	if slices.Equal(before, now) && err == nil {
		return
	}
	if !*update {
		t.Fatalf("%s is older than what is sent; with -update it is written anew", sentFile)
	}
	must.Do(t, os.WriteFile(sentFile, []byte(strings.Join(now, "\n")+"\n"), 0o644))
}

// The rule of that test: what goes moves the one number, a new word the other, and a new key none.
func TestWhichNumberMoves(t *testing.T) {
	t.Parallel()
	before := []string{"version 1", "rules 1", "key Plan Path string", "word Choice 1 approve", "reason late", "doubts 3"}
	for name, tt := range map[string]struct {
		change func(now []string) []string
		v, r   int
	}{
		"nothing":         {func(now []string) []string { return now }, 0, 0},
		"a new key":       {func(now []string) []string { return append(now, "key Plan New string") }, 0, 0},
		"a new method":    {func(now []string) []string { return append(now, "method Wave nothing nothing false") }, 0, 0},
		"a key is gone":   {func(now []string) []string { return slices.Delete(now, 2, 3) }, 1, 0},
		"another type":    {func(now []string) []string { now[2] = "key Plan Path int"; return now }, 1, 0},
		"a new word":      {func(now []string) []string { return append(now, "word Choice 2 wave") }, 0, 1},
		"another meaning": {func(now []string) []string { now[3] = "word Choice 1 reject"; return now }, 1, 1},
		"a reason less":   {func(now []string) []string { return slices.Delete(now, 4, 5) }, 0, 1},
		"a doubt more":    {func(now []string) []string { now[5] = "doubts 4"; return now }, 0, 2},
	} {
		if v, r := moved(before, tt.change(slices.Clone(before))); len(v) != tt.v || len(r) != tt.r {
			t.Errorf("%s: %q, %q", name, v, r)
		}
	}
}
