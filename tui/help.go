package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// helpGroup is a heading in help with its keys, in one of its columns.
type helpGroup struct {
	name   string
	column int
	rows   []helpRow
}

// helpRow is one key, or two that belong together. Says is "" for the name of the action.
type helpRow struct {
	says     string
	bindings []key.Binding
}

// helpGroups are the keys of the short help, as the operator looks for them.
func (a *App) helpGroups() []helpGroup {
	k, copies := a.keys, copyWords(a)
	if copies == k.Copy.Help().Desc {
		copies = "copy the path"
	}
	row := func(says string, bindings ...key.Binding) helpRow { return helpRow{says, bindings} }
	return []helpGroup{
		{"This row", 0, []helpRow{
			row("", k.Approve), row("", k.Reject), row("", k.Changes), row("", k.Again), row("", k.Inspect), row("", k.Skip), row("", k.Abort),
			row("", k.Worth), row("", k.Snooze), row("edit the file", k.Edit), row("open", k.Open), row(copies, k.Copy),
		}},
		{"Decide more", 0, []helpRow{row("", k.Mark), row("", k.All), row("undo the last one", k.Undo), row("history", k.History)}},
		{"Go", 1, []helpRow{
			row("next page", k.NextTab), row("next, previous ask", k.Next, k.Previous), row("next, prev. change", k.NextNews, k.PrevNews),
			row("find", k.Find), row("", k.Check), row("", k.Views), row("first, last", k.Top, k.Bottom), row("", k.Back), row("", k.Vaults),
		}},
		{"The next session", 1, []helpRow{row("", k.Pin), row("leave a message", k.Message)}},
		{firstGroup, 1, []helpRow{row("", k.Init), row("", k.Demo), row("copy the guide", k.Guide)}},
		{"Journal", 1, []helpRow{row("", k.Dead), row("", k.Other), row("", k.Note), row("write an entry", k.Entry)}},
		{"Look", 2, []helpRow{row("source bytes", k.Raw), row("plan in full", k.Block), row("show masked keys", k.Reveal), row("", k.Snoozed), row("mark all as seen", k.Seen)}},
		{"Program", 2, []helpRow{row("all actions", k.Palette), row("screen on its host", k.Screen), row("", k.Reload), row("", k.Theme), row("", k.Quit)}},
	}
}

// The columns of help: so many, each at least so wide.
const (
	mostHelpColumns = 3
	helpColumn      = 26
)

// helpColumnWidths are the cells of the columns but the last.
var helpColumnWidths = [mostHelpColumns - 1]int{28, 26}

// helpKeys are the cells of the keys in the columns.
var helpKeys = [mostHelpColumns]int{6, 6, 4}

// viewHelp is what works now, on one screen of h rows where it can be.
func (a *App) viewHelp(w, h int) []styles.Line {
	columns := max(1, min(mostHelpColumns, (w-draw.TextEdge+2)/helpColumn))
	lines := a.helpColumns(columns, w)
	foot := [][]styles.Line{a.notNow(w), a.marksHelp(w), draw.Sentence(styles.RoleMuted, "y approves once you have seen every line. You can reject at any time.", w-draw.TextEdge)}
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
// narrow.
func (a *App) helpColumns(columns, w int) []styles.Line {
	beside := make([][]styles.Line, columns)
	for _, g := range a.helpGroups() {
		to := min(g.column, columns-1)
		rows := a.helpRows(g)
		if len(rows) == 0 {
			continue
		}
		if len(beside[to]) > 0 {
			beside[to] = append(beside[to], nil)
		}
		beside[to] = append(append(beside[to], draw.Words(styles.RoleHeading, g.name)), rows...)
	}
	if own := a.ownHelp(); len(own) > 0 {
		beside[columns-1] = append(append(beside[columns-1], nil, draw.Words(styles.RoleHeading, ownGroup)), own...)
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
func (a *App) helpRows(g helpGroup) []styles.Line {
	var lines []styles.Line
	if g.name == "Go" {
		lines = append(lines, helpKey(a.pages[0].Key+"–"+a.pages[len(a.pages)-1].Key, "pages", g.column))
	}
	for _, r := range g.rows {
		able := slices.DeleteFunc(a.meant(r), func(act action) bool { return act.refuse(a) != "" })
		if len(able) == 0 {
			continue
		}
		var caps []string
		for _, b := range r.bindings {
			caps = append(caps, a.keyText(keys.Cap(b)).String())
		}
		says := r.says
		if says == "" {
			says = a.called(able[0])
		}
		lines = append(lines, helpKey(strings.Join(caps, " "), says, g.column))
	}
	return lines
}

func helpKey(keys, says string, column int) styles.Line {
	cap := styles.Plain(keys)
	return styles.Line{{Text: cap.Pad(max(helpKeys[column], cap.Width()+1)), Role: styles.RoleKey}, draw.Span(styles.RolePlain, says)}
}

// meant are the actions of a row of help.
func (a *App) meant(r helpRow) []action {
	return slices.DeleteFunc(a.actions(), func(act action) bool {
		return !slices.ContainsFunc(r.bindings, func(b key.Binding) bool { return act.binding(a.keys).Help() == b.Help() })
	})
}

func (a *App) ownHelp() []styles.Line {
	var lines []styles.Line
	for _, act := range slices.Concat(a.ownActions(), a.viewActions()) {
		if k := act.binding(a.keys).Help().Key; k != "" && act.refuse(a) == "" {
			lines = append(lines, helpKey(k, act.does(a), mostHelpColumns-1))
		}
	}
	return lines
}

// notNowRows are the most rows about what does nothing now.
const notNowRows = 2

// notNow names the keys of help that do nothing now, each reason once.
func (a *App) notNow(w int) []styles.Line {
	var reasons []string
	of := map[string][]string{}
	for _, g := range a.helpGroups() {
		for _, r := range g.rows {
			acts := a.meant(r)
			if len(acts) == 0 || r.bindings[0].Help() == a.keys.Back.Help() || slices.ContainsFunc(acts, func(act action) bool { return act.refuse(a) == "" }) {
				continue
			}
			why := acts[0].refuse(a)
			if acts[0].group == firstGroup {
				continue
			}
			if only := acts[0].only; only != "" && only != onlyOn(a.pages[a.tabs.at].Title) {
				why = only + " only"
			}
			if of[why] == nil {
				reasons = append(reasons, why)
			}
			for _, b := range r.bindings {
				of[why] = append(of[why], keys.Cap(b))
			}
		}
	}
	if len(reasons) == 0 {
		return nil
	}
	// What several keys have in common comes first.
	slices.SortStableFunc(reasons, func(x, y string) int { return len(of[y]) - len(of[x]) })
	var parts []string
	for _, why := range reasons {
		parts = append(parts, strings.Join(of[why], " ")+" "+why)
	}
	w -= draw.TextEdge + draw.RightEdge
	const lead, rest = "Not now:  ", " · tab for the rest"
	rows := draw.Sentence(styles.RoleMuted, lead+strings.Join(parts, " · "), w)
	if len(rows) <= notNowRows {
		return rows
	}
	var told []string
	for _, part := range parts {
		with := append(slices.Clone(told), part)
		if some := draw.Sentence(styles.RoleMuted, lead+strings.Join(with, " · ")+rest, w); len(some) <= notNowRows {
			told, rows = with, some
		}
	}
	return rows
}

// onlyOn is what actions are for that work on one page only, by its title.
func onlyOn(page string) string {
	return map[string]string{board.TracesTitle: "traces", board.JournalTitle: "journal", board.OrphansTitle: "sessions"}[page]
}

// marksHelp explains the marks of rows in few words.
func (a *App) marksHelp(w int) []styles.Line {
	const lead = 9
	var rows []styles.Line
	row := draw.Words(styles.RoleHeading, "Marks    ")
	for _, m := range []styles.Mark{
		styles.MarkRequest, styles.MarkHuman, styles.MarkWarn, styles.MarkProblem, styles.MarkCutOff,
		styles.MarkDone, styles.MarkActive, styles.MarkDraft, styles.MarkPartial, styles.MarkMemory,
	} {
		mark := styles.Line{{Text: a.th.MarkSymbol(m), Role: a.th.MarkRole(m)}, draw.Span(styles.RoleMuted, " "+a.th.MarkWord(m).String())}
		if row.Width() > lead && row.Width()+2+mark.Width() > w-draw.TextEdge-draw.RightEdge {
			rows, row = append(rows, row), styles.Line{{Text: styles.Plain("").Pad(lead)}}
		}
		if row.Width() > lead {
			row = styles.Join(row, draw.Words(styles.RolePlain, "  "))
		}
		row = styles.Join(row, mark)
	}
	here := styles.Line{{Text: a.th.Symbol(styles.SymHere), Role: styles.RoleEmber}, draw.Span(styles.RoleMuted, " here")}
	return append(rows, styles.Join(row, draw.Words(styles.RolePlain, "  "), here))
}
