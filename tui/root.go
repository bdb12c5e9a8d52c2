package tui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/calling"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// root is the one Bubble Tea model: a stack of screens. Keys and the mouse go to the one on top, answers to the
// one that asked, the size to all.
//
// A key becomes an action of the screen on top. What a list does itself, or a vault with the row of a list, is a
// deed of the list. A command belongs to a screen, and its answer comes back with the address of that screen,
// whatever is on top by then. After each message every list settles: it takes up what changed in its vaults.
type root struct {
	*world
	size
	o     Options
	stack []layer
	// single is the vault that is open alone, many the pages of several, machine the repositories of this
	// machine; nil for none.
	single  *App
	many    *several
	machine *everywhere
	// laid is the theme in which texts were laid out last.
	laid *styles.Theme
	// caller calls the operator, by what is unwritten, and called are the boards of which it heard.
	caller    calling.Caller
	unwritten string
	called    map[*App]*board.Board
}

// layer is a screen on the stack. A loan is a vault of which a dialog lies over the pages of many; before is
// what was open in it.
type layer struct {
	*App
	loan   bool
	before shown
}

// lister is what stands behind pages that are not those of one vault.
type lister interface {
	// deed is what an action does here, false where it is the same as in a vault.
	deed(act action) (deed, bool)
	// touch hears of each key before it is taken, settle of each message once it was taken.
	touch()
	settle() tea.Cmd
	// leave quits with the key by, after a question where a text would be lost.
	leave(by key.Binding) tea.Cmd
	// onTop reports whether a screen gets the keys.
	onTop(a *App) bool
	// page is the screen of the list, hints are its keys.
	page() *App
	hints() []draw.Hint
	// rows are those of a page, arrange sets those of a page that the list orders by itself.
	rows(page int) []*list.Row
	arrange(page int) bool
	// frame is the whole screen, body what stands in place of the open page in h rows; nil for what a vault
	// has. Place is where its list begins on the screen, with its rows.
	frame() []styles.Line
	body(h int) []styles.Line
	place() (top, rows int, ok bool)
}

// deed is what an action does on a list.
type deed struct {
	// does is its name, "" for that in the table.
	does string
	// why is the reason why it cannot be done now, says the whole sentence, "" for the usual one.
	why, says string
	run       func() tea.Cmd
}

// deed is what an action does here, where that is not what it does in a vault.
func (a *App) deed(act action) (deed, bool) {
	if a.all == nil {
		return deed{}, false
	}
	return a.all.deed(act)
}

// newRoot shows what is opened, above all repositories of the machine, which alone are shown without any.
func newRoot(vaults []Vault, o Options) *root {
	r := bareRoot(o)
	switch {
	case r.machine != nil && len(vaults) == 0 && len(o.Hosts) == 0:
		r.push(r.machine.page())
	case len(vaults) == 1 && len(o.Hosts) == 0:
		r.single = newApp(r.world, vaults[0].Store, o.of(vaults[0]), board.Pages())
		r.push(r.single)
	default:
		r.o.Nearest = o.Nearest || len(vaults) == 1
		r.many = newSeveral(r, vaults)
	}
	return r
}

func bareRoot(o Options) *root {
	r := &root{world: newWorld(o), o: o, laid: o.Theme, caller: o.Call, called: map[*App]*board.Board{}}
	if o.Machine.Sessions != nil {
		r.machine = newEverywhere(r)
	}
	return r
}

// vaults are the screens of all vaults, open or not.
func (r *root) vaults() (all []*App) {
	if r.single != nil {
		all = append(all, r.single)
	}
	if r.many != nil {
		all = append(all, r.many.apps...)
	}
	if r.machine != nil {
		for _, o := range r.machine.opened {
			all = append(all, o.app)
		}
	}
	return all
}

func (a *App) vaults() []*App { return []*App{a} }

// lists are the lists of vaults and repositories.
func (r *root) lists() (all []lister) {
	if r.many != nil {
		all = append(all, r.many)
	}
	if r.machine != nil {
		all = append(all, r.machine)
	}
	return all
}

// answer is for the screen that asked.
type answer struct {
	to  *App
	msg tea.Msg
}

// to sends the answers of a command to a screen. Quitting is for all.
func (r *root) to(a *App, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = r.to(a, msg[i])
			}
			return msg
		case tea.QuitMsg, answer:
			return msg
		default:
			return answer{a, msg}
		}
	}
}

// send hands a message to a screen.
func (r *root) send(a *App, msg tea.Msg) tea.Cmd {
	_, cmd := a.Update(msg)
	return r.to(a, cmd)
}

// top is the layer that gets the keys.
func (r *root) top() *layer { return &r.stack[len(r.stack)-1] }

// onTop reports whether a screen gets the keys.
func (r *root) onTop(a *App) bool { return r.top().App == a }

func (r *root) push(a *App) { r.stack = append(r.stack, layer{App: a}) }

func (r *root) pop() { r.stack = r.stack[:len(r.stack)-1] }

// enter opens a vault on top of its list.
func (r *root) enter(a *App) {
	r.push(a)
	a.feed.visit.open = true
}

// Init asks for what is read first.
func (r *root) Init() tea.Cmd {
	switch {
	case r.single != nil:
		return r.to(r.single, r.single.Init())
	case r.many != nil:
		return r.many.begin()
	}
	return r.to(r.machine.page(), r.machine.reload())
}

// Update takes a message, and lets all lists take up what changed.
func (r *root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmds := []tea.Cmd{r.route(msg)}
	for _, l := range r.lists() {
		cmds = append(cmds, r.to(l.page(), l.settle()))
	}
	if r.laid != r.th {
		r.laid = r.th
		for _, a := range r.vaults() {
			a.layOutBeside()
			a.layOutDetail()
		}
	}
	r.unwritten += r.call(msg)
	return r, tea.Batch(cmds...)
}

// write returns what the terminal gets besides frames, once.
func (r *root) write() (sequences string) {
	sequences, r.unwritten = r.unwritten, ""
	return sequences
}

// call returns what to write to the terminal after a message to call the operator.
func (r *root) call(msg tea.Msg) (sequence string) {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, tea.FocusMsg:
		r.caller.Look(r.now())
	}
	needs, news := 0, false
	for _, a := range r.vaults() {
		b := a.board
		needs += b.Needs[board.HomePage]
		// What is newest is only a part.
		if !a.feed.loaded || b.Snapshot.Late || r.called[a] == b {
			continue
		}
		r.called[a], news = b, true
		sequence += r.caller.Needs(a, b.Queue, r.now())
	}
	if news {
		sequence += r.caller.Count(needs)
	}
	return sequence
}

func (r *root) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case answer:
		return r.answered(msg)
	case tea.WindowSizeMsg:
		return r.resized(msg)
	case tea.KeyMsg:
		return r.send(r.top().App, msg)
	case tea.MouseMsg:
		if r.top().among && !r.onLoan() {
			msg.Y--
		}
		return r.send(r.top().App, msg)
	case leaveMsg:
		return r.leaveNow()
	case tea.FocusMsg, tea.BlurMsg:
		var cmds []tea.Cmd
		for _, a := range r.vaults() {
			cmds = append(cmds, r.send(a, msg))
		}
		return tea.Batch(cmds...)
	}
	return nil
}

// backMsg and everywhereMsg ask for the list of vaults, and for that of all repositories.
type (
	backMsg       struct{}
	everywhereMsg struct{}
)

func goToList(*App) tea.Cmd { return func() tea.Msg { return backMsg{} } }

// amongOthers is about the key to the list.
func amongOthers(a *App) string {
	if !a.among {
		return "only one vault is open"
	}
	return ""
}

// answered returns an answer to the screen that asked, but for what is asked of the root.
func (r *root) answered(msg answer) tea.Cmd {
	switch own := msg.msg.(type) {
	case backMsg:
		return r.leaveVault(msg.to)
	case everywhereMsg:
		if r.machine == nil || r.onTop(r.machine.page()) {
			return nil
		}
		return r.machine.shown()
	case handOver:
		// Bubble Tea runs this itself; only the outcome is for the screen.
		return own.take(r.mice, func(m tea.Msg) tea.Msg { return answer{msg.to, m} })
	case decidedMsg:
		if r.many != nil && own.err == nil {
			r.many.noteDecided(msg.to, own)
		}
	}
	return r.send(msg.to, msg.msg)
}

// leaveVault goes back to the list and saves the look at the vault.
func (r *root) leaveVault(a *App) tea.Cmd {
	if !r.onTop(a) || len(r.stack) < 2 {
		return nil
	}
	r.pop()
	a.feed.visit.open = false
	if a.fromList {
		r.machine.left(a)
	} else {
		r.many.left(a)
	}
	if canKeepLook(a) != "" {
		return nil
	}
	return r.to(a, a.keepLook(false))
}

func (r *root) resized(msg tea.WindowSizeMsg) tea.Cmd {
	r.width, r.height = msg.Width, msg.Height
	var cmds []tea.Cmd
	for _, l := range r.lists() {
		cmds = append(cmds, r.send(l.page(), msg))
	}
	for _, a := range r.vaults() {
		cmds = append(cmds, r.send(a, r.sizeOf(a)))
	}
	return tea.Batch(cmds...)
}

// sizeOf leaves a row for the name of a vault among others.
func (r *root) sizeOf(a *App) tea.WindowSizeMsg {
	if a.among {
		return tea.WindowSizeMsg{Width: r.width, Height: max(0, r.height-1)}
	}
	return tea.WindowSizeMsg{Width: r.width, Height: r.height}
}

// leaveNow quits on a signal, after what is being written.
func (r *root) leaveNow() tea.Cmd {
	for _, a := range r.vaults() {
		if a.write.on {
			return r.send(a, leaveMsg{})
		}
	}
	for _, l := range slices.Backward(r.stack) {
		if l.all == nil {
			return r.send(l.App, leaveMsg{})
		}
	}
	return tea.Quit
}

// leave leaves the program from a list, and asks once where a text of a vault would be lost.
func (r *root) leave(by key.Binding) tea.Cmd {
	for _, a := range r.vaults() {
		a.asked, a.warned = a.warned, false
		if !a.asked && (a.over.Loses() || len(a.drafts) > 0) {
			a.leave(by)
			r.top().toast, a.toast = a.toast, toast{}
			return nil
		}
	}
	return r.leaveNow()
}

// onLoan reports whether a box of a vault lies over the pages of many.
func (r *root) onLoan() bool {
	_, boxed := r.top().box()
	return r.top().loan && boxed
}

// View draws what is on top, a vault among others below a row with its name.
func (r *root) View() string {
	if r.width <= 0 || r.height <= 0 {
		return ""
	}
	top := r.top()
	switch {
	case r.onLoan():
		box, _ := top.box()
		return rendered(r.th, top.boxOver(box, draw.Tall(r.stack[len(r.stack)-2].lines(), r.height)), r.size)
	case top.among:
		return rendered(r.th, append([]styles.Line{r.row(top.App)}, draw.Tall(top.lines(), top.height)...), r.size)
	}
	return rendered(r.th, top.lines(), r.size)
}

// rendered are lines as a screen of that size.
func rendered(th *styles.Theme, lines []styles.Line, s size) string {
	rows := make([]string, s.height)
	for i, l := range draw.Tall(lines, s.height) {
		rows[i] = th.Render(l, s.width)
	}
	return strings.Join(rows, "\n")
}

// row names an open vault, with the key that leads back to its list, and what waits in the others.
func (r *root) row(a *App) styles.Line {
	way := styles.Line{draw.Span(styles.RoleKey, keys.Of(r.keys[keys.Vaults]))}
	if a.fromList {
		name := styles.Join(draw.Edge(), styles.Line{{Text: r.th.Show(r.machine.rowOf(a).name), Role: styles.RoleTitle}})
		return draw.Ends(name, styles.Join(way, draw.Words(styles.RoleMuted, "  all repositories")), r.width)
	}
	at := slices.Index(r.many.apps, a)
	name := styles.Join(draw.Edge(), styles.Line{{Text: r.th.Show(r.many.labels[at]), Role: styles.RoleTitle}})
	way = append(way, draw.Span(styles.RolePlain, "  "))
	return draw.Ends(name, styles.Join(way, r.many.others(r.width-name.Width()-way.Width()-draw.RightEdge-between, at)), r.width)
}
