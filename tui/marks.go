package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// Several sessions can be acknowledged with one yes; requests never, because each
// has a text that has to be read.

func canMark(a *App) string {
	r, ok := a.list().current()
	switch {
	case a.detail != nil:
		return "close this first (esc)"
	case !ok:
		return "nothing is selected"
	case r.ref.Kind != model.KindSession:
		return "only orphan sessions can be decided on together"
	}
	return a.board.about(r.ref).Refuse(r.ref, model.ChoiceAck)
}

func toggleMark(a *App) tea.Cmd {
	r, _ := a.list().current()
	if a.marked[r.ref] {
		delete(a.marked, r.ref)
	} else {
		a.marked[r.ref] = true
	}
	a.list().move(1)
	return a.preview()
}

// keepMarks forgets the marks of things that are gone or decided.
func (a *App) keepMarks() {
	for ref := range a.marked {
		if a.board.about(ref).Refuse(ref, model.ChoiceAck) != "" {
			delete(a.marked, ref)
		}
	}
}

// batch is what the key for several acts on: the marked sessions, or without any
// mark all orphans that are very likely dead and that the filter shows.
func (a *App) batch() []model.Ref {
	var refs []model.Ref
	switch {
	case len(a.marked) > 0:
		for _, o := range a.board.orphans {
			if a.marked[o.Ref()] {
				refs = append(refs, o.Ref())
			}
		}
	case a.narrowed():
		shown := a.list().refs()
		for _, ref := range a.board.dead {
			if shown[ref] {
				refs = append(refs, ref)
			}
		}
	default:
		return a.board.dead
	}
	return refs
}

func canDecideMarked(a *App) string {
	switch {
	case a.pages[a.page].title != orphansTitle:
		return "it is for the page Orphans"
	case len(a.board.orphans) == 0:
		return "there is no orphan session"
	case a.board.snapshot.ReadOnly != "":
		return a.board.about(a.board.orphans[0].Ref()).Refuse(a.board.orphans[0].Ref(), model.ChoiceAck)
	case len(a.marked) == 0 && len(a.board.dead) == 0:
		return "each may still be live; mark those you mean (space)"
	case len(a.batch()) == 0:
		return "none that is dead is shown; esc shows all"
	}
	return ""
}

// batchName is what the key for several does now.
func batchName(a *App) string {
	if n := len(a.marked); n > 0 {
		return fmt.Sprintf("acknowledge %d marked", n)
	}
	if a.pages[a.page].title == orphansTitle && a.narrowed() {
		return "acknowledge the dead shown"
	}
	return "acknowledge all dead"
}

// decideMarked asks about all of them with one yes. A mark counts where the filter hides
// it, and that is said.
func decideMarked(a *App) tea.Cmd {
	refs := a.batch()
	cmd := a.decide(refs, model.ChoiceAck)
	shown, hidden := a.list().refs(), 0
	for _, ref := range refs {
		if !shown[ref] {
			hidden++
		}
	}
	if hidden > 0 {
		a.say(styles.RoleWarn, fmt.Sprintf("Marked, and hidden by the filter: %d.", hidden))
	}
	return cmd
}
