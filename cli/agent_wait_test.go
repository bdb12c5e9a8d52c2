package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// agentServer is coldstart mcp with a client that sends and reads one line after the other.
type agentServer struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Scanner
	code chan int
}

// served starts coldstart mcp for a client that shows its user questions.
func served(t *testing.T, env Env, dir string) *agentServer {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	s := &agentServer{t, inWrite, bufio.NewScanner(outRead), make(chan int, 1)}
	s.out.Buffer(nil, 1<<20)
	env.Stdin, env.Stdout, env.Stderr = inRead, outWrite, io.Discard
	go func() {
		s.code <- Run(context.Background(), []string{"mcp", "--vault", dir}, env)
		outWrite.Close()
	}()
	t.Cleanup(func() { inWrite.Close() })
	s.send(`{"jsonrpc":"2.0","id":"first","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}}}}`)
	s.receive()
	return s
}

func (s *agentServer) send(line string) {
	s.t.Helper()
	must.Get(io.WriteString(s.in, line+"\n"))(s.t)
}

func (s *agentServer) receive() string {
	s.t.Helper()
	if !s.out.Scan() {
		s.t.Fatalf("no answer: %v", s.out.Err())
	}
	return s.out.Text()
}

// close leaves the server, which then has to end by itself.
func (s *agentServer) close() {
	s.t.Helper()
	s.in.Close()
	for s.out.Scan() {
	}
	if code := <-s.code; code != exitDone {
		s.t.Errorf("it ends with %d", code)
	}
}

// replyOf reads an answer of decision or wait.
func replyOf(t *testing.T, line string) (state, note, by string) {
	t.Helper()
	text, isError := said(t, line)
	var reply struct{ State, Note, By string }
	if err := json.Unmarshal([]byte(text), &reply); err != nil || isError {
		t.Fatalf("%v: %s", err, line)
	}
	return reply.State, reply.Note, reply.By
}

// TestAnAgentHearsOfADecision has an agent wait, its user answer the question in the agent's
// client, which decides nothing, and a person decide in coldstart.
func TestAnAgentHearsOfADecision(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	env := machine(t, dir)
	const ref = "Pending_Approval/LINKEDIN_2026-03-12_truing_evening.md"
	s := served(t, env, dir)
	s.send(toolCall("wait", object{"ref": ref, "seconds": 60}))
	if line := s.receive(); !strings.Contains(line, `"method":"elicitation/create"`) || !strings.Contains(line, "A request waits for your decision: Post about the wheel truing evening") {
		t.Fatalf("got %s", line)
	}
	s.send(`{"jsonrpc":"2.0","id":"coldstart-1","result":{"action":"accept","content":{"approve":true}}}`)
	s.send(toolCall("decision", object{"ref": ref}))
	if state, _, _ := replyOf(t, s.receive()); state != "pending" {
		t.Errorf("after the question was answered it is %s", state)
	}
	if got := run(env, "reject", ref, "-m", "Name the street"); got.code != exitDone {
		t.Fatalf("got %+v", got)
	}
	if state, note, by := replyOf(t, s.receive()); state != "rejected" || note != "Name the street" || by == "" {
		t.Errorf("got %s, %q, %q", state, note, by)
	}
	s.close()
}

// TestAQuestionShowsNoKeysAndEveryCharacter has a title that would deceive whoever reads it in
// the agent's client.
func TestAQuestionShowsNoKeysAndEveryCharacter(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key := "sk-" + strings.Repeat("a1B2", 10)
	write(t, dir, "Pending_Approval/a.md", "---\naction_type: email\nstatus: pending\ntarget_recipient: desk@harbour.example\nstep_description: \"Send "+key+" \\u202e\\e[2J"+strings.Repeat("long ", 100)+"\"\n---\n\nText\n")
	must.Do(t, os.MkdirAll(filepath.Join(dir, "Plans"), 0o755))
	s := served(t, machine(t, dir), dir)
	s.send(toolCall("wait", object{"ref": "a.md", "seconds": 60}))
	line := s.receive()
	var question struct{ Params struct{ Message string } }
	must.Do(t, json.Unmarshal([]byte(line), &question))
	message := question.Params.Message
	if !strings.Contains(message, "masked") || !strings.Contains(message, "characters)") || strings.Contains(message, key[:8]) || strings.ContainsAny(message, "\u202e\x1b") {
		t.Errorf("got %q", message)
	}
	s.close()
}
