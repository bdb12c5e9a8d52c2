package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// historic is a workshop with decisions of the past, the newest of which can be undone.
func historic() *fakeStore {
	s := decidedBefore()
	past := func(id string, hours int, c model.Choice, file, note string) model.Past {
		return model.Past{
			ID: id, At: clock().Add(-time.Duration(hours) * time.Hour), Operator: "sam@bench", Fate: model.FateDone, To: "Approved/" + file,
			Decision: model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/" + file}, Choice: c, Note: note, How: model.HowScreen},
		}
	}
	newest := s.snapshot.Undo.Past
	undone := past("d-2", 30, model.ChoiceReject, "offer.md", "wrong amount")
	undone.UndoneBy = "d-3"
	s.snapshot.History = []model.Past{newest, undone, past("d-1", 50, model.ChoiceApprove, "hubs.md", "for the spring"), past("d-0", 900, model.ChoiceReject, "flyer.md", "not now")}
	s.snapshot.Verified = []model.Verified{{Path: "Approved/hubs.md", ID: "d-1", Standing: model.StandingGone}}
	return s
}

func TestHistoryListsWhatWasDecided(t *testing.T) {
	t.Parallel()
	d := newDriver(t, historic(), 80, 24)
	d.press("H")
	d.shows("Your decisions 4", "Approved: ", "Rejected: offer.md", "undone", "Approved: hubs.md", "picked up", "Rejected: flyer.md")
	d.press("down", "down")
	d.shows("▌ ✓ Approved: hubs.md", "“for the spring”")
	d.press("enter")
	d.shows("Note", "for the spring", "Went to", "Approved/hubs.md", "sam@bench, screen", "d-1", "picked up")
	d.press("esc")
	d.shows("Your decisions 4")
	d.press("esc")
	d.shows("Needs you ")
	d.decides(0)
}

func TestHistoryIsFilteredByEveryWord(t *testing.T) {
	t.Parallel()
	d := newDriver(t, historic(), 80, 24)
	d.press("H", "/")
	typed(d, "amount rejected")
	d.shows("Your decisions 1 /amount rejected▌", "Rejected: offer.md")
	d.hides("hubs.md")
	d.press("enter")
	d.shows("“wrong amount”")
	d.press("/")
	typed(d, " never")
	d.shows("No decision matches")
	d.press("esc")
	d.shows("Your decisions 4")
}

// An older decision is undone by itself. The screen goes on to offer the newest for u.
func TestHistoryUndoesAnOlderDecision(t *testing.T) {
	t.Parallel()
	s := historic()
	newest, hubs := s.snapshot.Undo.Past.ID, s.snapshot.History[2]
	s.files["Approved/hubs.md"] = "# Hubs\n"
	s.older = map[string]model.Undoable{"d-1": {Past: hubs, On: model.Ref{Kind: model.KindRequest, Path: "Approved/hubs.md"}}}
	d := newDriver(t, s, 80, 24)
	d.press("H", "down")
	d.hides("u undo")
	d.press("down")
	d.shows("u undo")
	d.press("u")
	d.shows("Undo this approval?", "approval of hubs.md")
	d.readAll()
	d.press("y")
	d.decides(1)
	if got := s.decided[0]; got.Undoes.ID != "d-1" || got.Ref.Path != "Approved/hubs.md" || got.Choice != model.ChoiceUndo {
		t.Errorf("decided %+v", got)
	}
	if got := d.app.board.Snapshot.Undo.Past.ID; got != newest {
		t.Errorf("u offers %s", got)
	}
	// What cannot be undone says why.
	s.older["d-0"] = model.Undoable{Past: s.snapshot.History[3], Why: model.Reason{Code: model.BecauseAnswered}}
	d = newDriver(t, s, 80, 24)
	d.press("H", "G", "u")
	d.shows("Cannot undo: ", "the agent has written a new text")
	s.snapshot.ReadOnly = "--read-only"
	d = newDriver(t, s, 80, 24)
	d.press("H", "down", "down")
	d.hides("u undo")
	d.press("u")
	d.shows("--read-only")
}

func TestHistoryUndoesTheNewestDecision(t *testing.T) {
	t.Parallel()
	d := newDriver(t, historic(), 80, 24)
	d.press("H")
	d.shows("u undo")
	d.press("u")
	d.ring(confirm.QuietTime)
	if d.app.dialog() == nil || d.app.dialog().Decision.Choice != model.ChoiceUndo {
		t.Fatalf("u does not open the undo:\n%s", d.app.View())
	}
	d.press("esc")
	d.shows("Your decisions 4")
	d.decides(0)
}

func TestHistoryNeverTrustsWhatItShows(t *testing.T) {
	t.Parallel()
	s := historic()
	s.snapshot.History[1].Decision.Note = "a\x1b[2Jb\u202e" + strings.Repeat("x", 500)
	s.snapshot.History[1].To = "Approved/\u202efdp.md"
	for i := range 100 {
		p := s.snapshot.History[3]
		p.ID = fmt.Sprintf("e-%d", i)
		s.snapshot.History = append(s.snapshot.History, p)
	}
	for _, size := range [][2]int{{40, 10}, {80, 24}, {120, 36}, {200, 50}} {
		d := newDriver(t, s, size[0], size[1])
		d.press("H", "down", "enter")
		d.shows("⟦U+202E RLO⟧")
		d.press("esc", "G")
		d.shows("▌ ✗ Rejected: flyer.md")
		d.press("enter", "G", "esc", "g")
		if err := checkFrame(d.app.View(), size[0], size[1], true); err != nil {
			t.Error(err)
		}
	}
}

// Without a name of the operator nothing stands before the comma.
func TestARecordWithoutAnOperatorSaysOnlyHow(t *testing.T) {
	t.Parallel()
	s := historic()
	s.snapshot.History[1].Operator = ""
	d := newDriver(t, s, 80, 24)
	d.press("H", "down", "enter")
	d.shows("By screen")
	d.hides(", screen")
}

func TestARecordSaysWhichAccountCarriedItOut(t *testing.T) {
	t.Parallel()
	s := historic()
	s.snapshot.History[1].Account = "lou@attic"
	d := newDriver(t, s, 80, 24)
	d.press("H", "down", "enter")
	d.shows("By sam@bench, as lou@attic, screen")
}

func TestAnEmptyHistorySaysHowItFills(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("H", "u", "enter", "down")
	d.shows("No decisions yet. Each one appears here", "esc back")
}

func TestTheThemeTurns(t *testing.T) {
	t.Parallel()
	d := themedDriver(t, workshop(), styles.Options{Profile: 0, Dark: true}, 80, 24)
	before := d.app.View()
	d.press("T")
	d.shows("The light theme. To keep it, set theme: light in your settings.")
	d.press("T", "down", "up")
	if d.app.View() != before {
		t.Error("the second T does not bring the colours back")
	}
	plain := newDriver(t, workshop(), 80, 24)
	plain.press("T")
	plain.shows("Unavailable: this terminal shows no colours.")
}
