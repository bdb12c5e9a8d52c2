package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// The sizes at which the layout changes, in cells.
const (
	splitWidth = draw.SplitWidth
	// frameRows are header, tabs and hints; the status line is extra.
	frameRows = 3
	// carefulHeight is the least height with a row for a doubt about the plan to go on with.
	carefulHeight = 20
	// roomyHeight is the least height with empty rows between the parts.
	roomyHeight = 16
	// spacedHeight is the least height with an empty row above each group of a list.
	spacedHeight = 30
)

// View draws the whole screen: exactly height rows of exactly width cells.
func (a *App) View() string {
	if a.width <= 0 || a.height <= 0 {
		return ""
	}
	return rendered(a.th, a.lines(), a.size)
}

func (a *App) lines() []styles.Line {
	if a.all != nil && a.over.Top() == nil {
		if frame := a.all.frame(); frame != nil {
			return frame
		}
	}
	switch {
	case a.tooSmall():
		return a.viewSmall()
	case a.over.Covers():
		return a.over.View(a.screen(), a.height)
	}
	if box, ok := a.box(); ok {
		return a.boxOver(box, draw.Tall(a.below().lines(), a.height))
	}
	lines := []styles.Line{a.viewHeader(), a.viewTabs()}
	if a.roomy() {
		lines = append(lines, nil)
	}
	h := a.bodyHeight()
	lines = append(lines, draw.Tall(a.viewBody(h), h)...)
	lines = append(lines, a.statusLines(a.mostStatus())...)
	return append(lines, a.viewFooter())
}

// boxOver draws a box over what is below it. A message is in the last rows.
func (a *App) boxOver(box draw.Box, below []styles.Line) []styles.Line {
	lines := box.Over(a.th, below, a.width)
	if said := a.said(); len(said) > 0 {
		copy(lines[len(lines)-len(said):], said)
	}
	return lines
}

// box is the overlay on top, if it is one, with its keys as they are drawn.
func (a *App) box() (draw.Box, bool) {
	box, ok := a.over.Box(a.screen())
	box.Hints = draw.Keys(a.th, box.Hints)
	return box, ok
}

// below is the screen without the overlay on top.
func (a *App) below() *App {
	below := *a
	below.over, below.toast = a.over[:len(a.over)-1], toast{}
	return &below
}

// said is the message of the last key while a box is open, nil for none.
func (a *App) said() []styles.Line {
	text, role := a.toast.text, a.toast.role
	if text == "" {
		text, role = a.over.Tell(a.screen()), styles.RoleMuted
	}
	if text == "" {
		return nil
	}
	rows := draw.Wrapped(a.th.Label(text), role, max(1, a.width-draw.TextEdge-draw.RightEdge))
	for i, l := range rows {
		rows[i] = styles.Join(draw.Edge(), l)
	}
	return rows[:min(len(rows), mostSaid)]
}

// mostSaid are the rows of a message below a box.
const mostSaid = 2

func (a *App) tooSmall() bool { return a.width < draw.MinWidth || a.height < draw.MinHeight }

func (a *App) bodyHeight() int {
	rows := frameRows + len(a.statusLines(a.mostStatus()))
	if a.roomy() {
		rows++
	}
	return max(1, a.height-rows)
}

// viewSmall is what a screen too small for the layout shows: a warning if there is one, since
// the next key may lose something, and one sentence.
func (a *App) viewSmall() []styles.Line {
	text := fmt.Sprintf("%s; the window is too small (%d×%d needed). %s quits.",
		phrase.NeedYou(a.board.Needs[board.HomePage]), draw.MinWidth, draw.MinHeight, keys.Of(a.keys[keys.Quit]))
	switch {
	case a.over.Covers():
		text = fmt.Sprintf("Something is open over the page. The window is too small (%d×%d needed). esc cancels.", draw.MinWidth, draw.MinHeight)
	case !a.feed.loaded:
		text = fmt.Sprintf("The window is too small (%d×%d needed). %s quits.", draw.MinWidth, draw.MinHeight, keys.Of(a.keys[keys.Quit]))
	}
	lines := draw.Sentence(styles.RolePlain, text, max(1, a.width))
	if a.toast.role == styles.RoleWarn || a.toast.role == styles.RoleBad {
		lines = append(draw.Wrapped(a.th.Label(a.toast.text), a.toast.role, max(1, a.width)), lines...)
	}
	return lines
}

func (a *App) viewBody(h int) []styles.Line {
	if a.all != nil && a.over.Top() == nil {
		if lines := a.all.body(h); lines != nil {
			return lines
		}
	}
	switch {
	case a.over.Top() != nil:
		return a.over.View(a.screen(), h)
	case !a.feed.loaded && a.feed.err != nil:
		if a.isAway() {
			lines := append(draw.Wrapped(a.th.Label(a.unread()+"."), styles.RoleBad, draw.Inside(a.width)), a.hintLines(a.width)...)
			return draw.Indented(append(lines, draw.Words(styles.RolePlain, keys.Of(a.keys[keys.Reload])+" asks again.")))
		}
		lines := draw.Sentence(styles.RoleBad, " Could not read the vault:", a.width)
		lines = append(lines, draw.Gutter(a.th, draw.Wrapped(a.th.Label(a.feed.err.Error()), styles.RolePlain, a.width-draw.GutterWidth))...)
		return append(lines, styles.Join(draw.Edge(), draw.Words(styles.RolePlain, keys.Of(a.keys[keys.Reload])+" tries again.")))
	case !a.feed.loaded:
		return []styles.Line{nil, styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "Reading the vault…"))}
	case a.detail.isTracePage():
		return a.viewTrace(h)
	case a.onFirst() && !a.isLost():
		return a.viewFirst(h)
	case a.detail.isStory():
		return a.viewStory(h)
	case a.detail != nil:
		return draw.MarkedLines(a.detail.Lines(a.detail.lines, h), draw.SoughtWords(a.filter()))
	}
	head := a.head(h)
	if a.onProblems() && len(a.list().Rows) > 0 {
		return append(head, a.viewProblems(h-len(head))...)
	}
	return append(head, a.viewPage(a.listHeight()+len(a.listHead())+a.stripRows()+len(a.foot()))...)
}

// mostStatus is how many rows a message has at most: two for good news, so that the list stays in
// view, three for what went wrong and in a narrow window.
func (a *App) mostStatus() int {
	if a.toast.role == styles.RoleGood && a.width >= draw.FullWidth {
		return 2
	}
	return 3
}

// mergeWords says that nothing can be decided, and what to type.
func mergeWords(s model.Snapshot) string {
	keep, giveUp := s.Merging.Finish()
	words := s.Merging.Open() + " in this repository: nothing can be decided. "
	if names := s.Conflicts.String(); names != "" {
		words += "Unmerged files: " + names + ". "
	}
	return words + keep + " finishes it, " + giveUp + " abandons it."
}

// statusLines is the message of the last key or answer, in 1 to most rows.
func (a *App) statusLines(most int) []styles.Line {
	text, role, told := "", styles.RoleWarn, ""
	if a.over.Top() != nil {
		told = a.over.Tell(a.screen())
	}
	switch {
	case a.toast.text != "":
		text, role = a.toast.text, a.toast.role
	case a.write.on:
		text = a.writingWords()
	case told != "":
		text, role = told, styles.RoleMuted
	case a.feed.err != nil:
		text, role = a.unread()+". "+keys.Of(a.keys[keys.Reload])+" tries again.", styles.RoleBad
	case !a.over.Covers() && a.board.Snapshot.ReadOnly != "":
		text = "Read-only: " + a.board.Snapshot.ReadOnly + ". Decisions are off."
	case !a.over.Covers() && a.board.Snapshot.Merging != "":
		text = mergeWords(a.board.Snapshot)
	}
	if text == "" && a.over.Top() == nil && a.detail == nil && (a.tabs.filtering || a.filter() != "") {
		return []styles.Line{a.filterLine().Fit(a.width)}
	}
	w := max(1, a.width-draw.TextEdge-draw.RightEdge)
	if text == "" && !a.roomy() && a.over.Top() == nil {
		return nil
	}
	rows := draw.Wrapped(a.th.Label(text), role, w)
	for _, n := range []int{32, 24, 16} {
		if len(rows) > most {
			rows = draw.Wrapped(a.th.Label(cutNames(text, n)), role, w)
		}
	}
	if len(rows) > most {
		rows = append(rows[:most-1], styles.Join(rows[most-1:]...).Fit(w))
	}
	return draw.Indented(rows)
}

// cutNames shortens words of more than n characters, which are file names, in the middle.
func cutNames(text string, n int) string {
	list := strings.Split(text, " ")
	for i, word := range list {
		if r := []rune(word); len(r) > n {
			list[i] = string(r[:n/2-1]) + "…" + string(r[len(r)-n/2:])
		}
	}
	return strings.Join(list, " ")
}

// place is the position in a list or text that does not fit.
func (a *App) place() styles.Line {
	l := a.list()
	from, to := l.Span(a.listHeight())
	switch {
	case a.over.Top() != nil:
		return a.over.Place(a.screen())
	case !a.feed.loaded, a.many() != nil && a.many().onVaults():
	case a.detail != nil:
		return a.detailPlace()
	case len(l.Rows) > 0 && (a.roomy() || to-from < len(l.Rows)):
		return draw.Words(styles.RoleMuted, fmt.Sprintf("%d/%d", l.At+1, len(l.Rows)))
	}
	return nil
}

func (a *App) hints() []draw.Hint {
	switch {
	case a.over.Top() != nil:
		return a.over.Top().Hints(a.screen())
	case a.tabs.filtering:
		return []draw.Hint{{Key: "enter", Does: "keep"}, {Key: "esc", Does: "show all"}}
	case a.all != nil:
		return a.all.hints()
	}
	return a.pageHints()
}

// pageHints are the keys that work now on the page.
func (a *App) pageHints() []draw.Hint {
	ref, _ := a.selected()
	switch {
	case a.onProblems() && a.detail == nil:
		return a.wakeFirst(a.problemHints())
	case a.onFirst() && (!a.isLost() || ref.Kind == model.KindOther):
		return a.firstHints()
	case a.detail.isStory():
		return a.storyHints()
	}
	var hints []draw.Hint
	all := slices.Concat(a.actionsOf(decideGroup), a.actionsOf(""))
	slices.SortStableFunc(all, func(x, y action) int { return cmp.Compare(a.placeOf(x), a.placeOf(y)) })
	for _, act := range all {
		here := act.where == "" && act.on == model.KindNone || act.where == a.pages[a.tabs.at].Title || act.on != model.KindNone && act.on == ref.Kind || a.offers(act)
		if act.footer > 0 && here && a.refuse(act) == "" {
			hints = append(hints, a.hintFor(act, a.rankOf(act)))
		}
	}
	return a.wakeFirst(hints)
}

// offers reports whether an action comes first in the hints of any page now.
func (a *App) offers(act action) bool { return act.offered != nil && act.offered(a) }

// placeOf is the place of an action in the hints. On an open trace what is done with its files comes
// before what leads away.
func (a *App) placeOf(act action) int {
	ref, _ := a.selected()
	switch {
	case act.place == atVerb && (!a.onSessions() || a.board.VerbOf(ref) != board.VerbAcknowledge):
		return atVerb
	case act.group == decideGroup:
		return atDecide
	case a.offers(act):
		return atFirst
	case !a.detail.isTracePage():
		return act.place
	case act.where == board.TracesTitle:
		return atNext
	case act.place == atRest || act.place == atNext:
		return 0
	}
	return act.place
}

// rankOf is the rank of an action in the hints. On an open trace what leads away has none but where
// all fit, so that the first keys have their whole names.
func (a *App) rankOf(act action) int {
	if a.offers(act) {
		return always
	}
	if a.detail.isTracePage() && act.footer >= snoozeRank {
		return draw.Extra
	}
	return act.footer
}

// wakeFirst puts the key that wakes a snoozed row first.
func (a *App) wakeFirst(hints []draw.Hint) []draw.Hint {
	ref, _ := a.subject()
	if _, rests := a.board.Resting(ref); !rests {
		return hints
	}
	wakes := func(h draw.Hint) bool { return h.For == string(keys.Snooze) }
	if i := slices.IndexFunc(hints, wakes); i > 0 {
		wake := hints[i]
		wake.Rank = always
		return slices.Insert(slices.Delete(hints, i, i+1), 0, wake)
	}
	return hints
}

// actionsOf returns the actions of a group; "" means all but the deciding ones.
func (a *App) actionsOf(group string) []action {
	return slices.DeleteFunc(a.actions(), func(act action) bool {
		if group == "" {
			return act.group == decideGroup
		}
		return act.group != group
	})
}
