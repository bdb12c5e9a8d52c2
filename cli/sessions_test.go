package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/transcripts/homes"
)

// homeOf makes a home folder with sessions, and a machine whose operator lives there.
func homeOf(t *testing.T, n int) (env Env, dir string, made []homes.Session) {
	t.Helper()
	dir = must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	made = must.Get(homes.Make(dir, homes.Options{Seed: 5, Number: n, Tools: []string{"claude"}}))(t)
	env = machine(t, dir)
	env.Getenv = variables{"HOME": filepath.Join(dir, "home"), "XDG_STATE_HOME": filepath.Join(dir, "state")}.get
	return env, dir, made
}

func TestSessionsOfAllRepositoriesAreListed(t *testing.T) {
	t.Parallel()
	env, _, made := homeOf(t, 40)
	got := run(env, "sessions", "--all", "--json", "--now", "2026-03-14T08:05:00Z")
	fits(t, "sessions", got.out)
	var all struct {
		Sessions []struct{ Path, Ending, Folder, Repository string }
	}
	must.Do(t, json.Unmarshal([]byte(got.out), &all))
	want := map[string]homes.Session{}
	for _, s := range made {
		if !s.None {
			want["~/"+s.Path] = s
		}
	}
	if len(all.Sessions) != len(want) {
		t.Errorf("%d sessions are listed, want %d", len(all.Sessions), len(want))
	}
	for _, s := range all.Sessions {
		if w := want[s.Path]; s.Ending != w.Ending || s.Folder != w.Dir || !strings.HasPrefix(s.Folder, s.Repository) {
			t.Errorf("%s ended %s in %s of %s, want %s in %s", s.Path, s.Ending, s.Folder, s.Repository, w.Ending, w.Dir)
		}
	}
}

// Without --all a session of another repository is not heard of.
func TestSessionsOfOneRepositoryAreItsOwn(t *testing.T) {
	t.Parallel()
	env, _, made := homeOf(t, 40)
	for _, s := range made {
		if s.Gone || s.None {
			continue
		}
		env.Dir = s.Dir
		got := run(env, "sessions", "--json", "--now", "2026-03-14T08:05:00Z")
		fits(t, "sessions", got.out)
		for _, other := range made {
			if strings.Contains(got.out, filepath.Base(other.Path)) != (other.Dir == s.Dir && !other.None) {
				t.Errorf("in %s: %s, which worked in %s:\n%s", s.Dir, other.Path, other.Dir, got.out)
			}
		}
		return
	}
}

// traced returns the calls with names of files that the program makes for a command, on a machine with its folders in dir.
func traced(t *testing.T, dir string, args ...string) (out, calls string) {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("strace is not installed")
	}
	bin := t.TempDir()
	program, trace := filepath.Join(bin, "coldstart"), filepath.Join(bin, "trace")
	must.Do(t, os.Symlink(must.Get(os.Executable())(t), program))
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	cmd := exec.CommandContext(ctx, strace, append([]string{"-f", "-e", "trace=file", "-o", trace, program, "--now", "2026-03-14T08:05:00Z"}, args...)...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), "HOME="+filepath.Join(dir, "home"), "XDG_STATE_HOME="+filepath.Join(dir, "state"), aboveVar+"=sh")
	b, err := cmd.CombinedOutput()
	if err != nil && strings.Contains(string(b), "ptrace") {
		t.Skipf("strace may not trace here: %s", b)
	}
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, b)
	}
	return string(b), string(must.Get(os.ReadFile(trace))(t))
}

// The lists of all repositories touch none of them, which a dead disk would hang.
func TestNoFolderIsTouchedForTheListOfAll(t *testing.T) {
	t.Parallel()
	_, dir, _ := homeOf(t, 20)
	for _, args := range [][]string{{"--all"}, {"sessions", "--all"}, {"sessions", "--all", "--json"}} {
		out, calls := traced(t, dir, args...)
		if !strings.Contains(out, filepath.Join(dir, "work")) || !strings.Contains(calls, ".jsonl") {
			t.Fatalf("%v: nothing was traced\n%s", args, out)
		}
		for line := range strings.Lines(calls) {
			if strings.Contains(line, filepath.Join(dir, "work")) {
				t.Errorf("%v: %s", args, line)
			}
		}
	}
}

// mostAsked is how many calls an approval of the example makes for names in the vault: on a slow disk each is a wait.
const mostAsked = 480

func TestAnApprovalAsksTheDiskFewTimes(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	const request = "Pending_Approval/LINKEDIN_2026-03-12_truing_evening.md"
	seen := model.FingerprintOf(must.Get(os.ReadFile(filepath.Join(dir, request)))(t))
	_, calls := traced(t, filepath.Dir(dir), "--vault", dir, "approve", request, "--yes", "--expect-hash", seen.String())
	asked := 0
	for line := range strings.Lines(calls) {
		if !strings.Contains(line, "AT_FDCWD") && strings.Contains(line, `"`) {
			asked++
		}
	}
	if asked > mostAsked || asked < mostAsked/2 {
		t.Errorf("an approval asks the disk %d times, want at most %d, and less only with a lower limit", asked, mostAsked)
	}
}

func TestTheListOfAllPrintsWithoutATerminal(t *testing.T) {
	t.Parallel()
	env, dir, _ := homeOf(t, 40)
	got := run(env, "--all", "--now", "2026-03-14T08:05:00Z")
	if got.code != exitDone || !strings.Contains(got.out, filepath.Join(dir, "work")) || !strings.Contains(got.out, "Interrupted") {
		t.Errorf("got %+v", got)
	}
	if got := run(env, "--all", "--json"); got.code != exitUsage || !strings.Contains(got.err, "coldstart list sessions --all --json of all repositories") {
		t.Errorf("in JSON: got %+v", got)
	}
	for _, line := range [][]string{{"--all", "."}, {"--all", "--vault", dir}, {"sessions", "--all", "--vault", dir}} {
		if got := run(env, line...); got.code != exitUsage || !strings.Contains(got.err, "--all is about all repositories of this machine") {
			t.Errorf("%v: got %+v", line, got)
		}
	}
}

// What the list of all asks of a folder is what opening it shows, with its sessions.
func TestTheListReadsWhatOpeningShows(t *testing.T) {
	t.Parallel()
	env, _, made := homeOf(t, 40)
	c := newCall(t.Context(), env)
	c.settle()
	m := c.machine()
	s := m.Sessions()
	for _, r := range rule.Repositories(s.Transcripts, nil, m.Home) {
		sight := m.Look(r.Dir)
		if sight.Gone {
			if _, err := os.Stat(r.Dir); err == nil {
				t.Errorf("%s is not gone", r.Dir)
			}
			continue
		}
		row, err := m.Read(t.Context(), r.Dir, r.Sessions)
		if err != nil || len(row.Transcripts) != len(r.Sessions) {
			t.Fatalf("%s: %d of %d sessions, %v", r.Dir, len(row.Transcripts), len(r.Sessions), err)
		}
		v := must.Get(m.Open(r.Dir))(t)
		whole, err := v.Store.Load(t.Context(), s.At)
		if err != nil || len(whole.Transcripts) != len(r.Sessions) || v.Dir != r.Dir {
			t.Errorf("%s was opened for %s: %d of %d sessions, %v", v.Dir, r.Dir, len(whole.Transcripts), len(r.Sessions), err)
		}
		v.Close()
	}
	if len(made) == 0 {
		t.Error("no session was made")
	}
}

// A store that cannot be opened is named in one repository, too; a folder with a second name is
// found by it; and a session whose middle was changed is another one.
func TestSessionsOfOneRepositoryMissNothing(t *testing.T) {
	t.Parallel()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	repo, second := filepath.Join(dir, "kiosk"), filepath.Join(dir, "second")
	projects := filepath.Join(dir, "home/.claude/projects/x")
	for _, d := range []string{filepath.Join(repo, ".git"), projects} {
		must.Do(t, os.MkdirAll(d, 0o755))
	}
	if err := os.Symlink(repo, second); err != nil {
		t.Skip("no links here:", err)
	}
	put := func(name, text string) {
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	}
	put(filepath.Join(dir, "home/.codex"), "no folder")
	long := strings.Repeat("x", 6000)
	lines := func(middle string) string {
		return fmt.Sprintf(`{"type":"user","message":{"role":"user","content":%q},"uuid":"u1","cwd":%q,"version":"2.1.197","timestamp":"2026-03-12T13:00:00Z"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":%q}}],"stop_reason":"tool_use"},"uuid":"u2","cwd":%[2]q}
{"type":"user","message":{"role":"user","content":%[1]q},"uuid":"u3","cwd":%[2]q}
`, long, second, middle)
	}
	file := filepath.Join(projects, "5c0ffee0-1.jsonl")
	put(file, lines("ls -l"))
	env := machine(t, second)
	env.Getenv = variables{"HOME": filepath.Join(dir, "home"), "XDG_STATE_HOME": filepath.Join(dir, "state")}.get
	got := run(env, "sessions", "--json")
	var j struct {
		Sessions []struct{ Session string }
		Problems []struct{ Path, Hint string }
	}
	must.Do(t, json.Unmarshal([]byte(got.out), &j))
	if len(j.Problems) != 1 || j.Problems[0].Path != "~/.codex" || !strings.Contains(j.Problems[0].Hint, "Codex are unknown") || !strings.Contains(got.err, "~/.codex: opening") {
		t.Errorf("of the store that is no folder: %+v, %s", j.Problems, got.err)
	}
	if len(j.Sessions) != 1 || j.Sessions[0].Session != "5c0ffee0-1" {
		t.Fatalf("by its second name: %+v", j.Sessions)
	}
	shown := func() string { return run(env, "show", "5c0ffee0-1").out }
	first := shown()
	put(file, lines("rm -r"))
	if at := time.Now().Add(time.Second); os.Chtimes(file, at, at) != nil {
		t.Fatal("no time can be set")
	}
	hash := func(out string) string {
		_, rest, ok := strings.Cut(out, "Fingerprint:")
		if !ok {
			t.Fatalf("no fingerprint in %s", out)
		}
		rest, _, _ = strings.Cut(strings.TrimSpace(rest), "\n")
		return rest
	}
	if hash(first) == hash(shown()) {
		t.Error("another middle has the same fingerprint")
	}
}
