package tui

import (
	"slices"

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
	// footer is true for the ones worth a place in the hints; where names the page
	// whose hints these are, empty for all of them.
	footer bool
	where  string
	// refuse says why the action cannot run now, "" when it can.
	refuse func(a *App) string
	run    func(a *App) tea.Cmd
	// name is what the action is called for what is selected; nil when the binding
	// says it.
	name func(a *App) string
	// short is what the hints call it where that takes too much room.
	short string
}

// decideGroup is the heading of what changes files.
const decideGroup = "Decide"

// does is what the action is called now.
func (act action) does(a *App) string {
	if act.name != nil {
		return act.name(a)
	}
	return act.binding(a.keys).Help().Desc
}

// actions are those that everybody has.
func actions() []action {
	return slices.Concat(moveActions(), findActions(), decideActions(), programActions())
}

// actions are all of this screen. The operator's own come ahead of how to get help and
// how to leave.
func (a *App) actions() []action {
	return slices.Concat(moveActions(), findActions(), decideActions(), a.ownActions(), a.viewActions(), programActions())
}

func moveActions() []action {
	return []action{
		{binding: func(k keyMap) key.Binding { return k.up }, group: "Move", refuse: needsRows, run: moveBy(-1)},
		{binding: func(k keyMap) key.Binding { return k.down }, group: "Move", refuse: needsRows, run: moveBy(1)},
		{binding: func(k keyMap) key.Binding { return k.pageUp }, group: "Move", refuse: needsRows, run: movePages(-1)},
		{binding: func(k keyMap) key.Binding { return k.pageDown }, group: "Move", refuse: needsRows, run: movePages(1)},
		{binding: func(k keyMap) key.Binding { return k.top }, group: "Move", refuse: needsRows, run: moveBy(-farAway)},
		{binding: func(k keyMap) key.Binding { return k.bottom }, group: "Move", refuse: needsRows, run: moveBy(farAway)},
		{binding: func(k keyMap) key.Binding { return k.nextTab }, group: "Pages", refuse: notInDetail, run: turnPage(1)},
		{binding: func(k keyMap) key.Binding { return k.prevTab }, group: "Pages", refuse: notInDetail, run: turnPage(-1)},
		{binding: func(k keyMap) key.Binding { return k.vaults }, group: "Pages", refuse: amongOthers, run: askForVaults},
		{binding: func(k keyMap) key.Binding { return k.open }, group: "Pages", footer: true, refuse: canOpen, run: openDetail},
		{binding: func(k keyMap) key.Binding { return k.back }, group: "Pages", footer: true, refuse: canGoBack, run: goBack, name: backName},
		{binding: func(k keyMap) key.Binding { return k.raw }, group: "Pages", footer: true, refuse: inDetail, run: toggleRaw},
		{binding: func(k keyMap) key.Binding { return k.reveal }, group: "Pages", refuse: canAlways, run: toggleReveal, name: revealName},
	}
}

func findActions() []action {
	return []action{
		{binding: func(k keyMap) key.Binding { return k.check }, group: "Find", refuse: canCheck, run: openCheck, footer: true, where: journalTitle},
		{binding: func(k keyMap) key.Binding { return k.dead }, group: "Find", refuse: canShowDead, run: toggleDead, name: deadName, footer: true},
		{binding: func(k keyMap) key.Binding { return k.other }, group: "Find", refuse: canTurn, run: turnOther, name: otherName, footer: true},
		{binding: func(k keyMap) key.Binding { return k.nextNews }, group: "Find", refuse: canJumpNews, run: jumpNews(1)},
		{binding: func(k keyMap) key.Binding { return k.prevNews }, group: "Find", refuse: canJumpNews, run: jumpNews(-1)},
		{binding: func(k keyMap) key.Binding { return k.seen }, group: "Find", refuse: canKeepLook, run: seenAll},
		{binding: func(k keyMap) key.Binding { return k.find }, group: "Find", refuse: canFilter, run: startFilter},
		{binding: func(k keyMap) key.Binding { return k.views }, group: "Find", refuse: canPickView, run: pickView},
		{binding: func(k keyMap) key.Binding { return k.snooze }, group: "Find", refuse: canSnooze, run: startSnooze, name: snoozeName, footer: true},
		{binding: func(k keyMap) key.Binding { return k.snoozed }, group: "Find", refuse: canShowSnoozed, run: showSnoozed, name: showSnoozedName},
		{binding: func(k keyMap) key.Binding { return k.next }, group: "Find", refuse: canJump, run: jumpNext, footer: true, short: "next"},
		{binding: func(k keyMap) key.Binding { return k.previous }, group: "Find", refuse: canJump, run: jumpBack},
	}
}

func decideActions() []action {
	one := func(binding func(k keyMap) key.Binding, choice choiceFor) action {
		return action{
			binding: binding, group: decideGroup, footer: true, refuse: canDecide(choice), run: startDecision(choice),
			name: func(a *App) string { return a.choiceName(binding, choice) },
		}
	}
	decide := []action{
		one(func(k keyMap) key.Binding { return k.approve }, yesTo),
		one(func(k keyMap) key.Binding { return k.reject }, noTo),
		shortened("changes", one(func(k keyMap) key.Binding { return k.changes }, only(model.ChoiceChanges))),
		one(func(k keyMap) key.Binding { return k.again }, againFor),
		{binding: func(k keyMap) key.Binding { return k.inspect }, group: decideGroup, footer: true, refuse: canInspect, run: openDetail},
		one(func(k keyMap) key.Binding { return k.skip }, only(model.ChoiceSkip)),
		one(func(k keyMap) key.Binding { return k.abort }, only(model.ChoiceAbort)),
		{binding: func(k keyMap) key.Binding { return k.note }, group: decideGroup, refuse: canNote, run: writeNote, footer: true, where: journalTitle},
		{binding: func(k keyMap) key.Binding { return k.entry }, group: decideGroup, refuse: canWrite, run: writeEntry},
		{binding: func(k keyMap) key.Binding { return k.worth }, group: decideGroup, refuse: canRetry, run: writeRetry, footer: true},
		{binding: func(k keyMap) key.Binding { return k.mark }, group: decideGroup, refuse: canMark, run: toggleMark},
		{binding: func(k keyMap) key.Binding { return k.all }, group: decideGroup, footer: true, refuse: canDecideMarked, run: decideMarked, name: batchName},
		{binding: func(k keyMap) key.Binding { return k.undo }, group: decideGroup, footer: true, refuse: canUndo, run: startUndo, short: "undo"},
	}
	for i, act := range decide {
		decide[i].refuse = func(a *App) string {
			if a.loadErr != nil {
				return a.stale()
			}
			return act.refuse(a)
		}
	}
	return decide
}

// shortened is an action with a shorter name for the hints.
func shortened(name string, act action) action {
	act.short = name
	return act
}

func programActions() []action {
	return []action{
		{binding: func(k keyMap) key.Binding { return k.pin }, group: "Program", refuse: canPin, run: togglePin, name: pinName, footer: true, where: "Plans"},
		{binding: func(k keyMap) key.Binding { return k.message }, group: "Program", refuse: canWriteMessage, run: startMessage},
		{binding: func(k keyMap) key.Binding { return k.edit }, group: "Program", refuse: canEdit, run: startEdit},
		{binding: func(k keyMap) key.Binding { return k.copy }, group: "Program", refuse: canCopy, run: copyName},
		{binding: func(k keyMap) key.Binding { return k.reload }, group: "Program", refuse: canAlways, run: reload},
		{binding: func(k keyMap) key.Binding { return k.palette }, group: "Program", footer: true, refuse: canAlways, run: openPalette, short: "actions"},
		{binding: func(k keyMap) key.Binding { return k.help }, group: "Program", footer: true, refuse: canAlways, run: openHelp},
		{binding: func(k keyMap) key.Binding { return k.quit }, group: "Program", footer: true, refuse: canAlways, run: (*App).quit},
		{binding: func(k keyMap) key.Binding { return k.kill }, group: "Program", refuse: canAlways, run: (*App).quit},
	}
}

func canAlways(*App) string { return "" }

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
	a.detail.goal = a.foundBy(ref)
	a.layOutDetail()
	return a.askDetail()
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

func reload(a *App) tea.Cmd { return a.loadWith(Store.Load) }
