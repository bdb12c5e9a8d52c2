//go:build unix

package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/tidy"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// sitting is one use of a client: a home folder, a repository, a model that answers from a script.
type sitting struct {
	*testing.T
	client     client
	at         string // the program
	home, repo string
	model      *scripted
	env        []string
	cmd        *exec.Cmd
	tty        *os.File
	mu         sync.Mutex
	out        bytes.Buffer
}

// client is the program of an agent.
type client struct {
	name string
	// files are where it writes down sessions, below the home folder.
	files string
	// prepare writes its settings and gives its environment.
	prepare func(s *sitting) []string
}

// prompt is what the operator wants first in every session.
const prompt = "print the receipts"

func sit(t *testing.T, c client) *sitting {
	t.Helper()
	at, err := exec.LookPath(c.name)
	if err != nil {
		t.Skipf("needs %s: %v", c.name, err)
	}
	dir := tidy.Folder(t)
	s := &sitting{T: t, client: c, at: at, home: filepath.Join(dir, "home"), repo: filepath.Join(dir, "kiosk_shop"), model: newScripted(t)}
	s.write(s.home, "on", "")
	s.write(s.repo, "README.md", "# Kiosk\n")
	for _, args := range [][]string{
		{"init", "-q", "-b", "feat/receipts"}, {"add", "."},
		{"-c", "user.name=Ana", "-c", "user.email=ana@kiosk.example", "commit", "-qm", "Begin the kiosk"},
	} {
		if b, err := exec.Command("git", append([]string{"-C", s.repo}, args...)...).CombinedOutput(); err != nil {
			t.Skipf("needs git: %s", b)
		}
	}
	s.env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "TERM=xterm-256color", "LANG=C.UTF-8"}, c.prepare(s)...)
	t.Cleanup(func() {
		s.kill()
		if t.Failed() {
			t.Logf("it said: %s", s.said())
		}
	})
	// What waits for the printer ends.
	t.Cleanup(func() { _ = os.Remove(filepath.Join(s.home, "on")) })
	return s
}

func (s *sitting) write(dir, name, text string) {
	s.Helper()
	name = filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// waiting is a command that goes on until the sitting is over.
func (s *sitting) waiting() string {
	return "while [ -e " + filepath.Join(s.home, "on") + " ]; do sleep 0.3; done"
}

func (s *sitting) command(args []string) *exec.Cmd {
	c := exec.CommandContext(s.Context(), s.at, args...)
	c.Dir, c.Env = s.repo, s.env
	return c
}

// Write takes what the client says.
func (s *sitting) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(b)
}

func (s *sitting) said() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// start begins a run without a terminal.
func (s *sitting) start(args ...string) {
	s.Helper()
	s.cmd = s.command(args)
	s.cmd.Stdout, s.cmd.Stderr = s, s
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// What it started may hold its output.
	s.cmd.WaitDelay = time.Second
	must.Do(s, s.cmd.Start())
}

// run waits for the end of such a run, whatever its exit code.
func (s *sitting) run(args ...string) {
	s.Helper()
	s.start(args...)
	s.end()
}

// end waits until the client ends by itself.
func (s *sitting) end() {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), time.Minute)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { _ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL) })
	_ = s.cmd.Wait()
	s.cmd = nil
	if !stop() {
		s.Fatalf("it does not end")
	}
}

// open begins a session in a terminal.
func (s *sitting) open(args ...string) {
	s.Helper()
	s.cmd = s.command(args)
	tty := must.Get(pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 40, Cols: 120}))(s)
	s.tty = tty
	go s.answerTerminal(tty)
}

// answerTerminal reads what the client shows, and answers what it asks of a terminal.
func (s *sitting) answerTerminal(tty *os.File) {
	b := make([]byte, 64<<10)
	for {
		n, err := tty.Read(b)
		_, _ = s.Write(b[:n])
		for ask, answer := range map[string]string{"\x1b[6n": "\x1b[1;1R", "\x1b[c": "\x1b[?62c", "\x1b[?u": "\x1b[?0u"} {
			if bytes.Contains(b[:n], []byte(ask)) {
				_, _ = io.WriteString(tty, answer)
			}
		}
		if err != nil {
			return
		}
	}
}

// press types keys. A client takes those that come together for a paste.
func (s *sitting) press(keys ...string) {
	s.Helper()
	for _, k := range keys {
		must.Get(io.WriteString(s.tty, k))(s)
		time.Sleep(500 * time.Millisecond)
	}
}

// kill ends the client as a crash does.
func (s *sitting) kill() {
	if s.cmd == nil {
		return
	}
	time.Sleep(500 * time.Millisecond)
	_ = syscall.Kill(-s.cmd.Process.Pid, syscall.SIGKILL)
	_ = s.cmd.Wait()
	// A client may be started by another program, and dies by itself.
	for begin := time.Now(); syscall.Kill(-s.cmd.Process.Pid, 0) == nil && time.Since(begin) < 5*time.Second; {
		time.Sleep(50 * time.Millisecond)
	}
	if s.tty != nil {
		_ = s.tty.Close()
	}
	s.cmd, s.tty = nil, nil
}

// until waits until something is so.
func (s *sitting) until(what string, so func() bool) {
	s.Helper()
	for begin := time.Now(); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			s.Fatalf("it never %s", what)
		}
	}
}

// files are those of its sessions.
func (s *sitting) files() []string {
	names, _ := filepath.Glob(filepath.Join(s.home, s.client.files))
	return names
}

// processes are what Claude Code says of those that run.
func (s *sitting) processes() (all []string) {
	names, _ := filepath.Glob(filepath.Join(s.home, ".claude/sessions/*.json"))
	for _, name := range names {
		if b, err := os.ReadFile(name); err == nil {
			all = append(all, string(b))
		}
	}
	return all
}

// wrote waits until a text is written down.
func (s *sitting) wrote(text string) {
	s.Helper()
	s.until("wrote "+text, func() bool {
		for _, name := range s.files() {
			if b, err := os.ReadFile(name); err == nil && bytes.Contains(b, []byte(text)) {
				return true
			}
		}
		return false
	})
}

// asked waits until the model was asked for its nth answer.
func (s *sitting) asked(n int) {
	s.Helper()
	s.until("asked", func() bool { return s.model.count() >= n })
	time.Sleep(2 * thinking)
}

// showed waits until a text without blanks stands on the screen.
func (s *sitting) showed(text string) {
	s.Helper()
	s.until("showed "+text, func() bool { return strings.Contains(s.said(), text) })
}

// tear cuts the last line of the newest file in half.
func (s *sitting) tear() {
	s.Helper()
	name := s.files()[0]
	b := must.Get(os.ReadFile(name))(s)
	last := bytes.LastIndexByte(bytes.TrimRight(b, "\n"), '\n') + 1
	must.Do(s, os.Truncate(name, int64(last+(len(b)-last)/2)))
}

// id is that of the only session so far, by the name of its file.
func (s *sitting) id() string {
	s.Helper()
	if len(s.files()) != 1 {
		s.Fatalf("files %v, want one", s.files())
	}
	return strings.TrimSuffix(filepath.Base(s.files()[0]), ".jsonl")
}

// sessions is what we read in the client's store.
func (s *sitting) sessions() []model.Transcript {
	s.Helper()
	root := must.Get(os.OpenRoot(s.repo))(s)
	w := places.New(root, s.repo, places.Options{Zone: time.UTC, Stores: StoreFolders(func(string) string { return "" }, s.home)})
	defer func() { _ = w.Close() }()
	snapshot, err := New(w, state.Of(w), ledger.Open(w), func(*model.Snapshot) {}).Screen(s.Context(), time.Now(), Want{}, false)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		s.Fatal(err)
	}
	for _, p := range snapshot.Problems {
		s.Errorf("problem: %+v", p)
	}
	return snapshot.Transcripts
}

func (s *sitting) writeJSON(name string, value any) {
	s.Helper()
	b := must.Get(json.Marshal(value))(s)
	s.write(s.home, name, string(b))
}

// claudeCode runs Claude Code. Its folder is trusted and its first questions are answered.
var claudeCode = client{name: "claude", files: ".claude/projects/*/*.jsonl", prepare: func(s *sitting) []string {
	const key = "dummy-key-of-a-scripted-model"
	s.writeJSON(".claude.json", object{
		"hasCompletedOnboarding": true, "theme": "dark", "numStartups": 5,
		"customApiKeyResponses": object{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              object{s.repo: object{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true}},
	})
	return []string{
		"ANTHROPIC_BASE_URL=" + s.model.URL, "ANTHROPIC_API_KEY=" + key, "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1",
		"DISABLE_ERROR_REPORTING=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	}
}}

// codexCLI runs Codex, without the server that it leaves behind otherwise.
var codexCLI = client{name: "codex", files: ".codex/sessions/*/*/*/*.jsonl", prepare: func(s *sitting) []string {
	s.write(s.home, ".codex/config.toml", `model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "`+s.model.URL+`/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."`+s.repo+`"]
trust_level = "trusted"
`)
	return []string{"SCRIPTED_KEY=dummy"}
}}

// geminiCLI runs Gemini CLI.
var geminiCLI = client{name: "gemini", files: ".gemini/tmp/*/chats/*.jsonl", prepare: func(s *sitting) []string {
	s.writeJSON(".gemini/settings.json", object{
		"security": object{"auth": object{"selectedType": "gemini-api-key"}}, "privacy": object{"usageStatisticsEnabled": false},
		"general": object{"enableAutoUpdate": false},
	})
	return []string{"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + s.model.URL, "GEMINI_CLI_TRUST_WORKSPACE=true"}
}}

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
