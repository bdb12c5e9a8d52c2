package tui

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// The lines shown around a broken one, and how many more are read above and below it: what is a
// secret may begin earlier.
const (
	sourceAbove, sourceBelow = 4, 3
	readAround               = 70
)

// lowProblems is the least height of a body with a problem below the list, mostProblemRows the
// share of it that the list has.
const lowProblems, mostProblemRows = 14, 40

// onProblems reports whether the page Problems is open. Its list stands above the problem under
// the cursor, over the whole width: lines of a file are long.
func (a *App) onProblems() bool {
	return a.pages[a.tabs.at].Title == board.ProblemsTitle && a.all == nil
}

// problemsHead says how much could not be read.
func (a *App) problemsHead() []styles.Line {
	bold, quiet := a.board.ProblemsLine()
	if bold == "" || len(a.list().Rows) == 0 {
		return nil
	}
	line := styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, bold), draw.Words(styles.RoleMuted, "  "+quiet)).Fit(a.width - draw.RightEdge)
	if !a.roomy() {
		return []styles.Line{line}
	}
	return []styles.Line{line, nil}
}

// problemListHeight is the part of h rows that the list has.
func (a *App) problemListHeight(h int) int {
	l := a.list()
	if h < lowProblems || len(l.Rows) == 0 {
		return h
	}
	rows := 1
	if l.Rows[0].Section.Name != "" {
		rows = 3
	}
	for most := max(3, h*mostProblemRows/100); rows < most && !l.Fits(rows); {
		rows++
	}
	return rows
}

// viewProblems draws the list, and the problem under the cursor below it.
func (a *App) viewProblems(h int) []styles.Line {
	rows := a.problemListHeight(h)
	lines := a.viewList(a.width, rows)
	if rows == h || a.beside == nil {
		return lines
	}
	return append(append(draw.Tall(lines, rows), nil), a.beside.lines...)
}

// problemColumns gives the reason what the names of the files leave.
func (a *App) problemColumns(rows []list.Row, w int) columns {
	c := a.columnsOf(rows, w)
	c.what, c.who = leastWhat, 0
	for _, r := range rows {
		c.what = max(c.what, a.th.Brief(r.What, w).Width())
		c.who = max(c.who, a.th.Brief(r.Who, w).Width())
	}
	room := w - draw.TextEdge - draw.RightEdge - c.age - between
	c.what = min(c.what, room/2)
	c.why = max(0, room-c.what-c.who-2*between)
	return c
}

// excerptCmd reads the lines around a problem.
func excerptCmd(s Store, read int, p model.Problem) tea.Cmd {
	first := max(1, p.Line-readAround)
	count := p.Line - first + 1 + sourceBelow
	return func() tea.Msg {
		e, err := s.Excerpt(context.Background(), p.Ref(), first, count)
		return excerptMsg{read: read, excerpt: e, err: err}
	}
}

type excerptMsg struct {
	read    int
	excerpt model.Excerpt
	err     error
}

func (msg excerptMsg) reach(a *App) tea.Cmd {
	if d := a.beside; d != nil && d.read == msg.read {
		d.err = msg.err
		d.excerpt = &msg.excerpt
		a.layOutBeside()
	}
	return nil
}

// problemLines is a problem with the lines around it, at most h rows of w cells.
func (a *App) problemLines(p model.Problem, e *model.Excerpt, w, h int) []styles.Line {
	lines := []styles.Line{a.problemFile(p, e, w)}
	after := a.problemAdvice(p, w)
	room := h - 1 - len(after)
	if h >= lowProblems {
		lines, room = append(lines, nil), room-2
	}
	if e != nil && p.Line-e.First >= 0 && p.Line-e.First < len(e.Lines) {
		lines = append(lines, a.problemSource(p, *e, w, room)...)
	} else {
		lines = append(lines, a.problemNotes(p, draw.TextEdge, w)...)
	}
	if h >= lowProblems {
		lines = append(lines, nil)
	}
	return append(lines, after...)
}

// problemFile names the file, and says how long it is.
func (a *App) problemFile(p model.Problem, e *model.Excerpt, w int) styles.Line {
	dir, base := path.Split(p.Path)
	left := styles.Join(draw.Edge(), styles.Line{{Text: a.th.Show(dir), Role: styles.RoleMuted}, {Text: a.th.Show(base), Role: styles.RoleTitle}})
	var right styles.Line
	if e != nil && e.Of > 0 {
		right = draw.Words(styles.RoleMuted, model.Counted(e.Of, "line"))
	}
	return draw.Ends(left, right, w)
}

// problemSource draws the lines around the broken one in at most h rows, with what is wrong
// below it.
func (a *App) problemSource(p model.Problem, e model.Excerpt, w, h int) []styles.Line {
	texts := make([]string, len(e.Lines))
	for i, l := range e.Lines {
		texts[i] = string(l)
	}
	rows := a.th.RowsOf(texts)
	at := p.Line - e.First
	last := e.First + len(rows) - 1
	margin := max(draw.TextEdge, len(strconv.Itoa(last))+2)
	notes := a.problemNotes(p, margin, w)
	around := max(0, h-len(notes)-1)
	above := min(sourceAbove, at, around-around/2)
	below := min(sourceBelow, len(rows)-1-at, around-above)
	var lines []styles.Line
	for i := at - above; i <= at+below; i++ {
		number := strconv.Itoa(e.First + i)
		if i == at {
			lines = append(append(lines, a.faultLine(rows[i], p.Fault, number, margin, w)), notes...)
			continue
		}
		lead := styles.Line{{Text: draw.RightAligned(number, margin-1), Role: styles.RoleMuted}, draw.Span(styles.RolePlain, " ")}
		lines = append(lines, styles.Join(lead, styles.Line{{Text: rows[i].Whole(), Role: styles.RoleMuted}}).Fit(w-draw.RightEdge))
	}
	return lines
}

// emberShine is how far the ember of a fault shines to the right.
const emberShine = 7

// faultLine is the line that makes no sense, with the ember where that begins. What is left of
// it goes first where the line is too long.
func (a *App) faultLine(row styles.Row, f model.Fault, number string, margin, w int) styles.Line {
	lead := styles.Line{
		{Text: a.th.Symbol(styles.SymCursor), Role: styles.RoleEmber}, {Text: draw.RightAligned(number, margin-2), Role: styles.RoleEmber}, draw.Span(styles.RolePlain, " "),
	}
	if f.Column <= 0 {
		return styles.Join(lead, styles.Line{{Text: row.Whole(), Role: styles.RoleTitle}}).Fit(w - draw.RightEdge)
	}
	room := w - margin - draw.RightEdge
	column := min(f.Column-1, len(row.Raw()))
	for column > 0 && column < len(row.Raw()) && !utf8.RuneStart(row.Raw()[column]) {
		column--
	}
	before, rest := styles.Line{{Text: row.Part(0, column), Role: styles.RoleTitle}}, styles.Line{{Text: row.Part(column, len(row.Raw())), Role: styles.RoleTitle}}
	if keep := room - 1 - min(rest.Width(), room/3); before.Width() > keep {
		before = styles.Join(draw.Words(styles.RoleMuted, "…"), before.Cells(before.Width()-keep+1, before.Width()))
	}
	line := styles.Join(lead, before)
	at := line.Width()
	line = styles.Join(line, styles.Line{thread.Ember(a.th)}, rest).Fit(w - draw.RightEdge)
	return line.Lit(styles.Light{At: at, Left: max(0, at-margin), Right: min(emberShine, w-draw.RightEdge-at-1), Strength: 1}, w)
}

// problemNotes say below the line what is wrong, how it came about, and what follows.
func (a *App) problemNotes(p model.Problem, margin, w int) []styles.Line {
	var said []styles.Line
	first, rest, _ := strings.Cut(sentence(cmp.Or(p.Fault.Cause, p.Reason)), ". ")
	if rest != "" {
		first += "."
	}
	add := func(line styles.Line) { said = append(said, line.Wrap(max(1, w-margin-draw.RightEdge))...) }
	add(styles.Line{{Text: a.th.Label(first), Role: styles.RoleEmber}, draw.Span(styles.RolePlain, " "), {Text: a.th.Label(rest), Role: styles.RolePlain}})
	if by := a.board.Wrote(p); by != "" {
		add(styles.Line{{Text: a.th.Label(by), Role: styles.RolePlain}})
	}
	if p.Fault.Help != "" && p.Hint != "" {
		add(styles.Line{{Text: a.th.Label(sentence(p.Hint)), Role: styles.RoleMuted}})
	}
	for i, l := range said {
		bar := styles.SymVertical
		if i == len(said)-1 {
			bar = styles.SymLastNote
		}
		lead := styles.Line{{Text: styles.Plain("").Pad(margin - 2)}, {Text: a.th.Symbol(bar), Role: styles.RoleEmber}, draw.Span(styles.RolePlain, " ")}
		said[i] = styles.Join(lead, l)
	}
	return said
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + strings.TrimSuffix(words[1:], ".") + "."
}

// adviceColumn is where advice begins behind its heading.
const adviceColumn = 13

// problemAdvice is what helps, and where to look next.
func (a *App) problemAdvice(p model.Problem, w int) []styles.Line {
	var lines []styles.Line
	heading := func(name string) string { return name + strings.Repeat(" ", adviceColumn-len(name)) }
	if helps := cmp.Or(p.Fault.Help, p.Hint); helps != "" {
		for _, l := range draw.Prefixed(draw.Wrapped(a.th.Label(sentence(helps)), styles.RolePlain, max(1, w-draw.TextEdge-draw.RightEdge-adviceColumn)), heading("Fix"), styles.RoleHeading) {
			lines = append(lines, styles.Join(draw.Edge(), l))
		}
	}
	if a.board.IsOrphan(p.By) {
		words := "Session " + a.board.SessionLabel(p.By) + " on the page Sessions"
		if w >= draw.RoomyWidth {
			words += ": acknowledge it there."
		}
		see := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, heading("See also")), styles.Line{{Text: a.th.Label(words)}})
		goes := styles.Line{draw.Span(styles.RoleKey, keys.Of(a.keys[keys.NextProblem])), draw.Span(styles.RoleMuted, " goes there")}
		lines = append(lines, draw.Ends(see, goes, w))
	}
	return lines
}

// selectedProblem is the problem under the cursor, or the open one.
func (a *App) selectedProblem() (model.Problem, bool) {
	ref, ok := a.selected()
	if !ok || ref.Kind != model.KindProblem {
		return model.Problem{}, false
	}
	return a.board.Problem(ref)
}

// problemText is the whole file of a problem with numbered lines and what is wrong below the
// broken one, and the row at which that begins.
func (a *App) problemText(p model.Problem, b []byte, w int) (lines []styles.Line, at int) {
	texts := a.th.Source(b)
	number := draw.Numbered{First: 1, Last: len(texts)}
	rows := draw.Source(a.th, texts, number, w-draw.RightEdge)
	for i, row := range rows {
		if row.Number != p.Line {
			lines = append(lines, row.Line)
			continue
		}
		if i == 0 || rows[i-1].Number != p.Line {
			at = len(lines)
		}
		lines = append(lines, emphasized(row.Line))
		if i == len(rows)-1 || rows[i+1].Number != p.Line {
			lines = append(lines, a.problemNotes(p, number.Margin(), w)...)
		}
	}
	return lines, at
}

// emphasized is a row of a file with its number and its text made to stand out.
func emphasized(row styles.Line) styles.Line {
	row = slices.Clone(row)
	for i, span := range row {
		switch {
		case i == 0:
			row[i].Role = styles.RoleEmber
		case span.Role == styles.RolePlain || span.Role == styles.RoleMuted:
			row[i].Role = styles.RoleTitle
		}
	}
	return row
}

// openName is what opening does: of a problem the page shows a part already.
func openName(a *App) string {
	if _, ok := a.selectedProblem(); ok && a.detail == nil {
		return "whole file"
	}
	if a.detail.isTracePage() {
		return "open the file"
	}
	return a.keys[keys.Open].Help().Desc
}

func editName(a *App) string {
	if p, ok := a.selectedProblem(); ok && p.Line > 0 {
		return fmt.Sprintf("edit at line %d", p.Line)
	}
	return a.keys[keys.Edit].Help().Desc
}

func copyWords(a *App) string {
	if p, ok := a.selectedProblem(); ok && p.Line > 0 {
		return "copy path:line"
	}
	if copiesCommand(a) {
		return "copy the command"
	}
	if ref, ok := a.selected(); ok && ref.Kind == model.KindWork {
		return "copy its id"
	}
	return "copy the path"
}

// canFollow is why the page Problems leads nowhere, "" where a session wrote the line before.
func (a *App) canFollow() string {
	if p, ok := a.selectedProblem(); !ok || !a.board.IsOrphan(p.By) {
		return "no open session belongs to this"
	}
	return ""
}

// followProblem goes to the session that wrote the line before a broken one.
func (a *App) followProblem() tea.Cmd {
	p, _ := a.selectedProblem()
	return a.seek(p.By)
}

// problemHints are the keys of the page Problems: what puts it right comes first.
func (a *App) problemHints() []draw.Hint {
	var hints []draw.Hint
	for i, id := range []keys.ID{keys.Approve, keys.Edit, keys.Next, keys.Open, keys.Copy, keys.Snooze, keys.Palette, keys.Help, keys.Quit} {
		act := a.action(id)
		if a.refuse(act) != "" {
			continue
		}
		h := draw.Hint{Key: a.keys[act.id].Help().Key, Does: a.does(act), Tight: act.tight, Rank: always + i}
		switch id {
		case keys.Next:
			if h.Does = act.short; a.list().At < len(a.board.Snapshot.Problems)-1 {
				h.Does = "next problem"
			}
		case keys.Palette:
			h.Does, h.Rank = act.short, act.footer
		case keys.Help, keys.Quit:
			h.Rank = act.footer
		case keys.Snooze:
			h.Rank = quitRank + 1
		}
		hints = append(hints, h)
	}
	return hints
}
