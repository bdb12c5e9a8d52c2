package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/plain"
)

// Why an action has no command.
const (
	ofScreen = "about the screen alone"
	ofCard   = "about the dialog alone"
)

// actions is the table of all actions but those of the settings. Keys, hints, help, the palette, plain
// lines, docs/keys.md, the names in the settings and the check of their keys are made from it.
func actions() []action {
	return slices.Concat(moveActions(), pageActions(), findActions(), decideActions(), firstActions(), programActions(), cardActions())
}

// actions are all actions, with those of the settings.
func (a *App) actions() []action {
	return append(actions(), a.outside.listed...)
}

func moveActions() []action {
	move := []action{
		{id: keys.Up, keys: "up k", cap: "↑ k", does: "up", run: moveBy(-1)},
		{id: keys.Down, keys: "down j", cap: "↓ j", does: "down", run: moveBy(1)},
		{id: keys.PageUp, keys: "pgup ctrl+b ctrl+u", does: "page up", run: movePages(-1)},
		{id: keys.PageDown, keys: "pgdown ctrl+f ctrl+d", does: "page down", run: movePages(1)},
		{id: keys.Top, keys: "g home", cap: "g home", does: "first", brief: brief{"Go", 9, "first, last"}, run: moveBy(-farAway)},
		{id: keys.Bottom, keys: "G end", cap: "G end", does: "last", brief: brief{"Go", 9, ""}, run: moveBy(farAway)},
	}
	for i := range move {
		move[i].in, move[i].of, move[i].group, move[i].none, move[i].refuse = onPages|onCard, aboutPage, "Move", ofScreen, needsRows
		move[i].finds, move[i].plain = "move cursor scroll", plain.Not
	}
	return move
}

func pageActions() []action {
	return []action{
		{id: keys.NextTab, keys: "tab right l", does: "next page", of: aboutPage, group: "Pages", plain: plain.Not, finds: "tab right forward", none: ofScreen, refuse: canTurnPage, run: turnPage(1)},
		{id: keys.PrevTab, keys: "shift+tab left h", does: "previous page", of: aboutPage, group: "Pages", plain: plain.Not, finds: "tab left backward", none: ofScreen, refuse: canTurnPage, run: turnPage(-1)},
		{id: keys.Vaults, opens: 5, keys: "0", does: "all vaults", of: aboutPage, group: "Pages", brief: brief{"Go", 11, ""}, plain: plain.Not, finds: "repositories projects switch", command: "list vaults", refuse: amongOthers, run: goToList},
		{id: keys.Open, keys: "enter", does: "open", name: openName, group: "Pages", of: aboutThing, footer: openRank, place: atOpen, brief: brief{thisRow, 10, "open"}, plain: plain.Not, finds: "show details enter look", command: "show REF", refuse: canOpen, run: openDetail},
		{id: keys.Back, keys: "esc", fixed: "goes back, and nothing else", does: "back", of: aboutPage, name: backName, group: "Pages", footer: always, place: atLeave, brief: brief{"Go", 10, ""}, plain: plain.Not, finds: "return", none: ofScreen, refuse: canGoBack, run: goBack},
		{id: keys.History, opens: 5, keys: "H", does: "history of decisions", group: "Pages", of: aboutThing, brief: brief{"Decide more", 4, "history"}, plain: plain.Not, finds: "past decisions log earlier record", command: "list decisions", refuse: canAlways, run: openHistory},
		{id: keys.Source, keys: "v", does: "source", group: "Pages", of: aboutThing, footer: usual, brief: brief{"Look", 1, "raw file"}, plain: plain.Not, finds: "raw bytes file", command: "show REF --json", refuse: inDetail, run: toggleRaw},
		{id: keys.Block, keys: "v", does: "plan in full", name: blockName, of: aboutVault, group: "Pages", brief: brief{"Look", 2, "plan in full"}, plain: plain.Not, finds: "details steps why", command: "status", refuse: canShowBlock, run: toggleBlock},
		{id: keys.Reveal, keys: "V", does: "show masked", of: aboutPage, name: revealName, group: "Pages", brief: brief{"Look", 3, "unmask keys"}, plain: plain.Not, finds: "secrets passwords keys unmask", command: "show REF --reveal", refuse: canAlways, run: toggleReveal},
	}
}

func findActions() []action {
	return []action{
		{id: keys.Check, keys: "d", does: "was this tried?", group: "Find", of: aboutThing, footer: usual, where: board.JournalTitle, brief: brief{"Go", 7, ""}, plain: plain.Not, finds: "before failed attempts dead end check rejected", command: "tried WORDS", refuse: canCheck, run: openCheck},
		{id: keys.FailedOnly, keys: "f", does: "tried and failed", name: deadName, of: aboutVault, group: "Find", footer: usual, brief: brief{"Look", 7, ""}, plain: plain.Always, finds: "dead ends ruled out", command: "journal", refuse: canShowDead, run: toggleDead},
		{id: keys.NextProblem, keys: "o", does: "other problem", name: otherName, of: aboutVault, group: "Find", footer: usual, brief: brief{"Look", 8, ""}, plain: plain.Always, finds: "topic research question", command: "journal --problem SLUG", refuse: canTurn, run: turnOther},
		{id: keys.Fold, keys: "o", does: "open the group", of: aboutPage, name: foldName, group: "Find", brief: brief{"Look", 4, "open the group"}, footer: usual, offered: onFolded, plain: plain.Not, finds: "expand group similar", none: ofScreen, refuse: canFold, run: toggleFold},
		{id: keys.NextNews, keys: "}", does: "next change", of: aboutPage, group: "Find", brief: brief{"Go", 5, "next, prev. change"}, plain: plain.Not, finds: "new updated unseen jump", none: ofScreen, refuse: canJumpNews, run: jumpNews(1)},
		{id: keys.PrevNews, keys: "{", does: "previous change", of: aboutPage, group: "Find", brief: brief{"Go", 5, ""}, plain: plain.Not, finds: "new updated unseen jump", none: ofScreen, refuse: canJumpNews, run: jumpNews(-1)},
		{id: keys.Seen, keys: "L", does: "mark all as seen", of: aboutThing, group: "Find", brief: brief{"Look", 5, "mark all as seen"}, plain: plain.Always, finds: "read acknowledge news", none: "about what this screen showed", refuse: canKeepLook, run: seenAll},
		{id: keys.While, opens: 3, about: aboutAway, keys: "W", does: "while you were away", of: aboutVault, group: "Find", brief: brief{"Go", 3, "while you were away"}, plain: plain.Not, finds: "since last visit happened sessions tokens news summary", command: "status --since", refuse: canSeeAway, run: openAway},
		{id: keys.Find, keys: "/", does: "find in rows and texts", of: aboutPage, short: "find", group: "Find", footer: draw.Extra, brief: brief{"Go", 6, "find"}, plain: plain.Not, finds: "search filter grep", none: ofScreen, refuse: notInDetail, run: startFilter},
		{id: keys.Views, opens: 5, keys: "F", does: "saved views", of: aboutVault, group: "Find", brief: brief{"Go", 8, ""}, plain: plain.Not, finds: "saved filters", command: "config", refuse: canPickView, run: pickView},
		{id: keys.Snooze, keys: "s", does: "snooze", elsewhere: "snooze", name: snoozeName, group: "Find", of: aboutThing, footer: snoozeRank, place: atRest, brief: brief{thisRow, 9, ""}, plain: plain.OfOpen, finds: "later postpone hide remind", command: "snooze REF", refuse: canSnooze, run: startSnooze},
		{id: keys.Snoozed, keys: "z", does: "show snoozed", name: showSnoozedName, of: aboutVault, group: "Find", brief: brief{"Look", 4, ""}, plain: plain.Always, finds: "hidden later", command: "list snoozed", refuse: canShowSnoozed, run: showSnoozed},
		{id: keys.Next, keys: "n ]", does: "next needing you", of: aboutPage, short: "next", group: "Find", footer: nextRank, place: atNext, brief: brief{"Go", 4, "next, previous"}, plain: plain.Not, finds: "waiting jump", none: ofScreen, refuse: canJump, run: jumpNext},
		{id: keys.Previous, keys: "N [", does: "previous needing you", of: aboutPage, group: "Find", brief: brief{"Go", 4, ""}, plain: plain.Not, finds: "waiting jump", none: ofScreen, refuse: canJump, run: jumpBack},
	}
}

func decideActions() []action {
	one := func(choice choiceFor, act action) action {
		act.refuse, act.run = canDecide(choice), startDecision(choice)
		act.name = func(a *App) string { return a.choiceName(choice) }
		return act
	}
	decide := []action{
		one(rule.YesTo, action{id: keys.Approve, keys: "a", does: "approve", hint: (*App).yesName, footer: always, brief: brief{thisRow, 1, ""}, finds: "approve yes accept allow ok", command: "approve REF"}),
		one(model.Snapshot.NoTo, action{id: keys.Reject, keys: "x", does: "reject", footer: noRank, brief: brief{thisRow, 2, ""}, finds: "no deny decline refuse", command: "reject REF -m REASON"}),
		one(only(model.ChoiceChanges), action{id: keys.Changes, keys: "c", does: "ask for changes", footer: changesRank, brief: brief{thisRow, 3, ""}, finds: "revise edit reply comment", command: "changes REF -m NOTE"}),
		one(againFor, action{id: keys.Rerun, keys: "r", does: "re-run", elsewhere: "run a step again", hint: (*App).againName, footer: usual, brief: brief{thisRow, 4, ""}, finds: "again retry restart resume", command: "rerun TRACE"}),
		{id: keys.Inspect, keys: "i", does: "inspect", elsewhere: "inspect a step", name: inspectName, footer: usual, on: model.KindTrace, brief: brief{thisRow, 5, ""}, plain: plain.OfOpenSession, finds: "files behind session", command: "show TRACE --left", refuse: canInspect, run: inspect},
		one(only(model.ChoiceSkip), action{id: keys.Skip, keys: "S", does: "skip", footer: usual, brief: brief{thisRow, 6, ""}, finds: "pass over step", command: "rerun TRACE --skip"}),
		one(only(model.ChoiceAbort), action{id: keys.Abort, keys: "X", does: "abort", footer: usual, brief: brief{thisRow, 7, ""}, finds: "give up", command: "rerun TRACE --abort"}),
		{id: keys.Note, keys: "M", does: "note", footer: usual, where: board.JournalTitle, brief: brief{"The next session", 3, ""}, plain: plain.Always, finds: "journal write lesson", command: "journal note TEXT", refuse: canNote, run: writeNote},
		{id: keys.Entry, keys: "+", does: "write a journal entry", brief: brief{"The next session", 4, "add a journal entry"}, plain: plain.Always, finds: "journal write lesson", command: "journal add", refuse: canWrite, run: writeEntry},
		{id: keys.WorthRetry, keys: "w", does: "mark as worth retrying", footer: usual, brief: brief{thisRow, 8, ""}, finds: "again revisit", command: "journal note TEXT", refuse: canRetry, run: writeRetry},
		{id: keys.Mark, keys: "space", does: "mark", elsewhere: "mark a session", brief: brief{"Decide more", 1, ""}, plain: plain.Not, finds: "select several", command: "ack SESSION", refuse: canMark, run: toggleMark},
		{id: keys.AckAll, keys: "A", does: "acknowledge several", name: batchName, footer: usual, brief: brief{"Decide more", 2, ""}, plain: plain.Always, finds: "several sessions orphans clear", command: "ack --all", refuse: canDecideMarked, run: decideMarked},
		{id: keys.Undo, about: aboutUndo, keys: "u", does: "undo your last decision", name: undoName, short: "undo", footer: usual, brief: brief{"Decide more", 3, "undo the last one"}, plain: plain.Always, finds: "revert take back oops", command: "undo", refuse: canUndo, run: startUndo},
	}
	for i, act := range decide {
		decide[i].group, decide[i].of = decideGroup, aboutThing
		if act.plain == plain.Unsaid {
			decide[i].plain = plain.OfOpen
		}
		decide[i].refuse = func(a *App) string {
			if a.feed.err != nil {
				return a.stale()
			}
			return act.refuse(a)
		}
	}
	return decide
}

// firstActions are the keys of the page that is shown where nothing was left.
func firstActions() []action {
	first := func(act action) action {
		act.in, act.group, act.of, act.plain, act.opens = onFirst, firstGroup, aboutThing, plain.Not, 1
		return act
	}
	return []action{
		first(action{id: keys.MakeVault, keys: "i", does: "make a vault here", short: "make a vault", footer: always, brief: brief{"Go", 12, ""}, finds: "init begin set up new", command: "init", refuse: canMakeVault, run: planVault}),
		first(action{id: keys.Demo, keys: "d", does: "see the demo", short: "demo", footer: openRank, brief: brief{"Go", 13, ""}, finds: "example try tour", command: "demo", refuse: canSeeDemo, run: seeDemo}),
		first(action{id: keys.CopyGuide, keys: "g", does: "copy the guide for agents", short: "copy the guide", footer: noRank, brief: brief{"Go", 14, "copy the guide"}, finds: "instructions agent clipboard", command: "agent guide", refuse: canCopyGuide, run: copyGuide}),
		first(action{id: keys.AllRepositories, keys: "A", does: "all repositories", short: "elsewhere", footer: noRank, finds: "projects machine everywhere", command: "--all", refuse: canSeeEverywhereFirst, run: seeEverywhere}),
	}
}

func programActions() []action {
	program := []action{
		// From pages on which its key means something else, the list of all repositories has a name alone.
		{id: "repositories", opens: 5, fixed: "has no key", does: "all repositories", of: aboutPage, plain: plain.Not, finds: "projects machine everywhere", command: "--all", refuse: canSeeEverywhereLater, run: seeEverywhere},
		{id: keys.Pin, keys: "p", does: "pin this plan", elsewhere: "pin a plan", name: pinName, of: aboutThing, footer: usual, where: "Plans", brief: brief{"The next session", 2, ""}, plain: plain.OfOpen, finds: "resume another plan keep active", command: "pin REF", refuse: canPin, run: togglePin},
		{id: keys.Rule, keys: "P", does: "ask for this each time", of: aboutThing, plain: plain.Not, finds: "gate allow block always", command: "agent gate add", refuse: canAddRule, run: func(a *App) tea.Cmd { return a.askRule(a.tried()) }},
		{id: keys.Resume, keys: "R", does: "resume", elsewhere: "resume a session", name: resumeName, of: aboutThing, footer: always, place: atVerb, offered: offersResume, brief: brief{thisRow, 0, ""}, plain: plain.Not, finds: "continue session start answer reply agent", command: "list sessions", refuse: canResume, run: startResume},
		{id: keys.Continue, opens: 2, about: aboutEmber, name: emberName, keys: "E", does: "continue the work", short: "continue", of: aboutVault, footer: draw.Extra, where: "Home", brief: brief{"Go", 1, ""}, plain: plain.Not, finds: "resume start agent ember session", command: "status", refuse: canContinue, offered: isEmber, run: startContinue},
		{id: keys.Message, about: aboutMessage, keys: "m", does: "message to the next session", of: aboutThing, brief: brief{"The next session", 1, "leave a message"}, plain: plain.Always, finds: "tell note leave a next session prompt", command: "message TEXT", refuse: canWriteMessage, run: startMessage},
		{id: keys.Edit, keys: "e", does: "edit the file in your editor", name: editName, short: "edit", of: aboutThing, footer: usual, where: board.TracesTitle, on: model.KindWork, brief: brief{thisRow, 12, "edit the file"}, plain: plain.Not, finds: "editor vim change file", none: "your editor opens files", refuse: canEdit, run: startEdit},
		{id: keys.Copy, keys: "y Y", does: "copy its command, path or id", name: copyWords, of: aboutThing, footer: usual, on: model.KindWork, offered: copiesCommand, brief: brief{thisRow, 11, ""}, plain: plain.Not, finds: "clipboard yank path", command: "show REF --json", refuse: canCopy, run: copyName},
		{id: keys.HostScreen, keys: "O alt+enter", does: "its own screen on its host", short: "its screen", of: aboutThing, footer: usual, brief: brief{"Program", 2, "screen on its host"}, plain: plain.Not, finds: "ssh remote machine", command: "--host NAME", refuse: canOpenScreen, run: openScreen},
		{id: keys.Theme, about: aboutTheme, keys: "T", does: "theme", of: aboutPage, brief: brief{"Program", 4, ""}, plain: plain.Not, finds: "dark light colours colors appearance", command: "config", refuse: canTurnTheme, run: turnTheme},
		{id: keys.Reload, keys: "ctrl+r", does: "reload", of: aboutPage, brief: brief{"Program", 3, ""}, plain: plain.Not, finds: "refresh update", none: ofScreen, refuse: canAlways, run: reload},
		{id: keys.Palette, keys: ": ctrl+p", does: "all actions", of: aboutThing, short: "all actions", tight: "all", footer: allRank, place: atAll, brief: brief{"Program", 1, "all actions"}, plain: plain.Not, finds: "commands menu", command: "help", refuse: canAlways, run: openPalette},
		{id: keys.Help, keys: "?", does: "help", of: aboutPage, footer: always, place: atHelp, plain: plain.Not, finds: "keys shortcuts manual", command: "help", refuse: canAlways, run: openHelp},
		{id: keys.Quit, keys: "q", does: "quit", of: aboutPage, footer: quitRank, place: atLeave, brief: brief{"Program", 5, ""}, plain: plain.Not, findsOnly: "quit exit leave", none: ofScreen, refuse: canAlways, run: leaveBy(keys.Quit)},
		{id: keys.Kill, keys: "ctrl+c", fixed: "quits from anywhere, and nothing else", does: "quit from anywhere", of: aboutPage, plain: plain.Not, findsOnly: "quit exit leave", none: ofScreen, refuse: canAlways, run: leaveBy(keys.Kill)},
	}
	for i := range program {
		program[i].group = "Program"
	}
	return program
}

// cardActions are the keys that only a decision has; its dialog runs them.
func cardActions() []action {
	var all []action
	for _, k := range confirm.Keys() {
		if k.Bound == "" {
			continue
		}
		act := action{id: k.ID, keys: k.Bound, does: k.Does, in: onCard, of: aboutPage, plain: plain.Not, command: k.Command, refuse: inCard, run: func(*App) tea.Cmd { return nil }}
		if k.Command == "" {
			act.none = ofCard
		}
		if k.ID == keys.Yes {
			act.fixed = "approves in dialogs, copies elsewhere"
		}
		all = append(all, act)
	}
	return all
}

// inCard is why a key of decisions does nothing on a page.
func inCard(*App) string { return "only a decision has this key; a key that decides opens one" }
