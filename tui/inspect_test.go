package tui

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// cutShort is a vault with a trace of three steps, of which the third was cut off and left files.
func cutShort() *fakeStore {
	s := interrupted()
	step := func(n int, name string, state model.StepState, began, summary string) model.TraceStep {
		return model.TraceStep{
			Number: n, Line: 10 * n, Name: name, State: state, Status: state.String(), Started: stamp(began),
			Fields: []model.TraceField{{Label: "Summary", Value: summary}, {Label: "Challenges", Value: "Tool costs doubled."}, {Label: "Current focus", Value: "Line 15."}},
		}
	}
	s.snapshot.Traces[0].Started = stamp("2026-03-13T08:00:00Z")
	s.snapshot.Traces[0].Steps = []model.TraceStep{
		step(1, "Collect", model.StepCompleted, "2026-03-13T08:00:00Z", "214 bookings."), step(2, "Settle", model.StepCompleted, "2026-03-13T08:16:00Z", "Six settled."),
		step(3, "Compare", model.StepInProgress, "2026-03-13T08:27:00Z", "14 of 22 lines."),
	}
	at := clock().Add(-20 * time.Hour)
	s.found = model.Inspection{Step: s.snapshot.Traces[0].Steps[2], Left: []model.Artifact{
		{Path: "runs/newsletter/figures.csv", Exists: true, Named: true, Changed: true, Size: 41, Lines: 3, Modified: at},
		{Path: "runs/newsletter/draft.md", Exists: true, Named: true, Changed: true, Earlier: true, Size: 12, Lines: 2, Modified: at},
		{Path: "lost.md", Named: true},
		{Path: "runs/newsletter/plot.png", Exists: true, Changed: true, Size: 90, Modified: at},
		{Path: "runs/newsletter/data.bin", Exists: true, Changed: true, Size: 9, Modified: at},
	}}
	s.files["runs/newsletter/figures.csv"] = "name,a,b\nrent,1,20\ntools,12.50,-3\n"
	s.files["runs/newsletter/draft.md"] = "one\n\x1b[2Jtwo\n"
	return s
}

func TestAnOpenTraceIsItsThreadUpright(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ w, h int }{{80, 36}, {120, 36}, {200, 60}} {
		d := newDriver(t, cutShort(), size.w, size.h)
		d.pick("5", openTrace)
		d.press("enter")
		d.shows("step 3 of 3 was interrupted", "✓ 1 Collect", "16 min", "✓ 2 Settle", "11 min", "◉ 3 Compare", "no end", "╎ 14 of 22 lines.", "╎ Working on: Line 15.", "╎ ▲ Tool costs doubled.",
			"Files from step 3 5 files", "new, 3 lines", "changed, 2 lines", "lost.md missing", "41 B", "Fri 11:02", "Rule It was interrupted during step 3.",
			"Decided before nothing yet for this step", "1/5")
		if n := strings.Count(d.app.View(), "draft.md"); n != 1 {
			t.Errorf("%d×%d: draft.md is there %d times", size.w, size.h, n)
		}
		d.hides("◉ 1", "╎ ▲ Tool costs doubled. ╎ ▲")
	}
}

func TestTheFileUnderTheCursorIsShownBesideTheThread(t *testing.T) {
	t.Parallel()
	d := newDriver(t, cutShort(), 120, 36)
	d.pick("5", openTrace)
	d.press("enter")
	d.shows("figures.csv new in step 3, 3 lines", "name a b", "+ rent 1 20", "+ tools 12.50 -3", "╎ the file ends here")
	d.press("down")
	d.shows("draft.md changed in step 3, 2 lines", "one", "⟦ESC⟧[2Jtwo", "2/5")
	d.press("down")
	d.shows("It cannot be shown: missing.")
	d.press("up", "up", "up")
	d.shows("figures.csv new in step 3", "1/5")
}

func TestEnterOpensAFileThatAStepLeft(t *testing.T) {
	t.Parallel()
	for _, w := range []int{40, 80, 120} {
		d := newDriver(t, cutShort(), w, 24)
		d.pick("5", openTrace)
		d.press("enter")
		for d.app.detail.left.at != 1 {
			d.press("down")
		}
		d.press("enter")
		d.shows("draft.md changed", "1 one", "2 ⟦ESC⟧[2Jtwo", "╎ the file ends here")
		d.hides("Files from step 3", "\x1b[2J")
		d.press("v", "esc")
		if d.app.detail.left.at != 1 || !d.app.detail.isTracePage() {
			t.Error("esc does not go back to the file's row")
		}
		d.press("esc")
		if d.app.detail != nil {
			t.Error("esc does not go back to the list")
		}
	}
}

func TestAPreviewTellsWhatItCannotShow(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("line\n", 500)
	for _, tt := range []struct {
		name    string
		preview model.Preview
		want    []string
	}{
		{"a picture", model.Preview{Size: 90, Format: "png", Width: 640, Height: 480}, []string{"A picture, PNG, 640 × 480 pixels."}},
		{"other bytes", model.Preview{Size: 9}, []string{"This is neither text nor a known kind of picture"}},
		{"a long text", model.Preview{Size: int64(len(long)), Text: []byte(long)}, []string{"more, ↵ opens the file"}},
		{"a difference", model.Preview{Size: 8, Text: []byte("one\nnew\n"), Before: []byte("one\nold\n")}, []string{"before the step", "-old", "+new", "the file ends here"}},
		{"the same", model.Preview{Size: 8, Text: []byte("one\nold\n"), Before: []byte("one\nold\n")}, []string{"one", "the file ends here"}},
	} {
		d := newDriver(t, cutShort(), 120, 36)
		d.pick("5", openTrace)
		d.press("enter")
		tt.preview.Path = "runs/newsletter/figures.csv"
		d.send(previewMsg{read: d.app.detail.left.read, preview: tt.preview})
		d.shows(tt.want...)
	}
}

func TestLatePreviewsAreDropped(t *testing.T) {
	t.Parallel()
	d := newDriver(t, cutShort(), 120, 36)
	d.pick("5", openTrace)
	d.press("enter")
	old := d.app.detail.left.read
	d.press("down")
	d.send(previewMsg{read: old, preview: model.Preview{Path: "runs/newsletter/draft.md", Text: []byte("late\n")}})
	d.hides("late")
}

func TestTheTracesListShowsTheThreadBesideIt(t *testing.T) {
	t.Parallel()
	d := newDriver(t, cutShort(), 120, 36)
	d.pick("5", openTrace)
	d.shows("◉ 3 Compare", "Files from step 3 5 files", "figures.csv", "Rule")
}

func TestASecretInAFileOfAStepIsMasked(t *testing.T) {
	t.Parallel()
	s := cutShort()
	s.files["runs/newsletter/figures.csv"] = "password: hunter2horse\na,b\n"
	d := drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}).Masking(), Now: clock}, 120, 36)
	d.pick("5", openTrace)
	d.press("enter")
	d.hides("hunter2horse")
	d.press("enter")
	d.shows("figures.csv")
	d.hides("hunter2horse")
}
