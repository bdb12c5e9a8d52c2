//go:build unix

package load

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"coldstart/model"
	"coldstart/testdata/must"
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
	// No link on the way: the client names the folder without.
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
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
