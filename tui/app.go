// Package tui is the screen of coldstart.
//
// There is one Bubble Tea model, App. Its Update is the only place where state
// changes; it routes each message to one method. Whatever takes time or touches
// the disk is a command: a plain function of values that cannot see the App and
// answers with a message. Every view is a pure function from state to lines, and
// lines hold only styles.Text, so no byte of a vault can reach the terminal as a
// control.
//
// The screen knows the disk only as a Store. It never says that something
// happened because it asked for it: after each decision it shows the receipt and
// reads the vault again.
package tui

import (
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
	"coldstart/tui/plain"
)

// App is the whole screen: one Bubble Tea model. It is changed by Update only.
type App struct {
	store Store
	th    *styles.Theme
	// revealed is true while keys and passwords are shown.
	revealed bool
	now      func() time.Time
	// wait makes a command that answers after a while.
	wait  func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	title string
	// among is true for one of several vaults on the screen.
	among bool
	keys  keys.Map
	pages []board.Page
	// mice is true where clicks and the wheel count.
	mice bool
	// commit asks for a git commit with each decision on the memory.
	commit bool

	width, height int

	board *board.Board
	feed  feed
	tabs  tabs
	// beside is what stands beside the list, detail what is open over the whole
	// screen; reads numbers the questions for their texts.
	beside *detail
	detail *detail
	reads  int
	// over lies over the page; numbered counts the questions, so that late answers find
	// only their own.
	over     overlay.Stack
	numbered int
	toast    toast
	write    write
	outside  outside
}

// feed is how the board came here, and how it is kept up with the disk.
type feed struct {
	// gen numbers the loads; loading is true while the newest one runs, loaded behind the
	// first that succeeded, and err is why the last one did not.
	gen             int
	loading, loaded bool
	err             error
	follow          follow
	visit           visit
}

// tabs are the pages as the operator has them.
type tabs struct {
	// at is the open one; lists has one cursor for each.
	at    int
	lists []list.List
	// filters holds for each page what its rows have to contain; filtering is true
	// while it is typed.
	filters   []string
	filtering bool
	finding   finding
	// views are the operator's, through the one that each page is seen through, nil for
	// none.
	views   []board.View
	through []*board.View
	// shown is the folder of the research problem on the journal page, "" for the
	// current one; deadOnly leaves only what was tried and failed.
	shown    string
	deadOnly bool
	// resting is true while Home shows what rests, unrested where the cursor was before.
	resting  bool
	unrested model.Ref
	// marked are the rows chosen for one common decision.
	marked map[model.Ref]bool
}

// write is what a yes set going.
type write struct {
	// on is true from the yes until the store's answer; quitting asks to leave as soon as
	// it is there.
	on, quitting bool
	// queue are the decisions that are still to be written, written counts those that
	// are, and notices are what their receipts had to say.
	queue   []model.Decision
	written int
	notices []string
	// by is what showed the promised changes.
	by       overlay.Overlay
	promised []model.Change
	// sought is what the cursor goes to with the next board, after an undo.
	sought model.Ref
}

// outside is what the operator has besides the vault.
type outside struct {
	// own are their actions, which program runs in dir; running is the one that does.
	own     []Action
	program Program
	dir     string
	running string
	// editor gives the words that run their editor, nil for none.
	editor func(dir, file string, line int) ([]string, error)
	clip   Clipboard
}

// New makes the screen. Nothing is read before Init.
func New(s Store, o Options) *App {
	a := &App{
		store: s, th: o.Theme, now: o.Now, wait: tea.Tick, title: o.Title, mice: o.Mouse, commit: o.Commit,
		keys: keys.Default().Rebound(o.Keys), pages: board.Pages(), board: board.New(model.Snapshot{}),
		feed:    feed{follow: follow{on: o.Watch}, visit: visit{on: o.Looks, open: true}},
		outside: outside{program: o.Program, editor: o.Editor, dir: o.Dir, clip: o.Clipboard},
	}
	if o.Wait != nil {
		a.wait = o.Wait
	}
	n := len(a.pages)
	a.tabs = tabs{lists: make([]list.List, n), filters: make([]string, n), through: make([]*board.View, n), marked: map[model.Ref]bool{}}
	a.tabs.finding.hits, a.tabs.finding.elsewhere = make([]list.Hits, n), make([]string, n)
	a.takeOwn(o)
	if a.outside.clip.to == nil {
		a.outside.clip.to = io.Discard
	}
	if o.Notice != "" {
		a.toast = toast{text: o.Notice, role: styles.RoleGood}
	}
	return a
}

// Init asks for the first load.
func (a *App) Init() tea.Cmd { return a.load() }

func (a *App) load() tea.Cmd { return a.loadWith(Store.LoadChanged) }

func (a *App) loadWith(read loader) tea.Cmd {
	a.feed.gen++
	a.feed.loading = true
	a.feed.follow.asked, a.feed.follow.quiet = a.now(), false
	return loadCmd(a.store, read, a.feed.gen, a.now(), a.feed.visit.copied())
}

func (a *App) list() *list.List { return &a.tabs.lists[a.tabs.at] }

// selected is what a key would act on: the open detail, else the row under the
// cursor.
func (a *App) selected() (model.Ref, bool) {
	if a.detail != nil {
		return a.detail.ref, true
	}
	r, ok := a.list().Current()
	return r.Ref, ok
}

// toast is the message in the status line; the next key takes it away.
type toast struct {
	text string
	role styles.Role
}

func (a *App) say(role styles.Role, text string) { a.toast = toast{text: text, role: role} }

// Update routes one message. It is the only place from which state changes.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.route(msg)
	if look := a.lookInTexts(); look != nil {
		cmd = tea.Batch(cmd, look)
	}
	a.keepInView()
	if a.over.Top() != nil {
		cmd = tea.Batch(cmd, a.hear(overlay.SettledMsg{}))
	}
	return a, cmd
}

func (a *App) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return a.resized(msg.Width, msg.Height)
	case tea.KeyMsg:
		return a.key(msg)
	case tea.MouseMsg:
		return a.mouse(msg)
	case loadedMsg:
		return a.gotBoard(msg)
	case documentMsg:
		a.gotDocument(msg)
	case inspectedMsg:
		a.gotInspected(msg)
	case handOver:
		return msg.take(a.mice, func(m tea.Msg) tea.Msg { return m })
	case ranMsg:
		return a.gotRan(msg)
	case plain.RowMsg:
		a.list().To(msg.Ref)
	case decidedMsg:
		return a.gotDecided(msg)
	case foundMsg:
		return a.gotFound(msg)
	case overlay.KeptMsg:
		return a.gotKept(msg)
	case overlay.EditedMsg:
		return a.gotEdited(msg)
	case copiedMsg:
		a.gotCopied(msg)
	case changedMsg:
		return a.gotChanged(msg)
	case lookKeptMsg:
		return a.gotLookKept(msg)
	case lookedMsg:
		a.gotLooked(msg)
	case minuteMsg:
		return a.gotMinute()
	case agedMsg:
		if msg.of == a.board {
			return a.show(msg.board)
		}
	case leaveMsg:
		return a.quit()
	default:
		return a.hear(msg)
	}
	return nil
}

// keepInView puts the windows over their texts again, and the list's over its cursor.
func (a *App) keepInView() {
	l := a.list()
	l.Top, _ = l.Span(a.listHeight())
	if l.Fits(a.listHeight()) {
		l.Top = 0
	}
	if a.detail != nil {
		a.detail.scroll(0, a.bodyHeight())
	}
}

func (a *App) resized(w, h int) tea.Cmd {
	a.width, a.height = w, h
	cmd := tea.Batch(a.hear(tea.WindowSizeMsg{Width: w, Height: h}), a.preview())
	a.layOutBeside()
	a.layOutDetail()
	return cmd
}

func (a *App) gotBoard(msg loadedMsg) tea.Cmd {
	if msg.gen != a.feed.gen {
		return nil
	}
	a.feed.loading = false
	again := a.listen()
	if a.feed.err = msg.err; msg.err != nil {
		return again
	}
	a.gotLook(msg)
	cmd := tea.Batch(a.show(msg.board), again)
	if a.write.sought == (model.Ref{}) {
		return cmd
	}
	sought := a.write.sought
	a.write.sought = model.Ref{}
	return tea.Batch(cmd, a.seek(sought))
}

// show puts a new board on screen. Texts that are on screen are read again.
func (a *App) show(b *board.Board) tea.Cmd {
	a.feed.loaded, a.board = true, b
	for i := range a.tabs.lists {
		a.setRows(i)
	}
	a.keepMarks()
	old := a.beside
	cmd := a.preview()
	if a.beside != nil && a.beside == old {
		a.layOutBeside()
		cmd = a.ask(a.beside)
	}
	if a.detail == nil {
		return cmd
	}
	a.layOutDetail()
	return tea.Batch(cmd, a.askDetail())
}
