package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/testdata/must"
)

// fakeTools records what it is asked for and answers with one text.
type fakeTools struct {
	mu     sync.Mutex
	asked  []string
	draft  model.RequestDraft
	entry  model.Draft
	answer string
	err    error
	// decided lets a wait end, waits tells of each that began; with nil nothing waits.
	decided, waits chan struct{}
}

func (f *fakeTools) did(words ...string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, strings.Join(words, " "))
	if f.err != nil {
		return nil, f.err
	}
	return []byte(f.answer), nil
}

func (f *fakeTools) ActivePlan(context.Context) ([]byte, error) { return f.did("active plan") }
func (f *fakeTools) NeedsYou(context.Context) ([]byte, error)   { return f.did("needs you") }
func (f *fakeTools) Context(context.Context) ([]byte, error)    { return f.did("context") }
func (f *fakeTools) Show(_ context.Context, ref string, from int) ([]byte, error) {
	return f.did("show", ref, string(rune('0'+from)))
}

func (f *fakeTools) Guide(context.Context) ([]byte, error)   { return f.did("guide") }
func (f *fakeTools) Sources(context.Context) ([]byte, error) { return f.did("sources") }
func (f *fakeTools) Reply(_ context.Context, ref string) ([]byte, error) {
	return f.did("reply", ref)
}

// Wait waits until the test lets it go, or nobody waits any more.
func (f *fakeTools) Wait(ctx, until context.Context, ref string, seconds int, tell func(string)) ([]byte, error) {
	answer, err := f.did("wait", ref, strconv.Itoa(seconds))
	if f.decided == nil {
		return answer, err
	}
	tell("A request waits: " + ref)
	f.waits <- struct{}{}
	select {
	case <-f.decided:
	case <-until.Done():
	case <-ctx.Done():
	}
	return answer, err
}

func (f *fakeTools) Tried(_ context.Context, words string) ([]byte, error) {
	return f.did("tried", words)
}

func (f *fakeTools) DeadEnds(_ context.Context, problem, strategy string, tags []string) ([]byte, error) {
	return f.did("dead ends", problem, strategy, strings.Join(tags, ","))
}

func (f *fakeTools) StartSession(_ context.Context, caller, agent string) ([]byte, error) {
	return f.did("start", caller, agent)
}

func (f *fakeTools) EndSession(_ context.Context, caller, session, agent string, _ model.Handoff) ([]byte, error) {
	return f.did("end", caller, session, agent)
}

func (f *fakeTools) LogReasoning(_ context.Context, plan, what, why string) ([]byte, error) {
	return f.did("log", plan, what, why)
}

func (f *fakeTools) WriteEntry(_ context.Context, problem string, d model.Draft) ([]byte, error) {
	f.entry = d
	return f.did("entry", problem)
}

func (f *fakeTools) DraftRequest(_ context.Context, d model.RequestDraft) ([]byte, error) {
	f.draft = d
	return f.did("draft")
}

// client is the other end of a connection.
type client struct {
	t   *testing.T
	in  io.WriteCloser
	out *bufio.Reader
	end chan error
}

// connect starts a server on two pipes.
func connect(t *testing.T, s *Server) *client {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &client{t, inWrite, bufio.NewReaderSize(outRead, 1<<20), make(chan error, 1)}
	go func() {
		c.end <- s.Serve(t.Context(), inRead, outWrite)
		outWrite.Close()
	}()
	t.Cleanup(func() { inWrite.Close() })
	return c
}

// begun is a connection behind its first message.
func begun(t *testing.T, s *Server) *client {
	t.Helper()
	c := connect(t, s)
	c.initialize("2025-11-25", `{}`)
	return c
}

func (c *client) initialize(revision, capabilities string) {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + revision + `","capabilities":` + capabilities + `}}`)
	c.receive()
}

func (c *client) send(line string) {
	c.t.Helper()
	must.Get(io.WriteString(c.in, line+"\n"))(c.t)
}

func (c *client) receive() string {
	c.t.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		c.t.Fatalf("no answer: %v", err)
	}
	return strings.TrimSuffix(line, "\n")
}

// tool calls one and gives the texts of its answer.
func (c *client) tool(name, arguments string) (texts []string, isError bool) {
	c.t.Helper()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`)
	var answer struct {
		Result outcome
		Error  *failure
	}
	must.Do(c.t, json.Unmarshal([]byte(c.receive()), &answer))
	if answer.Error != nil {
		return []string{answer.Error.Message}, true
	}
	return say.Each(answer.Result.Content, func(b block) string { return b.Text }), answer.Result.IsError
}

var errTools = errors.New("the tools is closed")
