package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// allPages is what stands around the rows on the pages of all vaults, for one frame.
type allPages struct {
	// where says how much waits in which vault, and which could not be read.
	where styles.Line
	// unread names what was not read, so that nobody takes an empty page for good news; reading is true
	// while some of it still is.
	unread  []string
	reading bool
	hints   []draw.Hint
	// marked reports whether a row is marked in its vault.
	marked func(r list.Row) bool
	// vaults draws the list of vaults in place of a page, nil for a page.
	vaults func(h int) []styles.Line
}

// made is what a row of the pages of all was made of.
type made struct {
	label string
	board *board.Board
}

// vaultsPage is the list of vaults, after the pages that a vault has.
func (s *several) vaultsPage() int { return len(s.all.pages) - 1 }

func (s *several) onVaults() bool { return s.all.tabs.at == s.vaultsPage() }

// gather makes the pages of all from the boards of the vaults where one of these is new. It takes a
// while with many rows, so it is done beside, once for all that changed meanwhile.
func (s *several) gather() tea.Cmd {
	now := make([]made, len(s.apps))
	for i, a := range s.apps {
		now[i] = made{s.labels[i], a.board}
	}
	s.arrange()
	if s.making || s.made != nil && slices.Equal(now, s.made) {
		return nil
	}
	s.made, s.making = now, true
	var read []entry
	for i, a := range s.apps {
		if a.feed.loaded {
			read = append(read, entry{i, -1})
		}
	}
	// Hosts answer in another order each time, rows of equal need stand in the same.
	slices.SortStableFunc(read, s.byPlace)
	var parts []board.Part
	for _, e := range read {
		of := now[e.vault]
		parts = append(parts, board.Part{Vault: e.vault + 1, Label: of.label, Board: of.board})
	}
	at, title := s.all.now(), s.title()
	return func() tea.Msg { return madeAllMsg{board.Together(parts, title, at)} }
}

// madeAllMsg brings the pages of all.
type madeAllMsg struct{ board *board.Board }

func (s *several) gotMadeAll(msg madeAllMsg) {
	s.making = false
	b := msg.board
	// The list of vaults has no tab.
	b.Rows, b.Needs, b.Here = append(b.Rows, nil), append(b.Needs, 0), append(b.Here, false)
	s.all.show(b)
	if !s.touched {
		for i := range s.all.tabs.lists {
			s.all.tabs.lists[i].At, s.all.tabs.lists[i].Top = 0, 0
		}
	}
}

// title counts the vaults, and the machines that they are on.
func (s *several) title() string {
	words := model.Counted(len(s.apps), "vault")
	if n := len(s.hosts); n > 0 {
		words += ", " + model.Counted(n, "host")
	}
	return words
}

// follow puts the cursor of a vault on the thing whose row is under that of all, so that it is shown
// beside the list.
func (s *several) follow() tea.Cmd {
	if !s.choosing || s.lent || s.onVaults() || s.width < splitWidth {
		return nil
	}
	r, ok := s.all.list().Current()
	if !ok {
		return nil
	}
	cmd, _ := s.stand(r)
	return cmd
}

// stand puts the cursor of the vault of a row on the thing. It is false where the vault has it no more.
func (s *several) stand(r list.Row) (tea.Cmd, bool) {
	at, page := r.Vault-1, s.all.tabs.at
	a := s.apps[at]
	a.tabs.at, a.detail = page, nil
	if !a.to(page, r.Ref) {
		a.tabs.shown, a.tabs.deadOnly, a.tabs.filters[page], a.tabs.through[page] = "", false, "", nil
		a.setRows(page)
		if !a.to(page, r.Ref) {
			return nil, false
		}
	}
	return toVault(at, a.preview()), true
}

// key takes a key for what is open, or for the pages of all.
func (s *several) key(msg tea.KeyMsg) tea.Cmd {
	if !s.choosing || s.lent {
		return s.hand(s.at, msg)
	}
	s.touched = true
	s.all.toast.receipt = s.all.toast.stays(s.all.keys, msg)
	receipt := s.all.toast
	s.all.toast = toast{}
	k := s.all.keys
	switch {
	case key.Matches(msg, k[keys.Kill]):
		return s.quit(k[keys.Kill])
	case s.helping:
		s.helping = !key.Matches(msg, k[keys.Help], k[keys.Back], k[keys.Quit])
	case s.all.tabs.filtering:
		_, cmd := s.all.Update(msg)
		return toVault(ofAll, cmd)
	case arrivedTogether(msg) && !msg.Paste:
		return s.burst(msg)
	case receipt.receipt:
		// What was decided last is taken back, or copied, whatever row the cursor is on now.
		s.apps[s.at].toast = receipt
		return s.give(s.at, msg)
	case key.Matches(msg, k[keys.Quit]):
		return s.quit(k[keys.Quit])
	case key.Matches(msg, k[keys.Help]):
		s.helping = true
	case key.Matches(msg, k[keys.Reload]):
		return s.reload()
	case key.Matches(msg, k[keys.Vaults]):
		s.turnToVaults()
	case key.Matches(msg, k[keys.Theme]):
		if why := canTurnTheme(s.all); why != "" {
			s.all.say(styles.RoleWarn, "Not now: "+why+".")
			return nil
		}
		return turnTheme(s.all)
	case s.onVaults():
		return s.vaultKey(msg)
	default:
		return s.rowKey(msg)
	}
	return nil
}

// burst takes keys that arrived in one read one by one, until one of them opens something else than a filter.
func (s *several) burst(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, r := range msg.Runes {
		cmds = append(cmds, s.key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}))
		if !s.choosing || s.lent || s.helping {
			break
		}
	}
	return tea.Batch(cmds...)
}

// turnToVaults changes between the list of vaults and the first page.
func (s *several) turnToVaults() {
	if s.onVaults() {
		s.all.openPage(board.HomePage)
		return
	}
	s.all.openPage(s.vaultsPage())
	s.keepVaultInView()
}

// rowKey takes a key on a page of rows: for the page, or for the thing under the cursor, in its vault.
func (s *several) rowKey(msg tea.KeyMsg) tea.Cmd {
	if slices.ContainsFunc(s.all.pages, func(p board.Page) bool { return p.Key == msg.String() }) {
		s.all.Update(msg)
		return nil
	}
	r, ok := s.all.list().Current()
	var meant []action
	for _, act := range s.all.actions() {
		if key.Matches(msg, s.all.bound(act)) {
			meant = append(meant, act)
		}
	}
	switch {
	case len(meant) == 0:
		return nil
	case meant[0].id == keys.Next:
		s.jump(1)
		return nil
	case meant[0].id == keys.Previous:
		s.jump(-1)
		return nil
	case meant[0].id == keys.Undo && len(s.decided) > 0 && !(ok && s.apps[r.Vault-1].board.Decided(r.Ref)):
		at := s.decided[len(s.decided)-1]
		s.apps[at].toast.receipt = true
		return s.give(at, msg)
	}
	for _, act := range meant {
		if act.of == aboutPage && act.refuse(s.all) == "" {
			cmd := act.run(s.all)
			_, more := s.all.Update(nil)
			return toVault(ofAll, tea.Batch(cmd, more))
		}
	}
	if i := slices.IndexFunc(meant, func(act action) bool { return act.of != aboutPage }); i < 0 {
		if meant[0].id != keys.Back {
			s.all.say(styles.RoleWarn, s.all.cannot(meant[0]))
		}
		return nil
	}
	if !ok {
		s.all.say(styles.RoleWarn, "Nothing is selected.")
		return nil
	}
	return s.pick(r, meant, msg)
}

// pick does what a key means for the thing of a row, in its vault.
func (s *several) pick(r list.Row, meant []action, msg tea.KeyMsg) tea.Cmd {
	cmd, there := s.stand(r)
	at := r.Vault - 1
	able := slices.IndexFunc(meant, func(act action) bool { return act.of != aboutPage && act.refuse(s.apps[at]) == "" })
	switch {
	case !there:
		s.all.say(styles.RoleWarn, "It is no longer there.")
	case able >= 0 && meant[able].id == keys.Open:
		s.open(at)
	case able >= 0 && meant[able].of == aboutVault:
		s.open(at)
		cmd = tea.Batch(cmd, s.hand(at, msg))
	default:
		cmd = tea.Batch(cmd, s.give(at, msg))
	}
	return cmd
}

// noteDecided remembers in which vault something was decided, until it is undone.
func (s *several) noteDecided(at int, msg decidedMsg) {
	switch {
	case msg.decision.Choice != model.ChoiceUndo && !msg.receipt.Already:
		s.decided = append(s.decided, at)
	case msg.decision.Choice == model.ChoiceUndo:
		for i, vault := range slices.Backward(s.decided) {
			if vault == at {
				s.decided = slices.Delete(s.decided, i, i+1)
				return
			}
		}
	}
}

// jump goes to the next row, or the one before, that needs somebody.
func (s *several) jump(step int) {
	type thing struct {
		vault int
		ref   model.Ref
	}
	needs := map[thing]bool{}
	for _, r := range s.all.board.Rows[board.HomePage][:len(s.all.board.Queue)] {
		needs[thing{r.Vault, r.Ref}] = true
	}
	l := s.all.list()
	for i := range l.Rows {
		at := ((l.At+step*(i+1))%len(l.Rows) + len(l.Rows)) % len(l.Rows)
		if !needs[thing{l.Rows[at].Vault, l.Rows[at].Ref}] {
			continue
		}
		if at == l.At {
			s.all.say(styles.RoleMuted, "Nothing else on this page needs you.")
		}
		l.At = at
		return
	}
	s.all.say(styles.RoleMuted, "Nothing on this page needs you.")
}

func (s *several) open(at int) {
	s.at, s.choosing, s.lent = at, false, false
	s.apps[at].feed.visit.open = true
}

// give returns a key to a vault. What it opens lies over the pages of all until it is closed.
func (s *several) give(at int, msg tea.KeyMsg) tea.Cmd {
	a := s.apps[at]
	s.at, s.lent, s.before = at, true, a.shown()
	return s.hand(at, msg)
}

// backToList ends what lay over the pages of all. A vault in which something was opened stays open; else
// what it says is said here.
func (s *several) backToList() {
	if !s.choosing || len(s.apps) == 0 {
		return
	}
	a := s.apps[s.at]
	if s.lent {
		if a.over.Top() != nil || a.write.on {
			return
		}
		s.lent = false
		if s.before != a.shown() {
			s.open(s.at)
			return
		}
	}
	if a.toast.text != "" && s.touched {
		s.all.toast, a.toast = a.toast, toast{}
		s.all.toast.text = s.labels[s.at] + ": " + s.all.toast.text
	}
}

// hear says on the pages of all what came with a load of a vault.
func (s *several) hear() {
	if !s.choosing || s.lent {
		return
	}
	var said []string
	for i, a := range s.apps {
		if a.toast.heard {
			said, a.toast = append(said, s.label(i)+": "+a.toast.text), toast{}
		}
	}
	if len(said) > 0 {
		s.all.say(styles.RoleWarn, strings.Join(said, "; "))
	}
}

// shown is the page and the thing that are open in a vault, and how often an action changed its pages.
type shown struct {
	page   int
	detail *detail
	turned int
}

func (a *App) shown() shown { return shown{a.tabs.at, a.detail, a.tabs.turned} }

// allHead is what stands above the rows on the pages of all vaults.
func (a *App) allHead() []styles.Line {
	head := []styles.Line{a.all.where}
	if !a.roomy() {
		return head
	}
	head = append(head, nil)
	if a.tabs.at == board.HomePage && a.width < splitWidth && len(a.list().Rows) > 0 && a.saysNeeds() {
		head = append(head, a.needsLines()...)
	}
	return head
}

// allEmpty says why no vault has a row on this page.
func (a *App) allEmpty(w int) []styles.Line {
	words, role := "Nothing on this page", styles.RoleMuted
	if a.tabs.at == board.HomePage {
		words, role = a.pages[board.HomePage].Empty(a.board), styles.RoleGood
	}
	switch {
	case a.narrowed():
		return draw.Indented(draw.Sentence(styles.RoleMuted, "No match for the filter; esc clears it.", draw.Inside(w)))
	case len(a.all.unread) > 0:
		words, role = words+" in what was read. Not read: "+strings.Join(a.all.unread, ", ")+".", styles.RoleWarn
	case a.all.reading:
		words, role = "Reading…", styles.RoleMuted
	default:
		words += "."
	}
	return append(draw.Indented(draw.Wrapped(a.th.Label(words), role, draw.Inside(w))), nil, thread.Nothing(a.th, styles.Text{}, w))
}

// frame is the pages of all with what stands around the rows.
func (s *several) frame() *App {
	f := *s.all
	f.all = &allPages{hints: s.hints(), marked: func(r list.Row) bool { return s.apps[r.Vault-1].tabs.marked[r.Ref] }}
	way := styles.Line{draw.Span(styles.RolePlain, "  "), draw.Span(styles.RoleKey, keys.Of(f.keys[keys.Vaults])), draw.Span(styles.RoleMuted, " all vaults")}
	if s.width < roomWidth {
		way = nil
	}
	f.all.where = draw.Ends(styles.Join(draw.Edge(), s.others(draw.Inside(s.width)-way.Width(), -1)), way, s.width)
	for _, st := range s.states(-1) {
		if st.trouble() {
			f.all.unread = append(f.all.unread, st.name)
		}
	}
	f.feed.follow.known = s.o.Watch && len(s.apps) > 0
	for _, a := range s.apps {
		f.all.reading = f.all.reading || !a.feed.loaded && a.feed.err == nil
		f.feed.follow.known = f.feed.follow.known && a.feed.follow.known && a.feed.err == nil
	}
	for _, m := range s.hosts {
		f.all.reading = f.all.reading || m.asking && !m.answered && m.err == nil
	}
	if s.onVaults() {
		f.all.vaults = s.vaultLines
	} else if r, ok := f.list().Current(); ok && s.width >= splitWidth {
		f.beside = s.apps[r.Vault-1].beside
	}
	return &f
}

// hints are the keys that work now: what the vault of the row does with the thing, and what is done
// here.
func (s *several) hints() []draw.Hint {
	k := s.all.keys
	rest := []draw.Hint{
		{Key: k[keys.Open].Help().Key, Does: "open", Rank: openRank},
		{Key: k[keys.Help].Help().Key, Does: "help", Rank: always},
		{Key: k[keys.Quit].Help().Key, Does: "quit", Rank: quitRank},
	}
	if s.onVaults() {
		return slices.Concat([]draw.Hint{{Key: k.Moving(), Does: "move"}, {Key: keys.Of(k[keys.Vaults]), Does: "what needs you"}}, s.vaultHints(), rest)
	}
	r, ok := s.all.list().Current()
	if !ok {
		return rest[1:]
	}
	of := *s.apps[r.Vault-1]
	of.tabs.lists = slices.Clone(of.tabs.lists)
	of.tabs.at, of.tabs.filtering, of.detail, of.over, of.all = s.all.tabs.at, false, nil, nil, nil
	of.tabs.lists[of.tabs.at] = list.List{Rows: []list.Row{r}}
	var hints []draw.Hint
	given := func(h draw.Hint) bool {
		return slices.ContainsFunc(of.actions(), func(act action) bool {
			return act.of != aboutPage && act.id != keys.Open && string(act.id) == h.For && of.refuse(act) == ""
		})
	}
	for _, h := range of.hints() {
		if given(h) {
			hints = append(hints, h)
		}
	}
	if r.More > 0 {
		hints = append([]draw.Hint{{Key: k[keys.Fold].Help().Key, Does: k[keys.Fold].Help().Desc, Rank: always}}, hints...)
	}
	return append(hints, rest...)
}

// View draws the open vault below a row with its name, or the pages of all, with the box that lies over
// them.
func (s *several) View() string {
	if s.width <= 0 || s.height <= 0 {
		return ""
	}
	if !s.choosing || s.lent {
		a := s.apps[s.at]
		box, ok := a.box()
		if !s.lent || !ok {
			return a.th.Render(s.row(), s.width) + "\n" + a.View()
		}
		lines := box.Over(a.th, s.listLines(), s.width)
		if said := a.said(); len(said) > 0 {
			copy(lines[len(lines)-len(said):], said)
		}
		return s.rendered(lines)
	}
	return s.rendered(s.listLines())
}

func (s *several) rendered(lines []styles.Line) string {
	rows := make([]string, s.height)
	for i, l := range draw.Tall(lines, s.height) {
		rows[i] = s.all.th.Render(l, s.width)
	}
	return strings.Join(rows, "\n")
}

func (s *several) listLines() []styles.Line {
	f := s.frame()
	if !s.helping || f.tooSmall() {
		return draw.Tall(f.lines(), s.height)
	}
	lines := append([]styles.Line{f.viewHeader()}, s.helpLines()...)
	return append(draw.Tall(lines, s.height-1), styles.Join(draw.Edge(), draw.HintLine(f.drawnKeys([]draw.Hint{{Key: "esc", Does: "close"}}), draw.Inside(s.width))))
}

func (s *several) helpLines() []styles.Line {
	k := s.all.keys
	var lines []styles.Line
	for _, h := range []draw.Hint{
		{Key: k.Moving(), Does: "move"},
		{Key: fmt.Sprintf("1 %d", len(s.all.pages)-1), Does: "pages of all vaults"},
		{Key: keys.Of(k[keys.Vaults]), Does: "all vaults, and back"},
		{Key: keys.Of(k[keys.Open]), Does: "open its vault"},
		{Key: keys.Of(k[keys.Approve]) + " " + keys.Of(k[keys.Reject]) + " " + keys.Of(k[keys.Changes]), Does: "decide, as in the vault"},
		{Key: keys.Of(k[keys.Quit]), Does: "quit"},
		{Key: keys.Of(k[keys.Undo]), Does: "undo what was decided last"},
		{Key: keys.Of(k[keys.Snooze]), Does: "snooze this row"},
		{Key: keys.Of(k[keys.HostScreen]), Does: k[keys.HostScreen].Help().Desc},
		{Key: keys.Of(k[keys.Next]) + " " + keys.Of(k[keys.Previous]), Does: "next, previous that needs you"},
		{Key: keys.Of(k[keys.Find]), Does: "find in the rows"},
		{Key: keys.Of(k[keys.Palette]), Does: "all actions, by name"},
		{Key: keys.Of(k[keys.Reload]), Does: "read and ask all again"},
	} {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, s.width)...)
	}
	return lines
}

// mouse goes to the open vault, or presses keys, moves and turns pages here. Only keys decide.
func (s *several) mouse(msg tea.MouseMsg) tea.Cmd {
	if !s.choosing || s.lent {
		if _, boxed := s.apps[s.at].box(); !s.lent || !boxed {
			msg.Y--
		}
		return s.hand(s.at, msg)
	}
	if s.helping || !s.all.mice || msg.Action != tea.MouseActionPress {
		return nil
	}
	s.touched = true
	f := s.frame()
	if msg.Button == tea.MouseButtonLeft {
		if h, ok := f.hintAt(msg.X, msg.Y); ok {
			if press, ok := keys.Press(h.Key); ok {
				return s.key(press)
			}
			return nil
		}
	}
	if s.onVaults() && msg.Y != tabsRow {
		s.vaultMouse(msg)
		return nil
	}
	s.all.Update(msg)
	return nil
}
