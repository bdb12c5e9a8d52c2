package board

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/keys"
	"coldstart/tui/phrase"
)

// Unkept names promised edits that were not made, because the file had changed.
func Unkept(promised, made []model.Change) []string {
	var notices []string
	for _, p := range promised {
		kept := func(m model.Change) bool { return m.Path == p.Path && len(m.Before) == len(p.Before) }
		if p.Kind == model.ChangeEdit && !slices.ContainsFunc(made, kept) {
			notices = append(notices, p.Path+" had changed, and its status was left as it is")
		}
	}
	return notices
}

// ReceiptWords says what was decided.
func (b *Board) ReceiptWords(k keys.Map, r model.Receipt) string {
	d := r.Decision
	switch {
	case d.Choice == model.ChoiceUndo:
		return b.undoneWords(r)
	case r.Already:
		return "Nothing to do: " + d.Ref.Path + " was decided this way before."
	case d.Ref.Kind == model.KindJournal:
		return "Wrote " + writtenID(r) + " into " + d.Ref.Path + undoHint(k, d) + "."
	}
	text := d.Choice.Past() + ": " + path.Base(d.Ref.Path)
	switch d.Ref.Kind {
	case model.KindSession:
		text = d.Choice.Past() + ": session " + d.Ref.Item
	case model.KindTrace:
		text = d.Choice.Past() + ": " + path.Dir(d.Ref.Path)
	case model.KindProposal:
		text = d.Choice.Past() + ": proposal " + d.Ref.Item
	}
	return text + undoHint(k, d) + "."
}

// ChangeWords says of each change where it was made, but for a journal, which is named already.
func ChangeWords(r model.Receipt) string {
	text := ""
	if r.Already || r.Decision.Ref.Kind == model.KindJournal && r.Decision.Choice != model.ChoiceUndo {
		return text
	}
	for _, c := range r.Changes {
		switch c.Kind {
		case model.ChangeMove:
			text += " It is now in " + path.Dir(c.To) + "."
		case model.ChangeEdit:
			text += " Changed " + c.Path + "."
		case model.ChangeCreate:
			text += " Wrote " + c.Path + "."
		case model.ChangeAppend:
			text += " Added to " + c.Path + "."
		case model.ChangeCommit:
			text += " Committed."
		case model.ChangeRemove:
			text += " Removed " + c.Path + "."
		}
	}
	return text
}

// FailureWords claims nothing about the files: the error says what is known.
func FailureWords(err error) string {
	text := "Failed: " + phrase.Error(err) + "."
	switch {
	case errors.Is(err, model.ErrConflict):
		text += " Look at it again before you decide."
	case errors.Is(err, model.ErrLocked):
		text += " Try again in a moment."
	}
	return text
}

func writtenID(r model.Receipt) string {
	begins := "### " + string(r.Decision.Entry.Category) + "-"
	for _, c := range r.Changes {
		for _, l := range c.After {
			if heading, ok := strings.CutPrefix(l, "### "); ok && strings.HasPrefix(l, begins) && c.Path == r.Decision.Ref.Path {
				id, _, _ := strings.Cut(heading, ":")
				return id
			}
		}
	}
	return "an entry"
}

// UndoFacts says what an undo takes back.
func (b *Board) UndoFacts(d model.Decision) (subject string, facts []Fact) {
	p := b.Snapshot.Undo.Past
	if p.ID != d.Undoes.ID {
		return b.Subject(d.Ref), nil
	}
	about := b.Subject(d.Ref)
	if plan, ok := b.Snapshot.Plan(d.Ref.Path); ok {
		// The step that it waits for now is another one than then.
		about = plan.ID + ": " + plan.Objective
	}
	return phrase.Past(p), append(passedOver(b.Snapshot.Undo.Newer), []Fact{
		{"Takes back", "the " + phrase.Past(p), styles.RoleTitle},
		{"About", about, styles.RolePlain},
		{"Decided", model.FormatUTC(p.At) + ", " + Ago(b.Snapshot.At, p.At), styles.RolePlain},
		{"Note then", p.Decision.Note, styles.RolePlain},
		{"Stays", "what logs say; a git commit", styles.RoleMuted},
	}...)
}

// passedOver says which newer decisions are not the one that an undo takes back.
func passedOver(newer []model.Undoable) []Fact {
	if len(newer) == 0 {
		return nil
	}
	words := "not your last decision, the " + phrase.NotUndoable(newer[0])
	if more := len(newer) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more that cannot be undone)", more)
	}
	return []Fact{{"Careful", words, styles.RoleWarn}}
}

func (b *Board) undoneWords(r model.Receipt) string {
	d := r.Decision
	what := d.Undoes.Choice.Noun() + " " + path.Base(d.Ref.Path)
	if p := b.Snapshot.Undo.Past; p.ID == d.Undoes.ID {
		what = phrase.Past(p)
	}
	if r.Already {
		return "Nothing to do: the " + what + " was undone before."
	}
	return "Undone: " + what + "."
}

// undoHint tells of the key for a decision that it takes back.
func undoHint(k keys.Map, d model.Decision) string {
	if d.Ref.Kind == model.KindSession {
		return ""
	}
	return " (" + keys.Of(k.Undo) + " takes it back)"
}

// MustType is what has to be typed, and why: the target of an expired or doubtful request, so
// that nobody approves by habit.
func (b *Board) MustType(d model.Decision) (what, why string) {
	r, ok := b.About(d.Ref).Request(d.Ref.Path)
	if !ok || d.Ref.Kind != model.KindRequest || d.Choice != model.ChoiceApprove {
		return "", ""
	}
	return r.MustType(b.Snapshot.At), phrase.Reason(r.WhyType(b.Snapshot.At))
}
