package tui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
	"coldstart/tui/plain"
)

// where are the places in which a key means an action: no two actions of one place have the same key.
type where uint8

const (
	// onPages is for the pages and what is opened there, onFirst for the page of an empty folder, onCard for
	// the dialog of a decision.
	onPages where = 1 << iota
	onFirst
	onCard
)

// scope is what an action is about where the pages of several vaults are in one.
type scope uint8

const (
	unsaid scope = iota
	// aboutPage is about the page on the screen, aboutThing about the row under the cursor, in its vault, and
	// aboutVault about the page of that vault, which it opens.
	aboutPage
	aboutThing
	aboutVault
)

// action is a row of the table of actions.
type action struct {
	id keys.ID
	// keys are its keys at first, with a blank between them, and cap what help calls them, "" for the first.
	// Fixed says why the settings cannot change them.
	keys, cap, fixed string
	in               where
	of               scope
	// does is what it does, name that where it depends, and hint its names in the hints and in help.
	does string
	name func(a *App) string
	hint func(a *App) (does, tight string)
	// short is its name in the hints, tight the one where they do not all fit.
	short, tight string
	// group is the heading in help.
	group string
	// brief is its place in the short help.
	brief brief
	// footer is its rank in the hints, of the page where if that is not empty; 0 is none.
	footer int
	where  string
	// on is a kind of thing on which it is in the hints of any page, KindNone for none.
	on model.Kind
	// offered says that it comes first in the hints of any page, nil for never.
	offered func(a *App) bool
	// place orders the hints: decisions, rest, open, next, others, all, help, leave.
	place int
	// elsewhere is what it does on other rows, for a line of help, "" for actions of any row.
	elsewhere string
	// finds are everyday words for it, findsOnly the only ones that find it.
	finds, findsOnly string
	// opens is its place among what the palette opens, 0 for none, and about what it is about now.
	opens int
	about func(a *App) about
	// plain is when plain lines have it.
	plain plain.Use
	// command is the command that does the same, none says why there is none.
	command, none string
	// refuse is why the action cannot run now, "" when it can.
	refuse func(a *App) string
	run    func(a *App) tea.Cmd
}

// brief is a place in the short help: a row below a heading. Actions in one row share its words, which are
// those of the action if there are none.
type brief struct {
	group string
	at    int
	says  string
}

// about is what an action is about now: a name instead of its own, what that is of, and a note.
type about struct{ name, of, note string }

// thisRow is the heading of the actions on the row under the cursor.
const thisRow = "This row"

// binding are the keys that everybody begins with.
func (act action) binding() key.Binding {
	all := strings.Fields(act.keys)
	if len(all) == 0 {
		return key.NewBinding(key.WithHelp("", act.does))
	}
	for i, k := range all {
		if k == "space" {
			all[i] = " "
		}
	}
	return key.NewBinding(key.WithKeys(all...), key.WithHelp(cmp.Or(act.cap, keys.Name(all[0])), act.does))
}

// places are those in which its keys mean the action.
func (act action) places() where {
	in := cmp.Or(act.in, onPages)
	if slices.ContainsFunc(confirm.Keys(), func(k confirm.Key) bool { return k.ID == act.id }) {
		in |= onCard
	}
	return in
}

// defaultKeys are the keys that everybody begins with.
func defaultKeys() keys.Map {
	k := keys.Map{}
	for _, act := range actions() {
		k[act.id] = act.binding()
	}
	return k
}

// action is a row of the table.
func (a *App) action(id keys.ID) action {
	all := a.actions()
	return all[slices.IndexFunc(all, func(act action) bool { return act.id == id })]
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

// The places in the hints. Those of a page have none.
const (
	atVerb = iota - 6
	atDecide
	atFirst
	atRest
	atOpen
	atNext
	_
	atAll
	atHelp
	atLeave
)

// decideGroup is the heading of the actions that change files.
const decideGroup = "Decide"

// refuse is why an action cannot run now, "" when it can.
func (a *App) refuse(act action) string {
	if d, ok := a.deed(act); ok {
		return d.why
	}
	return act.refuse(a)
}

// do runs an action.
func (a *App) do(act action) tea.Cmd {
	if d, ok := a.deed(act); ok {
		return d.run()
	}
	if act.of == aboutVault || act.of == aboutPage && act.group == "Find" {
		a.tabs.turned++
	}
	return act.run(a)
}

// does is the name of an action now.
func (a *App) does(act action) string {
	if act.name != nil {
		return act.name(a)
	}
	return a.keys[act.id].Help().Desc
}

// called is the name of the action in help and in the palette: that of the hints, if it has one.
func (a *App) called(act action) string {
	if d, ok := a.deed(act); ok {
		return cmp.Or(d.does, a.keys[act.id].Help().Desc)
	}
	if act.hint == nil {
		return a.does(act)
	}
	does, tight := act.hint(a)
	return cmp.Or(tight, does)
}

// hintFor is an action in the hints, with a rank.
func (a *App) hintFor(act action, rank int) draw.Hint {
	h := draw.Hint{For: string(act.id), Key: a.keys[act.id].Help().Key, Does: cmp.Or(act.short, a.does(act)), Tight: act.tight, Rank: rank}
	switch {
	case act.hint != nil:
		h.Does, h.Tight = act.hint(a)
	case act.id == keys.Continue:
		h.Does = a.emberVerb()
	}
	return h
}

func leaveBy(id keys.ID) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd { return a.leave(a.keys[id]) }
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
	case a.detail.isLeftFile(), a.detail.ref.Kind == model.KindOther:
		return "the file has only one view"
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
	if a.detail != nil && len(a.detail.links) > 0 {
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
		if a.moveLink(n) {
			return nil
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

func canTurnPage(a *App) string {
	if a.otherPages() == 0 {
		return "there is no other page"
	}
	return notInDetail(a)
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
	over := a.detail
	if over != nil {
		ref = over.links[over.linkAt]
	}
	a.detail = newDetail(ref)
	a.detail.goal, a.detail.over = a.foundBy(ref), over
	cmd := a.askDetail()
	a.layOutDetail()
	return cmd
}

func toggleRaw(a *App) tea.Cmd {
	d := a.detail
	story := d.isStory()
	d.raw, d.told, d.Top = !d.raw, false, 0
	a.layOutDetail()
	if story {
		// The lines of a session are at its end, too.
		d.Top = len(d.lines)
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
	return a.keys[keys.Block].Help().Desc
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
		a.say(styles.RoleWarn, "Keys and passwords are shown. "+keys.Of(a.keys[keys.Reveal])+" masks them.")
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
	a.say(styles.RoleMuted, "The "+name+" theme. To keep it, set theme: "+name+" in your settings.")
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
	return a.keys[keys.Reveal].Help().Desc
}
