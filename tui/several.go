package tui

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// Vault is one vault on the screen.
type Vault struct {
	// Name is the shortest unique end of its folder.
	Name  string
	Store Store
	Dir   string
	// Host is the machine that the vault is on, as the settings name it; empty for this one. There
	// Dir is a path of that machine, in which nothing here is run or opened.
	Host string
	// Same is another machine of the settings by which this very vault is shown already, empty for most.
	Same string
	// As is the account that decides there, as ssh is told it: "me@attic".
	As string
	// Screen is the command that opens the vault on its host in this terminal, nil where the login there
	// opens none.
	Screen []string
	// Notice is the first message in its status line.
	Notice string
	// Told is what the program of an agent is told when it starts in a folder, nil where that is not known.
	Told func(s model.Snapshot, tool, dir string) (confirm.Told, error)
	// Close returns what it needs, nil for nothing.
	Close func()
	// Again opens what is in its place now, nil where that is not possible.
	Again func() (Vault, error)
}

// Host is another machine whose vaults stand beside the local ones.
type Host struct {
	Name string
	// Vaults asks the machine for its vaults. It takes as long as the machine does, within a limit,
	// and may be asked again after it failed.
	Vaults func(ctx context.Context) ([]Vault, error)
}

// several are vaults of this machine and of others, their pages in one, and the list of them.
type several struct {
	*root
	apps []*App
	// names are the vaults' own, labels name them among all.
	names, labels []string
	hosts         []*machine
	// all has the pages of all vaults in one, made of what is in made, and the list of vaults after them. It
	// loads nothing, and nothing is decided in it.
	all  *App
	made []made
	// making is true while they are being made.
	making bool
	around around
	// at is the vault that was opened last, or got the last key.
	at int
	// decided are the vaults of what was decided on this screen and stands, the newest last.
	decided []int
	// touched is true after the first key: until then the cursor stays on what is most urgent.
	touched bool
	// waiting is true until the nearest vault was read: the others are read behind it.
	waiting bool
}

// around is what stands around the rows on the pages of all.
type around struct {
	// where says how much waits in which vault, and which could not be read.
	where styles.Line
	// unread names what was not read, so that nobody takes an empty page for good news; reading is true
	// while some of it still is.
	unread  []string
	reading bool
}

// made is what a row of the pages of all was made of.
type made struct {
	label string
	board *board.Board
}

// newSeveral begins with the pages of all vaults, or with the nearest.
func newSeveral(r *root, vaults []Vault) *several {
	s := &several{root: r, waiting: r.o.Nearest}
	frame := r.o
	frame.Motion, frame.Looks, frame.Watch = false, false, false
	s.all = newApp(r.world, nil, frame, append(board.Pages(), board.Page{Key: keys.Of(r.keys[keys.Vaults]), Title: "Vaults"}))
	s.all.all, s.all.feed.loaded = s, true
	r.push(s.all)
	for _, v := range vaults {
		s.append(v)
	}
	for _, h := range r.o.Hosts {
		s.hosts = append(s.hosts, &machine{Host: h})
	}
	if s.waiting {
		r.enter(s.apps[0])
	}
	s.sort()
	madeAllMsg{board.Together(nil, s.title(), r.now())}.reach(s.all)
	return s
}

// append takes a vault among those that are shown.
func (s *several) append(v Vault) {
	a := vaultApp(s.world, v, s.o)
	a.among, a.feed.visit.open = true, false
	s.apps = append(s.apps, a)
	s.names = append(s.names, v.Name)
	s.labels = s.labels[:0:0]
	for i := range s.apps {
		s.labels = append(s.labels, s.label(i))
		s.apps[i].label = s.labels[i]
	}
}

// vaultApp is the screen of one vault of several.
func vaultApp(w *world, v Vault, o Options) *App {
	o = o.of(v)
	if v.Host != "" {
		// Nothing here is made, run or opened in a folder of another machine.
		o.Dir, o.Begin, o.Editor = "", Beginning{}, nil
	}
	a := newApp(w, v.Store, o, board.Pages())
	a.away = away{host: v.Host, as: v.As, dir: v.Dir, screen: v.Screen}
	return a
}

// begin asks for the first load of each vault and for the vaults of each host, for the nearest alone
// where one is open.
func (s *several) begin() tea.Cmd {
	if s.waiting {
		return s.to(s.apps[0], s.apps[0].Init())
	}
	return s.beginFrom(0)
}

func (s *several) beginFrom(first int) tea.Cmd {
	var cmds []tea.Cmd
	for _, a := range s.apps[first:] {
		cmds = append(cmds, s.to(a, a.Init()))
	}
	for i := range s.hosts {
		cmds = append(cmds, s.to(s.all, s.askHost(i)))
	}
	return tea.Batch(cmds...)
}

// settle takes up what changed in the vaults.
func (s *several) settle() tea.Cmd {
	var cmds []tea.Cmd
	if s.waiting && (s.apps[0].feed.loaded || s.apps[0].feed.err != nil) {
		s.waiting = false
		cmds = append(cmds, s.beginFrom(1))
	}
	cmds = append(cmds, s.gather())
	waits := 0
	for _, a := range s.apps {
		waits += a.board.Needs[board.HomePage]
	}
	for _, a := range s.apps {
		a.waitsBeside = waits - a.board.Needs[board.HomePage]
	}
	s.sayHeard()
	s.endLoan()
	cmds = append(cmds, s.follow())
	s.surround()
	return tea.Batch(cmds...)
}

func (s *several) page() *App { return s.all }

// on reports whether the cursor is on a thing.
func (a *App) on(ref model.Ref) bool {
	r, ok := a.list().Current()
	return ok && r.Ref == ref
}

// choosing reports whether the pages of all are on top.
func (s *several) choosing() bool { return s.onTop(s.all) }

// vaultsPage is the list of vaults, after the pages that a vault has.
func (s *several) vaultsPage() int { return len(s.all.pages) - 1 }

func (s *several) onVaults() bool { return s.all.tabs.at == s.vaultsPage() }

func (s *several) touch() { s.touched = true }

// gather makes the pages of all from the boards of the vaults where one of these is new. It takes a
// while with many rows, so it is done beside, once for all that changed meanwhile.
func (s *several) gather() tea.Cmd {
	now := make([]made, len(s.apps))
	for i, a := range s.apps {
		now[i] = made{s.labels[i], a.board}
	}
	s.sort()
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

func (msg madeAllMsg) reach(a *App) tea.Cmd {
	s := a.many()
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
	return nil
}

// title counts the vaults, and the machines that they are on.
func (s *several) title() string {
	words := model.Counted(len(s.apps), "vault")
	if n := len(s.hosts); n > 0 {
		words += ", " + model.Counted(n, "host")
	}
	return words
}

// follow puts the cursor of a vault on the thing whose row is under that of all: keys are about it, and it is
// shown beside the list.
func (s *several) follow() tea.Cmd {
	r, ok := s.all.list().Current()
	if !ok || !s.choosing() || s.onVaults() {
		return nil
	}
	a := s.apps[r.Vault-1]
	s.stand(a, r.Ref)
	return s.to(a, a.preview())
}

// stand puts the cursor of a vault on a thing. It is false where the vault has it no more.
func (s *several) stand(a *App, ref model.Ref) bool {
	page := s.all.tabs.at
	a.tabs.at, a.detail = page, nil
	if a.to(page, ref) {
		return true
	}
	a.tabs.shown, a.tabs.deadOnly, a.tabs.filters[page], a.tabs.through[page] = "", false, "", nil
	a.setRows(page)
	return a.to(page, ref)
}

// deed is what an action does on the pages of all: most are about the thing under the cursor, in its vault.
func (s *several) deed(act action) (deed, bool) {
	switch act.id {
	case keys.Reload:
		return deed{run: s.reload}, true
	case keys.Vaults:
		return deed{run: s.turnToVaults}, true
	}
	if s.onVaults() {
		return s.deedOnVaults(act)
	}
	switch {
	case act.id == keys.Next:
		return deed{run: func() tea.Cmd { return s.jump(1) }}, true
	case act.id == keys.Previous:
		return deed{run: func() tea.Cmd { return s.jump(-1) }}, true
	case act.of == aboutPage:
		return deed{}, false
	}
	r, ok := s.all.list().Current()
	switch receipt := s.all.toast; {
	case receipt.receipt:
		// What was decided last is taken back, or copied, whatever row the cursor is on now.
		return s.deedOf(s.at, act, receipt), true
	case act.id == keys.Undo && len(s.decided) > 0 && !(ok && s.apps[r.Vault-1].board.Decided(r.Ref)):
		return s.deedOf(s.decided[len(s.decided)-1], act, toast{receipt: true}), true
	case !ok:
		return deed{why: "nothing is selected", says: "Nothing is selected."}, true
	}
	d, at := s.deedIn(r.Vault-1, act), r.Vault-1
	switch a := s.apps[at]; {
	case d.why != "":
	case !a.on(r.Ref):
		d.why, d.says = "it is no longer there", "It is no longer there."
	case act.id == keys.Open || act.of == aboutVault:
		d.run = func() tea.Cmd { s.open(at); return s.to(a, a.settled(a.do(act))) }
	}
	return d, true
}

// deedIn is what an action does in a vault.
func (s *several) deedIn(at int, act action) deed {
	a := s.apps[at]
	d := deed{does: a.called(act), why: a.refuse(act), run: func() tea.Cmd {
		return s.lend(at, func() tea.Cmd { return a.do(act) })
	}}
	if d.why != "" {
		d.says = s.labels[at] + ": " + a.cannot(act)
	}
	return d
}

// deedOf is what an action does about what a vault said of a decision.
func (s *several) deedOf(at int, act action, said toast) deed {
	a := s.apps[at]
	return deed{run: func() tea.Cmd {
		return s.lend(at, func() tea.Cmd {
			a.toast = said
			if a.refuse(act) != "" {
				a.say(styles.RoleWarn, a.cannot(act))
				return nil
			}
			return a.do(act)
		})
	}}
}

// turnToVaults changes between the list of vaults and the first page.
func (s *several) turnToVaults() tea.Cmd {
	if s.onVaults() {
		return s.all.openPage(board.HomePage)
	}
	return s.all.openPage(s.vaultsPage())
}

// noteDecided remembers in which vault something was decided, until it is undone.
func (s *several) noteDecided(a *App, msg decidedMsg) {
	at := slices.Index(s.apps, a)
	switch {
	case at < 0:
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
func (s *several) jump(step int) tea.Cmd {
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
		return nil
	}
	s.all.say(styles.RoleMuted, "Nothing on this page needs you.")
	return nil
}

func (s *several) open(at int) {
	s.at, s.all.toast = at, toast{}
	s.enter(s.apps[at])
}

// lend does something in a vault. What that opens lies over the pages of all until it is closed.
func (s *several) lend(at int, do func() tea.Cmd) tea.Cmd {
	a := s.apps[at]
	s.at, a.toast = at, toast{}
	s.stack = append(s.stack, layer{a, true, a.shown()})
	return s.to(a, a.settled(do()))
}

// endLoan ends what lay over the pages of all. A vault in which something was opened stays open; else what
// it says is said here.
func (s *several) endLoan() {
	if top := s.top(); top.loan && top.over.Top() == nil && !top.write.on {
		s.pop()
		if top.before != top.shown() {
			s.enter(top.App)
		}
	}
	if !s.choosing() || len(s.apps) == 0 {
		return
	}
	if a := s.apps[s.at]; a.toast.text != "" && s.touched {
		s.all.toast, a.toast = a.toast, toast{}
		s.all.toast.text = s.labels[s.at] + ": " + s.all.toast.text
	}
}

// left puts the cursor of the list of vaults on one that was left.
func (s *several) left(a *App) {
	s.all.toast = toast{}
	s.at = slices.Index(s.apps, a)
	if i := slices.Index(s.entries(), entry{s.at, -1}); i >= 0 {
		s.cursor().At = i
	}
}

// sayHeard says on the pages of all what came with a load of a vault.
func (s *several) sayHeard() {
	if !s.choosing() {
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

// surround says what stands around the rows.
func (s *several) surround() {
	way := styles.Line{draw.Span(styles.RolePlain, "  "), draw.Span(styles.RoleKey, keys.Of(s.keys[keys.Vaults])), draw.Span(styles.RoleMuted, " all vaults")}
	if s.width < roomWidth {
		way = nil
	}
	now := around{where: draw.Ends(styles.Join(draw.Edge(), s.others(draw.Inside(s.width)-way.Width(), -1)), way, s.width)}
	for _, st := range s.states(-1) {
		if st.trouble() {
			now.unread = append(now.unread, st.name)
		}
	}
	known := s.o.Watch && len(s.apps) > 0
	for _, a := range s.apps {
		now.reading = now.reading || !a.feed.loaded && a.feed.err == nil
		known = known && a.feed.follow.known && a.feed.err == nil
	}
	for _, m := range s.hosts {
		now.reading = now.reading || m.asking && !m.answered && m.err == nil
	}
	s.around, s.all.feed.follow.known = now, known
}

// glance is what the vault of the row under the cursor shows beside its list.
func (s *several) glance() *detail {
	if r, ok := s.all.list().Current(); ok && !s.onVaults() {
		return s.apps[r.Vault-1].beside
	}
	return nil
}

// marked reports whether a row is marked in its vault.
func (s *several) marked(r list.Row) bool { return s.apps[r.Vault-1].tabs.marked[r.Ref] }

// many are the vaults behind the pages of all, nil behind other pages.
func (a *App) many() *several {
	s, _ := a.all.(*several)
	return s
}

// allHead is what stands above the rows on the pages of all vaults.
func (a *App) allHead() []styles.Line {
	head := []styles.Line{a.many().around.where}
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
	case len(a.many().around.unread) > 0:
		words, role = words+" in what was read. Not read: "+strings.Join(a.many().around.unread, ", ")+".", styles.RoleWarn
	case a.many().around.reading:
		words, role = "Reading…", styles.RoleMuted
	default:
		words += "."
	}
	return append(draw.Indented(draw.Wrapped(a.th.Label(words), role, draw.Inside(w))), nil, thread.Nothing(a.th, styles.Text{}, w))
}

func (s *several) frame() []styles.Line { return nil }

// hints are the keys that work now: what the vault of the row does with the thing, and what is done
// here.
func (s *several) hints() []draw.Hint {
	k := s.keys
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
	of := s.apps[r.Vault-1]
	about := map[string]bool{}
	for _, act := range of.actions() {
		about[string(act.id)] = act.of != aboutPage && act.id != keys.Open && of.refuse(act) == ""
	}
	hints := slices.DeleteFunc(of.pageHints(), func(h draw.Hint) bool { return !about[h.For] })
	if r.More > 0 {
		hints = append([]draw.Hint{{Key: k[keys.Fold].Help().Key, Does: k[keys.Fold].Help().Desc, Rank: always}}, hints...)
	}
	return append(hints, rest...)
}
