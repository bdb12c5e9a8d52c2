package tui

import (
	"cmp"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// briefGroup is a heading in the short help, in one of its columns.
type briefGroup struct {
	name   string
	column int
}

// briefGroups are the headings of the short help, as the operator looks for them.
func briefGroups() []briefGroup {
	return []briefGroup{{thisRow, 0}, {"Go", 1}, {"Look", 2}, {"Decide more", 0}, {"The next session", 1}, {"Program", 2}, {ownGroup, 2}}
}

// briefRows are the rows below a heading: the actions of each. Those on the row under the cursor have the order of the
// hints.
func (a *App) briefRows(group string) [][]action {
	var rows [][]action
	for _, act := range a.actions() {
		if act.brief.group != group {
			continue
		}
		same := func(row []action) bool { return row[0].brief.at == act.brief.at }
		if i := slices.IndexFunc(rows, same); i >= 0 {
			rows[i] = append(rows[i], act)
		} else {
			rows = append(rows, []action{act})
		}
	}
	slices.SortStableFunc(rows, func(x, y []action) int {
		if group == thisRow {
			return cmp.Compare(a.placeOf(x[0]), a.placeOf(y[0]))
		}
		return x[0].brief.at - y[0].brief.at
	})
	return rows
}

// The columns of help: so many, each at least so wide; and the cells of keys, beside which their words begin.
const (
	mostHelpColumns = 3
	helpColumn      = 26
	leastHelpKeys   = 5
)

// helpColumnWidths are the cells of the columns but the last.
var helpColumnWidths = [mostHelpColumns - 1]int{27, 26}

// viewHelp is what works now, on one screen of h rows where it can be.
func (a *App) viewHelp(w, h int) []styles.Line {
	columns := max(1, min(mostHelpColumns, (w-draw.TextEdge+2)/helpColumn))
	lines := a.helpColumns(columns, w)
	says := draw.Sentence(styles.RolePlain, "y approves once you have read to the end. You can reject at any time.", draw.Inside(w))
	foot := [][]styles.Line{a.marksHelp(draw.Inside(w)), append(says, a.elsewhereHelp(draw.Inside(w))...)}
	all := len(lines)
	for _, part := range foot {
		all += len(part)
	}
	for i, part := range foot {
		if len(part) > 0 && all+len(foot)-i <= h {
			lines = append(lines, nil)
		}
		for _, l := range part {
			lines = append(lines, styles.Join(draw.Edge(), l))
		}
	}
	return lines
}

// helpColumns lays the groups out, those of later columns below the others where the window is
// narrow. Three columns have their second groups on one row.
func (a *App) helpColumns(columns, w int) []styles.Line {
	beside := make([][]styles.Line, columns)
	second := 0
	for _, g := range briefGroups() {
		rows := a.helpRows(g.name)
		if len(rows) == 0 {
			continue
		}
		to := &beside[min(g.column, columns-1)]
		if len(*to) > 0 {
			*to = append(draw.Tall(*to, max(len(*to), second)), nil)
		} else if columns == mostHelpColumns {
			second = max(second, len(rows)+1)
		}
		*to = append(append(*to, draw.Words(styles.RoleHeading, g.name)), rows...)
	}
	high := 0
	for _, column := range beside {
		high = max(high, len(column))
	}
	lines := make([]styles.Line, high)
	for i := range lines {
		lines[i] = draw.Edge()
		for n, column := range beside {
			var l styles.Line
			if i < len(column) {
				l = column[i]
			}
			if n < columns-1 {
				l = l.Fit(helpColumnWidths[n] - 2).Pad(helpColumnWidths[n])
			}
			lines[i] = styles.Join(lines[i], l)
		}
		lines[i] = lines[i].Fit(w)
	}
	return lines
}

// helpRows are the keys of a group that do something now.
func (a *App) helpRows(group string) []styles.Line {
	type row struct{ keys, says string }
	var all []row
	for _, acts := range a.briefRows(group) {
		able := slices.IndexFunc(acts, func(act action) bool { return a.refuse(act) == "" })
		if able < 0 {
			continue
		}
		var caps []string
		for _, act := range acts {
			caps = append(caps, draw.Key(a.th, keys.Cap(a.keys[act.id])).String())
		}
		all = append(all, row{strings.Join(caps, " "), cmp.Or(acts[0].brief.says, a.called(acts[able]))})
	}
	if group == "Go" && len(a.pages) > 1 {
		at := min(1, len(all))
		all = slices.Insert(all, at, row{a.pages[0].Key + "–" + a.pages[len(a.pages)-1].Key, "pages"})
	}
	widest := leastHelpKeys
	for _, r := range all {
		widest = max(widest, styles.Plain(r.keys).Width()+1)
	}
	var lines []styles.Line
	for _, r := range all {
		lines = append(lines, styles.Line{{Text: styles.Plain(r.keys).Pad(widest), Role: styles.RoleKey}, draw.Span(styles.RolePlain, r.says)})
	}
	return lines
}

// elsewhereHelp names the keys that work on other rows, as far as one line has room for them.
func (a *App) elsewhereHelp(w int) []styles.Line {
	if _, ok := a.selected(); !ok || a.all != nil || a.board.Snapshot.ReadOnly != "" || a.isAway() || a.feed.err != nil {
		return nil
	}
	said, sep := "On other rows: ", ""
	for _, g := range briefGroups() {
		for _, acts := range a.briefRows(g.name) {
			act := acts[0]
			more := sep + keys.Cap(a.keys[act.id]) + " " + act.elsewhere
			if act.elsewhere != "" && a.refuse(act) != "" && styles.Plain(said+more).Width() <= w {
				said, sep = said+more, " · "
			}
		}
	}
	if sep == "" {
		return nil
	}
	return []styles.Line{{{Text: a.th.Said(said), Role: styles.RoleMuted}}}
}

// marksHelp explains the marks of rows in few words, below each other where there is room.
func (a *App) marksHelp(w int) []styles.Line {
	var cells []styles.Line
	for _, m := range []styles.Mark{
		styles.MarkRequest, styles.MarkHuman, styles.MarkWarn, styles.MarkProblem, styles.MarkCutOff,
		styles.MarkDone, styles.MarkActive, styles.MarkDraft, styles.MarkPartial,
	} {
		cells = append(cells, styles.Line{{Text: a.th.MarkSymbol(m), Role: a.th.MarkRole(m)}, draw.Span(styles.RolePlain, " "+a.th.MarkWord(m).String())})
	}
	cells = append(cells, styles.Line{{Text: a.th.Symbol(styles.SymHere), Role: styles.RoleEmber}, draw.Span(styles.RolePlain, " continue here")})
	const lead = "Marks  "
	widths, n := []int(nil), mostMarks
	for ; n > 0; n-- {
		widths = make([]int, n)
		all := len(lead) - 2
		for i, c := range cells {
			widths[i%n] = max(widths[i%n], c.Width()+2)
		}
		for _, width := range widths {
			all += width
		}
		if all <= w {
			break
		}
	}
	var rows []styles.Line
	for i, c := range cells {
		if i%max(n, 1) == 0 {
			rows = append(rows, draw.Words(styles.RoleHeading, strings.Repeat(" ", len(lead))))
		}
		last := &rows[len(rows)-1]
		*last = styles.Join(*last, c.Pad(widths[i%max(n, 1)]))
	}
	rows[0][0] = draw.Span(styles.RoleHeading, lead)
	return rows
}

// mostMarks are the marks in a row of help.
const mostMarks = 5

const helpColumns = 76

// allKeys lists every key, with the reason for each that does nothing now.
func (a *App) allKeys(w int) []styles.Line {
	if w < helpColumns {
		left, right := a.helpLeft(w), a.helpRight(w)
		return append(append(left, nil), right...)
	}
	half := w/2 - 1
	left, right := a.helpLeft(half), a.helpRight(w-half-draw.ColumnGap)
	return draw.Columns(a.th, left, right, half, max(len(left), len(right)), draw.Part{})
}

func (a *App) helpLeft(w int) []styles.Line {
	var lines []styles.Line
	for _, group := range []string{"Move", "Pages", "Find", firstGroup} {
		lines = append(append(lines, a.helpGroup(group, w)...), nil)
	}
	return append(lines, a.legend(w)...)
}

func (a *App) helpRight(w int) []styles.Line {
	lines := append(a.helpGroup(decideGroup, w), nil, draw.Words(styles.RoleHeading, " While deciding"))
	for _, h := range confirm.DialogKeys(a.keys) {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
	}
	lines = append(append(lines, nil), a.freshnessHelp(w)...)
	if len(a.outside.own) > 0 {
		lines = append(append(lines, nil), a.helpGroup(ownGroup, w)...)
	}
	lines = append(append(lines, nil), a.helpGroup("Program", w)...)
	return append(lines, a.mouseHelp(w)...)
}

// freshnessHelp explains the counts of the tabs and the words at the top right.
func (a *App) freshnessHelp(w int) []styles.Line {
	lines := []styles.Line{draw.Words(styles.RoleHeading, " At the top")}
	for _, h := range []draw.Hint{
		{Key: "Plans 4", Does: "4 of this page need you"},
		{Key: "live", Does: "the screen follows the disk"},
		{Key: "polling", Does: "this file system reports no changes; files are checked every few seconds"},
		{Key: "as of", Does: "a snapshot; " + keys.Of(a.keys[keys.Reload]) + " reloads"},
		{Key: "stale", Does: "the vault is unreadable; decisions are off"},
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
		{styles.MarkHuman, "your step, or it waits for you"},
		{styles.MarkWarn, "careful"},
		{styles.MarkProblem, "failed, broken"},
		{styles.MarkCutOff, "interrupted"},
		{styles.MarkGivenUp, "given up"},
		{styles.MarkPartial, "in part, or your turn"},
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
	lines = append(lines, draw.HelpLine(draw.Hint{Key: a.th.Symbol(styles.SymBlankLine).String(), Does: "an empty line of a file"}, styles.RoleMuted, styles.RolePlain, w)...)
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
	if group == "Pages" && len(a.pages) > 1 {
		lines = append(lines, a.helpPages(w)...)
	}
	for _, act := range a.actions() {
		if act.group != group {
			continue
		}
		h := draw.Hint{Key: cmp.Or(a.keys[act.id].Help().Key, a.keys[keys.Palette].Help().Key), Does: a.called(act)}
		reason := a.refuse(act)
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
