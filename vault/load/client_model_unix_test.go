//go:build unix

package load

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// says is a part of what a scripted model answers: a text, or the call of a tool. With Hang its
// answer has no end, with Hold it has no beginning, with Fails it is an error.
type says struct {
	Text, Tool        string
	Input             object
	Hang, Hold, Fails bool
}

type object map[string]any

// scripted is a model's API on this machine, as the three clients speak it. It gives the answers of
// its script, one after the other, and then a text.
type scripted struct {
	*httptest.Server
	mu     sync.Mutex
	script [][]says
	asked  int
	// plan is the file that the client wants a plan to be written to.
	plan string
	// away ends what hangs.
	away chan struct{}
}

// planFile stands in an input for the file of the plan.
const planFile = "PLAN FILE"

func newScripted(t *testing.T) *scripted {
	m := &scripted{away: make(chan struct{})}
	m.Server = httptest.NewServer(m)
	t.Cleanup(func() {
		close(m.away)
		m.Close()
	})
	return m
}

// will sets what is answered from now on.
func (m *scripted) will(script ...[]says) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.script, m.asked = script, 0
}

// count is how many answers were begun.
func (m *scripted) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked
}

var planName = regexp.MustCompile(`/[^"\s\\]*\.claude/plans/[\w-]+\.md`)

// next is the next answer of the script.
func (m *scripted) next(body []byte) (answer []says, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at := planName.Find(body); at != nil {
		m.plan = string(at)
	}
	m.asked++
	answer = []says{{Text: "Done."}}
	if m.asked <= len(m.script) {
		answer = m.script[m.asked-1]
	}
	for _, s := range answer {
		if s.Input["file_path"] == planFile {
			s.Input["file_path"] = m.plan
		}
	}
	return answer, m.asked
}

// aside is what is answered where no tool is offered: a title, or whether the task is simple.
const aside = `{"title":"Print the receipts","complexity_reasoning":"It is simple.","complexity_score":5}`

// thinking is how long an answer takes. A client that gets one at once writes it down before what
// it answers.
const thinking = 400 * time.Millisecond

func (m *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	var body struct {
		Tools []any
	}
	if err == nil {
		// Where no tool is offered it is no turn of a session.
		_ = json.Unmarshal(b, &body)
	}
	answer, n := []says{{Text: aside}}, 0
	// The bodies of Codex may be compressed.
	if len(body.Tools) > 0 || strings.HasSuffix(r.URL.Path, "/responses") {
		answer, n = m.next(b)
	}
	select {
	case <-time.After(thinking):
	case <-m.away:
	}
	if answer[0].Hold {
		m.hang(r)
		return
	}
	if answer[0].Fails {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error":{"message":"the printer is out"}}`)
		return
	}
	out := answers{w: w, n: n, parts: answer}
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/v1/messages"):
		out.messages(strings.Contains(string(b), `"stream":true`))
	case strings.HasSuffix(path, "/responses"):
		out.responses()
	case strings.Contains(path, ":streamGenerateContent"), strings.Contains(path, ":generateContent"):
		out.contents(strings.Contains(path, ":stream"))
	default:
		http.Error(w, "{}", http.StatusNotFound)
		return
	}
	if answer[len(answer)-1].Hang {
		m.hang(r)
	}
}

func (m *scripted) hang(r *http.Request) {
	select {
	case <-m.away:
	case <-r.Context().Done():
	}
}

// answers writes one answer.
type answers struct {
	w     http.ResponseWriter
	n     int
	parts []says
}

func (a answers) event(name string, data object) {
	if name != "" {
		data["type"] = name
		fmt.Fprintf(a.w, "event: %s\n", name)
	}
	text, _ := json.Marshal(data)
	fmt.Fprintf(a.w, "data: %s\n\n", text)
	if f, ok := a.w.(http.Flusher); ok {
		f.Flush()
	}
}

// messages speaks as the API of Claude does.
func (a answers) messages(stream bool) {
	var content []any
	stop, hangs := "end_turn", false
	for i, s := range a.parts {
		switch {
		case s.Hang:
			hangs = true
		case s.Tool != "":
			stop = "tool_use"
			content = append(content, object{"type": "tool_use", "id": fmt.Sprintf("toolu_%d_%d", a.n, i), "name": s.Tool, "input": s.Input})
		default:
			content = append(content, object{"type": "text", "text": s.Text})
		}
	}
	message := object{
		"id": fmt.Sprintf("msg_%d_%d", a.n, time.Now().UnixNano()), "type": "message", "role": "assistant", "model": "scripted", "content": []any{},
		"usage": object{"input_tokens": 1, "output_tokens": 1},
	}
	if !stream {
		message["content"], message["stop_reason"] = content, stop
		_ = json.NewEncoder(a.w).Encode(message)
		return
	}
	a.w.Header().Set("Content-Type", "text/event-stream")
	a.event("message_start", object{"message": message})
	for i, c := range content {
		block, start := c.(object), object{"type": "text", "text": ""}
		var delta object
		if block["type"] == "tool_use" {
			input, _ := json.Marshal(block["input"])
			start = object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}}
			delta = object{"type": "input_json_delta", "partial_json": string(input)}
		} else {
			delta = object{"type": "text_delta", "text": block["text"]}
		}
		a.event("content_block_start", object{"index": i, "content_block": start})
		a.event("content_block_delta", object{"index": i, "delta": delta})
		a.event("content_block_stop", object{"index": i})
	}
	if hangs {
		return
	}
	a.event("message_delta", object{"delta": object{"stop_reason": stop}, "usage": object{"output_tokens": 1}})
	a.event("message_stop", object{})
}

// responses speaks as the API of Codex does.
func (a answers) responses() {
	a.w.Header().Set("Content-Type", "text/event-stream")
	id := fmt.Sprintf("resp_%d", a.n)
	a.event("response.created", object{"response": object{"id": id}})
	var output []any
	hangs := false
	for i, s := range a.parts {
		var item object
		switch {
		case s.Hang:
			hangs = true
			continue
		case s.Tool != "":
			input, _ := json.Marshal(s.Input)
			item = object{"type": "function_call", "name": s.Tool, "arguments": string(input), "call_id": fmt.Sprintf("call_%d_%d", a.n, i)}
		default:
			item = object{"type": "message", "role": "assistant", "id": fmt.Sprintf("m_%d_%d", a.n, i), "content": []any{object{"type": "output_text", "text": s.Text}}}
		}
		a.event("response.output_item.done", object{"output_index": i, "item": item})
		output = append(output, item)
	}
	if hangs {
		return
	}
	a.event("response.completed", object{"response": object{"id": id, "output": output, "usage": object{
		"input_tokens": 1, "input_tokens_details": nil, "output_tokens": 1, "output_tokens_details": nil, "total_tokens": 2,
	}}})
}

// contents speaks as the API of Gemini does.
func (a answers) contents(stream bool) {
	var parts []any
	candidate := object{"index": 0, "finishReason": "STOP"}
	for _, s := range a.parts {
		switch {
		case s.Hang:
			delete(candidate, "finishReason")
		case s.Tool != "":
			parts = append(parts, object{"functionCall": object{"name": s.Tool, "args": s.Input}})
		default:
			parts = append(parts, object{"text": s.Text})
		}
	}
	candidate["content"] = object{"role": "model", "parts": parts}
	all := object{"candidates": []any{candidate}, "usageMetadata": object{"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}}
	if !stream {
		_ = json.NewEncoder(a.w).Encode(all)
		return
	}
	a.w.Header().Set("Content-Type", "text/event-stream")
	a.event("", all)
}
