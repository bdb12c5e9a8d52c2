package tui

import (
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
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
	keys  keyMap
	pages []page

	width, height int

	// gen numbers the loads; loading is true while the newest one runs.
	gen     int
	loading bool
	loaded  bool
	board   *board
	loadErr error
	follow  follow
	glance  glance

	// page is the index of the open tab; lists holds one cursor for each.
	page  int
	lists []list

	// beside is what stands beside the list, detail what is open over the whole
	// screen; reads numbers the questions for their texts.
	beside *detail
	detail *detail
	reads  int

	// filters holds for each page what its rows have to contain; filtering is true
	// while it is typed.
	filters []string
	// views are the operator's, through the one that each page is seen through, nil for
	// none.
	views     []View
	through   []*View
	filtering bool
	finding   finding
	// shown is the folder of the research problem on the journal page, "" for the
	// current one; deadOnly leaves only what was tried and failed.
	shown    string
	deadOnly bool
	check    *deadEndCheck

	// snoozing asks until when a row rests; resting is true while Home shows what does.
	snoozing *snoozePrompt
	resting  bool
	// unrested is where the cursor was before that.
	unrested model.Ref

	// message asks what to say to the next session.
	message *messagePrompt

	palette *palette

	// own are the operator's own actions; asking is the one that waits for a yes, running
	// the name of the one that runs.
	own     []Action
	asking  *askedRun
	running string
	program Program
	// dir is the vault's folder, where they run.
	dir string

	// marked are the rows chosen for one common decision.
	marked map[model.Ref]bool

	dialog *dialog
	// dialogs numbers them, so that late answers find only their own.
	dialogs int
	help    bool
	helpTop int

	toast toast
	// writing is true from the yes until the store's answer; quitting asks to
	// leave as soon as it is there.
	writing  bool
	quitting bool
	// queue are the decisions of one yes that are still to be written; written
	// counts those that are, and notices are what their receipts had to say.
	queue   []model.Decision
	written int
	notices []string
	// sought is what the cursor goes to with the next board, after an undo.
	sought model.Ref
	clip   Clipboard
	// mice is true where clicks and the wheel count.
	mice bool
	// editor gives the words that run the operator's own editor, nil for none.
	editor func(dir, file string, line int) ([]string, error)
	// commit asks for a git commit with each decision on the memory.
	commit bool
}

// New makes the screen. Nothing is read before Init.
func New(s Store, o Options) *App {
	a := &App{
		store: s, th: o.Theme, now: o.Now, wait: tea.Tick, title: o.Title,
		keys: newKeyMap().rebound(o.Keys), pages: pages(), board: newBoard(model.Snapshot{}), marked: map[model.Ref]bool{},
		program: o.Program, editor: o.Editor, dir: o.Dir,
		commit: o.Commit, clip: o.Clipboard, mice: o.Mouse, follow: follow{on: o.Watch}, glance: glance{on: o.Looks, open: true},
	}
	if o.Wait != nil {
		a.wait = o.Wait
	}
	a.lists, a.filters, a.through = make([]list, len(a.pages)), make([]string, len(a.pages)), make([]*View, len(a.pages))
	a.takeOwn(o)
	if a.clip.to == nil {
		a.clip.to = io.Discard
	}
	a.finding.hits, a.finding.elsewhere = make([]hits, len(a.pages)), make([]string, len(a.pages))
	if o.Notice != "" {
		a.toast = toast{text: o.Notice, role: styles.RoleGood}
	}
	return a
}

// Init asks for the first load.
func (a *App) Init() tea.Cmd { return a.load() }

// load asks for a new board; older answers will be dropped.
func (a *App) load() tea.Cmd { return a.loadWith(Store.LoadChanged) }

func (a *App) loadWith(read loader) tea.Cmd {
	a.gen++
	a.loading = true
	a.follow.asked, a.follow.quiet = a.now(), false
	return loadCmd(a.store, read, a.gen, a.now(), a.glance.copied())
}

// list is the list of the open page.
func (a *App) list() *list { return &a.lists[a.page] }

// selected is what a key would act on: the open detail, else the row under the
// cursor.
func (a *App) selected() (model.Ref, bool) {
	if a.detail != nil {
		return a.detail.ref, true
	}
	r, ok := a.list().current()
	return r.ref, ok
}

// toast is the message in the status line; the next key takes it away.
type toast struct {
	text string
	role styles.Role
}

func (a *App) say(role styles.Role, text string) { a.toast = toast{text: text, role: role} }
