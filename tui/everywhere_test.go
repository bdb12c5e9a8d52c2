package tui

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
)

// machineOf is a machine on which agents worked in folders, the newest first, and a note of each
// folder that was touched.
func machineOf(touched *[]string, dirs ...string) Machine {
	s := model.Snapshot{At: clock()}
	for i, dir := range dirs {
		at := model.Stamp{Time: s.At.Add(-time.Duration(i+1) * time.Hour)}
		s.Transcripts = append(s.Transcripts, model.Transcript{
			ID: fmt.Sprint(i), Tool: "Codex", Title: fmt.Sprintf("Session %d", i), Path: fmt.Sprintf("~/.codex/%d", i), Dir: dir, Branch: "main",
			Began: at, Last: at, Ending: model.EndingYourTurn, Command: "cd " + dir + " && codex resume " + fmt.Sprint(i),
		})
	}
	return Machine{
		Home:     "/data/ann",
		Sessions: func() model.Snapshot { return s },
		Look: func(dir string) rule.Sight {
			*touched = append(*touched, dir)
			return rule.Sight{Root: dir, Repository: true}
		},
		Read: func(ctx context.Context, dir string, sessions []model.Transcript) (model.Snapshot, error) {
			*touched = append(*touched, dir)
			read, err := workshop().Load(ctx, clock())
			read.Transcripts = sessions
			return read, err
		},
		Open: func(string) (Vault, error) { return Vault{Name: "shop", Store: workshop()}, nil },
	}
}

// folders are n folders of repositories.
func folders(n int) (dirs []string) {
	for i := range n {
		dirs = append(dirs, fmt.Sprintf("/data/ann/shop-%03d", i))
	}
	return dirs
}

// listDriver shows the list. Late answers come only with late.
type listDriver struct {
	*everywhere
	t     *testing.T
	ticks []tea.Msg
}

func listOf(t *testing.T, m Machine, below []Vault, w, h int) *listDriver {
	d := &listDriver{t: t}
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Machine: m, Nearest: true, Wait: func(after time.Duration, do func(time.Time) tea.Msg) tea.Cmd {
		if after == answerTime {
			d.ticks = append(d.ticks, do(clock()))
		}
		return nil
	}}
	d.everywhere = newRoot(below, o).machine
	d.sends(tea.WindowSizeMsg{Width: w, Height: h})
	d.runs(d.Init())
	return d
}

func (d *listDriver) press(keys ...string) {
	for _, k := range keys {
		d.sends(keyNamed(k))
	}
}

func (d *listDriver) shows(words ...string) {
	d.t.Helper()
	for _, w := range words {
		if !strings.Contains(d.View(), w) {
			d.t.Errorf("%q is not shown:\n%s", w, d.View())
		}
	}
}

func TestTheCommandOfARepositoryIsCopied(t *testing.T) {
	t.Parallel()
	var touched []string
	var to strings.Builder
	d := listOf(t, machineOf(&touched, "/data/ann/shop"), nil, 100, 24)
	d.repositories.outside.clip.to = &to
	d.press("y")
	if got, want := taken(t, to.String()), "cd /data/ann/shop && codex resume 0"; got != want {
		t.Errorf("copied %q, want %q\n%s", got, want, d.View())
	}
}

func TestOnlyFoldersOnTheScreenAreTouched(t *testing.T) {
	t.Parallel()
	var touched []string
	d := listOf(t, machineOf(&touched, folders(1000)...), nil, 120, 30)
	slices.Sort(touched)
	seen := slices.Compact(slices.Clone(touched))
	if rows := d.listRows(); len(seen) != rows || seen[rows-1] != folders(rows)[rows-1] {
		t.Fatalf("%d folders were touched for %d rows: %q", len(seen), rows, seen)
	}
	if len(touched) != 2*len(seen) {
		t.Errorf("%d touches of %d folders", len(touched), len(seen))
	}
	touched = nil
	d.press("down", "up", "?", "down", "esc")
	if len(touched) > 0 {
		t.Errorf("touched again: %q", touched)
	}
	d.press("G")
	if seen := slices.Compact(touched); len(touched) == 0 || slices.Contains(seen, "/data/ann/shop-500") || !slices.Contains(seen, "/data/ann/shop-999") {
		t.Errorf("at the end %q were touched", touched)
	}
	golden(t, "everywhere_120x30", d.View())
	d.sends(tea.WindowSizeMsg{Width: 80, Height: 24})
	golden(t, "everywhere_80x24", d.View())
	if frame := strings.Split(d.View(), "\n"); len(frame) != 24 {
		t.Errorf("%d rows", len(frame))
	}
}

// unrun is a list whose commands are never run.
type unrun struct{ *everywhere }

func (u unrun) send(msg tea.Msg) { u.Update(answer{u.page(), msg}) }

// A question to a folder that never answers is asked in a command of its own, which is never
// run here, as one that hangs.
func TestAFolderThatDoesNotAnswerBlocksNothing(t *testing.T) {
	t.Parallel()
	var touched []string
	m := machineOf(&touched, folders(40)...)
	d := listOf(t, m, nil, 120, 20)
	hung := unrun{newRoot(nil, d.o).machine}
	hung.Update(tea.WindowSizeMsg{Width: 120, Height: 20})
	ticks := len(d.ticks)
	hung.send(hung.reload()())
	if len(hung.asking.waiting) != mostAsked || len(d.ticks)-ticks != mostAsked {
		t.Fatalf("%d questions at once, %d ends of patience", len(hung.asking.waiting), len(d.ticks)-ticks)
	}
	first := d.ticks[ticks].(lateMsg)
	hung.Update(keyNamed("down"))
	if hung.list.cursor.At != 1 || len(hung.asking.waiting) != mostAsked {
		t.Errorf("at %d, %d questions", hung.list.cursor.At, len(hung.asking.waiting))
	}
	for i := ticks; i < ticks+3; i++ {
		hung.send(d.ticks[i])
	}
	if len(hung.asking.waiting) != mostAsked || len(hung.asking.hanging) != 3 {
		t.Errorf("%d questions, %d hang", len(hung.asking.waiting), len(hung.asking.hanging))
	}
	view := hung.View()
	if !strings.Contains(view, "✗ no answer for 3 s  ^r asks again") {
		t.Errorf("no answer is not said:\n%s", view)
	}
	if _, cmd := hung.Update(keyNamed("q")); cmd == nil {
		t.Error("q does not quit")
	} else if _, ok := cmd().(tea.QuitMsg); !ok {
		t.Error("q does not quit")
	}
	// A late answer is still an answer.
	hung.send(sightMsg{first.order, hung.asking.gen, "/data/ann/shop-000", rule.Sight{Root: "/data/ann/shop-000", Gone: true}})
	if len(hung.asking.hanging) != 2 || !strings.Contains(hung.View(), "the folder is gone") {
		t.Errorf("%d hang:\n%s", len(hung.asking.hanging), hung.View())
	}
	// Whatever hangs is asked again only so often.
	for i := ticks; len(hung.asking.hanging) < mostHanging; i++ {
		if i == len(d.ticks) {
			hung.send(hung.reload()())
		}
		if i == len(d.ticks) {
			t.Fatalf("%d hang, and no more are asked", len(hung.asking.hanging))
		}
		hung.send(d.ticks[i])
	}
	asked := hung.asking.asked
	hung.send(hung.reload()())
	if hung.asking.asked != asked || !strings.Contains(hung.View(), "64 folders do not respond; the rest are not read.") {
		t.Errorf("%d more were asked:\n%s", hung.asking.asked-asked, hung.View())
	}
	if len(touched) == 0 {
		t.Error("the first list asked nothing")
	}
}

func TestARepositoryIsOpenedAndLeft(t *testing.T) {
	t.Parallel()
	var touched []string
	d := listOf(t, machineOf(&touched, folders(3)...), nil, 100, 30)
	d.press("down", "enter")
	d.shows("shop-001", "0  all repositories", "RESUMING ACTIVE PLAN")
	d.press("2", "enter", "esc", "esc")
	d.shows("All repositories", "2/3")
	d.press("enter")
	if len(d.opened) != 1 {
		t.Errorf("%d were opened", len(d.opened))
	}
	d.press("0")
	d.shows("All repositories")
	d.o.Machine.Open = func(string) (Vault, error) { return Vault{}, errors.New("no permission") }
	d.press("down", "enter")
	d.shows("Not opened: no permission.")
}

// An order to open is forgotten with the next key, and what it opened is closed.
func TestOpeningCanBeLeft(t *testing.T) {
	t.Parallel()
	var touched []string
	d := listOf(t, machineOf(&touched, folders(3)...), nil, 100, 30)
	_, cmd := d.Update(keyNamed("enter"))
	d.shows("Opening shop-000…")
	d.press("down")
	closed := false
	late := rowOpenedMsg{d.orders, "/data/ann/shop-000", "shop-000", Vault{Store: workshop(), Close: func() { closed = true }}, nil}
	if of, ok := cmd().(answer); !ok || reflect.TypeOf(of.msg) != reflect.TypeOf(late) {
		t.Fatal("nothing was asked to open")
	}
	d.sends(answer{d.page(), late})
	if !d.onTop(d.page()) || !closed || len(d.opened) > 0 {
		t.Errorf("listed %v, closed %v, %d opened", d.onTop(d.page()), closed, len(d.opened))
	}
}

func TestRowsAreFoundOrderedAndFolded(t *testing.T) {
	t.Parallel()
	var touched []string
	d := listOf(t, machineOf(&touched, "/tmp/scratch", "/data/ann/till", "/data/ann/attic", "/data/ann/till/src"), nil, 100, 24)
	d.shows("… 1 temporary or deleted folder", "1/3", "Resume with cd /data/ann/till && codex resume 1")
	d.press("o")
	d.press("o")
	if d.list.rows[0].Name != "attic" {
		t.Errorf("by name %s is first", d.list.rows[0].Name)
	}
	d.press("G", "enter")
	d.shows("scratch", "3/3")
	d.press("/", "a", "t", "t")
	d.shows("/att", "1 of 3")
	d.press("esc")
	d.shows("1/3")
	d.press("?")
	d.shows("/    find", "o    another order")
}

func TestAFolderThatIsGoneIsSaidToBe(t *testing.T) {
	t.Parallel()
	var touched []string
	m := machineOf(&touched, folders(2)...)
	m.Look = func(dir string) rule.Sight { return rule.Sight{Root: dir, Gone: dir == "/data/ann/shop-000"} }
	d := listOf(t, m, nil, 100, 30)
	d.shows("the folder is gone", "Session 0", "~/shop-000 · the folder is gone · branch main")
	d.press("enter")
	d.shows("This folder is gone. Its sessions are below.")
	// Only a new reading moves it to the end: rows do not run away below the cursor.
	if d.list.rows[0].Name != "shop-000" {
		t.Error("the row moved by itself")
	}
	d.press("ctrl+r")
	d.shows("… 1 temporary or deleted folder")
}

// The worktrees of a repository join its row once its folder was seen.
func TestWorktreesJoinTheirRepository(t *testing.T) {
	t.Parallel()
	var touched []string
	m := machineOf(&touched, "/data/ann/shop-figures", "/data/ann/shop", "/data/ann/other")
	m.Look = func(dir string) rule.Sight {
		if strings.Contains(dir, "shop") {
			return rule.Sight{Root: "/data/ann/shop", Trees: []string{"/data/ann/shop-figures"}, Repository: true}
		}
		return rule.Sight{Root: dir}
	}
	d := listOf(t, m, nil, 100, 30)
	if len(d.list.rows) != 2 || len(d.list.rows[0].Sessions) != 2 || d.list.rows[0].Dir != "/data/ann/shop" {
		t.Errorf("\n%s", d.View())
	}
}

func TestTheListIsReachedFromWhatIsOpen(t *testing.T) {
	t.Parallel()
	var touched []string
	m := machineOf(&touched, folders(2)...)
	for name, below := range map[string][]Vault{
		"empty":   {{Name: "shop", Store: strangeStore()}},
		"several": {{Name: "north", Store: strangeStore()}, {Name: "south", Store: workshop()}},
	} {
		d := listOf(t, m, below, 100, 30)
		d.shows("All repositories", "where agents worked on this machine")
		if len(touched) > 0 {
			t.Errorf("%s: %q were touched before the list was asked for", name, touched)
		}
		d.press("A")
		d.shows("repository", "shop-000")
		d.press("enter")
		d.shows("RESUMING ACTIVE PLAN")
		d.press("esc", "esc")
		d.shows("No agent work found here yet.")
		touched = nil
	}
	d := listOf(t, m, []Vault{{Name: "shop", Store: workshop()}}, 100, 30)
	d.press(":")
	for _, r := range "all repositories" {
		d.press(string(r))
	}
	d.press("enter")
	d.shows("coldstart  All repositories")
	// Without such a machine, as in the demo, the way is not offered.
	if a := New(strangeStore(), Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock}); canSeeEverywhereFirst(a) == "" {
		t.Error("the list is offered")
	}
}

// strangeStore is a folder in which nothing was left.
func strangeStore() *fakeStore {
	s := empty()
	s.snapshot.Strange = true
	return s
}

func TestASmallListOfRepositoriesIsWhole(t *testing.T) {
	t.Parallel()
	var touched []string
	d := listOf(t, machineOf(&touched, "/data/ann/v\x1b[2J", "/data/ann/x"), nil, 40, 12)
	for w := 20; w < 160; w += 7 {
		for h := 5; h < 40; h += 5 {
			d.sends(tea.WindowSizeMsg{Width: w, Height: h})
			view := d.View()
			if strings.Contains(view, "\x1b[2J") || strings.Count(view, "\n") != h-1 {
				t.Fatalf("%d×%d:\n%s", w, h, view)
			}
			for _, l := range d.frame() {
				if l.Width() > w {
					t.Fatalf("%d×%d: a row of %d cells:\n%s", w, h, l.Width(), view)
				}
			}
		}
	}
}

func BenchmarkFirstFrameOfAllRepositories(b *testing.B) {
	var touched, dirs []string
	for i := range 5000 {
		dirs = append(dirs, folders(300)[i%300])
	}
	m := machineOf(&touched, dirs...)
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Machine: m}
	for b.Loop() {
		e := newRoot(nil, o).machine
		e.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		e.Update(answer{e.page(), e.reload()()})
		_ = e.View()
	}
}

func BenchmarkFrameOfAllRepositories(b *testing.B) {
	var touched []string
	e := newRoot(nil, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Machine: machineOf(&touched, folders(300)...)}).machine
	e.Update(tea.WindowSizeMsg{Width: 200, Height: 50})
	e.Update(answer{e.page(), e.reload()()})
	for b.Loop() {
		_ = e.View()
	}
}
