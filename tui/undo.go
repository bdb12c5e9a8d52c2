package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// canUndo asks whether there is a decision of the operator to take back.
func canUndo(a *App) string {
	if a.writing {
		return "another decision is being written"
	}
	return a.board.snapshot.RefuseUndo()
}

// startUndo opens the dialog for the newest decision that can be undone, wherever
// the cursor is.
func startUndo(a *App) tea.Cmd {
	u := a.board.snapshot.Undo
	a.dialog = newDialog([]model.Decision{{
		Ref: u.On, Choice: model.ChoiceUndo,
		Undoes: model.Undone{ID: u.Past.ID, Choice: u.Past.Decision.Choice},
	}}, a.board)
	return a.openDialog()
}

// undoFacts says what an undo is about: the decision that it takes back, and what the
// file is that is looked at for it.
func (b *board) undoFacts(d model.Decision) (subject string, facts []fact) {
	p := b.snapshot.Undo.Past
	if p.ID != d.Undoes.ID {
		return b.subject(d.Ref), nil
	}
	return p.What(), append([]fact{
		{"Undoes", "the " + p.What(), styles.RoleTitle},
		{"Decided", model.FormatUTC(p.At) + ", " + styles.Ago(b.snapshot.At.Sub(p.At)), styles.RolePlain},
		{"Note then", p.Decision.Note, styles.RolePlain},
		{"Logs", "keep both lines; a git commit stays", styles.RoleMuted},
	}, b.facts(d.Ref)...)
}

// undoHint tells of the key behind a decision that it takes back.
func undoHint(d model.Decision) string {
	if d.Choice == model.ChoiceUndo || d.Ref.Kind == model.KindSession {
		return ""
	}
	return " u undoes it."
}

// seek puts the cursor on what an undo brought back: on the open page when it is
// there, else on the first page that has it behind Home.
func (a *App) seek(ref model.Ref) tea.Cmd {
	at := func(page int) bool {
		for i, r := range a.lists[page].rows {
			if r.ref == ref {
				a.lists[page].at = i
				return true
			}
		}
		return false
	}
	if at(a.page) {
		return a.preview()
	}
	for page := range a.pages {
		if page != homePage && at(page) {
			return a.openPage(page)
		}
	}
	return nil
}
