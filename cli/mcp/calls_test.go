package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// pinging is what a client sends to see what came before.
func (c *client) ping() {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":"ping","method":"ping"}`)
	if got := c.receive(); got != `{"jsonrpc":"2.0","id":"ping","result":{}}` {
		c.t.Fatalf("a ping is answered with %s", got)
	}
}

func waiting() *fakeTools {
	return &fakeTools{answer: `{"state":"pending"}`, decided: make(chan struct{}), waits: make(chan struct{}, 100)}
}

// wait calls the tool that waits, with more of its parameters.
func (c *client) wait(id, ref, more string) {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"wait","arguments":{"ref":"` + ref + `"}` + more + `}}`)
}

// got returns the id and the method of a message.
func got(t *testing.T, line string) (id, method string) {
	t.Helper()
	var message struct {
		ID     json.RawMessage
		Method string
	}
	if err := json.Unmarshal([]byte(line), &message); err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	return string(message.ID), message.Method
}

// TestWaitingHoldsNothingUp has a call that waits, other calls and pings behind it, and its
// answer when a person decided.
func TestWaitingHoldsNothingUp(t *testing.T) {
	t.Parallel()
	tools := waiting()
	c := begun(t, &Server{Tools: tools})
	c.wait("5", "a.md", "")
	<-tools.waits
	c.ping()
	if texts, isError := c.tool("context", `{}`); isError || len(texts) != 2 {
		t.Errorf("while another call waits: %q", texts)
	}
	close(tools.decided)
	if id, _ := got(t, c.receive()); id != "5" {
		t.Errorf("the answer has the id %s", id)
	}
}

func TestACancelledCallIsNotAnswered(t *testing.T) {
	t.Parallel()
	tools := waiting()
	c := begun(t, &Server{Tools: tools})
	c.wait(`"w-1"`, "a.md", "")
	c.wait(`12`, "b.md", "")
	<-tools.waits
	<-tools.waits
	for _, id := range []string{`"w-2"`, `"12"`, `null`, `[1]`, `"\u0077-1"`} {
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `,"reason":"no time"}}`)
	}
	c.ping()
	c.in.Close()
	// Only the other one is answered when the client leaves.
	if id, _ := got(t, c.receive()); id != "12" {
		t.Errorf("answered is %s", id)
	}
	if err := <-c.end; err != nil {
		t.Error(err)
	}
	if line, err := c.out.ReadString('\n'); err == nil {
		t.Errorf("then %s", line)
	}
}

func TestWaitingEndsWhenTheClientLeaves(t *testing.T) {
	t.Parallel()
	tools := waiting()
	c := begun(t, &Server{Tools: tools})
	c.wait("1", "a.md", "")
	<-tools.waits
	c.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"context"}}`)
	c.in.Close()
	ids := []string{}
	for range 2 {
		id, _ := got(t, c.receive())
		ids = append(ids, id)
	}
	if slices.Sort(ids); !slices.Equal(ids, []string{"1", "2"}) {
		t.Errorf("answered are %q", ids)
	}
	if err := <-c.end; err != nil {
		t.Error(err)
	}
}

func TestSoManyCallsWaitAtOnce(t *testing.T) {
	t.Parallel()
	tools := waiting()
	c := begun(t, &Server{Tools: tools})
	for i := range mostWaiting {
		c.wait(fmt.Sprint(i), "a.md", "")
		<-tools.waits
	}
	c.wait("99", "a.md", "")
	if line := c.receive(); !strings.Contains(line, `"id":99`) || !strings.Contains(line, "too many calls are waiting") {
		t.Errorf("got %s", line)
	}
	close(tools.decided)
	for range mostWaiting {
		c.receive()
	}
	c.wait("100", "a.md", "")
	if id, _ := got(t, c.receive()); id != "100" {
		t.Errorf("when they are over: %s", id)
	}
}

// TestManyCallsAreAnsweredInWholeLines sends more calls than stand in line, and reads the
// answers only then.
func TestManyCallsAreAnsweredInWholeLines(t *testing.T) {
	t.Parallel()
	const many = 3 * mostQueued
	tools := &fakeTools{answer: `{"text":"` + strings.Repeat("x", 10_000) + `"}`}
	c := begun(t, &Server{Tools: tools})
	go func() {
		for i := range many {
			c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"ref":"a"}}}`, i, []string{"wait", "decision"}[i%2]))
		}
		c.in.Close()
	}()
	seen := map[string]bool{}
	for range many {
		id, _ := got(t, c.receive())
		seen[id] = true
	}
	if len(seen) != many {
		t.Errorf("%d of %d calls were answered", len(seen), many)
	}
}

func TestBatchesAreForOldRevisions(t *testing.T) {
	t.Parallel()
	batch := `[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"},{"jsonrpc":"2.0","id":2,"method":"ping"}]`
	refused := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"several messages in one line are for revision 2025-03-26 and before"}}`
	for _, tt := range []struct{ revision, send, want string }{
		{"2025-03-26", batch, `[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]`},
		{"2025-03-26", `[]`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a batch must have 1 to 32 messages"}}`},
		{"2025-03-26", `[{"jsonrpc":"2.0","method":"x"}]`, ""},
		{"2024-11-05", batch, `[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]`},
		{"2025-06-18", batch, refused},
		{"2025-11-25", batch, refused},
		{"", batch, refused},
	} {
		c := connect(t, &Server{Tools: &fakeTools{}})
		if tt.revision != "" {
			c.initialize(tt.revision, `{}`)
		}
		c.send(tt.send)
		if tt.want != "" {
			if got := c.receive(); got != tt.want {
				t.Errorf("%s: got  %s\nwant %s", tt.revision, got, tt.want)
			}
		}
		c.ping()
	}
}

// TestABatchIsAnsweredWhenAllOfItIs has a call that waits among others in one line.
func TestABatchIsAnsweredWhenAllOfItIs(t *testing.T) {
	t.Parallel()
	tools := waiting()
	c := connect(t, &Server{Tools: tools})
	c.initialize("2025-03-26", `{}`)
	call := func(id int, name string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":{"ref":"a"}}}`, id, name)
	}
	c.send("[" + strings.Join([]string{call(1, "wait"), call(2, "decision"), call(3, "wait"), call(4, "none")}, ",") + "]")
	<-tools.waits
	<-tools.waits
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`)
	c.ping()
	close(tools.decided)
	line := c.receive()
	if !strings.HasPrefix(line, "[") || strings.Count(line, `"jsonrpc"`) != 3 || strings.Contains(line, `"id":3`) {
		t.Errorf("got %s", line)
	}
}

func TestProgressIsToldToWhoAsksForIt(t *testing.T) {
	t.Parallel()
	beat := make(chan time.Time)
	tools := waiting()
	c := begun(t, &Server{Tools: tools, Ticks: func() (<-chan time.Time, func()) { return beat, func() {} }})
	c.wait("1", "a.md", `,"_meta":{"progressToken":"p-1"}`)
	<-tools.waits
	for n := range 2 {
		beat <- time.Time{}
		want := fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"Wait for a decision","progress":%d,"progressToken":"p-1"}}`, n+1)
		if got := c.receive(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	close(tools.decided)
	if id, _ := got(t, c.receive()); id != "1" {
		t.Errorf("got the answer to %s", id)
	}
	select {
	case beat <- time.Time{}:
		t.Error("progress is told after the answer")
	default:
	}
	for _, token := range []string{`{}`, `null`, `1.5`, `"` + strings.Repeat("x", maxID) + `"`} {
		c.wait("2", "a.md", `,"_meta":{"progressToken":`+token+`}`)
		if id, _ := got(t, c.receive()); id != "2" {
			t.Errorf("with the token %s: %s", token, id)
		}
	}
}

// TestACallTellsWhoseItIs has what clients tell of their session, which goes with the calls that
// record one.
func TestACallTellsWhoseItIs(t *testing.T) {
	t.Parallel()
	tools := &fakeTools{answer: `{}`}
	c := begun(t, &Server{Tools: tools})
	for _, tt := range []struct{ meta, want string }{
		{`{"sessionId":"rollout-7"}`, "rollout-7"}, {`{"sessionId":7}`, ""}, {`{"sessionId":{}}`, ""}, {`[]`, ""}, {`{}`, ""},
		{`{"sessionId":"` + strings.Repeat("x", maxID) + `"}`, ""},
	} {
		for _, name := range []string{"session_start", "session_end"} {
			c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","_meta":` + tt.meta + `}}`)
			c.receive()
			if said := strings.Fields(tools.asked[len(tools.asked)-1]); strings.Join(said[1:], " ") != tt.want {
				t.Errorf("%s with %.60s: got %q", name, tt.meta, said)
			}
		}
	}
}

// TestTheUserIsToldWhatWaits has clients that show questions and such that do not. What is
// answered there changes nothing.
func TestTheUserIsToldWhatWaits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		revision, capabilities string
		told                   bool
	}{
		{"2025-06-18", `{"elicitation":{}}`, true},
		{"2025-11-25", `{"elicitation":{"form":{},"url":{}}}`, true},
		{"2025-11-25", `{"elicitation":{"url":{}}}`, false},
		{"2025-11-25", `{"elicitation":null}`, false},
		{"2025-11-25", `{"Elicitation":{}}`, false},
		{"2025-11-25", `{}`, false},
		{"2025-11-25", `[]`, false},
		{"2025-03-26", `{"elicitation":{}}`, false},
	} {
		tools := waiting()
		c := connect(t, &Server{Tools: tools})
		c.initialize(tt.revision, tt.capabilities)
		c.wait("1", "a.md", "")
		if tt.told {
			want := `{"jsonrpc":"2.0","id":"coldstart-1","method":"elicitation/create","params":{"message":"A request waits: a.md\nDecide on it in coldstart. Whatever you answer here changes nothing.","requestedSchema":{"properties":{},"type":"object"}}}`
			if got := c.receive(); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			c.send(`{"jsonrpc":"2.0","id":"coldstart-1","result":{"action":"accept","content":{"approve":true}}}`)
		}
		<-tools.waits
		c.ping()
		close(tools.decided)
		if id, _ := got(t, c.receive()); id != "1" {
			t.Errorf("%+v: got %s", tt, id)
		}
		if !slices.Equal(tools.asked, []string{"wait a.md 50"}) {
			t.Errorf("the tools were asked for %q", tools.asked)
		}
	}
}

// TestAQuestionIsTakenBack holds that a user sees a question as long as a call waits, and only
// once for a request.
func TestAQuestionIsTakenBack(t *testing.T) {
	t.Parallel()
	tools := waiting()
	c := connect(t, &Server{Tools: tools})
	c.initialize("2025-11-25", `{"elicitation":{}}`)
	c.wait("1", "a.md", "")
	if _, method := got(t, c.receive()); method != "elicitation/create" {
		t.Fatalf("got %s", method)
	}
	<-tools.waits
	c.wait("2", "a.md", "")
	<-tools.waits
	c.ping()
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	if want, got := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"nothing waits any more","requestId":"coldstart-1"}}`, c.receive(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	close(tools.decided)
	if id, method := got(t, c.receive()); id != "2" || method != "" {
		t.Errorf("got %s %s", id, method)
	}
	for i := range mostTold + 1 {
		c.wait("3", fmt.Sprintf("%d.md", i), "")
		questions := 0
		for id := ""; id != "3"; {
			var method string
			if id, method = got(t, c.receive()); method == "elicitation/create" {
				questions++
			}
		}
		if want := i+1 < mostTold; (questions == 1) != want {
			t.Errorf("of request %d there are %d questions", i, questions)
		}
	}
}

// TestStructuredAnswersSayThatTheyAreData holds that the line stands inside the object, for
// the revisions that know one, and that the texts stay.
func TestStructuredAnswersSayThatTheyAreData(t *testing.T) {
	t.Parallel()
	for _, revision := range versions {
		c := connect(t, &Server{Tools: &fakeTools{answer: `{"a":"\u202e"}`}})
		c.initialize(revision, `{}`)
		for name, about := range map[string]string{"context": label, "guide": ownLabel} {
			c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `"}}`)
			line := c.receive()
			var answer struct{ Result outcome }
			if err := json.Unmarshal([]byte(line), &answer); err != nil {
				t.Fatal(err)
			}
			r := answer.Result
			if len(r.Content) != 2 || r.Content[0].Text != about || r.Content[1].Text != `{"a":"\u202e"}` {
				t.Errorf("%s: got %+v", revision, r)
			}
			if knows := revision >= firstStructured; knows != (r.Structured != nil) || knows && (r.Structured.About != about || string(r.Structured.Answer) != `{"a":"\u202e"}`) {
				t.Errorf("%s: got %s", revision, line)
			}
		}
	}
}
