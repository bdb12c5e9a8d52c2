package tui

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/confirm"
	"coldstart/tui/list"
)

// changes has the wait under way end with a change.
func (d *driver) changes() {
	d.t.Helper()
	if !d.app.feed.follow.listening {
		d.t.Fatal("nobody waits for a change")
	}
	d.send(changedMsg{how: model.Watching{Every: 5 * time.Second}})
}

func TestTheHeaderSaysHowOldTheScreenIs(t *testing.T) {
	t.Parallel()
	newDriver(t, workshop(), 80, 24).shows("as of 07:02")

	d := followingDriver(t, workshop(), 80, 24)
	d.shows(" live")
	d.hides("as of")
	if d.store.loads != 2 || d.store.waits != 2 {
		t.Errorf("%d loads and %d waits; what changed before the first wait was seen by nobody", d.store.loads, d.store.waits)
	}
	// A load that nobody asked for does not flicker; one that was asked for shows.
	d.holding = true
	d.changes()
	d.shows(" live")
	d.release()
	d.holding = true
	d.press("ctrl+r")
	d.shows("reading…")
	d.release()
	d.shows(" live")

	d.store.loadErr = errors.New("reading the vault: the vault was moved away or deleted: not found")
	d.changes()
	d.shows("stale, as of 07:02", "Could not read the vault: reading the vault: the vault was moved away or deleted")
	d.press("down")
	d.shows("moved away")
	d.store.loadErr = nil
	d.changes()
	d.shows(" live")
	d.hides("moved away")

	d.send(changedMsg{err: context.Canceled})
	d.shows("as of 07:02")
	d.press("ctrl+r")
	if d.app.feed.follow.listening {
		t.Error("a store that ended is asked again")
	}
}

func TestPollingIsSaidOnce(t *testing.T) {
	t.Parallel()
	s := workshop()
	how := model.Watching{Every: 2 * time.Second, Polling: "the system does not report changes: too many open files"}
	s.changed = []model.Watching{how}
	d := followingDriver(t, s, 80, 24)
	d.shows("polling every 2s", "Looking for changes every 2s: the system does not report changes: too many open files.")
	d.press("down")
	d.send(changedMsg{how: how})
	d.shows("polling every 2s")
	d.hides("Looking for changes")
	d.changes()
	d.shows(" live")
}

func TestAChangeLeavesTheOperatorWhereTheyAre(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, interrupted(), 80, 24)
	d.pick("4", "244")
	d.press(" ")
	d.pick("2", twinFile)
	d.press("/", "p", "a", "y", "enter")
	d.pick("2", twinFile)
	before := slices.Clone(d.app.list().Rows)
	new := request("Pending_Approval/aaa.md", "Pay for chalk", "")
	d.store.files[new.Path] = "Pay for chalk.\n"
	d.store.snapshot.Requests = append([]model.Request{new}, d.store.snapshot.Requests...)
	d.changes()
	if d.cursor() != twinFile || len(d.app.list().Rows) != len(before)+1 || d.app.filter() != "pay" {
		t.Errorf("cursor on %s, filter %q, %d rows, %d before", d.cursor(), d.app.filter(), len(d.app.list().Rows), len(before))
	}
	if len(d.app.tabs.marked) != 1 {
		t.Errorf("%d marks, want 1", len(d.app.tabs.marked))
	}
	d.store.remove(twinFile)
	d.changes()
	if d.cursor() == twinFile || d.app.filter() != "pay" {
		t.Errorf("cursor on %s, filter %q", d.cursor(), d.app.filter())
	}
}

func TestTheCursorKeepsItsLine(t *testing.T) {
	t.Parallel()
	l := list.List{Cursor: list.Cursor{Top: 3, At: 5}}
	for _, name := range "abcdefgh" {
		l.Rows = append(l.Rows, &list.Row{Ref: model.Ref{Path: string(name)}})
	}
	l.Set(append([]*list.Row{{}, {}}, l.Rows...))
	if l.Top != 5 || l.At != 7 {
		t.Errorf("top %d, cursor %d", l.Top, l.At)
	}
	l.Set(l.Rows[6:])
	if l.Top != 0 || l.At != 1 {
		t.Errorf("top %d, cursor %d", l.Top, l.At)
	}
}

// A row that comes above the cursor of a list that was not scrolled, as after an undo, is on screen.
func TestANewFirstRowIsOnScreen(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, needy(), 80, 16)
	first := d.cursor()
	new := request("Pending_Approval/aaa.md", "Pay for chalk", "")
	new.Expires = model.Stamp{Time: clock().Add(time.Minute)}
	d.store.files[new.Path] = "Pay for chalk.\n"
	d.store.snapshot.Requests = append([]model.Request{new}, d.store.snapshot.Requests...)
	d.changes()
	if l := d.app.list(); l.Top != 0 || l.At == 0 || d.cursor() != first {
		t.Errorf("the list begins with row %d, the cursor is on row %d, %s; it was on %s", l.Top, l.At, d.cursor(), first)
	}
	d.shows("Pay for chalk")
}

func TestAnOpenTextFollowsTheFile(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, workshop(), 80, 24)
	d.store.files[claimFile] += strings.Repeat("one more line\n", 60)
	d.changes()
	d.pick("2", claimFile)
	d.press("enter", "v", "pgdown", "pgdown")
	top := d.app.detail.Top
	d.store.files[claimFile] += "the last line\n"
	d.changes()
	if d.app.detail.Top != top || top == 0 {
		t.Errorf("the text stands at line %d, was %d", d.app.detail.Top, top)
	}
	d.press("G")
	d.shows("the last line")
	d.store.remove(claimFile)
	d.changes()
	d.shows("reading " + claimFile + ": not found")
	d.press("a")
	d.shows("Cannot approve: the request is no longer pending.")
}

func TestADialogNeverChangesItsText(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	dialog, before := d.app.dialog(), d.app.View()
	// Other files change: nothing to see.
	d.store.files[twinFile] += "one more line\n"
	d.changes()
	if after := d.app.View(); after != before || d.app.dialog() != dialog {
		t.Errorf("the dialog changed with another file:\n%s", after)
	}
	// Its own file changes: the text stays until the dialog says so itself.
	d.store.files[claimFile] += "one more line\n"
	d.store.snapshot.Requests[0].Target = "other@northreach.example"
	d.changes()
	if after := d.app.View(); after != before {
		t.Errorf("the dialog changed without a word:\n%s", after)
	}
	d.ring(confirm.WatchEvery)
	d.shows("The file changed while you were reading. Read the new text first.", "+one more line")
	d.press("y")
	d.decides(0)
}

// The load of a change ends while a dialog is being opened: its facts are still those
// of its text.
func TestADialogOpensWithFactsOfItsText(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, workshop(), 100, 40)
	d.pick("2", claimFile)
	d.holding = true
	d.press("a")
	opening := d.held
	opened := opening[len(opening)-1]()
	d.holding, d.held = false, nil
	d.store.files[claimFile] += "one more line\n"
	d.store.snapshot.Requests[0].Target = "other@northreach.example"
	d.changes()
	d.send(opened)
	d.shows(claimTarget)
	d.hides("other@northreach.example")
	d.ring(confirm.QuietTime)
	d.shows("Read the new text first")
}

func TestAFileMustRestBeforeItIsDecidedOn(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	for range 5 {
		d.press("pgdown")
	}
	d.send(confirm.ArmedMsg{Dialog: d.app.dialog().ID, Arming: d.app.dialog().Guard().Quiet()})
	d.press("y")
	d.shows("Not yet: checking that no program is writing the file.")
	d.hides("y approve")
	d.store.files[claimFile] += "grown\n"
	d.ring(confirm.QuietTime)
	d.shows("Read the new text first")
	d.press("y")
	d.decides(0)
}

func TestAVaultThatCannotBeReadAgainTakesNoDecision(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, interrupted(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	d.store.loadErr = errors.New("reading the vault: input/output error")
	d.changes()
	d.press("y")
	d.shows("Not yet: the vault is unreadable; showing data as of 07:02.")
	d.press("esc")
	for _, k := range []string{"a", "x", "c"} {
		d.press(k)
		d.shows(": the vault is unreadable; showing data as of 07:02.")
	}
	d.press("4", "A")
	d.shows("the vault is unreadable; showing data")
	d.decides(0)
}

func TestWhatIsStaleOrBeingWrittenSaysSo(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.snapshot.Stale = map[string]time.Time{claimFile: clock().Add(-5 * time.Minute)}
	s.snapshot.Writing = map[string]bool{twinFile: true}
	d := newDriver(t, s, 120, 40)
	d.pick("2", claimFile)
	d.shows("stale for 5 min", "being written", "from 06:57, 5 min ago;")
	d.press("a")
	d.shows("Cannot approve: rereading failed; this is from 06:57.")
	d.pick("2", twinFile)
	d.press("enter")
	d.shows("it is still being written")
	d.press("x")
	d.shows("Cannot reject: it is still being written.")
}

// However much changes, there is one load under way and one wait.
func TestLoadsDoNotPileUp(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, workshop(), 80, 24)
	loads, waits := d.store.loads, d.store.waits
	d.holding = true
	d.changes()
	if d.app.feed.follow.listening {
		t.Error("the next change is waited for before the load of the last one is done")
	}
	d.press("ctrl+r")
	d.release()
	if d.store.loads != loads+2 || d.store.waits != waits+1 || d.app.feed.loading {
		t.Errorf("%d loads and %d waits", d.store.loads-loads, d.store.waits-waits)
	}
}

func TestASlowVaultIsNotReadWithoutARest(t *testing.T) {
	t.Parallel()
	for took, rest := range map[time.Duration]time.Duration{
		500 * time.Millisecond: 2 * time.Second, 3 * time.Second: mostRest,
	} {
		t.Run(took.String(), func(t *testing.T) { restsBehind(t, took, rest) })
	}
}

func restsBehind(t *testing.T, took, rest time.Duration) {
	t.Helper()
	d := followingDriver(t, workshop(), 80, 24)
	now, waits := clock(), d.store.waits
	d.app.now = func() time.Time { return now }
	d.holding = true
	d.changes()
	now = now.Add(took)
	d.release()
	if d.store.waits != waits || d.waiting(rest) != 1 {
		t.Fatalf("%d waits, %d rests", d.store.waits-waits, d.waiting(rest))
	}
	due := d.timers
	for _, timer := range due {
		if timer.after == rest {
			timer.ring(clock())
		}
	}
	if d.store.waits != waits+1 {
		t.Error("behind the rest nobody waits")
	}
}

func TestAgesGrowWithoutALoad(t *testing.T) {
	t.Parallel()
	d := followingDriver(t, workshop(), 120, 40)
	d.pick("2", askedFile)
	d.press("enter")
	before, loads := d.app.View(), d.store.loads
	d.app.now = func() time.Time { return clock().Add(72 * time.Hour) }
	d.ring(time.Minute)
	if after := d.app.View(); after == before || d.store.loads != loads || d.waiting(time.Minute) != 1 {
		t.Errorf("%d loads, %d minutes wait:\n%s", d.store.loads-loads, d.waiting(time.Minute), after)
	}
	// What cannot be read again stays as of then.
	d.store.loadErr = errors.New("reading the vault: no")
	d.press("ctrl+r")
	before = d.app.View()
	d.ring(time.Minute)
	if after := d.app.View(); after != before {
		t.Errorf("a stale screen moved on:\n%s", after)
	}
}

func TestEachOfSeveralVaultsIsFollowed(t *testing.T) {
	t.Parallel()
	first, second := workshop(), workshop()
	for _, s := range []*fakeStore{first, second} {
		s.changed = []model.Watching{{Every: 5 * time.Second}}
	}
	s := manyOf([]Vault{{Name: "north", Store: first}, {Name: "south", Store: second}},
		Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Watch: true})
	for _, a := range s.apps {
		a.wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	}
	var run func(cmd tea.Cmd)
	run = func(cmd tea.Cmd) {
		if cmd == nil {
			return
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				run(c)
			}
		case answer:
			if changed, ok := msg.msg.(changedMsg); !ok || changed.err == nil {
				_, next := s.Update(msg)
				run(next)
			}
		}
	}
	run(s.Init())
	if first.waits != 2 || second.waits != 2 || first.loads != 2 || second.loads != 2 {
		t.Errorf("waits %d and %d, loads %d and %d", first.waits, second.waits, first.loads, second.loads)
	}
	second.remove(claimFile)
	_, cmd := s.Update(answer{s.apps[1], changedMsg{how: model.Watching{Every: 5 * time.Second}}})
	run(cmd)
	if first.loads != 2 || second.loads != 3 {
		t.Errorf("a change of one vault: loads %d and %d", first.loads, second.loads)
	}
}

func TestStoryFollowsTheDisk(t *testing.T) {
	s := watchedStory(t)
	s.press("2", "g", "down", "down", "down", "down")
	s.waits("post on LinkedIn")
	s.told.Reset()
	name := filepath.Join(s.dir, "Pending_Approval", "PAYMENT_spokes.md")
	must.Do(t, os.WriteFile(name, []byte("---\naction: payment\ntarget: spokes@rim.example\n---\nPay for spokes.\n"), 0o644))
	s.waits("Waiting for you 6")
	s.press("/", "spokes", "enter")
	s.waits("Pay for spokes.", "spokes@rim.example")
	s.told.Reset()
	must.Do(t, os.WriteFile(name, []byte("---\naction: payment\ntarget: spokes@hub.example\n---\nPay for hubs.\n"), 0o644))
	s.waits("spokes@hub.example")
	s.told.Reset()
	must.Do(t, os.Rename(s.dir, s.dir+"-moved"))
	s.waits("moved away or deleted", "stale, as of")
	s.press("a")
	s.waits("Cannot approve: the vault is unreadable")
	s.press("esc")
	must.Do(t, os.Rename(s.dir+"-moved", s.dir))
	s.waits("live")
	s.leaves()
}

// A load that had no time for all shows what it has, and others read the rest before
// anybody waits for a change.
func TestWhatTheTimeWasTooShortForIsReadNext(t *testing.T) {
	t.Parallel()
	s := workshop()
	s.late = 3
	d := followingDriver(t, s, 80, 24)
	if s.loads != 5 || s.waits != 2 || d.app.board.Snapshot.Late {
		t.Errorf("%d loads, %d waits, late %v", s.loads, s.waits, d.app.board.Snapshot.Late)
	}
	s.late, d.holding = 10, true
	d.press("ctrl+r")
	d.shows("reading…")
	// What there is can be looked at in the meantime.
	d.press("2")
	d.shows("[²Appr")
}
