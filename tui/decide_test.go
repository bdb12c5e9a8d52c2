package tui

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/tui/confirm"
)

func TestDecisionsCarryWhatWasSeenAndSaid(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		pick [2]string
		keys []string
		want model.Decision
		plan string
	}{
		{"approve", [2]string{"2", claimFile}, []string{"a"},
			model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: claimFile}, Choice: model.ChoiceApprove}, claimPlan},
		{"approve from the open request", [2]string{"2", claimFile}, []string{"enter", "a"},
			model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: claimFile}, Choice: model.ChoiceApprove}, claimPlan},
		{"approve with a remark", [2]string{"2", claimFile}, []string{"a", "M", "by mail", "enter"},
			model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: claimFile}, Choice: model.ChoiceApprove, Note: "by mail"}, claimPlan},
		{"reject with a reason", [2]string{"2", postFile}, []string{"x", "not now", "enter"},
			model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: postFile}, Choice: model.ChoiceReject, Note: "not now"}, ""},
		{"ask for changes", [2]string{"2", postFile}, []string{"c", "shorter, please", "enter"},
			model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: postFile}, Choice: model.ChoiceChanges, Note: "shorter, please"}, ""},
		{"a plan stands for its only request", [2]string{"3", claimPlan}, []string{"a"},
			model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: claimFile}, Choice: model.ChoiceApprove}, claimPlan},
		{"a blocked plan without a request", [2]string{"3", quietPlan}, []string{"a"},
			model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: quietPlan}, Choice: model.ChoiceApprove}, quietPlan},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDriver(t, workshop(), 100, 30)
			plan := model.Change{Kind: model.ChangeAppend, Effect: model.EffectPlan, Path: claimPlan, After: []string{"- a line"}}
			d.store.changes = append(slices.Clone(d.store.changes), plan)
			d.store.receipt.Changes = d.store.changes
			d.pick(tt.pick[0], tt.pick[1])
			d.press(tt.keys...)
			d.readAll()
			loads := d.store.loads
			d.press("y")
			want := tt.want
			if want.Foreseen = (model.Foreseen{Known: true, Plan: tt.plan}); tt.plan != "" {
				want.Foreseen.Seen = model.FingerprintOf([]byte(d.store.files[tt.plan]))
			}
			want.Seen, want.At, want.How = model.FingerprintOf([]byte(d.store.files[want.Ref.Path])), clock(), model.HowScreen
			if got := d.store.decided; len(got) != 1 || !reflect.DeepEqual(got[0], want) {
				t.Fatalf("decided %+v, want once %+v\n%s", got, want, d.app.View())
			}
			name := map[string]string{claimFile: `"Claim for 14 cracked hub shells"`, postFile: `"Post about the truing evening"`, quietPlan: "a step of PLAN-2026-015"}
			d.shows(want.Choice.Past() + " " + name[want.Ref.Path] + " · u undo")
			if d.store.loads != loads+1 {
				t.Errorf("%d loads after the decision, want 1", d.store.loads-loads)
			}
			if d.app.dialog() != nil || d.app.write.on {
				t.Error("the dialog is still there")
			}
		})
	}
}

// atConfirm is a driver with the claim's dialog open, read to its end and armed.
func atConfirm(t *testing.T) *driver {
	t.Helper()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.readAll()
	if why := d.app.dialog().Guard().Allows(); why != confirm.None {
		t.Fatalf("the dialog refuses a yes: %d", why)
	}
	return d
}

func TestOnlyASingleTypedYConfirms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		do   func(d *driver)
		says string
	}{
		{"enter", func(d *driver) { d.press("enter") }, "y confirms, esc cancels"},
		{"space", func(d *driver) { d.press(" ") }, "y confirms, esc cancels"},
		{"capital Y", func(d *driver) { d.press("Y") }, "y confirms, esc cancels"},
		{"the key that opened it", func(d *driver) { d.press("a") }, "y confirms, esc cancels"},
		{"alt and y", func(d *driver) { d.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{'y'}, Alt: true}) }, "y confirms, esc cancels"},
		{"two y in one read", func(d *driver) { d.press("yy") }, "Several keys at once do nothing here"},
		{"y behind another key in one read", func(d *driver) { d.press("ay") }, "Several keys at once do nothing here"},
		{"y before movement in one read", func(d *driver) { d.press("yj") }, "Several keys at once do nothing here"},
		{"pasted y", func(d *driver) { d.paste("y") }, "Several keys at once do nothing here"},
		{"pasted text", func(d *driver) { d.paste("a\ny\n") }, "Several keys at once do nothing here"},
		{"pasted movement", func(d *driver) { d.paste("k") }, "Several keys at once do nothing here"},
		{"a terminal's reply", func(d *driver) { d.press("11;rgb:1e1e/1e1e/1e1y") }, "Several keys at once do nothing here"},
		{"y and a blank of a paste without brackets", func(d *driver) { d.send(keyNamed("y")); d.press(" ") }, "several keys at once"},
		{"y and an enter of such a paste", func(d *driver) { d.send(keyNamed("y")); d.press("enter", "a", "enter") }, "y confirms, esc cancels"},
		{"y twice in two reads", func(d *driver) { d.send(keyNamed("y")); d.press("y") }, "several keys at once"},
		{"y too soon after any of these", func(d *driver) { d.press("enter", "y") }, "too fast"},
		{"y too soon after a burst", func(d *driver) { d.press("yy", "y") }, "too fast"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := atConfirm(t)
			tt.do(d)
			d.decides(0)
			d.shows(tt.says)
			if d.app.dialog() == nil {
				t.Error("the dialog is gone")
			}
			d.ring(confirm.QuietTime)
			d.press("y")
			d.decides(1)
		})
	}
}

func TestYNeedsTheWholeTextOnScreen(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 16)
	d.pick("2", claimFile)
	d.press("a")
	d.ring(confirm.QuietTime)
	d.shows("lines read", "read on")
	d.press("y")
	d.decides(0)
	d.shows("Read to the end first")

	// A jump to the end leaves the middle unseen.
	d.press("G")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	if unseen, below := d.app.dialog().Unseen(); unseen == 0 || below != 0 {
		t.Fatalf("%d lines unseen, %d of them below; want some, all above", unseen, below)
	}
	d.shows("pgup read the rest")
	for range 5 {
		d.press("pgup")
	}
	d.hides("y approve")
	d.ring(confirm.QuietTime)
	d.shows("all read", "y approve")
	d.press("y")
	d.decides(1)
}

func TestReadingLineByLineAndInHeldBursts(t *testing.T) {
	t.Parallel()
	for _, keys := range []string{"j", "jjj"} {
		d := newDriver(t, workshop(), 80, 24)
		d.pick("2", claimFile)
		d.press("a")
		for range 60 {
			d.press(keys)
		}
		d.ring(confirm.QuietTime)
		d.press("y")
		d.decides(1)
	}
}

func TestResizingKeepsWhatWasRead(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	for _, size := range [][2]int{{60, 20}, {120, 36}, {44, 12}, {80, 24}} {
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.shows("all read")
	}
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)

	d = newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	unread, _ := d.app.dialog().Unseen()
	d.send(tea.WindowSizeMsg{Width: 79, Height: 14})
	if left, _ := d.app.dialog().Unseen(); unread == 0 || left > unread {
		t.Errorf("%d rows are unread after resizing, %d before", left, unread)
	}
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	d.shows("Read to the end first")
	d.readAll()
	d.press("y")
	d.decides(1)
}

func TestNothingIsReadOrDecidedInATooSmallWindow(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{39, 24}, {80, 9}, {1, 1}} {
		d := newDriver(t, workshop(), 80, 24)
		d.pick("2", claimFile)
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		d.press("a")
		d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for range 100 {
			d.press("pgdown")
		}
		d.ring(confirm.QuietTime)
		d.press("y")
		d.decides(0)
		d.send(tea.WindowSizeMsg{Width: 80, Height: 24})
		d.shows("Not yet: the window is too small", "lines read")
	}
	d := atConfirm(t)
	d.send(tea.WindowSizeMsg{Width: 39, Height: 24})
	d.shows("Something is open over the page.", "esc cancels")
	d.press("esc")
	d.shows("need you", "q quits")
}

func TestEscLeavesEverythingAsItIs(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"a", "esc"}, {"a", "q"}, {"x", "esc"}, {"x", "no", "enter", "esc", "esc"}, {"x", "no", "enter", "q"}, {"c", "more", "esc", "esc"}, {"a", "M", "esc", "esc"}} {
		d := newDriver(t, workshop(), 80, 24)
		d.pick("2", claimFile)
		d.press(keys...)
		d.decides(0)
		if keys[len(keys)-2] != "esc" {
			d.shows("No decision made")
		}
		if d.app.dialog() != nil || d.quit {
			t.Errorf("%q: dialog open %v, quit %v", keys, d.app.dialog() != nil, d.quit)
		}
		d.ring(confirm.QuietTime)
		d.ring(confirm.WatchEvery)
		d.press("y")
		d.decides(0)
	}
}

func TestAFileThatChangesUnderTheDialogTurnsYOff(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.store.files[claimFile] = strings.Replace(claimText, "claims@northreach.example", "mallory@attacker.example", 1)
	d.store.snapshot.Requests[0].Target = "mallory@attacker.example"
	d.ring(confirm.WatchEvery)
	d.shows("The file changed while you were reading. Read the new text first.", "changed on disk",
		"-to: claims@northreach.example", "+to: mallory@attacker.example", "l look at the new text")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("Not yet: the file changed; l rereads it")
	if n := d.waiting(confirm.WatchEvery); n != 0 {
		t.Errorf("%d watches of a stale dialog, want none", n)
	}

	d.press("l")
	d.press("g")
	d.shows("to mallory@attacker.example", "lines read")
	d.readAll()
	d.press("y")
	d.decides(1)
	if got, want := d.store.decided[0].Seen, model.FingerprintOf([]byte(d.store.files[claimFile])); got != want {
		t.Errorf("decided on %s, want the new text %s", got.Short(), want.Short())
	}
}

func TestAFileThatGoesAwayUnderTheDialog(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.store.remove(claimFile)
	d.ring(confirm.WatchEvery)
	d.shows("The file is gone; only esc works now.", "gone from disk", "moved or deleted")
	d.hides("not found")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.press("esc")
	if d.app.dialog() != nil || d.cursor() == claimFile {
		t.Errorf("the dialog or the row is still there, cursor on %s", d.cursor())
	}
}

func TestAnUnchangedFileIsWatchedOnce(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	for range 3 {
		d.press("M", "enter")
		d.ring(confirm.QuietTime)
		d.ring(confirm.WatchEvery)
		if n := d.waiting(confirm.WatchEvery); n != 1 {
			t.Fatalf("%d watches wait for the dialog, want 1", n)
		}
	}
	d.readAll()
	d.press("y")
	d.decides(1)
}

func TestFactsAndTextOfADialogAreOfOneAge(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 100, 40)
	d.pick("2", claimFile)
	d.store.files[claimFile] = strings.Replace(claimText, "claims@", "refunds@", 1)
	d.store.snapshot.Requests[0].Target = "refunds@northreach.example"
	d.press("a")
	d.hides("claims@northreach.example")
	d.shows("to refunds@northreach.example")
	if d.store.loads != 2 {
		t.Errorf("%d loads, want one more than the first", d.store.loads)
	}
}

func TestAFileThatKeepsChangingIsNotShown(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 100, 40)
	d.pick("2", claimFile)
	d.store.files[claimFile] += "one more line\n"
	d.store.onRead = func() { d.store.files[claimFile] += "and one more\n" }
	d.press("a")
	d.shows("Cannot decide: reading "+claimFile, "it is being changed right now")
	d.decides(0)
}

func TestStoreErrorsAreShownAndFollowedByALoad(t *testing.T) {
	t.Parallel()
	conflict := fmt.Errorf("approving %s: it changed since it was seen: %w", claimFile, model.ErrConflict)
	for _, tt := range []struct {
		name string
		fail func(s *fakeStore)
		keys []string
		says []string
	}{
		{"conflict", func(s *fakeStore) { s.decideErr = conflict }, []string{"y"},
			[]string{"No decision made: approving " + claimFile + ": it changed since it was seen", "Look at it again before you decide."}},
		{"locked", func(s *fakeStore) { s.decideErr = model.ErrLocked }, []string{"y"},
			[]string{"No decision made: another coldstart is writing.", "Try again in a moment."}},
		{"not allowed", func(s *fakeStore) { s.decideErr = model.ErrNotAllowed }, []string{"y"}, []string{"No decision made: not allowed."}},
		{"gone", func(s *fakeStore) { s.remove(claimFile) }, []string{"M", "enter"}, []string{"Cannot decide: reading " + claimFile, "not found"}},
		{"preview refuses", func(s *fakeStore) { s.previewErr = conflict }, []string{"M", "enter"}, []string{"Cannot decide: approving " + claimFile, "changed since it was seen"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := atConfirm(t)
			d.send(tea.WindowSizeMsg{Width: 140, Height: 45})
			d.readAll()
			loads := d.store.loads
			tt.fail(d.store)
			d.press(tt.keys...)
			d.shows(tt.says...)
			// What a preview refuses may be a plan that is older on the board, which is loaded first.
			want := map[string]int64{"preview refuses": 2}[tt.name]
			if want = max(want, 1); d.store.loads != loads+want {
				t.Errorf("%d loads followed, want %d", d.store.loads-loads, want)
			}
			if d.app.dialog() != nil || d.app.write.on {
				t.Error("the dialog is still there")
			}
		})
	}
}

// TestATypedReasonOutlivesAFailedDecision writes a reason, fails, and decides with it.
func TestATypedReasonOutlivesAFailedDecision(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.pick("2", claimFile)
	d.press("x", "my long typed reason", "enter")
	d.readAll()
	d.store.decideErr = errors.New("locking the vault: no space left on device")
	d.press("y")
	d.shows("No decision made: locking the vault: no space left on device.", "my long typed reason")
	d.press("esc")
	d.shows("No decision made. Your text is kept until you quit.")
	d.store.decideErr = nil
	d.press("x")
	d.shows("my long typed reason▌")
	d.press("enter")
	d.readAll()
	d.press("y")
	if got := d.store.decided; len(got) == 0 || got[len(got)-1].Note != "my long typed reason" || d.app.dialog() != nil {
		t.Errorf("decided %+v, dialog %v", got, d.app.dialog() != nil)
	}
}

func TestAFailureThatMayHoldIsNotCalledUndecided(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.store.decideErr = model.Unsettled{Err: errors.New("the disk is away")}
	d.press("y")
	d.shows("Not known yet: the disk is away.")
	d.hides("No decision made")
}

func TestReceiptsAndNoticesAreShown(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.store.receipt.Notices = []string{"the day's log was not written: permission denied"}
	d.press("y")
	d.shows("Approved \"Claim for 14 cracked hub shells\" · u undo · but: the day's log was not written: permission denied")

	d = atConfirm(t)
	d.store.receipt = model.Receipt{Already: true}
	d.press("y")
	d.shows("No change: " + claimFile + " already has this decision")
}

// What became of a decision whose answer was lost comes with a load.
func TestNoticesOfALoadAreShown(t *testing.T) {
	t.Parallel()
	d := atConfirm(t)
	d.press("esc")
	d.store.snapshot.Notices = []string{"not done: approve x.md on attic (the connection was lost)"}
	d.press("ctrl+r")
	d.shows("not done: approve x.md on attic (the connection was lost)")
}

func TestRefusedDecisionsSayWhy(t *testing.T) {
	t.Parallel()
	noLog := "the plan has no reasoning log for a note"
	for _, tt := range []struct {
		name  string
		store *fakeStore
		page  string
		path  string
		key   string
		says  string
	}{
		{"active plan", workshop(), "3", tyresPlan, "a", "Cannot approve: the plan is Active, not Blocked."},
		{"draft plan", workshop(), "3", draftPlan, "x", "Cannot reject: the plan is Draft, not Blocked."},
		{"finished plan", workshop(), "3", donePlan, "a", "Cannot approve: the plan is Done, not Blocked."},
		{"plan with two requests", workshop(), "3", doublePlan, "a", "Cannot approve: first decide the 2 requests that the plan waits for."},
		{"plan without an open step", workshop(), "3", stuckPlan, "a", "Cannot approve: the plan has no open step to decide on."},
		{"plan without a log", workshop(), "3", quietPlan, "c", "Cannot ask for changes: " + noLog + "."},
		{"problem", workshop(), "8", brokenPlan, "a", "Cannot approve: this file cannot be read, so there is nothing to decide."},
		{"intake", triage(), "1", catalogue, "x", "Cannot reject: this waits for an agent to make a plan, not for a decision."},
		{"stuck work", interrupted(), "4", stuckWork, "a", "Cannot approve: a stuck work item waits for the agent"},
		{"current session", interrupted(), "4", "245", "a", "Cannot acknowledge: it is the current session: it started last."},
		{"finished trace", interrupted(), "5", doneTrace, "r", "Cannot re-run: the workflow finished"},
		{"failed trace", interrupted(), "5", failedTrace, "x", "Cannot reject: that cannot be done with a trace, only with a plan or a request."},
		{"key of traces", workshop(), "2", claimFile, "X", "Cannot abort: that cannot be done with a request, only with a trace."},
		{"read-only", readOnly(), "2", claimFile, "a", "Cannot approve: this vault is open read-only: asked for with --read-only."},
		{"nothing there", empty(), "2", "", "a", "Nothing is selected."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDriver(t, tt.store, 140, 40)
			d.press(tt.page)
			if tt.path != "" {
				d.pick(tt.page, tt.path)
			}
			reads := d.store.previews
			d.press(tt.key)
			d.shows(tt.says)
			if d.app.dialog() != nil || d.store.previews != reads {
				t.Error("a dialog was opened")
			}
			d.press("y")
			d.decides(0)
		})
	}
}

func TestPagesThatWereNotDrawnAreNotSeen(t *testing.T) {
	t.Parallel()
	store := workshop()
	store.files[claimFile] = strings.Repeat("a line\n", 300)
	d := newDriver(t, store, 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	for range 40 {
		// The keys of a held key that arrive between two frames.
		d.unseen(keyNamed("pgdown"))
	}
	d.ring(confirm.DrawTime)
	d.ring(confirm.QuietTime)
	if unseen, below := d.app.dialog().Unseen(); unseen < 200 || below > 0 {
		t.Errorf("%d lines unseen, %d below; the pages in between were never on screen", unseen, below)
	}
	d.press("y")
	if len(store.decided) > 0 {
		t.Error("decided on a text that was never on screen")
	}
}

func TestADrawnPageCountsOnlyItself(t *testing.T) {
	t.Parallel()
	store := workshop()
	store.files[claimFile] = strings.Repeat("a line\n", 300)
	d := newDriver(t, store, 80, 24)
	d.pick("2", claimFile)
	d.press("a")
	d.unseen(keyNamed("pgdown"))
	first := d.timers[len(d.timers)-1]
	before, _ := d.app.dialog().Unseen()
	// The first page was drawn, but by now the window is over the second.
	d.unseen(keyNamed("pgdown"))
	d.unseen(first.ring(clock()))
	if after, _ := d.app.dialog().Unseen(); after != before {
		t.Errorf("%d lines count as seen although another page was drawn", before-after)
	}
	d.ring(confirm.DrawTime)
	if after, _ := d.app.dialog().Unseen(); after >= before {
		t.Error("the page that stands does not count as seen")
	}
}

// Each decision of a batch is made at its own time.
func TestDecisionsOfABatchTellTheirTime(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	now := clock()
	d.app.now = func() time.Time { now = now.Add(time.Second); return now }
	d.press("4", "A")
	d.readAll()
	d.press("y")
	d.decides(2)
	if got := d.store.decided[1].At.Sub(d.store.decided[0].At); got != time.Second {
		t.Errorf("the second decision was made %v after the first, want 1s", got)
	}
}
