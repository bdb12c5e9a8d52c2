package decision

import (
	"slices"
	"testing"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
)

// What was dropped, taken back or undone is passed over without a word, as is an undo. A
// decision that is half done has to be finished first.
func TestTheNewestDecisionThatStandsIsTheOneToUndo(t *testing.T) {
	t.Parallel()
	e := &Engine{vault: places.New(nil, t.TempDir(), places.Options{Operator: "ines"})}
	made := func(id, by string, phase ledger.Phase) ledger.Record {
		return ledger.Record{ID: id, Operator: by, Phase: phase, Kind: model.KindTranscript.String(), Choice: model.ChoiceAck.String()}
	}
	stands, other := made("a", "ines", ledger.PhaseDone), made("k", "kai", ledger.PhaseDone)
	undone, undo, takenBack := made("b", "ines", ledger.PhaseDone), made("c", "ines", ledger.PhaseDone), made("d", "ines", ledger.PhaseDone)
	undone.UndoneBy, undo.Undoes, takenBack.TakenBack = undo.ID, undone.ID, true
	othersUndo := undo
	othersUndo.Operator = "kai"
	session := made("s", "ines", ledger.PhaseDone)
	session.Kind, session.Choice = model.KindSession.String(), ""
	for _, tt := range []struct {
		name  string
		all   []ledger.Record
		want  string
		newer []string
		why   bool
	}{
		{"none", nil, "", nil, false},
		{"one", []ledger.Record{stands}, "a", nil, false},
		{"one that was dropped", []ledger.Record{stands, made("v", "ines", ledger.PhaseVoid)}, "a", nil, false},
		{"one that was taken back", []ledger.Record{stands, takenBack}, "a", nil, false},
		{"one that was undone", []ledger.Record{stands, undone, undo}, "a", nil, false},
		{"one that nothing can undo", []ledger.Record{stands, session}, "a", []string{"s"}, false},
		{"planned", []ledger.Record{stands, made("p", "ines", ledger.PhasePlanned)}, "p", nil, true},
		{"published", []ledger.Record{stands, made("p", "ines", ledger.PhasePublished)}, "p", nil, true},
		{"half done behind one that nothing can undo", []ledger.Record{stands, made("p", "ines", ledger.PhasePlanned), session}, "s", nil, true},
		{"another operator's", []ledger.Record{stands, other}, "a", nil, false},
		{"another operator's alone", []ledger.Record{made("j", "kai", ledger.PhaseDone), other, undone, undo}, "k", nil, true},
		{"another operator's, which do not stand", []ledger.Record{other, made("v", "kai", ledger.PhaseVoid), othersUndo}, "k", nil, true},
		{"as far as is looked", slices.Concat([]ledger.Record{stands}, slices.Repeat([]ledger.Record{session}, mostUndoable)), "s", nil, true},
		{"not so far", slices.Concat([]ledger.Record{stands}, slices.Repeat([]ledger.Record{session}, mostUndoable-1)), "a", slices.Repeat([]string{"s"}, mostUndoable-1), false},
	} {
		got := e.lastUndoable(tt.all, model.Snapshot{})
		var newer []string
		for _, u := range got.Newer {
			newer = append(newer, u.Past.ID)
		}
		if got.Past.ID != tt.want || !slices.Equal(newer, tt.newer) || got.Why.Given() != tt.why {
			t.Errorf("%s: got %q past %q, with reason %+v; want %q past %q, with reason %v", tt.name, got.Past.ID, newer, got.Why, tt.want, tt.newer, tt.why)
		}
	}
}
