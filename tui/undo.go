package tui

import (
	"context"
	"errors"
	"fmt"
	"path"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// canUndo asks whether there is a decision of the operator to take back. Behind a
// decision the vault is being read again: only the dialog will know.
func canUndo(a *App) string {
	switch s := a.board.snapshot; {
	case a.writing:
		return "another decision is being written"
	case a.loading && s.ReadOnly == "":
		return ""
	default:
		return s.RefuseUndo()
	}
}

// startUndo opens the dialog for the newest decision that can be undone, wherever
// the cursor is.
func startUndo(a *App) tea.Cmd {
	a.dialog = newDialog([]model.Decision{{Choice: model.ChoiceUndo}}, a.board, a.keys)
	return a.openDialog()
}

// readUndo looks for the newest decision that can be undone, in the vault as it is
// now. A dialog that is open already stays with its own.
func (m *openedMsg) readUndo(s Store) error {
	d := &m.decisions[0]
	snapshot, err := s.Load(context.Background(), d.At)
	if err != nil {
		return err
	}
	u := snapshot.Undo
	if d.Undoes.ID != "" && d.Undoes.ID != u.Past.ID {
		if _, err := s.Preview(context.Background(), *d); err != nil {
			return err
		}
		return errors.New("another decision was made since; u looks at that one")
	}
	if reason := snapshot.RefuseUndo(); reason != "" {
		return errors.New(reason)
	}
	snapshot.LastLook = m.about.snapshot.LastLook
	m.about, m.fresh = newBoard(snapshot), true
	d.Ref, d.Undoes = u.On, model.Undone{ID: u.Past.ID, Choice: u.Past.Decision.Choice}
	m.doc, err = s.Read(context.Background(), d.Ref)
	d.Seen = m.doc.Seen
	return err
}

// undoFacts says what an undo is about: the decision that it takes back. It repeats
// little of what was read before the first yes.
func (b *board) undoFacts(d model.Decision) (subject string, facts []fact) {
	p := b.snapshot.Undo.Past
	if p.ID != d.Undoes.ID {
		return b.subject(d.Ref), nil
	}
	about := b.subject(d.Ref)
	if plan, ok := b.snapshot.Plan(d.Ref.Path); ok {
		// The step that it waits for now is another one than then.
		about = plan.ID + ": " + plan.Objective
	}
	return p.What(), append(passedOver(b.snapshot.Undo.Newer), []fact{
		{"Takes back", "the " + p.What(), styles.RoleTitle},
		{"About", about, styles.RolePlain},
		{"Decided", model.FormatUTC(p.At) + ", " + ago(b.snapshot.At, p.At), styles.RolePlain},
		{"Note then", p.Decision.Note, styles.RolePlain},
		{"Stays", "what logs say; a git commit", styles.RoleMuted},
	}...)
}

// passedOver says which newer decisions are not the one that an undo takes back.
func passedOver(newer []model.Undoable) []fact {
	if len(newer) == 0 {
		return nil
	}
	words := "not your last decision, the " + newer[0].Reason
	if more := len(newer) - 1; more > 0 {
		words += fmt.Sprintf(" (and %d more that cannot be undone)", more)
	}
	return []fact{{"Careful", words, styles.RoleWarn}}
}

// undoneWords says what an undo took back.
func (b *board) undoneWords(r model.Receipt) string {
	d := r.Decision
	what := d.Undoes.Choice.Noun() + " " + path.Base(d.Ref.Path)
	if p := b.snapshot.Undo.Past; p.ID == d.Undoes.ID {
		what = p.What()
	}
	if r.Already {
		return "Nothing to do: the " + what + " was undone before."
	}
	return "Undone: " + what + "."
}

// undoHint tells of the key for a decision that it takes back.
func (k keyMap) undoHint(d model.Decision) string {
	if d.Ref.Kind == model.KindSession {
		return ""
	}
	return " (" + keyOf(k.undo) + " takes it back)"
}

// seek puts the cursor on what an undo brought back: on the open page when it is
// there, else on the first page that has it behind Home.
func (a *App) seek(ref model.Ref) tea.Cmd {
	if a.list().to(ref) {
		return a.preview()
	}
	for page := range a.pages {
		if page != homePage && a.lists[page].to(ref) {
			return a.openPage(page)
		}
	}
	return nil
}
