package tui

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// The widths of a list in cells.
const (
	// narrowList is the least width at which a list says why.
	narrowList = 50
	// mostWhy and mostWho are the most cells for these columns where what needs the room.
	mostWhy, mostWho = 18, 18
	// leastAge are the cells of ages, so that few rows have the same columns as many.
	leastAge = 5
	// leastFrom and mostFrom are the cells for the vault of a row that a list has room for.
	leastFrom, mostFrom = 6, 12
	// leastWhat are the least cells for what, and leastBesideWho those beside who is affected.
	leastWhat, leastBesideWho = 16, 34
	// between are the cells between columns.
	between = list.Gap
	// verbWidth is the column of what is done first with a row, on the page of sessions.
	verbWidth = 13
	// foundShare is the percentage of a row for the excerpt that a filter found.
	foundShare = 55
)

// columns are the widths of the columns of a list: what has the rest.
type columns struct {
	what, who, why, age, verb int
	// from is for the vault of a row, where the list has rows of several.
	from int
	// narrow is true where a list does not say why.
	narrow bool
}

// ageOf is how long ago something was; where a list does not say why, how long there is left.
func (a *App) ageOf(r list.Row, narrow bool) string {
	if narrow && !r.Until.IsZero() {
		return phrase.Left(a.board.Snapshot.At, r.Until)
	}
	if r.Dated && a.width >= draw.RoomyWidth && !r.Since.IsZero() {
		return phrase.Day(a.board.Snapshot.At, r.Since)
	}
	return phrase.AgeInRow(a.board.Snapshot.At, r.Since)
}

// columnsOf takes the widths from the rows on screen: no column is wider than its content, and
// nothing is cut beside empty space. Who is affected has a column in wide windows, and where no name is cut for it.
func (a *App) columnsOf(rows []list.Row, w int) columns {
	all := a.contents(rows, w, true)
	if all.who > 0 && (a.width < wideWidth && all.capped().rest(w) < all.what || all.capped().rest(w) < leastBesideWho) {
		all = a.contents(rows, w, false)
	}
	c := all.capped()
	rest := c.rest(w)
	spare := max(0, rest-all.what)
	why := min(spare, all.why-c.why)
	who := min(spare-why, all.who-c.who)
	c.why, c.who = c.why+why, c.who+who
	c.what, c.narrow = max(leastWhat, rest-why-who), w < narrowList
	return c
}

// capped are the widths of the columns beside what.
func (c columns) capped() columns {
	return columns{who: min(c.who, mostWho), why: min(c.why, mostWhy), age: c.age, verb: c.verb, from: min(c.from, mostFrom)}
}

// rest is what the columns leave of a row.
func (c columns) rest(w int) int {
	rest := draw.Inside(w)
	for _, column := range []int{c.who, c.why, c.age, c.verb, c.from} {
		if column > 0 {
			rest -= column + between
		}
	}
	return rest
}

// contents are the widths that the rows would have whole, with a column for who or without.
func (a *App) contents(rows []list.Row, w int, who bool) columns {
	var c columns
	from := max(leastFrom, w/6)
	if w >= narrowList {
		c.age, from = leastAge, w/5
	}
	if a.onSessions() && a.width >= draw.FullWidth {
		c.verb = verbWidth
	}
	for _, r := range rows {
		c.from = max(c.from, min(a.th.Brief(r.Label, w).Width(), from))
		c.age = max(c.age, styles.Plain(a.ageOf(r, w < narrowList)).Width())
		if who && w >= narrowList {
			c.who = max(c.who, a.th.Brief(whom(r), w).Width())
		}
	}
	for _, r := range rows {
		if r.Apiece {
			continue
		}
		name, apart := a.titled(r, c, w, 0)
		width := list.Badge(r.News).Text.Width() + name.Width()
		if apart.Width() > 0 {
			width += between + apart.Width()
		}
		if c.who > 0 && whom(r) == "" {
			width -= c.who + between
		}
		c.what = max(c.what, width)
		if w >= narrowList {
			c.why = max(c.why, a.whyText(r, columns{who: c.who, why: w}).Width())
		}
	}
	return c
}

// whyText is why a row is listed, a deadline with its mark. Where there is no room for who is
// affected, a row that needs no reason says that.
func (a *App) whyText(r list.Row, c columns) styles.Text {
	switch {
	case !r.Until.IsZero():
		return styles.Plain(a.th.Symbol(styles.SymDeadline).String() + " " + r.Why).Fit(c.why)
	case r.Why == "" && c.who == 0:
		return a.th.Brief(whom(r), c.why)
	}
	return a.th.Brief(r.Why, c.why)
}

// whom is who a row is about; of an address the part that tells it from others.
func whom(r list.Row) string { return strings.TrimPrefix(r.Who, "https://") }

// titled is the name of a row in w cells, with its byte at in sight, and what sets it apart from others
// of that name, which is not cut off with its end. A column that says the same is enough.
func (a *App) titled(r list.Row, c columns, w, at int) (name, apart styles.Text) {
	switch {
	case r.More > 0:
		apart = styles.Plain(fmt.Sprintf("and %d more", r.More)).Fit(w / 2)
	case r.Apart != "" && (r.Apart != r.Who || c.who == 0 && r.Why != ""):
		apart = a.th.Brief(r.Apart, w/2)
	}
	if apart.Width() > 0 {
		w -= apart.Width() + between
	}
	if at > 0 {
		return a.th.BrieflySaid(list.Elided(r.What, at, w), w), apart
	}
	return a.th.Brief(r.What, w), apart
}

// seenAt says where each of the rows on screen differs from others that its columns cut to the same
// name, 0 for one that need not say.
func (a *App) seenAt(rows []list.Row, c columns) []int {
	names, cut := make([]string, len(rows)), make([]string, len(rows))
	for i, r := range rows {
		name, apart := a.titled(r, c, a.apiece(r, c).nameWidth(r), 0)
		names[i], cut[i] = r.What, name.String()+"\x00"+apart.String()
	}
	return list.Differing(names, cut)
}

// nameWidth is what a row has for its name, and for what sets it apart.
func (c columns) nameWidth(r list.Row) int {
	w := c.what - list.Badge(r.News).Text.Width()
	if c.who > 0 && whom(r) == "" {
		w += c.who + between
	}
	return w
}

// apiece are the columns of a row that divides its room by itself.
func (a *App) apiece(r list.Row, c columns) columns {
	if !r.Apiece || c.narrow {
		return c
	}
	whole := c.what + c.why + between
	if c.who > 0 {
		whole += c.who + between
	}
	if r.Since.IsZero() && c.age > 0 {
		whole, c.age = whole+c.age+between, 0
	}
	c.who, c.why = 0, min(a.whyText(r, columns{why: whole}).Width(), whole-leastWhat-between)
	c.what = whole - c.why - between
	return c
}

func (a *App) viewList(w, h int) []styles.Line {
	l := a.list()
	if len(l.Rows) == 0 {
		return a.viewEmpty(w)
	}
	from, to := l.Span(h)
	rows := l.Shown(from, to)
	c := a.columnsOf(rows, w)
	if a.onProblems() {
		c = a.problemColumns(rows, w)
	}
	at := a.seenAt(rows, c)
	var lines []styles.Line
	for n, r := range rows {
		i := from + n
		if l.Headed(i, from, h) {
			if l.Spaced && i > from {
				lines = append(lines, nil)
			}
			lines = append(lines, styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, r.Section.Name), draw.Words(styles.RoleMuted, r.Section.Count())))
		}
		lines = append(lines, a.lit(r, a.viewRow(r, i == l.At, a.apiece(r, c), at[n]), w))
	}
	if to-from < len(l.Rows) && a.roomy() && a.width < splitWidth {
		draw.Thumb(a.th, lines, a.part(h), w)
	}
	if over := a.overLines(w); to == len(l.Rows) && len(over) > 0 && len(lines)+1+len(over) <= h {
		lines = append(append(lines, nil), over...)
	}
	return lines
}

// overLines say below the orphans how the sessions that are over are found.
func (a *App) overLines(w int) []styles.Line {
	n := a.board.Over
	if n == 0 || a.narrowed() || a.pages[a.tabs.at].Title != board.SessionsTitle {
		return nil
	}
	words := "1 session is over; " + keys.Of(a.keys[keys.Find]) + " finds it."
	if n > 1 {
		words = fmt.Sprintf("%d sessions are over; %s finds them.", n, keys.Of(a.keys[keys.Find]))
	}
	return draw.Indented(draw.Sentence(styles.RoleMuted, words, draw.Inside(w)))
}

// viewRow draws one row, with what a filter found marked, or shown in place of why.
func (a *App) viewRow(r list.Row, selected bool, c columns, at int) styles.Line {
	cursor, chosen := styles.Plain(" "), styles.Plain(" ")
	if selected {
		cursor = a.th.Symbol(styles.SymCursor)
	}
	if a.isMarked(r) {
		chosen = a.th.Symbol(styles.SymMarked)
	}
	sought, news := draw.SoughtWords(a.filter()), list.Badge(r.News)
	name, apart := a.titled(r, c, c.nameWidth(r), at)
	if c.who > 0 && whom(r) == "" {
		c.what, c.who = c.what+c.who+between, 0
	}
	label, found := r.Because(a.th, sought, name)
	if found.Text != "" {
		whole := c.what + c.who + c.why + between
		c.who, c.why = 0, max(c.why, whole*foundShare/100)
		c.what = whole - c.why - between
		name, apart = a.titled(r, c, max(0, c.what-news.Text.Width()), 0)
	}
	nameRole, mark := styles.RolePlain, a.th.MarkRole(r.Mark)
	if selected {
		nameRole = styles.RoleTitle
	}
	if r.Alarm {
		mark = styles.RoleBad
	}
	line := styles.Line{
		{Text: cursor, Role: styles.RoleAccent}, {Text: chosen, Role: styles.RoleAccent},
		{Text: a.markOf(r).Pad(draw.TextEdge - 2), Role: mark},
	}
	what := styles.Join(styles.Line{news}, draw.Marked(name, sought, nameRole))
	if apart.Width() > 0 {
		what = styles.Join(what, draw.Words(styles.RolePlain, strings.Repeat(" ", between)), draw.Marked(apart, sought, styles.RoleMuted))
	}
	why := draw.Marked(a.whyText(r, c).Pad(c.why), sought, whyRole(r))
	if found.Text != "" {
		why = a.foundLine(label, found, sought, c.why)
	}
	age := styles.Line{{Text: draw.RightAligned(a.ageOf(r, c.narrow), c.age), Role: styles.RoleMuted}}
	if !r.Until.IsZero() && c.narrow {
		age[0].Role = styles.RoleWarn
	}
	t := list.Table{{Width: c.from}, {Width: c.what}, {Width: c.who}, {Width: c.why}, {Width: c.age}, {Width: c.verb}}
	line = styles.Join(line, t.Row(draw.Marked(a.th.Brief(r.Label, c.from).Pad(c.from), sought, styles.RoleAccent), what, draw.Marked(a.th.Brief(whom(r), c.who).Pad(c.who), sought, styles.RoleMuted), why, age, a.verb(r)))
	if line = styles.Join(line, draw.Words(styles.RolePlain, " ")); selected {
		// The role of the first span is the background of the row.
		line[0].Role = styles.RoleSelected
	}
	return line
}

// onSessions reports the page of the sessions.
func (a *App) onSessions() bool {
	return a.pages[a.tabs.at].Title == board.SessionsTitle && a.many() == nil
}

// verb is what is done first with a row of the page of sessions: its key, and a word.
func (a *App) verb(r list.Row) styles.Line {
	if !a.onSessions() {
		return nil
	}
	does := [...]struct {
		id   keys.ID
		says string
	}{
		board.VerbOpen: {keys.Open, "open"}, board.VerbAcknowledge: {keys.Approve, "acknowledge"}, board.VerbAnswer: {keys.Resume, "answer"},
		board.VerbResume: {keys.Resume, "resume"}, board.VerbReply: {keys.Resume, "reply"}, board.VerbWatch: {keys.Open, "watch"},
	}[a.board.VerbOf(r.Ref)]
	return styles.Line{{Text: draw.Key(a.th, keys.Of(a.keys[does.id])), Role: styles.RoleKey}, draw.Span(styles.RoleMuted, " "+does.says)}
}

// whyRole is the weight of a reason: a deadline warns, a danger and a failed step are bad, and
// the rest is quiet.
func whyRole(r list.Row) styles.Role {
	switch {
	case !r.Until.IsZero():
		return styles.RoleWarn
	case r.Alarm, r.Mark == styles.MarkProblem && r.Ref.Kind == model.KindTrace:
		return styles.RoleBad
	}
	return styles.RoleMuted
}
