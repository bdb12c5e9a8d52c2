package cli

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// exampleCall is a call of a tool of coldstart mcp.
type exampleCall struct {
	tool, schema string
	arguments    object
}

// exampleCalls has a call of each tool in the demo, and the schema of its answer.
func exampleCalls() []exampleCall {
	return []exampleCall{
		{"context", "mcp-report", nil},
		{"active_plan", "mcp-plan", nil},
		{"needs_you", "mcp-needs-you", nil},
		{"decision", "wait", object{"ref": "PAYMENT_2026-03-13_velmora_tyres"}},
		{"wait", "wait", object{"ref": "Pending_Approval/PAYMENT_2026-03-13_velmora_tyres.md", "seconds": 1}},
		{"guide", "mcp-guide", nil},
		{"sources", "sources", nil},
		{"tried", "tried", object{"words": "affine blocks"}},
		{"dead_ends", "deadends", object{"strategy": "reduction"}},
		{"show", "mcp-thing", object{"ref": "2026-013"}},
		{"session_start", "mcp-report", object{"agent": "Spindle"}},
		{"log_reasoning", "mcp-done", object{"plan": "2026-013", "what": "Looked again", "why": "It was asked"}},
		{"journal_entry", "mcp-done", object{"category": "NOTE", "title": "A thought", "insight": "It holds"}},
		{"draft_request", "mcp-request", object{"plan": "2026-013", "step": 4, "action": "email", "target": "desk@harbour.example", "rationale": "The claim is ready", "details": "Dear all"}},
		{"session_end", "mcp-done", object{"agent": "Spindle"}},
	}
}

// structuredAnswer is what a client that knows structured answers hands its agent.
type structuredAnswer struct {
	Result struct {
		Structured json.RawMessage `json:"structuredContent"`
		Content    []struct{ Text string }
		IsError    bool
	}
}

// listedAs are the tools that the server lists, by their names.
func listedAs(t *testing.T, env Env, dir string) map[string]json.RawMessage {
	t.Helper()
	var listed struct {
		Result struct{ Tools []json.RawMessage }
	}
	must.Do(t, json.Unmarshal([]byte(talk(t, env, dir, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)[0]), &listed))
	tools := map[string]json.RawMessage{}
	for _, raw := range listed.Result.Tools {
		var tool listedTool
		must.Do(t, json.Unmarshal(raw, &tool))
		tools[tool.Name] = raw
	}
	return tools
}

// A model reads the list of tools in each session.
func TestTheListOfToolsIsShort(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	list := talk(t, machine(t, dir), dir, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)[0]
	if tools := listedAs(t, machine(t, dir), dir); len(list) >= 12_000 || len(tools) != len(exampleCalls()) {
		t.Errorf("%d characters, %d tools", len(list), len(tools))
	}
}

// TestEveryAnswerToAnAgentFitsItsSchema calls each tool of the server: its text fits the schema
// of the documentation, and its object has the same.
func TestEveryAnswerToAnAgentFitsItsSchema(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	tools, calls := listedAs(t, machine(t, dir), dir), exampleCalls()
	if len(tools) != len(calls) {
		t.Errorf("%d tools are listed, %d have a schema here", len(tools), len(calls))
	}
	for _, call := range calls {
		t.Run(call.tool, func(t *testing.T) {
			line := talk(t, machine(t, dir), dir, toolCall(call.tool, call.arguments))[0]
			text, isError := said(t, line)
			if isError {
				t.Fatalf("got %s", text)
			}
			fits(t, call.schema, text)
			saysTheSame(t, line)
		})
	}
}

// saysTheSame holds that the object of an answer says that it is data, and that it has what the text has.
func saysTheSame(t *testing.T, line string) {
	t.Helper()
	var answer structuredAnswer
	must.Do(t, json.Unmarshal([]byte(line), &answer))
	if answer.Result.IsError {
		return
	}
	content := answer.Result.Content
	if len(content) != 2 {
		t.Fatalf("%d texts: %s", len(content), line)
	}
	about, _ := json.Marshal(content[0].Text)
	if want := `{"about":` + string(about) + `,"answer":{`; !strings.HasPrefix(string(answer.Result.Structured), want) {
		t.Errorf("the object begins with %.200s", answer.Result.Structured)
	}
	var object struct{ Answer any }
	var text any
	if err := errors.Join(json.Unmarshal(answer.Result.Structured, &object), json.Unmarshal([]byte(content[1].Text), &text)); err != nil || !reflect.DeepEqual(object.Answer, text) {
		t.Errorf("the object and the text differ (%v): %s", err, line)
	}
}

// TestAnswersAboutHostileVaultsFitTheirSchemas calls the tools that look, with all that such a
// vault lists.
func TestAnswersAboutHostileVaultsFitTheirSchemas(t *testing.T) {
	t.Parallel()
	dir := hostileVault(t)
	env := machine(t, dir)
	schemas := map[string]string{}
	for _, c := range exampleCalls() {
		schemas[c.tool] = c.schema
	}
	var needs struct {
		NeedsYou []struct{ ID string } `json:"needs_you"`
	}
	text, isError := said(t, talk(t, env, dir, toolCall("needs_you", nil))[0])
	if err := json.Unmarshal([]byte(text), &needs); err != nil || isError || len(needs.NeedsYou) == 0 {
		t.Fatalf("%v: %s", err, text)
	}
	var names, lines []string
	call := func(name string, arguments object) {
		names, lines = append(names, name), append(lines, toolCall(name, arguments))
	}
	for _, name := range []string{"context", "active_plan", "needs_you", "sources", "guide", "session_start", "session_end"} {
		call(name, nil)
	}
	call("tried", object{"words": "a e i pay send"})
	for _, need := range whole.Some(t, 8, needs.NeedsYou) {
		call("show", object{"ref": need.ID})
		call("decision", object{"ref": need.ID})
	}
	for i, line := range talk(t, env, dir, lines...) {
		saysTheSame(t, line)
		text, isError := said(t, line)
		if isError && i < 5 {
			t.Errorf("%s: %s", names[i], text)
		}
		if !isError {
			fits(t, schemas[names[i]], text)
		}
	}
}
