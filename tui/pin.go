package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// pinned reports whether ref is the plan that the operator pinned.
func (b *board) pinned(ref model.Ref) bool {
	p, ok := b.snapshot.Pinned()
	return ok && p.Ref() == ref
}

func canPin(a *App) string {
	ref, ok := a.selected()
	switch {
	case !ok:
		return "nothing is selected"
	case ref.Kind != model.KindPlan:
		return "only a plan can be pinned"
	case a.board.pinned(ref):
		return ""
	}
	_, refusal := a.board.snapshot.PinPlan(ref.Path, a.now())
	return refusal
}

func pinName(a *App) string {
	if ref, ok := a.selected(); ok && a.board.pinned(ref) {
		return "unpin"
	}
	return a.keys.pin.Help().Desc
}

// togglePin makes the plan under the cursor the one to go on with, or lets the rule
// choose again. It changes nothing in the vault, so it asks for no yes.
func togglePin(a *App) tea.Cmd {
	ref, _ := a.selected()
	s, said := a.store, "Unpinned: the rule chooses the plan to go on with."
	var pin model.Pin
	if !a.board.pinned(ref) {
		pin, _ = a.board.snapshot.PinPlan(ref.Path, a.now())
		said = "Pinned: " + pin.PlanID + " is the plan to go on with. " + keyOf(a.keys.pin) + " on it unpins."
	}
	return func() tea.Msg { return keptMsg{said, s.Pin(context.Background(), pin)} }
}

// pinDroppedLines say on Home that the pin does not count.
func (a *App) pinDroppedLines() []styles.Line {
	dropped := a.board.resume.PinDropped
	if dropped == "" {
		return nil
	}
	return []styles.Line{styles.Line{span(styles.RolePlain, " "), {Text: a.th.Label(dropped + "."), Role: styles.RoleWarn}}.Fit(a.width)}
}
