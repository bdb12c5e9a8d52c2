package tui

import (
	"cmp"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
	"coldstart/tui/plain"
)

// action is what a key does on a page. Footer, help and dispatch all come from this table.
type action struct {
	binding func(k keys.Map) key.Binding
	// group is the heading in help.
	group string
	// footer is its rank in the hints, of the page where if that is not empty; 0 is none.
	footer int
	where  string
	// on is a kind of thing on which it is in the hints of any page, KindNone for none.
	on model.Kind
	// offered says that it comes first in the hints of any page, nil for never.
	offered func(a *App) bool
	// place orders the hints: decisions, rest, open, next, others, all, help, leave.
	place int
	// refuse is why the action cannot run now, "" when it can.
	refuse func(a *App) string
	run    func(a *App) tea.Cmd
	// name overrides the description of the binding.
	name func(a *App) string
	// short is its name in the hints, tight the one where they do not all fit.
	short, tight string
	// inHints overrides its names in the hints.
	inHints func(a *App) (does, tight string)
	// only is what it is for, in help: "traces".
	only string
}

// The ranks in the hints: where they do not all fit, the highest gives way first.
const (
	always = iota + 1
	openRank
	noRank
	changesRank
	allRank
	usual
	snoozeRank
	nextRank
	quitRank
)

// The places in the hints of other actions than decisions and those of a page.
const (
	atFirst = iota - 4
	atRest
	atOpen
	atNext
	_
	atAll
	atHelp
	atLeave
)

// decideGroup is the heading of the actions that change files.
const decideGroup = plain.DecideGroup

// does is the name of the action now.
func (act action) does(a *App) string {
	if act.name != nil {
		return act.name(a)
	}
	return act.binding(a.keys).Help().Desc
}

// called is the name of the action in help and in the palette: that of the hints, if it has one.
func (a *App) called(act action) string {
	if act.inHints == nil {
		return act.does(a)
	}
	does, tight := act.inHints(a)
	return cmp.Or(tight, does)
}

// actions are the built-in ones.
func actions() []action {
	return slices.Concat(moveActions(), findActions(), decideActions(), firstActions(), programActions())
}

// actions are all actions, those of the settings before help and quit.
func (a *App) actions() []action {
	return slices.Concat(firstActions(), moveActions(), findActions(), decideActions(), a.ownActions(), a.viewActions(), everywhereActions(), programActions())
}

func moveActions() []action {
	return []action{
		{binding: func(k keys.Map) key.Binding { return k.Up }, group: "Move", refuse: needsRows, run: moveBy(-1)},
		{binding: func(k keys.Map) key.Binding { return k.Down }, group: "Move", refuse: needsRows, run: moveBy(1)},
		{binding: func(k keys.Map) key.Binding { return k.PageUp }, group: "Move", refuse: needsRows, run: movePages(-1)},
		{binding: func(k keys.Map) key.Binding { return k.PageDown }, group: "Move", refuse: needsRows, run: movePages(1)},
		{binding: func(k keys.Map) key.Binding { return k.Top }, group: "Move", refuse: needsRows, run: moveBy(-farAway)},
		{binding: func(k keys.Map) key.Binding { return k.Bottom }, group: "Move", refuse: needsRows, run: moveBy(farAway)},
		{binding: func(k keys.Map) key.Binding { return k.NextTab }, group: "Pages", refuse: notInDetail, run: turnPage(1)},
		{binding: func(k keys.Map) key.Binding { return k.PrevTab }, group: "Pages", refuse: notInDetail, run: turnPage(-1)},
		{binding: func(k keys.Map) key.Binding { return k.Vaults }, group: "Pages", refuse: amongOthers, run: askForVaults},
		{binding: func(k keys.Map) key.Binding { return k.Open }, group: "Pages", footer: openRank, place: atOpen, refuse: canOpen, run: openDetail, name: openName},
		{binding: func(k keys.Map) key.Binding { return k.Back }, group: "Pages", footer: always, place: atLeave, refuse: canGoBack, run: goBack, name: backName},
		{binding: func(k keys.Map) key.Binding { return k.History }, group: "Pages", refuse: canAlways, run: openHistory},
		{binding: func(k keys.Map) key.Binding { return k.Raw }, group: "Pages", footer: usual, refuse: inDetail, run: toggleRaw},
		{binding: func(k keys.Map) key.Binding { return k.Block }, group: "Pages", refuse: canShowBlock, run: toggleBlock, name: blockName, only: "Home"},
		{binding: func(k keys.Map) key.Binding { return k.Reveal }, group: "Pages", refuse: canAlways, run: toggleReveal, name: revealName},
	}
}

func findActions() []action {
	return []action{
		{binding: func(k keys.Map) key.Binding { return k.Check }, group: "Find", refuse: canCheck, run: openCheck, footer: usual, where: board.JournalTitle},
		{binding: func(k keys.Map) key.Binding { return k.Dead }, group: "Find", refuse: canShowDead, run: toggleDead, name: deadName, footer: usual, only: "journal"},
		{binding: func(k keys.Map) key.Binding { return k.Other }, group: "Find", refuse: canTurn, run: turnOther, name: otherName, footer: usual, only: "journal"},
		{binding: func(k keys.Map) key.Binding { return k.Fold }, group: "Find", refuse: canFold, run: toggleFold, name: foldName, footer: usual, offered: onFolded},
		{binding: func(k keys.Map) key.Binding { return k.NextNews }, group: "Find", refuse: canJumpNews, run: jumpNews(1)},
		{binding: func(k keys.Map) key.Binding { return k.PrevNews }, group: "Find", refuse: canJumpNews, run: jumpNews(-1)},
		{binding: func(k keys.Map) key.Binding { return k.Seen }, group: "Find", refuse: canKeepLook, run: seenAll},
		{binding: func(k keys.Map) key.Binding { return k.Find }, group: "Find", refuse: notInDetail, run: startFilter, footer: draw.Extra, short: "find"},
		{binding: func(k keys.Map) key.Binding { return k.Views }, group: "Find", refuse: canPickView, run: pickView},
		{binding: func(k keys.Map) key.Binding { return k.Snooze }, group: "Find", refuse: canSnooze, run: startSnooze, name: snoozeName, footer: snoozeRank, place: atRest},
		{binding: func(k keys.Map) key.Binding { return k.Snoozed }, group: "Find", refuse: canShowSnoozed, run: showSnoozed, name: showSnoozedName},
		{binding: func(k keys.Map) key.Binding { return k.Next }, group: "Find", refuse: canJump, run: jumpNext, footer: nextRank, place: atNext, short: "next"},
		{binding: func(k keys.Map) key.Binding { return k.Previous }, group: "Find", refuse: canJump, run: jumpBack},
	}
}

func decideActions() []action {
	one := func(binding func(k keys.Map) key.Binding, choice choiceFor) action {
		return action{
			binding: binding, group: decideGroup, footer: usual, refuse: canDecide(choice), run: startDecision(choice),
			name: func(a *App) string { return a.choiceName(choice) },
		}
	}
	decide := []action{
		reviewed(ranked(always, one(func(k keys.Map) key.Binding { return k.Approve }, rule.YesTo))),
		ranked(noRank, one(func(k keys.Map) key.Binding { return k.Reject }, model.Snapshot.NoTo)),
		ranked(changesRank, one(func(k keys.Map) key.Binding { return k.Changes }, only(model.ChoiceChanges))),
		ofTraces(namesStep(one(func(k keys.Map) key.Binding { return k.Again }, againFor))),
		{binding: func(k keys.Map) key.Binding { return k.Inspect }, group: decideGroup, footer: usual, refuse: canInspect, run: inspect, name: inspectName, on: model.KindTrace, only: "sessions, traces"},
		ofTraces(one(func(k keys.Map) key.Binding { return k.Skip }, only(model.ChoiceSkip))),
		ofTraces(one(func(k keys.Map) key.Binding { return k.Abort }, only(model.ChoiceAbort))),
		{binding: func(k keys.Map) key.Binding { return k.Note }, group: decideGroup, refuse: canNote, run: writeNote, footer: usual, where: board.JournalTitle, only: "journal"},
		{binding: func(k keys.Map) key.Binding { return k.Entry }, group: decideGroup, refuse: canWrite, run: writeEntry, only: "journal"},
		{binding: func(k keys.Map) key.Binding { return k.Worth }, group: decideGroup, refuse: canRetry, run: writeRetry, footer: usual, only: "journal"},
		{binding: func(k keys.Map) key.Binding { return k.Mark }, group: decideGroup, refuse: canMark, run: toggleMark, only: "sessions"},
		{binding: func(k keys.Map) key.Binding { return k.All }, group: decideGroup, footer: usual, refuse: canDecideMarked, run: decideMarked, name: batchName, only: "sessions"},
		{binding: func(k keys.Map) key.Binding { return k.Undo }, group: decideGroup, footer: usual, refuse: canUndo, run: startUndo, name: undoName, short: "undo"},
	}
	for i, act := range decide {
		decide[i].refuse = func(a *App) string {
			if a.feed.err != nil {
				return a.stale()
			}
			return act.refuse(a)
		}
	}
	return decide
}

func reviewed(act action) action {
	act.inHints = (*App).yesName
	return act
}

func namesStep(act action) action {
	act.inHints = (*App).againName
	return act
}

func ofTraces(act action) action {
	act.only = "traces"
	return act
}

func ranked(rank int, act action) action {
	act.footer = rank
	return act
}

func programActions() []action {
	return []action{
		{binding: func(k keys.Map) key.Binding { return k.Pin }, group: "Program", refuse: canPin, run: togglePin, name: pinName, footer: usual, where: "Plans"},
		{binding: func(k keys.Map) key.Binding { return k.Rule }, group: "Program", refuse: canAddRule, run: func(a *App) tea.Cmd { return a.askRule(a.tried()) }, only: "actions, sessions"},
		{binding: func(k keys.Map) key.Binding { return k.Message }, group: "Program", refuse: canWriteMessage, run: startMessage},
		{binding: func(k keys.Map) key.Binding { return k.Edit }, group: "Program", refuse: canEdit, run: startEdit, name: editName, footer: usual, where: board.TracesTitle, on: model.KindWork, short: "edit"},
		{binding: func(k keys.Map) key.Binding { return k.Copy }, group: "Program", refuse: canCopy, run: copyName, name: copyWords, footer: usual, on: model.KindWork, offered: copiesCommand},
		{binding: func(k keys.Map) key.Binding { return k.Screen }, group: "Program", refuse: canOpenScreen, run: openScreen, footer: usual, short: "its screen", only: "hosts"},
		{binding: func(k keys.Map) key.Binding { return k.Theme }, group: "Program", refuse: canTurnTheme, run: turnTheme},
		{binding: func(k keys.Map) key.Binding { return k.Reload }, group: "Program", refuse: canAlways, run: reload},
		{binding: func(k keys.Map) key.Binding { return k.Palette }, group: "Program", footer: allRank, place: atAll, refuse: canAlways, run: openPalette, short: "all actions", tight: "all"},
		{binding: func(k keys.Map) key.Binding { return k.Help }, group: "Program", footer: always, place: atHelp, refuse: canAlways, run: openHelp},
		{binding: func(k keys.Map) key.Binding { return k.Quit }, group: "Program", footer: quitRank, place: atLeave, refuse: canAlways, run: func(a *App) tea.Cmd { return a.leave(a.keys.Quit) }},
		{binding: func(k keys.Map) key.Binding { return k.Kill }, group: "Program", refuse: canAlways, run: func(a *App) tea.Cmd { return a.leave(a.keys.Kill) }},
	}
}

func canAlways(*App) string { return "" }

// farAway is more than any list has rows.
const farAway = 1 << 30

func needsRows(a *App) string {
	if a.detail == nil && len(a.list().Rows) == 0 {
		return "nothing to move through"
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
	switch {
	case a.detail == nil:
		return "nothing is open"
	case a.detail.isLeftFile():
		return "the file is shown as it is"
	}
	return ""
}

func canOpen(a *App) string {
	if f, ok := a.detail.leftFile(); ok && a.detail.isTracePage() {
		if !f.Exists || f.Refused != "" {
			return "this file cannot be shown"
		}
		return ""
	}
	if a.detail != nil {
		return "already open"
	}
	if _, ok := a.selected(); !ok {
		return "nothing is selected"
	}
	return ""
}

func moveBy(n int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		if cmd, ok := a.moveLeft(n); ok {
			return cmd
		}
		if a.detail != nil {
			a.detail.scroll(n, a.detailHeight())
			return nil
		}
		a.list().Move(n)
		return a.preview()
	}
}

func movePages(n int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd { return moveBy(n * max(1, a.bodyHeight()-2))(a) }
}

func turnPage(n int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		to := a.tabs.at
		for range a.pages {
			if to = (to + n + len(a.pages)) % len(a.pages); a.board.Here[to] {
				break
			}
		}
		return a.openPage(to)
	}
}

func (a *App) openPage(i int) tea.Cmd {
	a.tabs.at = i
	a.detail = nil
	if a.all != nil {
		a.setRows(i)
	}
	// What is beside the list may be the same, and has another place here.
	a.layOutBeside()
	return a.preview()
}

func openDetail(a *App) tea.Cmd {
	if a.detail.isTracePage() {
		return a.openLeft()
	}
	ref, _ := a.selected()
	a.detail = newDetail(ref)
	a.detail.goal = a.foundBy(ref)
	a.layOutDetail()
	return a.askDetail()
}

func toggleRaw(a *App) tea.Cmd {
	d := a.detail
	story := d.isStory()
	d.raw, d.told, d.top = !d.raw, false, 0
	a.layOutDetail()
	if story {
		// The lines of a session are at its end, too.
		d.top = len(d.lines)
	}
	return nil
}

func canShowBlock(a *App) string {
	switch {
	case a.detail != nil || a.tabs.at != board.HomePage:
		return "only Home shows the plan to resume"
	case a.board.Resume.Plan == nil:
		return "no plan is active"
	}
	return ""
}

// toggleBlock shows the plan to resume as the seed's block, or in brief again.
func toggleBlock(a *App) tea.Cmd {
	a.tabs.block = !a.tabs.block
	return a.preview()
}

func blockName(a *App) string {
	if a.tabs.block {
		return "plan in brief"
	}
	return a.keys.Block.Help().Desc
}

func openHelp(a *App) tea.Cmd {
	a.open(&overlay.Help{})
	return nil
}

func reload(a *App) tea.Cmd { return a.loadWith(Store.Load) }

func toggleReveal(a *App) tea.Cmd {
	a.revealed = !a.revealed
	if a.revealed {
		a.th = a.th.Revealing()
		a.say(styles.RoleWarn, "Keys and passwords are shown. "+keys.Of(a.keys.Reveal)+" masks them.")
	} else {
		a.th = a.th.Masking()
	}
	a.layOutBeside()
	a.layOutDetail()
	return a.hear(overlay.RevealMsg{})
}

func canTurnTheme(a *App) string {
	if _, ok := a.th.Turned(); !ok {
		return "this terminal shows no colours"
	}
	return ""
}

// turnTheme changes between colours for a dark and for a light background.
func turnTheme(a *App) tea.Cmd {
	a.th, _ = a.th.Turned()
	name := "light"
	if a.th.Dark() {
		name = "dark"
	}
	a.say(styles.RoleMuted, "Colours for a "+name+" background. theme: "+name+" in the settings keeps them.")
	a.layOutBeside()
	a.layOutDetail()
	return a.hear(overlay.RevealMsg{})
}

func openHistory(a *App) tea.Cmd {
	a.open(&overlay.History{})
	return nil
}

func revealName(a *App) string {
	if a.revealed {
		return "mask keys and passwords"
	}
	return a.keys.Reveal.Help().Desc
}
