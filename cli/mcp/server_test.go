package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

func TestTheVersionIsAgreedOn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ asked, want string }{
		{"2025-11-25", "2025-11-25"}, {"2025-06-18", "2025-06-18"}, {"2025-03-26", "2025-03-26"}, {"2024-11-05", "2024-11-05"},
		{"2030-01-01", "2025-11-25"}, {"", "2025-11-25"},
	} {
		c := connect(t, &Server{Tools: &fakeTools{}, Version: "v1.2.3"})
		c.send(`{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"` + tt.asked + `","capabilities":{}}}`)
		var answer struct {
			ID     string
			Result struct {
				ProtocolVersion string
				Capabilities    map[string]any
				ServerInfo      struct{ Name, Version string }
				Instructions    string
			}
		}
		must.Do(t, json.Unmarshal([]byte(c.receive()), &answer))
		r := answer.Result
		if answer.ID != "a" || r.ProtocolVersion != tt.want || r.ServerInfo.Name != "coldstart" || r.ServerInfo.Version != "v1.2.3" {
			t.Errorf("%q: got %+v", tt.asked, answer)
		}
		if _, tools := r.Capabilities["tools"]; !tools || len(r.Capabilities) != 1 || !strings.Contains(r.Instructions, "Only a person approves") {
			t.Errorf("%q: got %+v", tt.asked, r)
		}
	}
}

// TestMessagesAreAnswered has one line in and one line out each; an empty want is no
// answer at all, which the ping behind it shows.
func TestMessagesAreAnswered(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", maxDeep+1) + strings.Repeat("]", maxDeep+1)
	for _, tt := range []struct{ name, send, want string }{
		{"ping", `{"jsonrpc":"2.0","id":7,"method":"ping"}`, `{"jsonrpc":"2.0","id":7,"result":{}}`},
		{"ping with a text for an id", `{"jsonrpc":"2.0","id":"x-1","method":"ping"}`, `{"jsonrpc":"2.0","id":"x-1","result":{}}`},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, ""},
		{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/whatever"}`, ""},
		{"cancelling nothing", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"a":[1]}}}`, ""},
		{"an answer to nothing", `{"jsonrpc":"2.0","id":3,"result":{}}`, ""},
		{"blank line", ``, ""},
		{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"there is no method \"server/discover\""}}`},
		{"no JSON", `{"jsonrpc":`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON"}}`},
		{"two values", `{} {}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not JSON"}}`},
		{"no UTF-8", "\"\xff\"", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is not UTF-8"}}`},
		{"too deep", deep, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is nested more than 32 levels deep"}}`},
		{"no object", `"ping"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must be an object"}}`},
		{"no version", `{"id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a message must have \"jsonrpc\": \"2.0\""}}`},
		{"names in other letters", `{"JSONRPC":"2.0","ID":1,"METHOD":"ping"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message must have \"jsonrpc\": \"2.0\""}}`},
		{"no method", `{"jsonrpc":"2.0","id":1}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a message must have a method"}}`},
		{"null id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id must be a whole number or a text of less than 256 bytes"}}`},
		{"broken id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id must be a whole number or a text of less than 256 bytes"}}`},
		{"params in a list", `{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params must be an object"}}`},
		{"tools before the first message", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the first message must be initialize"}}`},
		{"initialize without a version", `{"jsonrpc":"2.0","id":1,"method":"initialize"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"initialize needs a protocolVersion; supported: [2025-11-25 2025-06-18 2025-03-26 2024-11-05]"}}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := connect(t, &Server{Tools: &fakeTools{}})
			c.send(tt.send)
			if tt.want != "" {
				if got := c.receive(); got != tt.want {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
			}
			c.send(`{"jsonrpc":"2.0","id":99,"method":"ping"}`)
			if got := c.receive(); got != `{"jsonrpc":"2.0","id":99,"result":{}}` {
				t.Errorf("behind it a ping is answered with %s", got)
			}
		})
	}
}

func TestTheConnectionEnds(t *testing.T) {
	t.Parallel()
	c := connect(t, &Server{Tools: &fakeTools{}})
	c.in.Close()
	if err := <-c.end; err != nil {
		t.Errorf("after the client closed its side: %v", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	silent, _ := io.Pipe()
	ended := make(chan error)
	go func() { ended <- (&Server{}).Serve(ctx, silent, io.Discard) }()
	cancel()
	if err := <-ended; err != nil {
		t.Errorf("after a signal, with nothing coming in: %v", err)
	}

	last := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	var out strings.Builder
	if err := (&Server{}).Serve(t.Context(), last, &out); err != nil || !strings.Contains(out.String(), `"id":1`) {
		t.Errorf("a last line without an end: %v, %q", err, out.String())
	}

	broken := io.MultiReader(strings.NewReader("{\n"), brokenReader{})
	if err := (&Server{}).Serve(t.Context(), broken, io.Discard); err == nil || !strings.Contains(err.Error(), "reading a message: cable cut") {
		t.Errorf("input that breaks off: %v", err)
	}
	if err := (&Server{}).Serve(t.Context(), strings.NewReader("{\n"), brokenWriter{}); err == nil || !strings.Contains(err.Error(), "writing an answer") {
		t.Errorf("output that breaks off: %v", err)
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("cable cut") }

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("cable cut") }

func TestCallsReachTheTools(t *testing.T) {
	t.Parallel()
	tools := &fakeTools{answer: `{"a":1}`}
	c := begun(t, &Server{Tools: tools})
	for _, tt := range []struct{ name, arguments, want string }{
		{"context", `{}`, "context"},
		{"active_plan", `{}`, "active plan"},
		{"needs_you", `{}`, "needs you"},
		{"guide", `{}`, "guide"},
		{"sources", `{}`, "sources"},
		{"decision", `{"ref":"request:a.md"}`, "reply request:a.md"},
		{"wait", `{"ref":"a.md","seconds":300}`, "wait a.md 300"},
		{"wait", `{"ref":"a.md"}`, "wait a.md 50"},
		{"tried", `{"words":"affine blocks"}`, "tried affine blocks"},
		{"dead_ends", `{"strategy":"direct","tags":["a","b"],"problem":"p"}`, "dead ends p direct a,b"},
		{"show", `{"ref":"2026-014","from":3}`, "show 2026-014 3"},
		{"show", `{"ref":"2026-014"}`, "show 2026-014 1"},
		{"session_start", `{"agent":"Spindle"}`, "start  Spindle"},
		{"session_end", `{"session":"247","agent":null}`, "end  247 "},
		{"log_reasoning", `{"plan":"2026-014","what":"Completed step 2","why":"all done"}`, "log 2026-014 Completed step 2 all done"},
		{"journal_entry", `{"category":"PROOF","title":"T","insight":"I","strategy":"direct","outcome":"IN_PROGRESS","tags":["x"],"re_attempt_of":"PROOF-001"}`, "entry "},
		{"draft_request", `{"plan":"2026-014","step":5,"action":"email","target":"a@b.example","rationale":"R","details":"D"}`, "draft"},
	} {
		texts, isError := c.tool(tt.name, tt.arguments)
		about := label
		if tt.name == "guide" {
			about = ownLabel
		}
		if isError || len(texts) != 2 || texts[0] != about || texts[1] != `{"a":1}` {
			t.Errorf("%s: got %q, error %v", tt.name, texts, isError)
		}
		if got := tools.asked[len(tools.asked)-1]; got != tt.want {
			t.Errorf("%s asked the tools for %q, want %q", tt.name, got, tt.want)
		}
	}
	if want := (model.RequestDraft{Plan: "2026-014", Step: 5, Action: "email", Target: "a@b.example", Rationale: "R", Details: "D"}); tools.draft != want {
		t.Errorf("got %+v", tools.draft)
	}
	if e := tools.entry; e.Category != model.CategoryProof || e.Outcome != model.OutcomeInProgress || e.Earlier != "PROOF-001" || e.Insight != "I" {
		t.Errorf("got %+v", e)
	}
	tools.err = errTools
	if texts, isError := c.tool("context", `{}`); !isError || !slices.Equal(texts, []string{"the tools is closed"}) {
		t.Errorf("got %q, error %v", texts, isError)
	}
}

// TestArgumentsAreBounded has arguments that no tools gets to see.
func TestArgumentsAreBounded(t *testing.T) {
	t.Parallel()
	tools := &fakeTools{}
	c := begun(t, &Server{Tools: tools})
	tags := `["` + strings.Repeat(`x","`, mostTags) + `y"]`
	for _, tt := range []struct{ name, arguments, want string }{
		{"show", `{}`, "show: ref is missing: The id from another tool, a path in the vault or a name"},
		{"show", `{"ref":5}`, "show: ref is a text"},
		{"show", `{"ref":"` + strings.Repeat("x", mostName+1) + `"}`, "show: ref is longer than 300 characters"},
		{"show", `{"ref":"x","from":0}`, "show: from must be a whole number from 1 to 10000000"},
		{"show", `{"ref":"x","from":1.5}`, "show: from must be a whole number from 1 to 10000000"},
		{"show", `{"ref":"x","from":"1"}`, "show: from must be a whole number from 1 to 10000000"},
		{"show", `{"ref":"x","from":99999999999999999999}`, "show: from must be a whole number from 1 to 10000000"},
		{"wait", `{"ref":"x","seconds":301}`, "wait: seconds must be a whole number from 1 to 300"},
		{"show", `{"ref":"x","decide":"approve"}`, `show: unknown argument "decide"; the arguments are: ref, from`},
		{"show", `{"Ref":"x"}`, `show: unknown argument "Ref"; the arguments are: ref, from`},
		{"tried", `{}`, "tried: words is missing: What you want to try: a method, a name, a tag; quotation marks keep words together"},
		{"dead_ends", `{"strategy":"luck"}`, "dead_ends: strategy must be one of " + strings.Join(model.Strategies(), ", ")},
		{"dead_ends", `{"tags":"x"}`, "dead_ends: tags must be a list of texts"},
		{"dead_ends", `{"tags":` + tags + `}`, "dead_ends: tags may have at most 20 texts of at most 100 characters"},
		{"dead_ends", `{"tags":["` + strings.Repeat("x", 101) + `"]}`, "dead_ends: tags may have at most 20 texts of at most 100 characters"},
		{"show", `[]`, "arguments must be an object"},
		{"approve", `{}`, `there is no tool "approve"`},
		{`x\u202e`, `{}`, `there is no tool "x\u202e"`},
	} {
		texts, isError := c.tool(tt.name, tt.arguments)
		if !isError || !slices.Equal(texts, []string{tt.want}) {
			t.Errorf("%s %.60s: got %q, want %q", tt.name, tt.arguments, texts, tt.want)
		}
	}
	if len(tools.asked) > 0 {
		t.Errorf("the tools was asked for %q", tools.asked)
	}
}

func listedTools(t *testing.T, c *client) map[string]map[string]any {
	t.Helper()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`)
	var answer struct {
		Result struct{ Tools []map[string]any }
	}
	must.Do(t, json.Unmarshal([]byte(c.receive()), &answer))
	tools := map[string]map[string]any{}
	for _, tool := range answer.Result.Tools {
		tools[fmt.Sprint(tool["name"])] = tool
	}
	return tools
}

func TestToolsAreListed(t *testing.T) {
	t.Parallel()
	tools := listedTools(t, begun(t, &Server{Tools: &fakeTools{}}))
	reading := listedTools(t, begun(t, &Server{Tools: &fakeTools{}, ReadOnly: true}))
	if len(tools) != 15 || len(reading) != 10 {
		t.Fatalf("%d tools, %d of them with --read-only", len(tools), len(reading))
	}
	for name, tool := range tools {
		schema := tool["inputSchema"].(map[string]any)
		notes := tool["annotations"].(map[string]any)
		_, reads := reading[name]
		if schema["type"] != "object" || schema["additionalProperties"] != false || notes["readOnlyHint"] != reads || notes["destructiveHint"] != false {
			t.Errorf("%s: got %v", name, tool)
		}
		for field, about := range schema["properties"].(map[string]any) {
			about := about.(map[string]any)
			bounded := about["maxLength"] != nil || about["maximum"] != nil || about["maxItems"] != nil
			if !bounded || about["description"] == "" {
				t.Errorf("%s: %s has no bound or no description: %v", name, field, about)
			}
		}
	}
}

func TestReadOnlyRefusesToWrite(t *testing.T) {
	t.Parallel()
	tools := &fakeTools{}
	c := begun(t, &Server{Tools: tools, ReadOnly: true})
	for _, tool := range writeTools() {
		texts, isError := c.tool(tool.name, `{}`)
		if want := tool.name + " writes, and this server is read-only"; !isError || !slices.Equal(texts, []string{want}) {
			t.Errorf("got %q, want %q", texts, want)
		}
	}
	if len(tools.asked) > 0 {
		t.Errorf("the tools was asked for %q", tools.asked)
	}
}

// FuzzMessages holds that whatever comes in, every answer is one line of JSON-RPC, and
// that no line is answered more than once.
func FuzzMessages(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}` + "\n" + `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"show","arguments":{"ref":"x"}}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "{}\r\n\r\n[[[[", `{"jsonrpc":"2.0","id":-1e9,"method":"ping","params":null}`, "\xff\n\x00", `"\ud800"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		var out strings.Builder
		server := &Server{Tools: &fakeTools{answer: "{}"}}
		must.Do(t, server.Serve(t.Context(), strings.NewReader(string(in)), &out))
		lines := 0
		for line := range strings.Lines(out.String()) {
			lines++
			var one map[string]json.RawMessage
			var many []map[string]json.RawMessage
			if json.Unmarshal([]byte(line), &one) == nil {
				many = append(many, one)
			} else if json.Unmarshal([]byte(line), &many) != nil {
				t.Fatalf("no answer: %q", line)
			}
			for _, a := range many {
				_, result := a["result"]
				_, failed := a["error"]
				if string(a["jsonrpc"]) != `"2.0"` || a["id"] == nil || result == failed {
					t.Errorf("got %q", line)
				}
			}
		}
		if sent := strings.Count(string(in), "\n") + 1; lines > sent {
			t.Errorf("%d answers to %d lines", lines, sent)
		}
	})
}
