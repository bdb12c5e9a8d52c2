package tui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// entry is a row of the list of vaults: a vault, or a host that shows none. The other one is -1.
type entry struct{ vault, host int }

// entryOf is the entry of a row: vaults are numbered up from 1, hosts down from -1.
func entryOf(r list.Row) entry {
	if r.Vault < 0 {
		return entry{-1, -1 - r.Vault}
	}
	return entry{r.Vault - 1, -1}
}

func (e entry) row() list.Row {
	if e.vault < 0 {
		return list.Row{Vault: -1 - e.host}
	}
	return list.Row{Vault: e.vault + 1}
}

// cursor is the list of vaults.
func (s *several) cursor() *list.List { return &s.all.tabs.lists[s.vaultsPage()] }

// entries are those of the list, in its order.
func (s *several) entries() (all []entry) {
	for _, r := range s.cursor().Rows {
		all = append(all, entryOf(*r))
	}
	return all
}

func (s *several) arrange(page int) bool { return page == s.vaultsPage() }

func (s *several) rows(page int) []*list.Row { return s.all.board.Rows[page] }

// sort orders the list by need. While it is on screen no row changes its place: the vaults of a host
// come where its row was, and the cursor stays on its row.
func (s *several) sort() {
	l, was := s.cursor(), s.entries()
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
	if s.onVaults() && s.choosing() && len(was) > 0 {
		all = s.inPlace(was, all)
	} else {
		slices.SortStableFunc(all, s.byNeed)
	}
	if slices.Equal(all, was) {
		return
	}
	at, line := 0, l.At-l.Top
	if len(was) > 0 && (s.touched || !s.choosing()) {
		cursor := was[l.At]
		if at = slices.Index(all, cursor); at < 0 {
			at = max(0, slices.IndexFunc(all, func(e entry) bool { return s.hostOf(e) == s.hostOf(cursor) }))
		}
	}
	var rows []list.Row
	for _, e := range all {
		rows = append(rows, e.row())
	}
	l.Rows = list.Of(rows)
	l.At, l.Top = at, max(0, at-line)
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
func (s *several) inPlace(listed, all []entry) []entry {
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
	for _, was := range listed {
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
	r, ok := s.cursor().Current()
	return entryOf(r), ok
}

// deedOnVaults is what an action does on the list of vaults.
func (s *several) deedOnVaults(act action) (deed, bool) {
	e, ok := s.selected()
	open := keys.Of(s.keys[keys.Open])
	home := deed{run: func() tea.Cmd { return s.all.openPage(board.HomePage) }}
	not := func(why, says string) (deed, bool) { return deed{why: why, says: says}, true }
	switch {
	case act.id == keys.Back, act.id == keys.NextTab, act.id == keys.PrevTab:
		return home, true
	case act.id == keys.Find:
		return not("on the pages only", "The list of vaults has no filter; the pages have one.")
	case act.group == "Move", act.id == keys.Help, act.id == keys.Quit, act.id == keys.Kill, act.id == keys.Theme, act.id == keys.Reveal, act.id == keys.Palette:
		return deed{}, false
	case !ok:
		return not("nothing is selected", "Nothing is selected.")
	case e.vault < 0 && (act.id == keys.Open || act.id == keys.HostScreen):
		return deed{run: func() tea.Cmd { return s.askHost(e.host) }}, true
	case e.vault < 0:
		return not("this host shows no vault", "This host shows no vault; "+open+" asks it again.")
	case act.id == keys.Open:
		return deed{run: func() tea.Cmd { s.open(e.vault); return nil }}, true
	case act.id == keys.HostScreen, act.id == keys.Message, act.id == keys.History:
		return s.deedIn(e.vault, act), true
	}
	return not("in a vault only", open+" opens the vault.")
}

// vaultHints are the keys for the vault under the cursor.
func (s *several) vaultHints() []draw.Hint {
	if e, ok := s.selected(); ok && e.vault >= 0 && canOpenScreen(s.apps[e.vault]) == "" {
		return []draw.Hint{{Key: s.all.keys[keys.HostScreen].Help().Key, Does: "its screen"}}
	}
	return []draw.Hint{{Key: s.all.keys[keys.Reload].Help().Key, Does: "ask again"}}
}

// body is the list of vaults where that is open.
func (s *several) body(h int) []styles.Line {
	if !s.onVaults() {
		return nil
	}
	return s.vaultLines(h)
}

// place is that of the list of vaults.
func (s *several) place() (top, rows int, ok bool) {
	return s.all.bodyRow() + 1, s.listRows(), s.onVaults()
}

// listRows are the rows of the list of vaults on the screen.
func (s *several) listRows() int {
	room := s.all.bodyHeight() - 1
	if n := len(s.cursor().Rows); room > n+leastAbout {
		return n
	}
	return max(1, room)
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

// vaultTable are the columns that fit in w cells.
func (s *several) vaultTable(w int) list.Table {
	name := len("vault")
	for i := range s.apps {
		name = max(name, s.th.Show(s.labels[i]).Width())
	}
	for _, m := range s.hosts {
		name = max(name, s.th.Show(m.Name).Width())
	}
	return list.Fitted(w,
		list.Column{Name: "vault", Width: min(name, mostName, max(8, w/4))}, list.Column{Name: "resumes with", Least: leastGoesOn, From: 60},
		list.Column{Name: "last 14 days", Width: trendColumn, From: 160}, list.Column{Name: "expires", Width: 8, From: 50}, list.Column{Name: "oldest", Width: 6, Right: true},
		list.Column{Name: "dead", Width: 4, From: 70, Right: true}, list.Column{Name: "needs you", Width: needsColumn, Right: true}, list.Column{Name: "last", Width: lastColumn, From: 110, Right: true})
}

// vaultLines are the list of vaults in h rows, each with its plan, what expires first, how long the first
// thing waits, and how many sessions died, and below it more of the one under the cursor.
func (s *several) vaultLines(h int) []styles.Line {
	t := s.vaultTable(s.width)
	lines := []styles.Line{styles.Join(draw.Edge(), t.Head())}
	l := s.cursor()
	for i := l.Top; i < min(len(l.Rows), l.Top+s.listRows()); i++ {
		lines = append(lines, underCursor(s.th, i == l.At, s.vaultRow(t, entryOf(*l.Rows[i]), i == l.At)))
	}
	if e, ok := s.selected(); ok && h-len(lines) > leastAbout-1 {
		lines = append(append(lines, nil), s.about(e)...)
	}
	return lines
}

// vaultRow is the row of a vault, or of a host that shows none. Only the one under the cursor is lit.
func (s *several) vaultRow(t list.Table, e entry, lit bool) styles.Line {
	if e.vault < 0 {
		m := s.hosts[e.host]
		words, role := s.hostWords(m)
		return t.Saying(styles.Line{{Text: s.th.Show(m.Name), Role: styles.RoleTitle}}, s.th.Label(words), role).Fit(draw.Inside(s.width))
	}
	var cells [columnsOfVaults]styles.Line
	a := s.apps[e.vault]
	cells[nameColumn] = styles.Line{{Text: a.th.Show(s.labels[e.vault]), Role: styles.RoleTitle}}
	if !a.feed.loaded {
		words, role := "reading…", styles.RoleMuted
		if a.feed.err != nil {
			words, role = notRead(a.feed.err, a.away.host), styles.RoleBad
		}
		return t.Saying(cells[nameColumn], a.th.Label(words), role).Fit(draw.Inside(s.width))
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
		if t[goesColumn].Width == 0 {
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
	return t.Row(cells[:]...)
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
