package cli

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
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
	"approvals": answer.Approvals{}, "config": jsonConfig{}, "deadends": answer.DeadEnds{}, "decision": answer.Decision{}, "doctor": answer.Doctor{}, "end": answer.End{},
	"history": answer.History{}, "gate-test": answer.GateTrials{}, "hook-answer": answer.HookAnswer{}, "hook-status": answer.Hooks{}, "inspect": answer.Inspection{},
	"journal": answer.Journal{}, "memory": answer.Memory{}, "message": answer.Messages{}, "pin": answer.Pin{}, "orphans": answer.Orphans{}, "plans": answer.Plans{}, "problems": answer.Problems{},
	"mcp-done": agent.Done{}, "mcp-needs-you": agent.Needs{}, "mcp-plan": agent.Plan{}, "mcp-report": agent.Report{}, "mcp-request": agent.Request{}, "mcp-thing": agent.Thing{},
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

// schemaMaker makes a schema from a type and what its source says of it.
type schemaMaker struct {
	comments map[string]string
	defs     object
}

func (m schemaMaker) whole(name string, v any) object {
	s := m.fields(reflect.TypeOf(v))
	s["$schema"], s["title"] = "https://json-schema.org/draft/2020-12/schema", "coldstart "+name
	if len(m.defs) > 0 {
		s["$defs"] = m.defs
	}
	return s
}

func (m schemaMaker) of(t reflect.Type) object {
	switch t {
	case reflect.TypeFor[answer.Time]():
		return object{"type": []any{"string", "null"}, "format": "date-time", "pattern": `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`}
	case reflect.TypeFor[json.RawMessage]():
		return object{"type": []any{"number", "string", "boolean", "null"}}
	}
	switch t.Kind() {
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return object{"type": "string", "contentEncoding": "base64"}
		}
		return object{"type": "array", "items": m.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": m.of(t.Elem())}
	case reflect.Pointer:
		inner := m.of(t.Elem())
		if kind, ok := inner["type"].(string); ok {
			inner["type"] = []any{kind, "null"}
			return inner
		}
		return object{"anyOf": []any{inner, object{"type": "null"}}}
	case reflect.Struct:
		name := strings.TrimPrefix(t.Name(), "json")
		if m.defs[name] == nil {
			m.defs[name] = object{} // ahead of its fields, which may be of the same type
			m.defs[name] = m.fields(t)
		}
		return object{"$ref": "#/$defs/" + name}
	}
	panic("no schema for " + t.String())
}

func (m schemaMaker) fields(t reflect.Type) object {
	properties, required := object{}, []any{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || name == "-" || name == "" {
			continue
		}
		s := m.of(f.Type)
		if text := m.comment(t, f); text != "" {
			s["description"] = text
		}
		if name == "schema_version" {
			s["const"] = answer.SchemaVersion
		}
		properties[name] = s
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	out := object{"type": "object", "properties": properties, "required": required}
	if text := m.comments[t.Name()]; text != "" {
		out["description"] = text
	}
	return out
}

// comment gives what the source says of a field, which may be one of an embedded type.
func (m schemaMaker) comment(t reflect.Type, f reflect.StructField) string {
	for _, i := range f.Index[:len(f.Index)-1] {
		t = t.Field(i).Type
	}
	return m.comments[t.Name()+"."+f.Name]
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

// oneLine gives a comment without the name that it begins with.
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
		if err := e.Encode(schemaMaker{comments, object{}}.whole(name, v)); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(schemaFile(name), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
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

// TestEveryAnswerToAnAgentFitsItsSchema calls each tool of the server.
func TestEveryAnswerToAnAgentFitsItsSchema(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	calls := []struct {
		tool, schema string
		arguments    object
	}{
		{"context", "mcp-report", nil},
		{"active_plan", "mcp-plan", nil},
		{"needs_you", "mcp-needs-you", nil},
		{"tried", "tried", object{"words": "affine blocks"}},
		{"dead_ends", "deadends", object{"strategy": "reduction"}},
		{"show", "mcp-thing", object{"ref": "2026-013"}},
		{"session_start", "mcp-report", object{"agent": "Spindle"}},
		{"log_reasoning", "mcp-done", object{"plan": "2026-013", "what": "Looked again", "why": "It was asked"}},
		{"journal_entry", "mcp-done", object{"category": "NOTE", "title": "A thought", "insight": "It holds"}},
		{"draft_request", "mcp-request", object{"plan": "2026-013", "step": 4, "action": "email", "target": "desk@harbour.example", "rationale": "The claim is ready", "details": "Dear all"}},
		{"session_end", "mcp-done", object{"agent": "Spindle"}},
	}
	if list := talk(t, machine(t, dir), dir, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)[0]; strings.Count(list, `"inputSchema"`) != len(calls) {
		t.Errorf("other tools are listed than the %d that have a schema: %s", len(calls), list)
	}
	for _, call := range calls {
		t.Run(call.tool, func(t *testing.T) {
			text, isError := said(t, talk(t, machine(t, dir), dir, toolCall(call.tool, call.arguments))[0])
			if isError {
				t.Fatalf("got %s", text)
			}
			fits(t, call.schema, text)
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
