package tui

import (
	"strings"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// viewPage draws the list of the open page, beside it the thing under its cursor
// where there is room.
func (a *App) viewPage(h int) []styles.Line {
	if a.width < splitWidth {
		return a.viewList(a.width, h)
	}
	left := a.viewList(a.listWidth()-1, h)
	var right []styles.Line
	if a.beside != nil {
		right = a.beside.lines
	}
	return draw.Columns(a.th, left, right, a.listWidth(), h)
}

// listWidth is the cells of the open page's list.
func (a *App) listWidth() int {
	if a.width < splitWidth {
		return a.width
	}
	return a.width * 45 / 100
}

// viewEmpty says why there are no rows.
func (a *App) viewEmpty(w int) []styles.Line {
	if a.narrowed() {
		by := "filter"
		if a.tabs.through[a.tabs.at] != nil {
			by = "view"
		}
		lines := draw.Sentence(styles.RoleMuted, " Nothing here fits the "+by+"; esc takes it away.", w)
		if a.tabs.at == board.HomePage {
			lines = append(lines, draw.Sentence(styles.RoleMuted, " Only what needs you is searched on Home.", w)...)
		}
		if places := a.tabs.finding.elsewhere[a.tabs.at]; places != "" {
			lines = append(lines, draw.Sentence(styles.RoleAccent, " It fits on other pages: "+places+".", w)...)
		}
		return lines
	}
	text := a.th.Label(a.snoozedKey(a.pages[a.tabs.at].Empty(a.board)) + ".")
	return draw.Prefixed(draw.Wrapped(text, styles.RoleGood, max(1, w-1)), " ", styles.RoleGood)
}

// snoozedKey names the key behind words that end with how much is snoozed.
func (a *App) snoozedKey(text string) string {
	if strings.HasSuffix(text, " snoozed") {
		return text + " (" + keys.Of(a.keys.Snoozed) + ")"
	}
	return text
}

// viewList draws the rows that fit, the one under the cursor marked.
func (a *App) viewList(w, h int) []styles.Line {
	l := a.list()
	if len(l.Rows) == 0 {
		return a.viewEmpty(w)
	}
	from, to := l.Span(h)
	var lines []styles.Line
	for i := from; i < to; i++ {
		if l.Headed(i, from, h) {
			lines = append(lines, draw.Words(styles.RoleHeading, " "+a.snoozedKey(l.Rows[i].Section)))
		}
		lines = append(lines, a.viewRow(l.Rows[i], i == l.At, w))
	}
	return lines
}

// ageWidth and whyShare divide a row: the age keeps its cells, what and why share
// the rest.
const (
	ageWidth = 7
	whyShare = 40
	// foundShare is what of a row shows why it was found.
	foundShare = 55
	// narrowList is the width under which a list shows no why.
	narrowList = 60
)

// viewRow draws one row. What a filter has found in it stands out, and where that is
// not its name, it stands in the place of why.
func (a *App) viewRow(r list.Row, selected bool, w int) styles.Line {
	cursor := styles.Plain(" ")
	if selected {
		cursor = a.th.Symbol(styles.SymCursor)
	}
	chosen := styles.Plain(" ")
	if a.tabs.marked[r.Ref] {
		chosen = a.th.Symbol(styles.SymMarked)
	}
	// The hand is the widest mark.
	mark := a.th.MarkSymbol(r.Mark).Pad(a.th.MarkSymbol(styles.MarkHuman).Width())
	rest := max(0, w-cursor.Width()-mark.Width()-3-ageWidth)
	why := rest * whyShare / 100
	if w < narrowList {
		why = 0
	}
	sought, news := draw.SoughtWords(a.filter()), list.Badge(r.News)
	rest = max(0, rest-news.Text.Width())
	name := a.th.Brief(r.What, max(0, rest-why-1))
	label, found := r.Because(sought, name)
	if found.Text != "" {
		why = max(why, rest*foundShare/100)
		name = name.Fit(max(0, rest-why-1))
	}
	line := styles.Line{
		{Text: cursor, Role: styles.RoleAccent},
		{Text: chosen, Role: styles.RoleAccent},
		{Text: mark, Role: a.th.MarkRole(r.Mark)},
		draw.Span(styles.RolePlain, " "),
		news,
	}
	reason := draw.Marked(a.th.Brief(r.Why, why).Pad(why), sought, styles.RoleMuted)
	if found.Text != "" {
		reason = a.foundLine(label, found, sought, why)
	}
	line = styles.Join(line, draw.Marked(name.Pad(rest-why), sought, styles.RolePlain), reason,
		styles.Line{draw.Span(styles.RolePlain, " "), {Text: draw.RightAligned(board.Age(a.board.Snapshot.At, r.Since), ageWidth), Role: styles.RoleMuted}})
	if selected {
		// The first span's role gives the whole row its background.
		line[0].Role = styles.RoleSelected
	}
	return line
}
