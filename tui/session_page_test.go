package tui

import (
	"cmp"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// cutOff is a vault with a session that was cut off, and what it wrote.
func cutOff() (*fakeStore, model.Ref) {
	s := interrupted()
	o := &s.snapshot.Events.Sessions[1]
	o.Started, o.Last = stamp("2026-03-12T13:52:24Z"), stamp("2026-03-12T16:58:45Z")
	s.snapshot.Work[0].Title = "Quarterly figures"
	s.events = map[model.Ref][]model.Event{o.Ref(): {
		{At: stamp("2026-03-12T13:52:24Z"), Type: "SessionStarted", Agent: "bench"},
		{At: stamp("2026-03-12T15:58:46Z"), Type: "ValidationOutcome", Gate: "preflight", Work: "E2-240", Result: "pass", Reason: "Ledger complete up to 28 February"},
		{At: stamp("2026-03-12T16:30:52Z"), Type: "CyclePhaseEntered", Phase: "DO", Work: "E2-240"},
		{At: stamp("2026-03-12T16:31:52Z"), Type: "MemoryWritten", Reason: "\x1b[31mred"},
		{At: stamp("2026-03-12T16:58:45Z"), Type: "ValidationOutcome", Gate: "observation", Work: "E2-240", Result: "warn", Reason: "Tool costs doubled"},
	}}
	return s, o.Ref()
}

// An open session is a thread of what happened, in words. The ember is its last event, and a
// silence is one row.
func TestAnOpenSessionIsAThreadInWords(t *testing.T) {
	t.Parallel()
	s, ref := cutOff()
	d := newDriver(t, s, 100, 30)
	d.pick("4", ref.Item)
	d.hides("{")
	d.press("enter")
	d.shows("Session "+s.snapshot.Events.Sessions[1].Label+" Quarterly figures", "◌ no end recorded · likely over",
		"bench · Thu 12 March, 13:52 to 16:58 · 5 events",
		"silent for 38 h",
		"│ 13:52 start bench began",
		"┊ 2 h 6 min silent",
		"│ 15:58 check Ledger complete up to 28 February", "✓",
		"│ 16:30 phase DO Quarterly figures", "E2-240",
		"│ 16:31 event memory written: ⟦ESC⟧[31mred",
		"◉ 16:58 check Tool costs doubled",
		"╎ INTERRUPTED The last entry of this session. No end is recorded.",
		"╎ Nothing for 38 h.")
	d.hides("{", "SessionStarted", "2026-03")
	if n := strings.Count(d.app.View(), "◉"); n != 2 {
		t.Errorf("%d embers, want one on the ribbon and one in the list", n)
	}
	d.press("v")
	d.shows("every byte", `{"type":"SessionStarted"`)
}

// A low screen has no ribbon, and a narrow one no column for the sort of event.
func TestASessionFitsSmallScreens(t *testing.T) {
	t.Parallel()
	s, ref := cutOff()
	d := newDriver(t, s, 80, 15)
	d.pick("4", ref.Item)
	d.press("enter")
	d.hides("━━━━")
	d = newDriver(t, s, 50, 30)
	d.pick("4", ref.Item)
	d.press("enter")
	d.shows("━━━━", "│ 15:58 Ledger complete up to 28 February", "◉ 16:58 Tool costs doubled")
	d.hides("check", "E2-240")
	d = themedDriver(t, s, styles.Options{ASCII: true, NoColor: true}, 80, 24)
	d.pick("4", ref.Item)
	d.press("enter")
	d.shows("@ 16:58 check Tool costs doubled", ": 2 h 6 min silent", "bench - Thu 12 March")
}

// A session that ended has no ember; many lines are counted, and a new day has a row.
func TestASessionThatEndedHasNoEmber(t *testing.T) {
	t.Parallel()
	s, ref := cutOff()
	o := &s.snapshot.Events.Sessions[1]
	o.Ended = &model.SessionEnd{Line: o.LastLine + 1, At: stamp("2026-03-13T09:00:00Z")}
	s.events[ref] = append(s.events[ref], model.Event{Skipped: 7},
		model.Event{At: stamp("2026-03-13T08:59:00Z"), Type: "ValidationOutcome", Gate: "dod", Result: "block"},
		model.Event{At: stamp("2026-03-13T09:00:00Z"), Type: "SessionEnded", Agent: model.OperatorAgent})
	d := newDriver(t, s, 100, 40)
	d.press("4", "/", o.Label, "enter", "enter")
	d.shows("✓ ended", "14 events", "7 lines not shown", "Friday 13 March", "08:59 check dod", "✗", "09:00 end you marked it as ended")
	d.hides("◉", "INTERRUPTED")
}

// What an agent learned or wants to remember is shown by its fields.
func TestMemoryIsShownByItsFields(t *testing.T) {
	t.Parallel()
	s := laboratory()
	d := newDriver(t, s, 100, 30)
	for _, ref := range []model.Ref{s.snapshot.Memory.Pending()[0].Ref(), s.snapshot.Memory.Learned[0].Ref(), s.snapshot.Memory.Ref()} {
		d.pick("7", cmp.Or(ref.Item, ref.Path))
		d.hides("{", `"content"`)
		d.press("enter")
		d.hides("{", `"content"`, "every byte")
		d.press("v")
		d.shows("every byte")
		d.press("esc")
	}
}

// The footer of an open trace names its step where there is room.
func TestTheFooterOfAnOpenTraceNamesItsStep(t *testing.T) {
	t.Parallel()
	for w, want := range map[int]string{
		120: "r run step 2 again ↵ open the file e edit v source s snooze : all actions ? help esc back",
		80:  "r re-run ↵ open the file e edit : all ? help esc back",
	} {
		d := newDriver(t, interrupted(), w, 36)
		d.edits(nil)
		d.press("5", "enter")
		d.shows(want)
	}
}

// On a low screen the head of the journal is its thread, one row of what comes next, and its warning.
func TestTheHeadOfTheJournalIsLowOnALowScreen(t *testing.T) {
	t.Parallel()
	for h, want := range map[int]int{24: 7, 29: 7, 30: 8} {
		d := newDriver(t, laboratory(), 80, h)
		d.press("6")
		if got := len(d.app.head(d.app.bodyHeight())); got != want {
			t.Errorf("at %d rows the head has %d, want %d", h, got, want)
		}
		d.shows("Next The proof has a gap at GAP-1", "would be repeated")
	}
}

// A yes to a proposal counts once its bytes were on screen; the changes are behind a key.
func TestAProposalIsItsSentenceAndItsBytes(t *testing.T) {
	t.Parallel()
	s := laboratory()
	p := s.snapshot.Memory.Pending()[0]
	s.files[fileKey(p.Ref())] += strings.Repeat("\nline", 30) + "\n" + "the end"
	d := newDriver(t, s, 80, 24)
	d.pick("7", p.ID)
	d.press("a")
	d.shows("Signs with her full name kind a pattern", "confidence 0.86", "source session_245", "asked Fri 16:31, 14 h ago", `3 "content": "Signs with her full name"`)
	d.hides("total_entries", "the end")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.decides(0)
	d.press("D")
	d.shows("total_entries")
	d.press("esc")
	d.readAll()
	d.shows("the end", "all read")
	d.press("y")
	d.decides(1)
}
