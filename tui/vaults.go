package tui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/thread"
)

// entry is a row of the list of vaults: a vault, or a host that shows none. The other one is -1.
type entry struct{ vault, host int }

// vaultList is a cursor over vaults and hosts.
type vaultList struct {
	rows    []entry
	at, top int
}

// stand puts the cursor on an entry.
func (l *vaultList) stand(on entry) {
	if i := slices.Index(l.rows, on); i >= 0 {
		l.at = i
	}
}

func (l *vaultList) move(n int) { l.at = max(0, min(l.at+n, len(l.rows)-1)) }

// arrange orders the list by need. While it is on screen no row changes its place: the vaults of a host
// come where its row was, and the cursor stays on its row.
func (s *several) arrange() {
	l := &s.list
	var all []entry
	for i := range s.apps {
		all = append(all, entry{i, -1})
	}
	for i, m := range s.hosts {
		if len(s.on(m.Name)) == 0 {
			all = append(all, entry{-1, i})
		}
	}
	slices.SortStableFunc(all, s.byPlace)
	if s.onVaults() && s.choosing && len(l.rows) > 0 {
		all = s.inPlace(all)
	} else {
		slices.SortStableFunc(all, s.byNeed)
	}
	if slices.Equal(all, l.rows) {
		return
	}
	had := len(l.rows) > 0
	cursor, line := entry{}, l.at-l.top
	if had {
		cursor = l.rows[l.at]
	}
	l.rows = all
	if had && (s.touched || !s.choosing) {
		i := slices.Index(all, cursor)
		if i < 0 {
			i = slices.IndexFunc(all, func(e entry) bool { return s.hostOf(e) == s.hostOf(cursor) })
		}
		l.at = max(0, i)
	} else {
		l.at = 0
	}
	l.top = max(0, l.at-line)
	l.move(0)
	s.keepVaultInView()
}

// byPlace orders what is here ahead of the hosts, as the settings list them, and the vaults of one host by name.
func (s *several) byPlace(a, b entry) int {
	place := func(e entry) int {
		return slices.IndexFunc(s.hosts, func(m *machine) bool { return m.Name == s.hostOf(e) })
	}
	if by := cmp.Compare(place(a), place(b)); by != 0 || place(a) < 0 || a.vault < 0 || b.vault < 0 {
		return by
	}
	return strings.Compare(s.names[a.vault], s.names[b.vault])
}

// inPlace are entries in the order that the list has. The vaults of a host stand together.
func (s *several) inPlace(all []entry) []entry {
	var placed []entry
	take := func(which func(entry) bool) {
		all = slices.DeleteFunc(all, func(e entry) bool {
			if which(e) {
				placed = append(placed, e)
				return true
			}
			return false
		})
	}
	for _, was := range s.list.rows {
		take(func(e entry) bool { return e == was })
		if was.vault < 0 {
			take(func(e entry) bool { return s.hostOf(e) == s.hosts[was.host].Name })
		}
	}
	return append(placed, all...)
}

// hostOf is the host of an entry, "" for this machine.
func (s *several) hostOf(e entry) string {
	if e.vault < 0 {
		return s.hosts[e.host].Name
	}
	return s.apps[e.vault].away.host
}

// byNeed puts what needs somebody first, then what could not be read, then what is being read.
func (s *several) byNeed(a, b entry) int {
	class := func(e entry) int {
		switch {
		case e.vault < 0 && s.hosts[e.host].err != nil:
			return 1
		case e.vault < 0:
			return 2
		}
		of := s.apps[e.vault]
		switch {
		case len(of.board.Queue) > 0:
			return 0
		case of.feed.err != nil:
			return 1
		case !of.feed.loaded:
			return 2
		}
		return 3
	}
	if by := cmp.Compare(class(a), class(b)); by != 0 || a.vault < 0 || b.vault < 0 {
		return by
	}
	return rule.ByNeed(s.apps[a.vault].board.Summary, s.apps[b.vault].board.Summary)
}

// selected is the entry under the cursor, false without any.
func (s *several) selected() (entry, bool) {
	if s.list.at >= len(s.list.rows) {
		return entry{}, false
	}
	return s.list.rows[s.list.at], true
}

// vaultKey takes a key on the list of vaults.
func (s *several) vaultKey(msg tea.KeyMsg) tea.Cmd {
	k, l := s.all.keys, &s.list
	e, ok := s.selected()
	switch {
	case key.Matches(msg, k[keys.Up]):
		l.move(-1)
	case key.Matches(msg, k[keys.Down]):
		l.move(1)
	case key.Matches(msg, k[keys.PageUp]):
		l.move(-max(1, s.listRows()-1))
	case key.Matches(msg, k[keys.PageDown]):
		l.move(max(1, s.listRows()-1))
	case key.Matches(msg, k[keys.Top]):
		l.at = 0
	case key.Matches(msg, k[keys.Bottom]):
		l.move(farAway)
	case key.Matches(msg, k[keys.Back]):
		s.all.openPage(board.HomePage)
	case slices.ContainsFunc(s.all.pages, func(p board.Page) bool { return p.Key == msg.String() }):
		s.all.Update(msg)
	case key.Matches(msg, k[keys.NextTab], k[keys.PrevTab]):
		s.all.openPage(board.HomePage)
	case key.Matches(msg, k[keys.Find]):
		s.all.say(styles.RoleMuted, "The list of vaults has no filter; the pages have one.")
	case !ok:
	case key.Matches(msg, k[keys.Open], k[keys.HostScreen]) && e.vault < 0:
		return s.askHost(e.host)
	case e.vault < 0:
		s.all.say(styles.RoleMuted, "This host shows no vault; "+keys.Of(k[keys.Open])+" asks it again.")
	case key.Matches(msg, k[keys.Open]):
		s.open(e.vault)
	case key.Matches(msg, k[keys.HostScreen], k[keys.Message], k[keys.History]):
		return s.give(e.vault, msg)
	default:
		s.all.say(styles.RoleMuted, keys.Of(k[keys.Open])+" opens the vault.")
	}
	s.keepVaultInView()
	return nil
}

// keepVaultInView shows the row under the cursor, and no empty row while another could stand there.
func (s *several) keepVaultInView() {
	rows := s.listRows()
	s.list.top = max(0, min(s.list.top, s.list.at, len(s.list.rows)-rows), s.list.at-rows+1)
}

// vaultHints are the keys for the vault under the cursor.
func (s *several) vaultHints() []draw.Hint {
	if e, ok := s.selected(); ok && e.vault >= 0 && canOpenScreen(s.apps[e.vault]) == "" {
		return []draw.Hint{{Key: s.all.keys[keys.HostScreen].Help().Key, Does: "its screen"}}
	}
	return []draw.Hint{{Key: s.all.keys[keys.Reload].Help().Key, Does: "ask again"}}
}

func (s *several) vaultMouse(msg tea.MouseMsg) {
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		s.list.move(-1)
	case tea.MouseButtonWheelDown:
		s.list.move(1)
	case tea.MouseButtonLeft:
		if i := s.list.top + msg.Y - s.listTop(); msg.Y >= s.listTop() && msg.Y < s.listTop()+s.listRows() && i < len(s.list.rows) {
			s.list.at = i
		}
	}
	s.keepVaultInView()
}

// listTop is the row of the first vault on the screen.
func (s *several) listTop() int { return s.all.bodyRow() + 1 }

// listRows are the rows of the list of vaults on the screen.
func (s *several) listRows() int {
	room := s.all.bodyHeight() - 1
	if room > len(s.list.rows)+leastAbout {
		return len(s.list.rows)
	}
	return max(1, room)
}

// vaultColumn is a column of the list of vaults, shown on screens at least so wide. One without a width
// has the rest.
type vaultColumn struct {
	name        string
	width, from int
	right       bool
}

// The columns of the list of vaults, in this order.
const (
	nameColumn = iota
	goesColumn
	daysColumn
	expiresColumn
	oldestColumn
	deadColumn
	countColumn
	writtenColumn
	columnsOfVaults
)

// leastGoesOn is the least room for what a vault goes on with.
const leastGoesOn = 12

// vaultColumns are the columns that fit in w cells.
func (s *several) vaultColumns(w int) [columnsOfVaults]vaultColumn {
	name := len("vault")
	for i := range s.apps {
		name = max(name, s.apps[i].th.Show(s.labels[i]).Width())
	}
	for _, m := range s.hosts {
		name = max(name, s.all.th.Show(m.Name).Width())
	}
	c := [columnsOfVaults]vaultColumn{
		{"vault", min(name, mostName, max(8, w/4)), 0, false}, {"resumes with", 0, 60, false}, {"last 14 days", trendColumn, 160, false},
		{"expires", 8, 50, false}, {"oldest", 6, 0, true}, {"dead", 4, 70, true}, {"needs you", needsColumn, 0, true}, {"last", lastColumn, 110, true},
	}
	rest := draw.Inside(w)
	for i := range c {
		if c[i].from > w {
			c[i].width = 0
		} else if i != goesColumn {
			rest -= c[i].width + between
		}
	}
	if c[goesColumn].width = max(0, rest); c[goesColumn].from > w || rest < leastGoesOn {
		c[goesColumn].width = 0
	}
	return c
}

// vaultLines are the list of vaults in h rows, each with its plan, what expires first, how long the first
// thing waits, and how many sessions died, and below it more of the one under the cursor.
func (s *several) vaultLines(h int) []styles.Line {
	columns := s.vaultColumns(s.width)
	var head [columnsOfVaults]styles.Line
	for i, c := range columns {
		head[i] = draw.Words(styles.RoleMuted, c.name)
	}
	lines := []styles.Line{styles.Join(draw.Edge(), inColumns(columns, head))}
	for i := s.list.top; i < min(len(s.list.rows), s.list.top+s.listRows()); i++ {
		lines = append(lines, underCursor(s.all.th, i == s.list.at, s.vaultRow(columns, s.list.rows[i], i == s.list.at)))
	}
	if e, ok := s.selected(); ok && h-len(lines) > leastAbout-1 {
		lines = append(append(lines, nil), s.about(e)...)
	}
	return lines
}

// inColumns sets cells side by side.
func inColumns(columns [columnsOfVaults]vaultColumn, cells [columnsOfVaults]styles.Line) styles.Line {
	var row styles.Line
	for i, c := range columns {
		if c.width == 0 {
			continue
		}
		if len(row) > 0 {
			row = append(row, draw.Span(styles.RolePlain, strings.Repeat(" ", between)))
		}
		cell := cells[i].Fit(c.width)
		blank := draw.Span(styles.RolePlain, strings.Repeat(" ", c.width-cell.Width()))
		if c.right {
			row = append(append(row, blank), cell...)
		} else {
			row = append(append(row, cell...), blank)
		}
	}
	return row
}

// vaultRow is the row of a vault, or of a host that shows none. Only the one under the cursor is lit.
func (s *several) vaultRow(columns [columnsOfVaults]vaultColumn, e entry, lit bool) styles.Line {
	var cells [columnsOfVaults]styles.Line
	if e.vault < 0 {
		m := s.hosts[e.host]
		words, role := s.hostWords(m)
		row := styles.Line{{Text: s.all.th.Show(m.Name).Fit(columns[nameColumn].width).Pad(columns[nameColumn].width), Role: styles.RoleTitle}, draw.Span(styles.RolePlain, strings.Repeat(" ", between))}
		return styles.Join(row, styles.Line{{Text: s.all.th.Label(words), Role: role}}).Fit(draw.Inside(s.width))
	}
	a := s.apps[e.vault]
	cells[nameColumn] = styles.Line{{Text: a.th.Show(s.labels[e.vault]), Role: styles.RoleTitle}}
	if !a.feed.loaded {
		words, role := "reading…", styles.RoleMuted
		if a.feed.err != nil {
			words, role = notRead(a.feed.err, a.away.host), styles.RoleBad
		}
		row := inColumns([columnsOfVaults]vaultColumn{nameColumn: columns[nameColumn]}, cells)
		return styles.Join(row, draw.Words(styles.RolePlain, strings.Repeat(" ", between)), styles.Line{{Text: a.th.Label(words), Role: role}}).Fit(draw.Inside(s.width))
	}
	b, need := a.board, a.board.Summary
	goes, next := b.GoesOn(a.th)
	if !lit {
		goes = thread.Unlit(a.th, goes)
	}
	if goes.Width() > 0 {
		goes = append(slices.Clone(goes), draw.Span(styles.RolePlain, " "))
	}
	cells[goesColumn] = styles.Join(goes, styles.Line{{Text: a.th.Label(next)}})
	if a.feed.err != nil {
		old := draw.Words(styles.RoleBad, a.th.MarkSymbol(styles.MarkProblem).String()+" "+a.asOf()+"  ")
		cells[goesColumn] = styles.Join(old, cells[goesColumn])
		if columns[goesColumn].width == 0 {
			cells[oldestColumn] = draw.Words(styles.RoleBad, b.Snapshot.At.Format("15:04"))
		}
	}
	if started, _ := b.Days.Total(); started > 0 {
		cells[daysColumn] = styles.Line{{Text: a.th.Sparkline(b.Days.Started, slices.Max(b.Days.Started)), Role: styles.RoleAccent}}
	}
	if !need.Expires.IsZero() {
		role := styles.RoleMuted
		if need.Expires.Sub(b.Snapshot.At) < 24*time.Hour {
			role = styles.RoleWarn
		}
		cells[expiresColumn] = draw.Words(role, phrase.Left(b.Snapshot.At, need.Expires))
	}
	if !need.Oldest.IsZero() && cells[oldestColumn] == nil {
		cells[oldestColumn] = draw.Words(styles.RolePlain, phrase.Age(b.Snapshot.At, need.Oldest))
	}
	cells[deadColumn], cells[countColumn] = counted(a.th, need.Dead), counted(a.th, need.Needs)
	cells[writtenColumn] = draw.Words(styles.RoleMuted, phrase.Age(b.Snapshot.At, b.LastTime()))
	return inColumns(columns, cells)
}

// counted is a number, of nothing a quiet line.
func counted(th *styles.Theme, n int) styles.Line {
	if n == 0 {
		return styles.Line{{Text: th.MarkSymbol(styles.MarkUnknown), Role: styles.RoleMuted}}
	}
	return draw.Words(styles.RoleTitle, strconv.Itoa(n))
}

// hostWords are what is to be said of a host that shows no vault.
func (s *several) hostWords(m *machine) (string, styles.Role) {
	switch {
	case m.err != nil:
		return s.all.th.MarkSymbol(styles.MarkProblem).String() + " " + notRead(m.err, m.Name) + ", since " + m.since.Format("15:04"), styles.RoleBad
	case !m.answered:
		return "connecting…", styles.RoleMuted
	}
	return m.none(), styles.RoleMuted
}

// notRead is why a vault, or those of a host, were not read at all.
func notRead(err error, host string) string {
	if isUnreached(err) {
		return strings.TrimPrefix(err.Error(), host+" ")
	}
	return "cannot be read: " + err.Error()
}

// about says more of the entry under the cursor.
func (s *several) about(e entry) []styles.Line {
	if e.vault < 0 {
		m := s.hosts[e.host]
		words, role := s.hostWords(m)
		title := styles.Line{{Text: s.all.th.Show(m.Name), Role: styles.RoleTitle}}
		lines := draw.Wrapped(s.all.th.Label(words), role, draw.Inside(s.width))
		if m.err != nil {
			lines = append(lines, hinted(s.all.th, s.o.Hints, m.err, s.width)...)
		}
		return append(append(draw.Quoted(s.all.th, []styles.Line{title}), nil), draw.Indented(lines)...)
	}
	a := s.apps[e.vault]
	title := styles.Line{{Text: a.th.Show(s.labels[e.vault]), Role: styles.RoleTitle}}
	if a.isAway() {
		title = append(title, draw.Span(styles.RolePlain, "  "), styles.Span{Text: a.th.Label(strings.TrimPrefix(a.away.as+", ", ", ") + a.away.dir), Role: styles.RoleMuted})
	}
	lines := append(draw.Quoted(a.th, []styles.Line{title}), nil)
	if a.feed.err != nil {
		why := draw.Wrapped(a.th.Label(a.unread()), styles.RoleBad, draw.Inside(s.width))
		lines = append(lines, draw.Indented(append(why, a.hintLines(s.width)...))...)
	}
	if !a.feed.loaded {
		return lines
	}
	return append(lines, board.FactLines(a.th, a.board.VaultFacts(), s.width)...)
}
