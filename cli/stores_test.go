package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/tui"
)

// agentsHome is a home folder in which agents of three programs left sessions of some repositories.
type agentsHome struct {
	*testing.T
	// dir is the home folder, work holds the repositories.
	dir, work string
}

// slugs of Claude Code: letters and digits stay.
var noLetter = regexp.MustCompile(`[^A-Za-z0-9]`)

func slug(dir string) string { return noLetter.ReplaceAllString(dir, "-") }

func (h agentsHome) lines(name string, lines ...any) {
	h.Helper()
	var all strings.Builder
	for _, l := range lines {
		b := must.Get(json.Marshal(l))(h)
		all.Write(append(b, '\n'))
	}
	write(h, h.dir, name, all.String())
	// Long enough ago that it is not taken for running.
	must.Do(h, os.Chtimes(filepath.Join(h.dir, name), demoStart().Add(-time.Hour), demoStart().Add(-time.Hour)))
}

// repository makes a git repository in which all three programs worked. mark stands in everything
// that they wrote, n makes the ids.
func (h agentsHome) repository(name, mark string, n int) (dir string) {
	h.Helper()
	dir = filepath.Join(h.work, name)
	write(h, dir, ".git/HEAD", "ref: refs/heads/main\n")
	h.claude(dir, mark, n)
	h.codex(dir, mark, n)
	h.gemini(dir, mark, n)
	return dir
}

func (h agentsHome) claude(dir, mark string, n int) {
	h.Helper()
	at := ".claude/projects/" + slug(dir)
	for i, end := range []object{
		{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": object{"command": "make " + mark + "-in-a-call"}},
		{"type": "tool_use", "id": "toolu_1", "name": "AskUserQuestion", "input": object{"questions": []any{object{
			"question": "Which paper for " + mark + "-in-a-question?", "options": []any{object{"label": mark + "-in-an-option"}, object{"label": "None"}},
		}}}},
		{"type": "tool_use", "id": "toolu_1", "name": "ExitPlanMode", "input": object{"plan": "# " + mark + "-in-a-plan", "planFilePath": h.dir + "/.claude/plans/" + mark + ".md"}},
	} {
		id := fmt.Sprintf("7c0e%04d-0000-4000-8000-00000000000%d", n, i)
		line := func(minute int, kind, parent string, message object) object {
			return object{
				"type": kind, "uuid": fmt.Sprint("u", minute), "parentUuid": parent, "sessionId": id, "cwd": dir, "gitBranch": mark + "-in-a-branch", "version": "2.1.197",
				"timestamp": demoStart().Add(time.Duration(minute-120) * time.Minute).Format(time.RFC3339), "message": message,
			}
		}
		h.lines(at+"/"+id+".jsonl",
			object{"type": "summary", "summary": mark + "-in-a-summary", "leafUuid": "u1"},
			object{"type": "ai-title", "aiTitle": mark + "-in-a-title", "sessionId": id},
			line(1, "user", "", object{"role": "user", "content": "print " + mark + "-in-a-prompt"}),
			line(2, "assistant", "u1", object{"role": "assistant", "stop_reason": "tool_use", "content": []any{
				object{"type": "tool_use", "id": "toolu_0", "name": "Edit", "input": object{"file_path": dir + "/" + mark + "-in-a-name.go", "old_string": "a", "new_string": mark + "-in-an-edit"}},
			}}),
			line(3, "user", "u2", object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": "toolu_0", "content": mark + "-in-a-result"}}}),
			line(4, "assistant", "u3", object{"role": "assistant", "stop_reason": "tool_use", "content": []any{object{"type": "text", "text": mark + "-in-an-answer"}, end}}),
		)
		h.lines(fmt.Sprintf(".claude/sessions/%d.json", 4_000_000+10*n+i), object{
			"pid": 4_000_000 + 10*n + i, "sessionId": id, "cwd": dir, "procStart": "1", "status": "waiting", "waitingFor": mark + "-in-a-status", "name": mark + "-in-a-name",
		})
	}
	write(h, h.dir, ".claude/plans/"+mark+".md", "# "+mark+"-in-a-plan-file\n")
	write(h, h.dir, at+"/memory/MEMORY.md", "- [Paper](paper.md): "+mark+"-in-an-index\n")
	write(h, h.dir, at+"/memory/paper.md", "---\nname: "+mark+"-in-a-memory\ndescription: "+mark+"\ntype: project\n---\n"+mark+"-in-a-text\n")
	write(h, h.dir, ".claude/history.jsonl", `{"display":"`+mark+`-in-the-history"}`+"\n")
}

func (h agentsHome) codex(dir, mark string, n int) {
	h.Helper()
	id := fmt.Sprintf("01a2%04d-0000-7000-8000-000000000000", n)
	line := func(minute int, kind string, payload object) object {
		return object{"timestamp": demoStart().Add(time.Duration(minute-120) * time.Minute).Format(time.RFC3339), "type": kind, "payload": payload}
	}
	call := func(name, id string, arguments object) object {
		b, _ := json.Marshal(arguments)
		return object{"type": "function_call", "name": name, "call_id": id, "arguments": string(b)}
	}
	h.lines(".codex/sessions/2026/03/10/rollout-2026-03-10T08-00-00-"+id+".jsonl",
		line(1, "session_meta", object{"id": id, "cwd": dir, "git": object{"branch": mark + "-in-a-branch"}, "cli_version": "0.169.0"}),
		line(2, "event_msg", object{"type": "task_started", "turn_id": "t1"}),
		line(3, "response_item", object{"type": "message", "role": "user", "content": []any{object{"type": "input_text", "text": "print " + mark + "-in-a-prompt"}}}),
		line(4, "event_msg", object{"type": "user_message", "message": "print " + mark + "-in-a-prompt"}),
		line(5, "response_item", call("update_plan", "c0", object{"plan": []any{object{"step": mark + "-in-a-step", "status": "in_progress"}}})),
		line(6, "response_item", object{"type": "function_call_output", "call_id": "c0", "output": mark + "-in-a-result"}),
		line(7, "response_item", object{"type": "message", "role": "assistant", "content": []any{object{"type": "output_text", "text": mark + "-in-an-answer"}}}),
		line(8, "response_item", call("exec_command", "c1", object{"cmd": "make " + mark + "-in-a-call"})),
	)
}

func (h agentsHome) gemini(dir, mark string, n int) {
	h.Helper()
	at := fmt.Sprint(".gemini/tmp/kiosk-", n)
	write(h, h.dir, at+"/.project_root", dir)
	write(h, h.dir, ".gemini/projects.json", `{"projects":{}}`)
	stamp := demoStart().Add(-time.Hour).Format(time.RFC3339)
	h.lines(fmt.Sprintf("%s/chats/session-2026-03-10T08-00-%08d.jsonl", at, n),
		object{"sessionId": fmt.Sprintf("%08d-0000-4000-8000-000000000000", n), "projectHash": "0", "startTime": stamp, "lastUpdated": stamp, "kind": "main"},
		object{"id": "1", "timestamp": stamp, "type": "user", "content": []any{object{"text": "print " + mark + "-in-a-prompt"}}},
		object{"id": "2", "timestamp": stamp, "type": "gemini", "content": mark + "-in-an-answer", "toolCalls": []any{
			object{"id": "c", "name": "run_shell_command", "args": object{"command": mark + "-in-a-call"}, "status": "executing"},
		}},
	)
	write(h, h.dir, at+"/"+mark+"/plans/plan.md", "# "+mark+"-in-a-plan-file\n")
}

const (
	ours  = "amber"
	other = "cobalt"
)

// storesMachine has a repository of ours, and others whose names are close to it.
func storesMachine(t *testing.T) (h agentsHome, env Env) {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	h = agentsHome{T: t, dir: filepath.Join(dir, "home"), work: filepath.Join(dir, "work")}
	env = machine(t, h.repository("my_kiosk", ours, 1))
	for i, name := range []string{
		// One has the same name for Claude Code, one begins like ours, one lies around it.
		"my-kiosk", "my_kiosk-old", "my_kiosk_old/my_kiosk", ".", "other",
	} {
		h.repository(name, other, i+2)
	}
	// Claude Code itself keeps one memory for both of these.
	must.Do(t, os.RemoveAll(filepath.Join(h.dir, ".claude/projects", slug(env.Dir), "memory")))
	env.Getenv = variables{"XDG_STATE_HOME": t.TempDir(), "HOME": h.dir}.get
	return h, env
}

// lookingLines are command lines that change nothing, with the words that name a session.
func lookingLines(env Env, refs []string) (lines [][]string) {
	for _, c := range everyCommandOf(newCall(context.Background(), env))[1:] {
		switch c.Name() {
		case "demo", "watch", "init", "hook", "completion", "man", "help":
		default:
			lines = append(lines, []string{c.Name()}, []string{c.Name(), "--json"})
		}
	}
	for _, ref := range refs {
		lines = append(lines, []string{"show", ref}, []string{"ack", ref, "--dry-run"})
	}
	for _, words := range []string{other, ours, other + "-in-a-prompt", "print", "paper"} {
		lines = append(lines, []string{"tried", words}, []string{"tried", words, "--json"}, []string{"deadends", "--strategy", words})
	}
	return lines
}

// TestNothingOfAnotherRepositoryIsShown plants a word in all that agents left of other repositories.
func TestNothingOfAnotherRepositoryIsShown(t *testing.T) {
	t.Parallel()
	h, env := storesMachine(t)
	all := run(env, "sessions", "--all", "--json").out
	if !strings.Contains(all, other) {
		t.Fatalf("with --all the others are not listed: %s", all)
	}
	var refs []string
	for _, root := range []string{".claude", ".codex", ".gemini"} {
		_ = filepath.WalkDir(filepath.Join(h.dir, root), func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				rel, _ := filepath.Rel(h.dir, name)
				refs = append(refs, "transcript:~/"+filepath.ToSlash(rel))
			}
			return nil
		})
	}
	shown := ""
	look := func(line []string, out string) {
		t.Helper()
		shown += out
		if at := strings.Index(out, other+"-in"); at >= 0 {
			t.Errorf("%q shows %.120q", line, out[max(at-40, 0):])
		}
	}
	for _, line := range lookingLines(env, refs) {
		// What was typed may come back.
		got := run(env, line...)
		said := got.out + got.err
		for _, typed := range line[1:] {
			said = strings.ReplaceAll(said, typed, "")
		}
		look(line, said)
	}
	for _, call := range agentCalls(t, env, refs) {
		look([]string{call.name}, strings.Join(talk(t, env, env.Dir, call.line), "\n"))
	}
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	env.screen = func(ctx context.Context, vaults []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
		for _, v := range vaults {
			s, err := v.Store.Load(ctx, o.Now())
			if err != nil {
				return err
			}
			look([]string{"the screen"}, fmt.Sprintf("%+v", s))
			if len(s.Transcripts) != 5 {
				t.Errorf("%d sessions on the screen, want 5", len(s.Transcripts))
			}
			for _, ref := range refs {
				doc, err := v.Store.Read(ctx, model.Ref{Kind: model.KindTranscript, Path: strings.TrimPrefix(ref, "transcript:")})
				if look([]string{ref}, string(doc.Bytes)); err == nil && !strings.Contains(string(doc.Bytes), ours) {
					t.Errorf("%s is read", ref)
				}
			}
		}
		return nil
	}
	if got := run(env); got.code != exitDone {
		t.Errorf("got %+v", got)
	}
	for _, part := range []string{"prompt", "title", "call", "question", "plan", "answer"} {
		if !strings.Contains(shown, ours+"-in-a"+strings.TrimPrefix("n-"+part, map[bool]string{true: "n"}[part != "answer"])) {
			t.Errorf("nothing shows our own %s", part)
		}
	}
}

// agentCall is a call of a tool by an agent.
type agentCall struct{ name, line string }

// agentCalls are calls of every tool that looks, with each reference.
func agentCalls(t *testing.T, env Env, refs []string) (calls []agentCall) {
	t.Helper()
	var list struct{ Result struct{ Tools []listedTool } }
	answer := talk(t, env, env.Dir, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)[0]
	if err := json.Unmarshal([]byte(answer), &list); err != nil || len(list.Result.Tools) < 5 {
		t.Fatalf("%v: %s", err, answer)
	}
	for _, tool := range list.Result.Tools {
		words := []string{""}
		if tool.Name == "show" {
			words = refs
		}
		for _, word := range words {
			arguments := map[string]any{}
			for _, name := range tool.InputSchema.Required {
				if arguments[name] = "print"; word != "" {
					arguments[name] = word
				}
			}
			calls = append(calls, agentCall{tool.Name + " " + word, toolCall(tool.Name, arguments)})
		}
	}
	return calls
}

// tree is all that the system says of the files in a folder, apart from when they were read.
func tree(t *testing.T, dir string) (all []string) {
	t.Helper()
	must.Do(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		said := fmt.Sprintf("%s %v %s", name, info.Mode(), info.ModTime().Format(time.RFC3339Nano))
		if info.Mode().IsRegular() {
			b, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			said += fmt.Sprintf(" %d %s", len(b), model.FingerprintOf(b))
		}
		all = append(all, said)
		return nil
	}))
	return all
}

// TestNothingIsWrittenIntoAStore does everything that coldstart does with sessions, and looks at
// the agents' folders before and after.
func TestNothingIsWrittenIntoAStore(t *testing.T) {
	t.Parallel()
	h, env := storesMachine(t)
	before := tree(t, h.dir)
	same := func(what any) {
		t.Helper()
		if after := tree(t, h.dir); !slices.Equal(after, before) {
			t.Fatalf("%v changed the store:\n%s\nbefore:\n%s", what, strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
	}
	var listed struct {
		Sessions []struct{ ID string }
	}
	out := run(env, "sessions", "--json").out
	if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed.Sessions) != 5 {
		t.Fatalf("%v: %s", err, out)
	}
	var refs []string
	for _, s := range listed.Sessions {
		refs = append(refs, s.ID)
	}
	for _, line := range append(lookingLines(env, refs), []string{"sessions", "--all"}, []string{"sessions", "--all", "--json"}, []string{"--all"}) {
		run(env, line...)
	}
	same("looking")
	for _, ref := range refs {
		if got := run(env, "ack", ref, "-m", "seen"); !strings.Contains(got.out+got.err, ref) && got.code != exitDone {
			t.Errorf("%s: %+v", ref, got)
		}
	}
	same("acknowledging")
	for _, call := range agentCalls(t, env, refs) {
		talk(t, env, env.Dir, call.line)
	}
	same("what agents ask for")
	watchStores(t, env)
	same("watching")
	showStores(t, env)
	same("the screen")
}

// hangs is how long something may take that only hangs when it is broken.
const hangs = time.Minute

// until keeps what is written, and does something when that first has a word.
type until struct {
	word string
	met  func()
	all  strings.Builder
}

func (u *until) Write(b []byte) (int, error) {
	n, err := u.all.Write(b)
	if u.met != nil && strings.Contains(u.all.String(), u.word) {
		u.met()
		u.met = nil
	}
	return n, err
}

// watchStores waits for changes once, for a moment after the first words.
func watchStores(t *testing.T, env Env) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	out := &until{word: "\n", met: func() { time.AfterFunc(100*time.Millisecond, cancel) }}
	env.Stdout, env.Stderr = out, out
	if code := Run(ctx, []string{"watch"}, env); out.met != nil {
		t.Errorf("exit code %d with the words %q", code, out.all.String())
	}
}

// showStores goes through all pages of the screen and what stands on them.
func showStores(t *testing.T, env Env) {
	t.Helper()
	keys, screen, err := pty.Open()
	if err != nil {
		t.Skip("no terminal can be made here:", err)
	}
	defer func() { _ = screen.Close() }()
	must.Do(t, pty.Setsize(screen, &pty.Winsize{Rows: 40, Cols: 120}))
	met := make(chan struct{})
	shown := until{word: ours, met: func() { close(met) }}
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		_, _ = io.Copy(&shown, keys)
	}()
	env.Stdin, env.Stdout, env.Stderr, env.StdinIsTerminal, env.StdoutIsTerminal = screen, screen, io.Discard, true, true
	env.screen = tui.Run
	ctx, cancel := context.WithTimeout(t.Context(), hangs)
	defer cancel()
	go func() {
		defer cancel()
		// What is read meanwhile is shown in a later round.
		for ctx.Err() == nil {
			for _, page := range "123456789" {
				for _, key := range []string{string(page), "j", "\r", "v", "i", "\x1b"} {
					time.Sleep(15 * time.Millisecond)
					_, _ = io.WriteString(keys, key)
				}
			}
			select {
			case <-met:
				return
			default:
			}
		}
	}()
	Run(ctx, nil, env)
	_ = screen.Close()
	if <-drawn; shown.met != nil {
		t.Errorf("the screen was not shown: %.300q", shown.all.String())
	}
	_ = keys.Close()
}

// The screen of the demo is shown around: who decides there is nobody of this machine.
func TestTheDemoHasAnOperatorOfItsOwn(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	env.Operator, env.StdinIsTerminal, env.StdoutIsTerminal = "mira@cellar", true, true
	env.screen = func(ctx context.Context, vaults []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
		store := vaults[0].Store
		s, err := store.Load(ctx, o.Now())
		if err != nil {
			return err
		}
		r := s.Requests[0]
		if _, err := store.Decide(ctx, model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Seen: r.Seen, Note: "no", At: o.Now()}); err != nil {
			return err
		}
		if s, err = store.Load(ctx, o.Now()); err == nil && (len(s.History) == 0 || s.History[0].Operator != "sam@bench") {
			t.Errorf("decided by %+v", s.History)
		}
		return err
	}
	if got := run(env, "demo"); got.code != exitDone {
		t.Errorf("got %+v", got)
	}
}
