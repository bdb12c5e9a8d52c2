package tui

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
)

// fakePrograms notes what would run.
type fakePrograms struct {
	ran  [][]string
	dirs []string
	err  error
}

type fakeProcess struct {
	of    *fakePrograms
	dir   string
	words []string
}

func (p fakeProcess) Run() error {
	p.of.ran, p.of.dirs = append(p.of.ran, p.words), append(p.of.dirs, p.dir)
	return p.of.err
}

func (fakeProcess) SetStdin(io.Reader) {}

func (fakeProcess) SetStdout(io.Writer) {}

func (fakeProcess) SetStderr(io.Writer) {}

func (f *fakePrograms) program(dir string, words []string) Process { return fakeProcess{f, dir, words} }

// owning is a driver of a screen with these actions.
func owning(t *testing.T, s *fakeStore, f *fakePrograms, own ...Action) *driver {
	t.Helper()
	return drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Dir: "/v", Actions: own, Program: f.program}, 80, 24)
}

// askToRun presses the key of an action with these arguments.
func askToRun(d *driver, arguments ...string) {
	f := &fakePrograms{}
	d.app.outside.program, d.app.outside.dir = f.program, "/vaults/saltmarsh"
	d.app.outside.own = []Action{{Name: "history of the file", Key: "K", Run: append([]string{"git", "log", "--", "{path}"}, arguments...), Confirm: true, Terminal: true}}
	d.app.listSettings()
	d.press("2", "K")
}

func TestArgumentsOfAnAction(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		ref       model.Ref
		run, want []string
	}{
		{model.Ref{Kind: model.KindRequest, Path: "P/a b$(x);y.md"}, []string{"p", "-f={path}", "{id}", "{kind}", "{vault}/{path}"}, []string{"p", "-f=P/a b$(x);y.md", "request:P/a b$(x);y.md", "request", "/v/P/a b$(x);y.md"}},
		{model.Ref{Kind: model.KindProblem, Path: "--help"}, []string{"p", "{path}", "{path}:1", "-n{path}"}, []string{"p", "./--help", "./--help:1", "-n--help"}},
		{model.Ref{Kind: model.KindPlan, Path: "{id}{vault}"}, []string{"p", "{path}"}, []string{"p", "{id}{vault}"}},
		{model.Ref{Kind: model.KindSession, Path: "e.jsonl", Item: "-7"}, []string{"p", "{id}"}, []string{"p", "session:e.jsonl#-7"}},
	} {
		if got := (Action{Run: tt.run}).arguments(tt.ref, "/v"); !slices.Equal(got, tt.want) {
			t.Errorf("%v: got %q, want %q", tt.ref, got, tt.want)
		}
	}
}

// Nothing runs before a single y, once the words were on screen and the quiet time is
// over.
func TestAnActionRunsOnlyAfterAYes(t *testing.T) {
	t.Parallel()
	f := &fakePrograms{}
	d := owning(t, workshop(), f, Action{Name: "count", Key: "K", Run: []string{"wc", "-w", "{path}"}, Confirm: true})
	d.pick("2", claimFile)
	d.press("K")
	d.shows("Run count", "program wc", "argument 1 -w", "argument 2 "+claimFile, "in /v", "y run it")
	d.press("y")
	d.shows("Too early. Press it again.")
	d.ring(confirm.QuietTime)
	for _, k := range []string{"enter", " ", "yy", "a"} {
		d.press(k)
	}
	d.paste("y")
	if d.shows("Only y runs it"); len(f.ran) != 0 {
		t.Fatalf("ran %q", f.ran)
	}
	d.press("y")
	d.ring(confirm.QuietTime)
	loads := d.store.loads
	d.press("y")
	if len(f.ran) != 1 || !slices.Equal(f.ran[0], []string{"wc", "-w", claimFile}) || f.dirs[0] != "/v" {
		t.Errorf("ran %q in %q", f.ran, f.dirs)
	}
	if d.shows("Done: count."); d.store.loads != loads+1 {
		t.Errorf("%d loads, want %d", d.store.loads, loads+1)
	}
	d.press("K", "esc")
	d.ring(confirm.QuietTime)
	d.press("y")
	if len(f.ran) != 1 {
		t.Errorf("ran %q after esc", f.ran)
	}
}

// Words that do not fit have to be read to their end.
func TestAllWordsOfAnActionAreRead(t *testing.T) {
	t.Parallel()
	f := &fakePrograms{}
	d := owning(t, workshop(), f, Action{Name: "many", Key: "K", Run: append([]string{"p"}, slices.Repeat([]string{"word"}, 40)...), Confirm: true})
	d.press("2", "K")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.shows("Read to the end first.", "line")
	for range 4 {
		d.press("pgdown")
	}
	d.ring(confirm.QuietTime)
	if d.press("y"); len(f.ran) != 1 {
		t.Errorf("ran %q:\n%s", f.ran, d.app.View())
	}
}

func TestAnActionThatFailsSaysSoAndReloads(t *testing.T) {
	t.Parallel()
	f := &fakePrograms{err: errors.New("exit status 1: no \x1b[2J")}
	d := owning(t, workshop(), f, Action{Name: "count", Key: "K", Run: []string{"wc"}})
	loads := d.store.loads
	d.press("2", "K")
	if d.shows("Failed: count: exit status 1: no ⟦ESC⟧[2J."); d.store.loads != loads+1 {
		t.Errorf("%d loads, want %d", d.store.loads, loads+1)
	}
}

// An action is offered only where it can run, and says why elsewhere.
func TestWhyAnActionCannotRun(t *testing.T) {
	t.Parallel()
	f := &fakePrograms{}
	own := []Action{{Name: "danger", Key: "K", Run: []string{"p"}}, {Name: "look at it", Key: "J", Run: []string{"p"}, Safe: true, Kinds: []model.Kind{model.KindPlan}}}
	d := owning(t, readOnly(), f, own...)
	d.press("3", "K")
	d.shows("Unavailable: the vault is read-only, and your settings do not mark the action as safe.")
	if d.press("J"); len(f.ran) != 1 {
		t.Errorf("ran %q", f.ran)
	}
	d.press("2", "J")
	d.shows("Unavailable: it is not for a request.")
	empty := owning(t, empty(), f, own...)
	empty.press("3", "J")
	empty.shows("Nothing is selected.")
	hidden := workshop()
	hidden.snapshot.Requests[0].Path, hidden.snapshot.Requests[1].Path = "Pending_Approval/a\nb.md", "Pending_Approval/\u202efdp.md"
	for at, path := range []string{hidden.snapshot.Requests[0].Path, hidden.snapshot.Requests[1].Path} {
		h := owning(t, hidden, f, own...)
		h.press("2")
		h.app.list().To(model.Ref{Kind: model.KindRequest, Path: path})
		h.press("K")
		h.shows("Unavailable: its name has hidden characters.")
		if len(f.ran) != 1 {
			t.Errorf("%d: ran %q", at, f.ran)
		}
	}
}

// One with a terminal asks Bubble Tea for it, which a list of several vaults passes on.
func TestAnActionIsHandedTheTerminal(t *testing.T) {
	t.Parallel()
	f := &fakePrograms{}
	act := Action{Name: "edit", Key: "K", Run: []string{"vi", "{path}"}, Terminal: true}
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Actions: []Action{act}, Program: f.program}
	s := manyOf([]Vault{{Name: "one", Store: workshop(), Dir: "/one"}, {Name: "two", Store: workshop(), Dir: "/two"}}, o)
	run := func(cmd tea.Cmd) (last tea.Msg) {
		for queue := []tea.Cmd{cmd}; len(queue) > 0; queue = queue[1:] {
			if queue[0] == nil {
				continue
			}
			switch msg := queue[0]().(type) {
			case tea.BatchMsg:
				queue = append(queue, msg...)
			case answer:
				_, next := s.Update(msg)
				queue = append(queue, next)
			default:
				last = msg
			}
		}
		return last
	}
	run(s.Init())
	for _, k := range []string{"0", "down", "enter", "2"} {
		run(s.route(keyNamed(k)))
	}
	msg := run(s.route(keyNamed("K")))
	if name := typeName(msg); name != "tea.execMsg" {
		t.Fatalf("Bubble Tea was asked for %s", name)
	}
	if s.apps[1].outside.running != "edit" || s.apps[0].outside.running != "" {
		t.Errorf("running %q and %q", s.apps[0].outside.running, s.apps[1].outside.running)
	}
	run(func() tea.Msg { return answer{s.apps[1], ranMsg{own: act}} })
	if s.apps[1].outside.running != "" {
		t.Errorf("%q is still running", s.apps[1].outside.running)
	}
	for mice, want := range map[bool]string{false: "tea.execMsg", true: "tea.sequenceMsg"} {
		s.mice = mice
		if got := typeName(s.route(answer{s.apps[0], handOver{process: fakeProcess{}}})()); got != want {
			t.Errorf("with a mouse %v Bubble Tea was asked for %s, want %s", mice, got, want)
		}
	}
}

// The operator's own actions stand in help, among all actions and in the hints.
func TestActionsAreListed(t *testing.T) {
	t.Parallel()
	f := &fakePrograms{}
	own := []Action{{Name: "history", Key: "K", Run: []string{"p"}, Kinds: []model.Kind{model.KindPlan}}, {Name: "count", Run: []string{"p"}}}
	d := owning(t, workshop(), f, own...)
	d.send(tea.WindowSizeMsg{Width: 140, Height: 100})
	d.press("2", "?", "tab")
	d.shows("Your own", "K history (not now: it is not for a request)", ": count")
	d.press("esc", "3")
	d.shows("K history")
	d.press(":")
	d.paste("count")
	d.press("enter")
	if len(f.ran) != 1 {
		t.Errorf("ran %q", f.ran)
	}
}

func typeName(v any) string { return fmt.Sprintf("%T", v) }

// Where only ASCII can be shown, a name of the operator's has nothing else.
func TestNamesOfTheOperatorInASCII(t *testing.T) {
	t.Parallel()
	o := Options{
		Theme: styles.New(styles.Options{NoColor: true, ASCII: true}), Now: clock, Program: (&fakePrograms{}).program,
		Actions: []Action{{Name: "prüfe <das>", Key: "K", Run: []string{"p"}, Confirm: true}}, Views: []board.View{{Name: "für mich", Page: "plans", Find: "größe"}},
	}
	d := drive(t, workshop(), o, 100, 120)
	for _, k := range []string{"?", "esc", ":", "esc", "2", "K", "esc", "F", "enter"} {
		d.press(k)
		if strings.ContainsFunc(d.app.View(), func(r rune) bool { return r > 126 }) {
			t.Errorf("after %s:\n%s", k, d.app.View())
		}
		if k == ":" {
			d.press("tab")
		}
		if k == "?" || k == ":" || k == "K" {
			d.shows("pr?fe <das>")
		}
	}
	d.shows("View f?r mich")
}
