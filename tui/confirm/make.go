package confirm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
	"coldstart/tui/thread"
)

// Make shows what making a vault changes in a folder, and asks the operator to confirm it. Every row, and every line
// added to an existing file, has to be on screen first.
type Make struct {
	Ask
	// Dir is the folder as people read it. Demo opens the example, nil where it cannot.
	Dir    string
	Places []model.Making
	Demo   func() tea.Cmd
	list.Cursor
	// whole shows the text of the row on the whole screen. laid is the width and the number of rows of the last layout.
	whole bool
	laid  [2]int
	lid   *Lid
}

// Arm begins to ask. The first file with lines to read is under the cursor.
func (m *Make) Arm(s *overlay.Screen) tea.Cmd {
	m.asks = m
	for _, first := range []func(makeRow) bool{makeRow.hasText, makeRow.mustRead} {
		if at := slices.IndexFunc(m.rows(), first); at >= 0 {
			m.At = at
		}
	}
	return m.Ask.Arm(s)
}

// makeRow is a place with its row, or several new folders of one sort.
type makeRow struct {
	model.Making
	folders int
}

// mustRead reports a place whose lines have to be read: they change a file that is there.
func (r makeRow) mustRead() bool { return r.Kind == model.ChangeEdit && !r.Kept }

// hasText reports a place with lines to show.
func (r makeRow) hasText() bool { return len(r.Before)+len(r.After) > 0 }

// rows are the places; new folders of one sort share a row.
func (m *Make) rows() []makeRow {
	var rows []makeRow
	for _, p := range m.Places {
		r := makeRow{Making: p}
		if !p.Kept && strings.HasSuffix(p.Path, "/") {
			r.folders = 1
		}
		if last := len(rows) - 1; last >= 0 && r.folders > 0 && rows[last].folders > 0 && p.About == rows[last].About {
			rows[last].Path, rows[last].folders = rows[last].Path+"  "+p.Path, rows[last].folders+1
			continue
		}
		rows = append(rows, r)
	}
	return rows
}

// says is what is said of a place in its row.
func (r makeRow) says() string {
	lines := model.Counted(len(r.After), "line")
	switch {
	case r.Kept:
		return r.About
	case r.folders == 1:
		return "folder: " + r.About
	case r.folders > 1:
		return fmt.Sprintf("%d folders: %s", r.folders, r.About)
	case r.Kind == model.ChangeRemove:
		return "removed: " + r.About
	case len(r.Before) > 0:
		return fmt.Sprintf("%s in place of %d: %s", lines, len(r.Before), r.About)
	case r.Kind == model.ChangeEdit:
		return lines + " added at the end"
	case len(r.After) == 0:
		return r.About
	}
	return r.About + ", " + lines
}

// current is the row under the cursor.
func (m *Make) current() makeRow { return m.rows()[m.At] }

// textOf are the lines of a place, with their numbers in the margin.
func textOf(th *styles.Theme, p makeRow, w int) (lines []styles.Line) {
	n := draw.Numbered{First: p.Line, Last: p.Line + len(p.After)}
	row := func(number int, sign string, r styles.Row, role styles.Role) {
		room := max(1, w-n.Margin()-len(sign)-1-draw.RightEdge)
		lines = append(lines, numberedRows(n, number, draw.Prefixed(draw.Wrapped(r.Whole(), styles.RolePlain, room), sign+" ", role))...)
	}
	for _, r := range th.RowsOf(p.Before) {
		row(0, "-", r, styles.RoleRemoved)
	}
	for i, r := range th.RowsOf(p.After) {
		row(p.Line+i, "+", r, styles.RoleAdded)
	}
	return lines
}

// room is how many rows the list has, and the text below it.
func (m *Make) room(s *overlay.Screen) (rows, text int) {
	all := s.Height - len(m.head(s)) - dialogFoot - 1
	if m.whole {
		return 0, max(1, all)
	}
	const leastShown = 4
	rows = max(2, min(len(m.rows()), all-m.gap(s)-leastShown))
	return rows, max(0, all-m.gap(s)-rows)
}

// gap are the rows between the list and the text.
func (m *Make) gap(s *overlay.Screen) int {
	if s.Height < roomyCard {
		return 0
	}
	return 1
}

// head asks, and counts.
func (m *Make) head(s *overlay.Screen) []styles.Line {
	made, replaced := 0, 0
	for _, p := range m.Places {
		if !p.Kept {
			made, replaced = made+1, replaced+len(p.Before)
		}
	}
	counts := []string{fmt.Sprintf("%d new", made), "nothing overwritten"}
	if replaced > 0 {
		counts[1] = model.Counted(replaced, "line") + " replaced"
	}
	if kept := len(m.Places) - made; kept > 0 {
		counts = slices.Insert(counts, 1, fmt.Sprintf("%d kept", kept))
	}
	line := styles.Join(draw.Edge(), styles.Line{draw.Span(styles.RoleTitle, "Make a vault in "), {Text: s.Th.Label(m.Dir), Role: styles.RolePlain}, draw.Span(styles.RoleTitle, "?")})
	right := draw.Words(styles.RoleMuted, strings.Join(counts, " · "))
	for len(counts) > 0 && line.Width()+right.Width()+2 > s.Width-draw.RightEdge {
		counts = counts[:len(counts)-1]
		right = draw.Words(styles.RoleMuted, strings.Join(counts, " · "))
	}
	lines := []styles.Line{draw.Ends(line, right, s.Width)}
	switch {
	case s.Height < roomyCard:
		return lines
	case m.whole:
		return append(lines, nil)
	}
	return append(lines, nil, draw.Heading("Changes", made))
}

// View draws the question over the whole screen.
func (m *Make) View(s *overlay.Screen, _ int) []styles.Line { return m.viewCard(s) }

// Cover says whether something lies over it. Nothing counts as read meanwhile.
func (m *Make) Cover(on bool) { m.guard = m.guard.Cover(on) }

func (m *Make) lift(s *overlay.Screen) { s.Close(m.lid) }

// showHelp explains the keys.
func (m *Make) showHelp(s *overlay.Screen) tea.Cmd {
	m.lid = &Lid{card: m, closes: keys.Help, title: "Keys", text: m.help}
	s.Open(m.lid)
	return m.disarm(s)
}

func (m *Make) help(s *overlay.Screen, w int) (lines []styles.Line) {
	k := s.Keys
	page := keys.Of(k[keys.PageUp]) + " " + keys.Of(k[keys.PageDown])
	all := []draw.Hint{
		{Key: keys.Of(k[keys.Yes]), Does: "make it, once every row and every line for a file of yours was on screen"},
		{Key: k.Moving(), Does: "go to another row"}, {Key: page, Does: "scroll the text below, then move to the next row"},
		{Key: keys.Of(k[keys.Open]), Does: "show the text on the whole screen, or return to the list"},
	}
	if m.Demo != nil {
		all = append(all, draw.Hint{Key: keys.Of(k[keys.Demo]), Does: "see the demo first"})
	}
	for _, h := range append(all, draw.Hint{Key: keys.Of(k[keys.Back]), Does: "cancel; nothing is made"}) {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, w)...)
	}
	return lines
}

func (m *Make) viewCard(s *overlay.Screen) []styles.Line {
	rows := m.rows()
	h, textRoom := m.room(s)
	lines := m.head(s)
	if h > 0 {
		lines = append(append(lines, m.list(s, rows, h)...), make([]styles.Line, m.gap(s))...)
	}
	p := rows[m.At]
	text := textOf(s.Th, p, s.Width)
	lines = append(lines, m.textHead(s, p, len(text) > m.Scroller.Top+textRoom))
	lines = append(lines, m.Lines(text, textRoom)...)
	seen, all := m.read()
	foot := draw.Ends(styles.Join(draw.Edge(), draw.HintLine(draw.Keys(s.Th, m.Hints(s)), m.hintRoom(s))), m.Cursor.Place(len(rows)), s.Width)
	return append(draw.Tall(lines, s.Height-dialogFoot), s.Status(1)[0], thread.Read(s.Th, seen, all, "all changes listed", s.Width), foot)
}

// read counts the rows that were on screen, and all.
func (m *Make) read() (seen, all int) {
	unseen, _ := m.guard.Unseen(0)
	return len(m.guard.Seen()) - unseen, len(m.guard.Seen())
}

// textHead names the place whose lines are below.
func (m *Make) textHead(s *overlay.Screen, p makeRow, more bool) styles.Line {
	what := "a new file"
	switch {
	case p.Kept:
		what = "unchanged"
	case p.folders > 0:
		what = "new, and empty"
	case p.Kind == model.ChangeEdit:
		what = "what is added"
	case p.Kind == model.ChangeRemove:
		what = "is removed"
	}
	line := styles.Line{{Text: s.Th.Label(p.Path), Role: styles.RoleHeading}, draw.Span(styles.RoleMuted, "  "+what)}
	var right styles.Line
	if more {
		right = styles.Line{draw.Span(styles.RoleKey, keys.Of(s.Keys[keys.PageDown])), draw.Span(styles.RoleMuted, " more")}
	}
	return draw.Ends(styles.Join(draw.Edge(), line), right, s.Width)
}

// list are the rows on screen, with what is said of each.
func (m *Make) list(s *overlay.Screen, rows []makeRow, h int) (lines []styles.Line) {
	names := 0
	for _, p := range rows {
		names = max(names, s.Th.Label(p.Path).Width())
	}
	const leastSaid, saidFrom = 30, 60
	if s.Width < saidFrom {
		names = draw.Inside(s.Width)
	}
	names = max(1, min(names, max(draw.Inside(s.Width)-leastSaid, leastSaid)))
	t := list.Fitted(s.Width, list.Column{Width: names}, list.Column{From: saidFrom})
	from, to := m.Window(h, len(rows))
	for i, p := range rows[from:to] {
		sign, name, said := styles.Span{Text: styles.Plain("+"), Role: styles.RoleAdded}, styles.RolePlain, styles.RoleMuted
		if p.Kept {
			sign, name = styles.Span{Text: s.Th.MarkSymbol(styles.MarkNote), Role: styles.RoleMuted}, styles.RoleMuted
		}
		cursor := styles.Span{Text: styles.Plain(" ")}
		if from+i == m.At {
			cursor, name = styles.Span{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleSelected}, styles.RoleTitle
		}
		sign.Text = sign.Text.Pad(draw.TextEdge - 2)
		l := styles.Join(styles.Line{cursor, draw.Span(styles.RolePlain, " "), sign}, t.Row(styles.Line{{Text: s.Th.Label(p.Path).Fit(names), Role: name}}, styles.Line{{Text: s.Th.Label(p.says()), Role: said}}))
		lines = append(lines, l.Fit(s.Width))
	}
	return lines
}

// Hear notes what was on screen, and scrolls with the wheel.
func (m *Make) Hear(s *overlay.Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case overlay.WheelMsg:
		m.page(s, int(msg))
	case overlay.SettledMsg:
		m.saw(s)
	default:
		return m.Ask.Hear(s, msg)
	}
	return nil
}

// saw keeps the cursor and the text in their windows, and marks what these show as read.
func (m *Make) saw(s *overlay.Screen) {
	rows := m.rows()
	h, room := m.room(s)
	m.Keep(max(1, h), len(rows))
	from, all := 0, len(rows)
	for i, p := range rows {
		if i == m.At {
			from = all
		}
		if p.mustRead() {
			all += len(textOf(s.Th, p, s.Width))
		}
	}
	if laid := [2]int{s.Width, all}; laid != m.laid {
		m.laid, m.guard = laid, m.guard.Laid(make([]bool, all))
	}
	m.By(0, room, len(textOf(s.Th, rows[m.At], s.Width)))
	m.guard = m.guard.Show(s.Small(), false)
	if h > 0 {
		m.guard = m.guard.Saw(m.Window(h, len(rows)))
	}
	if rows[m.At].mustRead() {
		m.guard = m.guard.Saw(from+m.Scroller.Top, min(from+m.Scroller.Top+room, from+len(textOf(s.Th, rows[m.At], s.Width))))
	}
}

// page scrolls the text, and goes on to the next row behind its end.
func (m *Make) page(s *overlay.Screen, by int) {
	_, room := m.room(s)
	before := m.Scroller.Top
	m.By(by, room, len(textOf(s.Th, m.current(), s.Width)))
	if m.Scroller.Top == before {
		m.Cursor.Move(max(-1, min(by, 1)), len(m.rows()))
		m.Scroller.Top, m.whole = 0, m.whole && m.current().hasText()
	}
}

// Key moves over the rows and the text, opens the demo, and does it after a single typed y.
func (m *Make) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	k := s.Keys
	single := !msg.Paste && len(msg.Runes) <= 1
	_, room := m.room(s)
	switch {
	case !single:
	case key.Matches(msg, k[keys.Back]) && m.whole:
		m.whole = false
		return m.disarm(s)
	case key.Matches(msg, k[keys.Open]):
		m.whole = !m.whole && m.current().hasText()
		return m.disarm(s)
	case key.Matches(msg, k[keys.Help]):
		return m.showHelp(s)
	case key.Matches(msg, k[keys.Demo]) && m.Demo != nil:
		return tea.Batch(m.disarm(s), m.Demo())
	case key.Matches(msg, k[keys.PageDown]), m.whole && key.Matches(msg, k[keys.Down]):
		m.page(s, room)
		return m.disarm(s)
	case key.Matches(msg, k[keys.PageUp]), m.whole && key.Matches(msg, k[keys.Up]):
		m.page(s, -room)
		return m.disarm(s)
	case m.Cursor.Key(k, msg, room, len(m.rows())):
		m.Scroller.Top = 0
		return m.disarm(s)
	}
	return m.Ask.Key(s, msg)
}

// Covers makes it take the whole screen.
func (m *Make) Covers() {}

func (m *Make) hintRoom(s *overlay.Screen) int {
	return draw.Inside(s.Width) - m.Cursor.Place(len(m.rows())).Width() - 2
}

// HintAt is the hint at a cell of the screen, false for none.
func (m *Make) HintAt(s *overlay.Screen, x, y int) (draw.Hint, bool) {
	if y != s.Height-1 {
		return draw.Hint{}, false
	}
	return draw.HintAt(draw.Keys(s.Th, m.Hints(s)), m.hintRoom(s), x-draw.TextEdge)
}

// Hints are the keys that do something.
func (m *Make) Hints(s *overlay.Screen) []draw.Hint {
	hints := m.Ask.Hints(s)
	open := draw.Hint{Key: keys.Of(s.Keys[keys.Open]), Does: "open", Rank: 1}
	if m.whole {
		open.Does = "list"
	}
	var more []draw.Hint
	if m.current().hasText() {
		more = append(more, open)
	}
	if m.Demo != nil {
		more = append(more, draw.Hint{Key: keys.Of(s.Keys[keys.Demo]), Does: "see the demo first", Tight: "demo", Rank: 2})
	}
	return slices.Insert(hints, 1, append(more, draw.Hint{Key: keys.Of(s.Keys[keys.Help]), Does: "help"})...)
}
