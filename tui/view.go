package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// The sizes at which the layout changes, in cells.
const (
	splitWidth = draw.SplitWidth
	// frameRows are header, tabs and hints; the status line is extra.
	frameRows = 3
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
	rows := make([]string, a.height)
	for i, l := range draw.Tall(a.lines(), a.height) {
		rows[i] = a.th.Render(l, a.width)
	}
	return strings.Join(rows, "\n")
}

func (a *App) lines() []styles.Line {
	switch {
	case a.tooSmall():
		return a.viewSmall()
	case a.over.Covers():
		return a.over.Top().View(a.screen(), a.height)
	}
	lines := []styles.Line{a.viewHeader(), a.viewTabs()}
	if a.roomy() {
		lines = append(lines, nil)
	}
	h := a.bodyHeight()
	lines = append(lines, draw.Tall(a.viewBody(h), h)...)
	lines = append(lines, a.statusLines(maxStatus)...)
	return append(lines, a.viewFooter())
}

func (a *App) tooSmall() bool { return a.width < draw.MinWidth || a.height < draw.MinHeight }

func (a *App) bodyHeight() int {
	rows := frameRows + len(a.statusLines(maxStatus))
	if a.roomy() {
		rows++
	}
	return max(1, a.height-rows)
}

// viewSmall is what a screen too small for the layout shows: a warning if there is one, since
// the next key may lose something, and one sentence.
func (a *App) viewSmall() []styles.Line {
	text := fmt.Sprintf("%d need you; make the window larger (%d×%d at least), or %s to quit.",
		a.board.Needs[board.HomePage], draw.MinWidth, draw.MinHeight, keys.Of(a.keys.Quit))
	switch {
	case a.over.Covers():
		text = fmt.Sprintf("A decision is open. Make the window larger (%d×%d at least), or esc to cancel.", draw.MinWidth, draw.MinHeight)
	case !a.feed.loaded:
		text = fmt.Sprintf("Make the window larger (%d×%d at least), or %s to quit.", draw.MinWidth, draw.MinHeight, keys.Of(a.keys.Quit))
	}
	lines := draw.Sentence(styles.RolePlain, text, max(1, a.width))
	if a.toast.role == styles.RoleWarn || a.toast.role == styles.RoleBad {
		lines = append(draw.Wrapped(a.th.Label(a.toast.text), a.toast.role, max(1, a.width)), lines...)
	}
	return lines
}

func (a *App) viewBody(h int) []styles.Line {
	switch {
	case a.over.Top() != nil:
		return a.over.Top().View(a.screen(), h)
	case !a.feed.loaded && a.feed.err != nil:
		lines := draw.Sentence(styles.RoleBad, " Could not read the vault:", a.width)
		lines = append(lines, draw.Gutter(a.th, draw.Wrapped(a.th.Label(a.feed.err.Error()), styles.RolePlain, a.width-draw.GutterWidth))...)
		return append(lines, draw.Words(styles.RolePlain, " "+keys.Of(a.keys.Reload)+" tries again."))
	case !a.feed.loaded:
		return []styles.Line{nil, draw.Words(styles.RoleMuted, " Reading the vault…")}
	case a.detail != nil:
		return draw.MarkedLines(draw.Between(a.detail.lines, a.detail.top, h), draw.SoughtWords(a.filter()))
	}
	head := a.head(h)
	if a.tabs.at == board.HomePage && a.width >= splitWidth && len(a.list().Rows) > 0 {
		// The preview begins beside the heading of the queue.
		n := len(head) - 1
		return append(head[:n:n], a.viewPage(head[n:], a.listHeight()+1)...)
	}
	return append(head, a.viewPage(nil, a.listHeight())...)
}

// maxStatus is the most rows of the status line.
const maxStatus = 3

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
		text = "Writing…"
	case told != "":
		text, role = told, styles.RoleMuted
	case a.feed.err != nil:
		text, role = "Could not read the vault: "+a.feed.err.Error()+". "+keys.Of(a.keys.Reload)+" tries again.", styles.RoleBad
	case !a.over.Covers() && a.board.Snapshot.ReadOnly != "":
		text = "Read-only: " + a.board.Snapshot.ReadOnly + ". Nothing can be decided."
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
	h := a.bodyHeight()
	l := a.list()
	from, to := l.Span(a.listHeight())
	switch {
	case a.over.Top() != nil:
		return a.over.Place(a.screen())
	case !a.feed.loaded:
	case a.detail != nil:
		return draw.OfLines(a.detail.top, h, len(a.detail.lines))
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
	}
	var hints []draw.Hint
	rest := a.actionsOf("")
	slices.SortStableFunc(rest, func(x, y action) int { return cmp.Compare(x.place, y.place) })
	for _, act := range slices.Concat(a.actionsOf(decideGroup), rest) {
		here := act.where == "" || act.where == a.pages[a.tabs.at].Title
		if act.footer > 0 && here && act.refuse(a) == "" {
			does := cmp.Or(act.short, act.does(a))
			if act.inHints != nil {
				does = act.inHints(a)
			}
			hints = append(hints, draw.Hint{Key: act.binding(a.bound()).Help().Key, Does: does, Tight: act.tight, Rank: act.footer})
		}
	}
	return a.wakeFirst(hints)
}

// wakeFirst puts the key that wakes a snoozed row first.
func (a *App) wakeFirst(hints []draw.Hint) []draw.Hint {
	ref, _ := a.subject()
	if _, rests := a.board.Resting(ref); !rests {
		return hints
	}
	wakes := func(h draw.Hint) bool { return h.Key == a.keys.Snooze.Help().Key }
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

const helpColumns = 76

func (a *App) viewHelp(w int) []styles.Line {
	if w < helpColumns {
		left, right := a.helpLeft(w), a.helpRight(w)
		return append(append(left, nil), right...)
	}
	half := w/2 - 1
	left, right := a.helpLeft(half), a.helpRight(w-half-2)
	return draw.Columns(a.th, left, right, half, max(len(left), len(right)))
}

func (a *App) helpLeft(w int) []styles.Line {
	lines := append(a.helpGroup("Move", w), nil)
	lines = append(append(lines, a.helpGroup("Pages", w)...), nil)
	lines = append(append(lines, a.helpGroup("Find", w)...), nil)
	return append(lines, a.legend(w)...)
}

func (a *App) helpRight(w int) []styles.Line {
	lines := append(a.helpGroup(decideGroup, w), nil, draw.Words(styles.RoleHeading, " While deciding"))
	for _, h := range overlay.DialogKeys(a.keys) {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
	}
	lines = append(append(lines, nil), a.freshnessHelp(w)...)
	if len(a.outside.own) > 0 {
		lines = append(append(lines, nil), a.helpGroup(ownGroup, w)...)
	}
	lines = append(append(lines, nil), a.helpGroup("Program", w)...)
	return append(lines, a.mouseHelp(w)...)
}

// freshnessHelp explains the words at the top right.
func (a *App) freshnessHelp(w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " At the top right")}
	for _, h := range []draw.Hint{
		{Key: "live", Does: "the screen follows the disk"},
		{Key: "polling", Does: "this file system reports no changes; files are checked every few seconds"},
		{Key: "as of", Does: "a snapshot; " + keys.Of(a.keys.Reload) + " reloads"},
		{Key: "stale", Does: "the vault could not be read again; nothing can be decided"},
	} {
		lines = append(lines, draw.HelpLine(h, styles.RoleTitle, styles.RolePlain, w)...)
	}
	return lines
}

// legend explains the marks of rows.
func (a *App) legend(w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " Marks")}
	for _, m := range []struct {
		mark styles.Mark
		says string
	}{
		{styles.MarkRequest, "decide"},
		{styles.MarkHuman, "do it yourself"},
		{styles.MarkWarn, "careful"},
		{styles.MarkProblem, "failed, broken"},
		{styles.MarkCutOff, "cut off"},
		{styles.MarkGivenUp, "given up"},
		{styles.MarkPartial, "in part"},
		{styles.MarkActive, "running"},
		{styles.MarkDraft, "not begun"},
		{styles.MarkDone, "done"},
		{styles.MarkMemory, "lesson"},
		{styles.MarkNote, "noted"},
		{styles.MarkUnknown, "gone, or in an unknown state"},
	} {
		h := draw.Hint{Key: a.th.MarkSymbol(m.mark).String(), Does: m.says}
		lines = append(lines, draw.HelpLine(h, a.th.MarkRole(m.mark), styles.RolePlain, w)...)
	}
	return append(lines, badgeHelp(w)...)
}

func badgeHelp(w int) []styles.Line {
	var lines []styles.Line
	for _, kind := range []model.NewsKind{model.NewsNew, model.NewsChanged, model.NewsGone} {
		says := map[model.NewsKind]string{
			model.NewsNew:     "new since your last visit",
			model.NewsChanged: "changed or moved since; open it for the difference",
			model.NewsGone:    "gone since your last visit",
		}[kind]
		lines = append(lines, draw.HelpLine(draw.Hint{Key: kind.String(), Does: says}, list.Badge(kind).Role, styles.RolePlain, w)...)
	}
	return lines
}

func (a *App) helpGroup(group string, w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " "+group)}
	if group == "Pages" {
		lines = append(lines, a.helpPages(w)...)
	}
	for _, act := range a.actions() {
		if act.group != group {
			continue
		}
		h := draw.Hint{Key: cmp.Or(act.binding(a.bound()).Help().Key, a.keys.Palette.Help().Key), Does: act.does(a)}
		reason := act.refuse(a)
		if reason == "" {
			lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
			continue
		}
		not := draw.Hint{Key: h.Key, Does: h.Does + " (not now: " + reason + ")"}
		lines = append(lines, draw.HelpLine(not, styles.RoleMuted, styles.RoleMuted, w)...)
	}
	return lines
}

func (a *App) helpPages(w int) []styles.Line {
	var names []string
	for _, p := range a.pages {
		names = append(names, p.Key+" "+p.Title)
	}
	return draw.HelpLine(draw.Hint{Key: "number", Does: strings.Join(names, ", ")}, styles.RoleKey, styles.RolePlain, w)
}
