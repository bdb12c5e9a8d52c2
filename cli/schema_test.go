package cli

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/cli/agent"
	"coldstart/cli/answer"
	"coldstart/testdata/whole"
)

// schemas are the JSON Schemas of docs/schema by name, with the type that each is made
// from.
var schemas = map[string]any{
	"approvals": answer.Approvals{}, "approvals-hosts": answer.ApprovalLists{}, "status-hosts": answer.Statuses{}, "vaults": answer.Vaults{}, "config": jsonConfig{}, "deadends": answer.DeadEnds{}, "decision": answer.Decision{}, "doctor": answer.Doctor{}, "end": answer.End{},
	"history": answer.History{}, "gate-test": answer.GateTrials{}, "hook-answer": answer.HookAnswer{}, "hook-status": answer.Hooks{}, "inspect": answer.Inspection{},
	"journal": answer.Journal{}, "memory": answer.Memory{}, "message": answer.Messages{}, "pin": answer.Pin{}, "orphans": answer.Orphans{}, "plans": answer.Plans{}, "problems": answer.Problems{},
	"mcp-done": agent.Done{}, "mcp-guide": agent.Guide{}, "mcp-needs-you": agent.Needs{}, "mcp-plan": agent.Plan{}, "mcp-report": agent.Report{}, "mcp-request": agent.Request{}, "mcp-thing": agent.Thing{},
	"sessions": answer.Sessions{}, "snoozed": answer.Snoozed{}, "sources": answer.Sources{}, "show": answer.Show{}, "start": answer.Start{}, "status": answer.Status{}, "traces": answer.Traces{}, "tried": answer.Tried{}, "verify": answer.Verify{}, "wait": answer.Reply{},
}

// schemaFor names the schema of what a command writes with --json.
func schemaFor(command string) string {
	switch command {
	case "approve", "reject", "changes", "ack", "accept", "decline", "rerun", "retry", "skip", "abort", "undo", "entry", "note", "switch":
		return "decision"
	case "hook":
		return "hook-status"
	case "gate":
		return "gate-test"
	case "snooze", "unsnooze":
		return "snoozed"
	}
	return command
}

func schemaFile(name string) string { return filepath.Join("..", "docs", "schema", name+".json") }

// object is a JSON object, as schemas are made of them.
type object = map[string]any

// wholeSchema is a schema as it stands in a file.
func wholeSchema(name string, v any, comments map[string]string) object {
	s, parts := schemaOf(v, comments)
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "coldstart "+name
	if len(parts) > 0 {
		s["$defs"] = parts
	}
	return s
}

// sourceComments reads the comments of the types and fields that answers are made of.
func sourceComments(t *testing.T) map[string]string {
	t.Helper()
	var names []string
	for _, dir := range []string{".", "answer", "agent"} {
		found, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, found...)
	}
	comments := map[string]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			decl, ok := n.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				return true
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.TypeSpec)
				structure, ok := spec.Type.(*ast.StructType)
				if !ok {
					continue
				}
				comments[spec.Name.Name] = oneLine(decl.Doc, spec.Name.Name)
				for _, field := range structure.Fields.List {
					for _, name := range field.Names {
						comments[spec.Name.Name+"."+name.Name] = oneLine(field.Doc, "")
					}
				}
			}
			return false
		})
	}
	return comments
}

// oneLine returns a comment without the name that it begins with.
func oneLine(doc *ast.CommentGroup, name string) string {
	text := strings.Join(strings.Fields(doc.Text()), " ")
	text = strings.TrimPrefix(text, name+" is ")
	if text == "" || name == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

func TestSchemasAreUpToDate(t *testing.T) {
	t.Parallel()
	comments := sourceComments(t)
	for name, v := range schemas {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		if err := e.Encode(wholeSchema(name, v, comments)); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(schemaFile(name), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if bytes.Contains(b.Bytes(), []byte("{}")) {
			t.Errorf("docs/schema/%s.json does not say what something is", name)
		}
		if was, err := os.ReadFile(schemaFile(name)); err != nil || !bytes.Equal(was, b.Bytes()) {
			t.Errorf("docs/schema/%s.json is not what the program writes (%v); go test ./cli -run Schemas -update makes it", name, err)
		}
	}
	files, err := filepath.Glob(schemaFile("*"))
	if err != nil || len(files) != len(schemas) {
		t.Errorf("docs/schema holds %d files, want %d; error %v", len(files), len(schemas), err)
	}
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
			fits(t, schemaFor(cmd.Name()), got.out)
			again := run(env, words...)
			if again.code == exitDone {
				fits(t, schemaFor(cmd.Name()), again.out)
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
			fits(t, schemaFor(name), got.out)
		}
		fits(t, "hook-answer", run(env, "start", "--format", "claude").out)
		fits(t, "hook-answer", run(env, "end", "--format", "claude").out)
		fits(t, "hook-answer", run(env, "start", "--format", "claude", "--vault", "nowhere").out)
		var status struct {
			Needs []struct{ ID string } `json:"needs_you"`
		}
		if err := json.Unmarshal([]byte(run(env, "status", "--json").out), &status); err != nil {
			t.Fatal(err)
		}
		for _, need := range whole.Some(t, 10, whole.Some(t, 10, status.Needs[:min(len(status.Needs), 60)])) {
			if got := run(env, "show", need.ID, "--json"); got.code == exitDone {
				fits(t, "show", got.out)
			}
		}
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
		got := run(machine(t, t.TempDir()), words...)
		if got.code != exitNotFound || got.out != "" || !strings.HasPrefix(got.err, "error: ") {
			t.Errorf("%s: got %+v", cmd.Name(), got)
		}
	}
}
