package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
)

// action is one thing a key can do outside dialogs. Footer, help and dispatch all
// come from the table of actions, so none of them can lie.
type action struct {
	binding func(k keyMap) key.Binding
	// group is the heading in help.
	group string
	// footer is true for the ones worth a place in the hints.
	footer bool
	// refuse says why the action cannot run now, "" when it can.
	refuse func(a *App) string
	run    func(a *App) tea.Cmd
}

func actions() []action {
	always := func(*App) string { return "" }
	return []action{
		{func(k keyMap) key.Binding { return k.up }, "Move", false, needsRows, moveBy(-1)},
		{func(k keyMap) key.Binding { return k.down }, "Move", false, needsRows, moveBy(1)},
		{func(k keyMap) key.Binding { return k.pageUp }, "Move", false, needsRows, movePages(-1)},
		{func(k keyMap) key.Binding { return k.pageDown }, "Move", false, needsRows, movePages(1)},
		{func(k keyMap) key.Binding { return k.top }, "Move", false, needsRows, moveBy(-farAway)},
		{func(k keyMap) key.Binding { return k.bottom }, "Move", false, needsRows, moveBy(farAway)},
		{func(k keyMap) key.Binding { return k.nextTab }, "Pages", false, notInDetail, turnPage(1)},
		{func(k keyMap) key.Binding { return k.prevTab }, "Pages", false, notInDetail, turnPage(-1)},
		{func(k keyMap) key.Binding { return k.open }, "Pages", true, canOpen, openDetail},
		{func(k keyMap) key.Binding { return k.back }, "Pages", true, inDetail, closeDetail},
		{func(k keyMap) key.Binding { return k.raw }, "Pages", true, inDetail, toggleRaw},
		{func(k keyMap) key.Binding { return k.approve }, "Decide", true, canDecide(model.ChoiceApprove), startDecision(model.ChoiceApprove)},
		{func(k keyMap) key.Binding { return k.reject }, "Decide", true, canDecide(model.ChoiceReject), startDecision(model.ChoiceReject)},
		{func(k keyMap) key.Binding { return k.changes }, "Decide", true, canDecide(model.ChoiceChanges), startDecision(model.ChoiceChanges)},
		{func(k keyMap) key.Binding { return k.reload }, "Program", false, always, reload},
		{func(k keyMap) key.Binding { return k.help }, "Program", true, always, openHelp},
		{func(k keyMap) key.Binding { return k.quit }, "Program", true, always, (*App).quit},
		{func(k keyMap) key.Binding { return k.kill }, "Program", false, always, (*App).quit},
	}
}

// farAway is more rows than any list has.
const farAway = 1 << 30

func needsRows(a *App) string {
	if a.detail == nil && len(a.list().rows) == 0 {
		return "there is nothing to move over"
	}
	return ""
}

func notInDetail(a *App) string {
	if a.detail != nil {
		return "close this first (esc)"
	}
	return ""
}

func inDetail(a *App) string {
	if a.detail == nil {
		return "nothing is open"
	}
	return ""
}

func canOpen(a *App) string {
	if a.detail != nil {
		return "it is open already"
	}
	if _, ok := a.selected(); !ok {
		return "nothing is selected"
	}
	return ""
}

func moveBy(n int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		if a.detail != nil {
			a.detail.scroll(n, a.bodyHeight())
			return nil
		}
		a.list().move(n)
		return a.preview()
	}
}

func movePages(n int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd { return moveBy(n * max(1, a.bodyHeight()-2))(a) }
}

func turnPage(n int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		return a.openPage((a.page + n + len(a.pages)) % len(a.pages))
	}
}

func (a *App) openPage(i int) tea.Cmd {
	a.page = i
	a.detail = nil
	return a.preview()
}

func openDetail(a *App) tea.Cmd {
	ref, _ := a.selected()
	a.detail = newDetail(ref)
	a.layOutDetail()
	return a.ask(a.detail)
}

func closeDetail(a *App) tea.Cmd {
	a.detail = nil
	return nil
}

func toggleRaw(a *App) tea.Cmd {
	a.detail.raw = !a.detail.raw
	a.detail.top = 0
	a.layOutDetail()
	return nil
}

func openHelp(a *App) tea.Cmd {
	a.help, a.helpTop = true, 0
	return nil
}

func reload(a *App) tea.Cmd { return a.load() }

// subject is what a decision key acts on: a plan that waits for exactly one
// request stands for that request.
func (a *App) subject() (model.Ref, bool) {
	ref, ok := a.selected()
	if ok && ref.Kind == model.KindPlan {
		if waiting := a.board.waiting[ref.Path]; len(waiting) == 1 {
			return waiting[0].Ref(), true
		}
	}
	return ref, ok
}

func canDecide(choice model.Choice) func(*App) string {
	return func(a *App) string {
		ref, ok := a.subject()
		switch {
		case !ok:
			return "nothing is selected"
		case a.writing:
			return "another decision is being written"
		}
		return a.board.about(ref).Refuse(ref, choice)
	}
}

func startDecision(choice model.Choice) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		ref, _ := a.subject()
		a.dialog = newDialog(model.Decision{Ref: ref, Choice: choice}, a.board)
		if choice.NeedsNote() {
			a.dialog.askNote()
			return nil
		}
		return a.openDialog()
	}
}

// openDialog asks for what the dialog has to show. Each asking has a number of
// its own, so that neither answers nor watches of an earlier one reach it.
func (a *App) openDialog() tea.Cmd {
	a.dialogs++
	d := a.dialog
	d.id, d.stage, d.decision.At = a.dialogs, stageOpening, a.now()
	return openCmd(a.store, d.id, d.decision, a.board.seen(d.decision.Ref))
}
