package board

import (
	"testing"

	"coldstart/model"
	"coldstart/model/view"
)

// The undo of what was said of a session calls it by its title, with the short id behind it.
func TestAnUndoCallsASessionByItsTitle(t *testing.T) {
	t.Parallel()
	made := model.Transcript{ID: "5be2c0d4-0000-4000-8000-000000000001", Title: "Make the figures", Path: "~/.claude/projects/x/5be2c0d4-0000-4000-8000-000000000001.jsonl"}
	past := model.Past{ID: "d1", Decision: model.Decision{Ref: made.Ref(), Choice: model.ChoiceAck}}
	b := &Board{Snapshot: model.Snapshot{Transcripts: []model.Transcript{made}}}
	b.Snapshot.Undo.Past = past
	subject, _ := b.UndoFacts(model.Decision{Ref: made.Ref(), Choice: model.ChoiceUndo, Undoes: model.Undone{ID: "d1"}})
	if want := `acknowledgement of "Make the figures" (5be2c0d4)`; subject != want {
		t.Errorf("it is called %q, want %q", subject, want)
	}
}

// Whoever decided is not the program that waits for the answer, although the card calls both by.
func TestWhoDecidedIsNotWhoWaits(t *testing.T) {
	t.Parallel()
	m := SeveralMatter(model.ChoiceUndo, "one decision", []view.Said{view.Say(view.Other, "By", "sam@porch", view.Plain)})
	if len(m.Points) != 1 || m.Points[0].Name != "by" || m.Of(view.By) != "" {
		t.Errorf("%+v", m.Points)
	}
}
