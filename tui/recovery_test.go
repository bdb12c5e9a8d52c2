package tui

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
)

func session(number string) model.Ref {
	return model.Ref{Kind: model.KindSession, Path: eventLog, Item: number}
}

// decidedOn is what the store was asked for, as choice and thing.
func decidedOn(s *fakeStore) string {
	var all []string
	for _, d := range s.decided {
		name := d.Ref.Path
		if d.Ref.Item != "" {
			name = d.Ref.Item
		}
		all = append(all, d.Choice.String()+" "+name)
	}
	return strings.Join(all, ", ")
}

func TestKeysFitWhatIsSelected(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, page, pick, key, want string }{
		{"a dead session is acknowledged", "4", "243", "a", "ack 243"},
		{"an interrupted step is run again", "5", openTrace, "r", "rerun " + openTrace},
		{"a failed step is retried", "5", failedTrace, "r", "retry " + failedTrace},
		{"a failed step is skipped", "5", failedTrace, "S", "skip " + failedTrace},
		{"a failed step is aborted", "5", failedTrace, "X", "abort " + failedTrace},
		{"from the queue on Home", "1", openTrace, "r", "rerun " + openTrace},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDriver(t, interrupted(), 120, 40)
			d.pick(tt.page, tt.pick)
			d.press(tt.key)
			d.readAll()
			d.press("y")
			if got := decidedOn(d.store); got != tt.want {
				t.Errorf("decided %q, want %q\n%s", got, tt.want, d.app.View())
			}
		})
	}
}

func TestADecisionOnAStepSaysWhatTheAgentDoes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pick, key, asks, does, receipt string }{
		{openTrace, "r", "Re-run this step?", "the agent runs step 2 again in its next session; nothing runs now", "Re-run requested: step 2 of "},
		{failedTrace, "r", "Retry this step?", "again in its next session; nothing runs now", "Retry requested: step "},
		{failedTrace, "S", "Skip this step?", "the next session continues after step ", "Skip requested: step "},
		{failedTrace, "X", "Abort this workflow?", "the agent ends the workflow here", "Abort requested: step "},
	} {
		d := newDriver(t, interrupted(), 120, 40)
		d.pick("5", tt.pick)
		d.press(tt.key)
		d.shows(tt.asks, tt.does)
		d.readAll()
		d.press("y")
		d.shows(tt.receipt)
	}
}

func TestASessionThatMayBeLiveTakesASecondYes(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 80, 40)
	d.pick("4", "244")
	d.press("a")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("may be running")
	d.press("y")
	d.decides(0)
	d.shows("too fast")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(1)
	if !d.store.decided[0].Sure {
		t.Error("the decision does not say that it was confirmed twice")
	}

	// A new look at it takes both again.
	d = newDriver(t, interrupted(), 80, 40)
	d.pick("4", "244")
	d.press("a")
	d.readAll()
	d.press("y", "M", "enter")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("may be running")
}

func TestMarkedSessionsAreAcknowledgedWithOneYes(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.press("4", "A")
	d.shows("Acknowledge 2 sessions", "session 243 bench", "session 241 bench")
	d.press("M", "power cut", "enter")
	d.readAll()
	d.press("y")
	if got := decidedOn(d.store); got != "ack 243, ack 241" {
		t.Fatalf("decided %q, want the two dead sessions", got)
	}
	for _, got := range d.store.decided {
		want := model.Decision{
			Ref: got.Ref, Choice: model.ChoiceAck, Note: "power cut", At: clock(),
			Seen:     model.FingerprintOf([]byte(d.store.files[fileKey(got.Ref)])),
			Foreseen: model.Foreseen{Known: true}, How: model.HowScreen,
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("decided %+v, want %+v", got, want)
		}
	}
	d.shows("Acknowledged: 2")

	d = newDriver(t, interrupted(), 100, 40)
	d.pick("4", "244")
	d.press(" ")
	d.pick("4", "241")
	d.press(" ", "A")
	d.shows("Acknowledge 2 sessions", "may be running")
	d.readAll()
	d.press("y")
	d.ring(confirm.QuietTime)
	d.press("y")
	if got := decidedOn(d.store); got != "ack 244, ack 241" {
		t.Errorf("decided %q, want the marked sessions", got)
	}
	for _, got := range d.store.decided {
		if got.Sure != (got.Ref == session("244")) {
			t.Errorf("session %s: sure %v", got.Ref.Item, got.Sure)
		}
	}
	if len(d.app.tabs.marked) != 0 {
		t.Errorf("%d marks are left", len(d.app.tabs.marked))
	}
}

func TestOnlyOrphanSessionsAreMarked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ page, pick, says string }{
		{"2", claimFile, "Cannot mark: only sessions can be marked."},
		{"4", stuckWork, "Cannot mark: only sessions can be marked."},
		{"4", "245", "Cannot mark: it is the current session"},
	} {
		d := newDriver(t, interrupted(), 100, 40)
		d.pick(tt.page, tt.pick)
		d.press(" ")
		d.shows(tt.says)
		if len(d.app.tabs.marked) != 0 {
			t.Errorf("%s was marked", tt.pick)
		}
	}
	d := newDriver(t, interrupted(), 100, 40)
	d.pick("4", "243")
	d.press("enter", " ")
	d.shows("Cannot mark: close this first (esc).")
	d.press("esc", " ", "up", " ", "2", "A")
	if len(d.app.tabs.marked) != 0 {
		t.Error("the second press of space does not take the mark away")
	}
	d.shows("Sessions only.")
	d = newDriver(t, workshop(), 100, 40)
	d.press("4", "A")
	d.shows("No open sessions or work items.", "no session was interrupted.")
}

func TestMarksGoWithTheirSessions(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.pick("4", "241")
	d.press(" ")
	d.shows("A acknowledge 1 marked")
	d.store.snapshot.Events.Sessions[0].Ended = &model.SessionEnd{At: stamp("2026-03-14T07:01:00Z"), Line: 99}
	d.press("ctrl+r")
	if len(d.app.tabs.marked) != 0 {
		t.Error("a session that ended is still marked")
	}
	d.shows("A acknowledge all")
}

func TestSessionsThatMayBeLiveAreOnlyTakenWhenMarked(t *testing.T) {
	t.Parallel()
	s := interrupted()
	for i := range s.snapshot.Events.Sessions {
		s.snapshot.Events.Sessions[i].Last = stamp("2026-03-14T06:59:00Z")
	}
	d := newDriver(t, s, 100, 40)
	d.press("4", "A")
	d.shows("Cannot acknowledge all: all of them may be running; mark the ones you mean (space).")
	d.press("g", " ", "A")
	d.shows("Acknowledge this session?", "Session 244 bench")
}

func TestTheFilterNarrowsWhatIsAcknowledged(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.press("4", "/", "241", "enter")
	d.shows("A acknowledge all shown")
	d.press("A")
	d.shows("Session 241 bench")
	d.hides("243")
	d.readAll()
	d.press("y")
	if got := decidedOn(d.store); got != "ack 241" {
		t.Errorf("decided %q, want the one that was shown", got)
	}

	d = newDriver(t, interrupted(), 100, 40)
	d.press("4", "/", "244", "enter", "A")
	d.shows("no session shown has ended; esc shows all.")

	// What was marked by hand counts, and the dialog says that it was not shown.
	d = newDriver(t, interrupted(), 100, 40)
	d.pick("4", "243")
	d.press(" ", "/", "241", "enter", " ", "A")
	d.shows("Acknowledge 2 sessions", "session 243", "session 241", "Marked, and hidden by the filter: 1.")
	d = newDriver(t, interrupted(), 100, 40)
	d.pick("4", "243")
	d.press(" ", "A")
	d.hides("hidden by the filter")
}

func TestLateInspectionsAreDropped(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.holding = true
	d.pick("5", openTrace)
	d.press("enter", "esc", "down", "enter")
	held := d.held
	d.holding, d.held = false, nil
	d.run(held[len(held)-1])
	d.shows("Quarterly report", "cover.png missing")
	d.store.found = model.Inspection{Left: []model.Artifact{{Path: "late.png"}}}
	for _, cmd := range held[:len(held)-1] {
		d.run(cmd)
	}
	d.hides("late.png")
}

func TestABatchThatFailsSaysWhatWasDone(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.press("4", "A")
	d.readAll()
	d.holding = true
	d.press("y")
	first := d.held
	d.holding, d.held = false, nil
	d.store.receipt.Notices = []string{"the day's log was not written"}
	d.holding = true
	_, next := d.app.Update(first[0]())
	d.store.decideErr = errors.New("acknowledging: it wrote again")
	d.holding = false
	d.run(next)
	d.shows("1 done, 0 not tried. Failed: acknowledging: it wrote again.", "But: the day's log was not written.")

	d = newDriver(t, interrupted(), 100, 40)
	d.press("4", "A")
	d.readAll()
	d.store.receipt.Notices = []string{"the day's log was not written"}
	d.press("y")
	d.shows("Acknowledged: 2 · but: the day's log was not written; the day's log was not written")
}

func TestASessionThatWroteMeanwhileIsSeenInABatch(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.press("4")
	d.store.files[fileKey(session("241"))] += "{}\n"
	d.store.snapshot.Events.Sessions[0].Last = stamp("2026-03-14T07:01:00Z")
	d.press("A")
	d.shows("241 bench: may be running")
	d.readAll()
	d.press("y")
	d.decides(0)
	d.shows("may be running")
}

func TestAnOpenTraceShowsWhatItsStepLeft(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 100, 40)
	d.pick("5", openTrace)
	d.press("i")
	d.shows("Files from step 2 2 files", "draft.md 2.1 kB Fri 21:02 new, 31 lines", "cover.png missing")
	if d.store.inspections != 2 {
		t.Errorf("%d inspections, want one for the list and one for the page", d.store.inspections)
	}
	d.store.inspectErr = errors.New("inspecting it: permission denied")
	d.press("ctrl+r")
	d.shows("inspecting it: permission denied")
	d.press("esc")
	d.press("3", "i")
	d.shows("Cannot inspect: only a session or a step of a trace has files to inspect.")
}

// The age of a session is that of its last event on each page, and its row says so.
func TestASessionHasOneAge(t *testing.T) {
	t.Parallel()
	b := newDriver(t, interrupted(), 120, 40).app.board
	n := 0
	for _, home := range b.Rows[board.HomePage] {
		for _, page := range b.Rows[board.HomePage+1:] {
			for _, r := range page {
				if r.Ref != home.Ref || r.Ref.Kind != model.KindSession {
					continue
				}
				n++
				if o, _ := b.Snapshot.Session(r.Ref); !r.Since.Equal(o.Last.Time) || !home.Since.Equal(r.Since) || r.Why != home.Why || o.Started == o.Last {
					t.Errorf("%s: %v %q, on Home %v %q; the last event was at %v", r.Ref, r.Since, r.Why, home.Since, home.Why, o.Last)
				}
			}
		}
	}
	if n == 0 {
		t.Error("Home and the page have no session in common")
	}
}
