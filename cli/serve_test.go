package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/cli/remote"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// farHost is a machine with a copy of the demo in its home folder, reached by a process of the program
// instead of ssh.
type farHost struct {
	*remote.Conn
	home string
}

// serving returns a connection to the program in a home folder.
func serving(t *testing.T, home, dir string, sign remote.Signer, flags ...string) *remote.Conn {
	t.Helper()
	conn := remote.New(remote.Config{
		Host: remote.Host{Name: "attic", SSH: "me@attic", Dir: dir}, Operator: "sam@porch", Version: buildVersion(), Sign: sign,
		Now: demoStart,
		Command: func(ctx context.Context) *exec.Cmd {
			cmd := exec.CommandContext(ctx, "coldstart", append([]string{remote.Serving}, flags...)...)
			cmd.Dir = home
			cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "USER=mira"}
			return cmd
		},
	})
	t.Cleanup(func() { conn.Close() })
	return conn
}

func newFarHost(t *testing.T, dir string, flags ...string) farHost {
	t.Helper()
	return newFarHostSigned(t, dir, remote.Signer{}, flags...)
}

// newFarHostSigned is newFarHost whose operator signs.
func newFarHostSigned(t *testing.T, dir string, sign remote.Signer, flags ...string) farHost {
	t.Helper()
	home := t.TempDir()
	demo := must.Get(filepath.Abs("../testdata/demo"))(t)
	must.Do(t, os.CopyFS(filepath.Join(home, "vault"), os.DirFS(demo)))
	return farHost{serving(t, home, dir, sign, flags...), home}
}

func (h farHost) only(t *testing.T) (*remote.Store, remote.Listed) {
	t.Helper()
	listed, err := h.Vaults(t.Context())
	if err != nil || len(listed) != 1 {
		t.Fatalf("got %v, %v", listed, err)
	}
	return h.Store(listed[0]), listed[0]
}

func TestAVaultOfAnotherMachineIsUsedLikeOneHere(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault")
	store, _ := h.only(t)
	s := must.Get(store.Load(t.Context(), demoStart()))(t)
	if len(s.Requests) == 0 || !s.At.Equal(demoStart()) {
		t.Fatalf("%d requests at %s", len(s.Requests), s.At)
	}
	request := s.Requests[slices.IndexFunc(s.Requests, func(r model.Request) bool { return !rule.Refuse(s, r.Ref(), model.ChoiceReject).Given() })]
	doc := must.Get(store.Read(t.Context(), request.Ref()))(t)
	disk, err := os.ReadFile(filepath.Join(h.home, "vault", request.Path))
	if err != nil || string(disk) != string(doc.Bytes) {
		t.Fatalf("other bytes than on the disk: %v", err)
	}
	d := model.Decision{Ref: request.Ref(), Choice: model.ChoiceReject, Seen: doc.Seen, Note: "not now", At: demoStart()}
	must.Get(store.Preview(t.Context(), d))(t)
	receipt := must.Get(store.Decide(t.Context(), d))(t)
	if _, err := os.Stat(filepath.Join(h.home, "vault", request.Path)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("it is still pending: %v", err)
	}
	if _, err := store.Decide(t.Context(), model.Decision{Ref: request.Ref(), Choice: model.ChoiceApprove, Seen: doc.Seen, At: demoStart()}); !errors.Is(err, model.ErrConflict) && !errors.Is(err, model.ErrNotFound) {
		t.Fatalf("decided twice: %v", err)
	}
	again := must.Get(store.LoadChanged(t.Context(), demoStart()))(t)
	if len(again.Requests) != len(s.Requests)-1 || again.History[0].ID != receipt.ID {
		t.Fatalf("the decision is not seen: %v", again.History)
	}
	same, err := store.LoadChanged(t.Context(), demoStart().Add(time.Second))
	if err != nil || len(same.Requests) != len(again.Requests) || same.At.Equal(again.At) {
		t.Fatalf("%v", err)
	}
	must.Get(store.Undoable(receipt.ID, same))(t)
	if _, err := store.File(t.Context(), request.Ref()); !errors.Is(err, model.ErrNotAllowed) {
		t.Fatalf("a file there is opened here: %v", err)
	}
}

// A vault there that was deleted and cloned again is opened again, without a word.
func TestAVaultOfAnotherMachineIsClonedAgain(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault")
	store, _ := h.only(t)
	before := must.Get(store.Load(t.Context(), demoStart()))(t)
	dir := filepath.Join(h.home, "vault")
	must.Do(t, os.Rename(dir, filepath.Join(h.home, "old")))
	must.Do(t, os.CopyFS(dir, os.DirFS(filepath.Join(h.home, "old"))))
	gone := before.Requests[0].Path
	must.Do(t, os.Remove(filepath.Join(dir, gone)))
	after, err := store.LoadChanged(t.Context(), demoStart())
	if err != nil || len(after.Requests) != len(before.Requests)-1 {
		t.Fatalf("%d requests, then %d, %v", len(before.Requests), len(after.Requests), err)
	}
}

func TestALineIsRunOnAnotherMachine(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault")
	out, err := h.Run(t.Context(), []string{"status"})
	if err != nil || out.Exit != 0 || !strings.Contains(string(out.Stdout), "approv") {
		t.Fatalf("%+v, %v", out, err)
	}
	for _, line := range [][]string{nil, {"."}, {"demo"}, {"mcp"}, {"serve-stdio"}, {"watch"}, {"init"}, {"__complete", ""}, {"help"}, {"gate"}} {
		out, err := h.Run(t.Context(), line)
		if err != nil || out.Exit != exitUsage || !strings.Contains(string(out.Stderr), "is not run for another machine") {
			t.Errorf("%q: %d %s%s, %v", line, out.Exit, out.Stdout, out.Stderr, err)
		}
	}
}

// Who decides on another machine is named there, with the account that did it: on the screen of
// the other side and by command lines.
func TestWhoDecidesOnAnotherMachineIsNamedThere(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault")
	store, _ := h.only(t)
	s := must.Get(store.Load(t.Context(), demoStart()))(t)
	r := s.Requests[0]
	must.Get(store.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Seen: r.Seen, Note: "not now", At: demoStart()}))(t)
	must.Get(h.Run(t.Context(), []string{"reject", s.Requests[1].Path, "-m", "nor this"}))(t)
	out, err := h.Run(t.Context(), []string{"history"})
	if got := string(out.Stdout); err != nil || strings.Count(got, "  sam@porch, as mira@bench  reject  ") != 2 {
		t.Errorf("the history is %s, %v", got, err)
	}
}

// All of a machine are the repositories in which agents worked and that are there.
func TestAllVaultsOfAnotherMachineAreListed(t *testing.T) {
	t.Parallel()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	home := agentsHome{T: t, dir: filepath.Join(dir, "home"), work: filepath.Join(dir, "work")}
	for i, name := range []string{"kiosk", "ferry", "gone"} {
		home.repository(name, name, i)
	}
	must.Do(t, os.RemoveAll(filepath.Join(home.work, "gone")))
	conn := serving(t, home.dir, remote.AllVaults, remote.Signer{})
	listed := must.Get(conn.Vaults(t.Context()))(t)
	var names []string
	for _, l := range listed {
		names = append(names, l.Name)
		s, err := conn.Store(l).Load(t.Context(), demoStart())
		if err != nil || len(s.Transcripts) == 0 {
			t.Errorf("%s: %d sessions, %v", l.Dir, len(s.Transcripts), err)
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"ferry", "kiosk"}) {
		t.Errorf("got %q", names)
	}
}

// What this machine answers under, no line of another machine can change: a key that may only look decides
// nothing, by no way.
func TestAKeyThatMayOnlyLookDecidesNothing(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault", "--read-only")
	if out, err := serving(t, h.home, "vault", remote.Signer{}).Run(t.Context(), []string{"reject", "Pending_Approval/PAYMENT_2026-03-13_velmora_tyres.md", "-m", "no"}); err != nil || out.Exit != exitDone {
		t.Fatalf("%+v, %v", out, err)
	}
	before := tree(t, h.home)
	store, _ := h.only(t)
	s, err := store.Load(t.Context(), demoStart())
	if err != nil || s.ReadOnly == "" {
		t.Fatalf("it can be written: %v", err)
	}
	r := s.Requests[0]
	doc := must.Get(store.Read(t.Context(), r.Ref()))(t)
	_, err = store.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: model.ChoiceReject, Seen: doc.Seen, At: demoStart()})
	if !errors.Is(err, model.ErrReadOnly) {
		t.Errorf("decided: %v", err)
	}
	for _, err := range []error{
		store.Snooze(t.Context(), model.Snooze{Ref: r.Ref(), Until: demoStart().Add(time.Hour)}),
		store.Pin(t.Context(), model.Pin{Path: s.Plans[0].Path}),
		func() error { _, err := store.KeepMessage(t.Context(), "x", demoStart()); return err }(),
	} {
		if err == nil {
			t.Error("something was written")
		}
	}
	if err := store.KeepLook(t.Context(), model.Look{At: demoStart()}); err != nil {
		t.Error(err)
	}
	for _, line := range [][]string{
		{"approve", r.Path, "-m", "yes", "--expect-hash", r.Seen.String()}, {"reject", r.Path, "-m", "no"},
		{"changes", r.Path, "-m", "other"}, {"undo"}, {"ack", "--all"}, {"note", "Lace it."}, {"accept", "Vt3xQ9pLd2"}, {"rerun", "quarterly-report", "-m", "again"},
		{"pin", s.Plans[0].Path, "--read-only=false"}, {"snooze", r.Path, "--for", "1h"}, {"message", "Hello."},
	} {
		out, err := h.Run(t.Context(), line)
		if said := string(out.Stderr); err != nil || out.Exit != exitFailed || !strings.Contains(said, "read-only") && !strings.Contains(said, "may only look") {
			t.Errorf("%q: %d %s%s, %v", line, out.Exit, out.Stdout, out.Stderr, err)
		}
	}
	if after := tree(t, h.home); !slices.Equal(before, after) {
		t.Errorf("files changed: %v", after)
	}
}

// A login that runs one line, whatever it asks for, opens no screen. The screen here knows that, and another
// line gets an error.
func TestALoginThatOnlyAnswersOpensNoScreen(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write(t, home, "vault/Pending_Approval/a.md", "Please send this.\n")
	for _, tt := range []struct {
		asked string
		flags []string
		opens bool
	}{
		{"", nil, true},
		{"", []string{"--read-only"}, true},
		{"coldstart serve-stdio", nil, true},
		{"coldstart serve-stdio", []string{"--read-only"}, false},
		{"~/'my programs/coldstart' serve-stdio", []string{"--read-only"}, false},
	} {
		conn := remote.New(remote.Config{Host: remote.Host{Name: "attic", SSH: "me@attic", Dir: "vault"}, Command: func(ctx context.Context) *exec.Cmd {
			cmd := exec.CommandContext(ctx, "coldstart", append([]string{remote.Serving}, tt.flags...)...)
			cmd.Dir, cmd.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), original + "=" + tt.asked}
			return cmd
		}})
		listed, err := conn.Vaults(t.Context())
		if err != nil || len(listed) != 1 {
			t.Fatalf("%+v: %v, %v", tt, listed, err)
		}
		if screen := conn.Screen(listed[0]); (screen != nil) != tt.opens {
			t.Errorf("%+v: its screen is %q", tt, screen)
		}
		conn.Close()
	}
	for _, asked := range []string{"coldstart --vault '/srv/vault'", "true", "other-serve-stdio"} {
		env := machine(t, home)
		env.Getenv = variables{original: asked}.get
		got := run(env, remote.Serving)
		if got.code != exitFailed || got.err != "error: this login answers a coldstart on another machine, and opens no screen\nhint: there: coldstart --host NAME\n" {
			t.Errorf("%q: %+v", asked, got)
		}
	}
}

// The settings of a machine hold for each line that another one asks for, whatever the line says.
func TestALineOfAnotherMachineDoesNotChooseTheSettings(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault")
	write(t, h.home, ".config/coldstart/coldstart.yaml", "read-only: true\n")
	write(t, h.home, "own.yaml", "theme: dark\n")
	words := []string{"reject", "Pending_Approval/PAYMENT_2026-03-13_velmora_tyres.md", "-m", "no"}
	for _, flag := range []string{"--read-only=false", "--config=/dev/null", "--config=own.yaml"} {
		out, err := h.Run(t.Context(), append(words, flag))
		if err != nil || out.Exit != exitUsage {
			t.Errorf("%s: %d %s%s, %v", flag, out.Exit, out.Stdout, out.Stderr, err)
		}
	}
	if _, err := os.Stat(filepath.Join(h.home, "vault", words[1])); err != nil {
		t.Error(err)
	}
}

// A line that another machine asks for has the flags of its command and few others: how this machine answers
// is its own.
func TestALineOfAnotherMachineHasOnlyTheFlagsThatItMay(t *testing.T) {
	t.Parallel()
	h := newFarHost(t, "vault")
	for flag, allowed := range map[string]bool{
		"--vault=vault": true, "--seed=vault/seed.json": true, "--now=2026-03-14T07:02:00Z": true, "--ascii": true, "--reveal": true, "--work-rule=seed": true,
		"--read-only": true, "--read-only=true": true, "--json": true,
		"--read-only=false": false, "--config=/dev/null": false, "--theme=dark": false, "--host=attic": false, "--hosts": false,
	} {
		out, err := h.Run(t.Context(), []string{"status", flag})
		refused := out.Exit == exitUsage && strings.Contains(string(out.Stderr), flag[:strings.IndexByte(flag+"=", '=')]+" ")
		if err != nil || allowed && out.Exit != exitDone || !allowed && !refused {
			t.Errorf("%s: %d %s, %v", flag, out.Exit, out.Stderr, err)
		}
	}
}

// The flags of the line in authorized_keys hold for every line that is asked, by every way to decide.
func TestTheFlagsOfTheServingProgramHoldForEveryLine(t *testing.T) {
	t.Parallel()
	home := newFarHost(t, "vault").home
	write(t, home, "narrow.yaml", "read-only: true\n")
	for _, flags := range [][]string{{"--read-only"}, {"--config", filepath.Join(home, "narrow.yaml")}} {
		conn := serving(t, home, "vault", remote.Signer{}, flags...)
		before := tree(t, home)
		for _, line := range waysToWrite() {
			for _, more := range []string{"", "--read-only=false", "--commit"} {
				words := slices.Clone(line)
				if more != "" {
					words = append(words, more)
				}
				for _, ask := range []func() (remote.Output, error){
					func() (remote.Output, error) { return conn.Run(t.Context(), words) },
					func() (remote.Output, error) { return conn.Decide(t.Context(), words) },
				} {
					if out, err := ask(); err != nil || out.Exit == exitDone {
						t.Errorf("%q under %q: %s%s, %v", words, flags, out.Stdout, out.Stderr, err)
					}
				}
			}
		}
		if after := tree(t, home); !slices.Equal(before, after) {
			t.Errorf("under %q files changed: %v", flags, after)
		}
	}
	// The same lines decide where the machine lets them.
	conn := serving(t, home, "vault", remote.Signer{})
	for _, line := range waysToWrite() {
		if out, err := conn.Run(t.Context(), line); err != nil || out.Exit != exitDone {
			t.Errorf("%q: %d %s, %v", line, out.Exit, out.Stderr, err)
		}
	}
}

// waysToWrite are lines that decide in the demo, each in its own way, in an order in which all can.
func waysToWrite() [][]string {
	const request = "Pending_Approval/PAYMENT_2026-03-13_velmora_tyres.md"
	return [][]string{
		{"snooze", request, "--for", "1h"}, {"unsnooze", request}, {"pin", "2026-011"}, {"message", "Hello."},
		{"changes", request, "-m", "other"}, {"reject", request, "-m", "no"}, {"undo"}, {"ack", "--all"},
		{"note", "Lace it."}, {"rerun", "quarterly-report", "-m", "again"}, {"skip", "runs/import-ledger/trace.md"}, {"accept", "Vt3xQ9pLd2"}, {"decline", "mB7eKz40Wy"},
	}
}

// A flood of lines is refused, and a line that only looks has an end.
func TestLinesOfAnotherMachineAreBounded(t *testing.T) {
	t.Parallel()
	c := newCall(t.Context(), machine(t, t.TempDir()))
	c.settle()
	f := newFarSide(c)
	version := remote.Line{Args: []string{"version"}}
	for range mostLines {
		f.lines <- struct{}{}
	}
	if out := f.run(t.Context(), remote.Asker{}, version); out.Exit != exitFailed || !strings.HasPrefix(string(out.Stderr), "error: 16 lines run here already; this one was not begun\n") {
		t.Errorf("%+v", out)
	}
	<-f.lines
	for range 2 {
		if out := f.run(t.Context(), remote.Asker{}, version); out.Exit != exitDone {
			t.Errorf("%+v", out)
		}
	}
	asked := machine(t, t.TempDir())
	asked.asked.on = true
	for name, bounded := range map[string]bool{"status": true, "approve": false} {
		c := newCall(t.Context(), asked)
		c.ahead([]string{name})
		if _, err := c.there(func() (int, error) {
			if _, has := c.ctx.Deadline(); has != bounded {
				t.Errorf("%s has an end: %v", name, has)
			}
			return exitDone, nil
		}); err != nil {
			t.Error(err)
		}
	}
}
