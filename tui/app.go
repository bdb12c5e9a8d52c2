// Package tui is the screen of coldstart.
//
// The root is the one Bubble Tea model: a stack of screens, which are Apps. Only Update changes
// state. What takes time or touches the disk is a command: a function of values that cannot see
// an App and answers with a message. Views are pure functions from state to lines of styles.Text, so no byte
// of a vault reaches the terminal as a control sequence.
//
// The screen knows the disk only as a Store, and believes only receipts: after each
// decision it reads the vault again.
package tui

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
	"coldstart/tui/plain"
)

// App is the pages of one vault, or those of a list that is not of one vault: see lister.
type App struct {
	*world
	size
	whereabouts
	// all is what stands behind pages that are not those of one vault, nil for the pages of one.
	all   lister
	pages []board.Page
	board *board.Board
	feed  feed
	tabs  tabs
	opened
	asks
	toast   toast
	write   write
	outside outside
	motion  motion
	anew    anew
}

// world is what all screens share.
type world struct {
	th *styles.Theme
	// revealed is true while keys and passwords are shown.
	revealed bool
	now      func() time.Time
	// wait is tea.Tick; tests replace it.
	wait func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	keys keys.Map
	// hintsOf are the hints of an error, nil for none.
	hintsOf func(error) []string
	// mice is true where the mouse works.
	mice bool
	// late is not 0 for a moment after the program of an agent had the terminal.
	late int
	// commit asks for a git commit with each decision.
	commit bool
	// fits says what a yes for a pattern covers.
	fits model.Fits
}

func newWorld(o Options) *world {
	w := &world{th: o.Theme, now: o.Now, wait: tea.Tick, keys: defaultKeys().Rebound(o.Keys), hintsOf: o.Hints, mice: o.Mouse, commit: o.Commit, fits: o.Fits}
	if o.Wait != nil {
		w.wait = o.Wait
	}
	return w
}

// size is that of the screen in cells.
type size struct{ width, height int }

// whereabouts is where a vault is, and beside which others.
type whereabouts struct {
	store Store
	title string
	// label is its name among several.
	label string
	// away is the machine that the vault is on, if that is another one.
	away away
	// among is true for one of several vaults on the screen, fromList for a repository that was opened from
	// the list of all, everywhere where that list can be shown.
	among, fromList, everywhere bool
	// waitsBeside counts what needs the operator in the other ones.
	waitsBeside int
}

// opened is what is read of single things.
type opened struct {
	// beside is the preview next to the list, detail the open thing; reads numbers the
	// reads of their texts.
	beside, detail *detail
	// git is where the work of an ordinary repository stands, nil until git answered.
	git   *model.LeftInGit
	reads int
}

// asks is what lies over the page, and what was typed there.
type asks struct {
	// numbered counts the questions, so that late answers are dropped.
	over     overlay.Stack
	numbered int
	// drafts are the texts that were left in prompts, by the prompt.
	drafts map[string]string
	// warned is true after the key that asked whether to lose a text, asked during the next one.
	warned, asked bool
}

// feed loads the board and keeps it up to date.
type feed struct {
	// gen numbers the loads; loading is true while one runs, loaded after the first success,
	// and err is why the last one failed.
	gen             int
	loading, loaded bool
	err             error
	follow          follow
	visit           visit
}

// tabs is the state of the pages.
type tabs struct {
	// at is the open page; lists has one cursor per page. Turned counts the actions that changed what pages show.
	at     int
	turned int
	lists  []list.List
	// filters holds the filter of each page; filtering is true while one is typed. Left is the row on which the
	// cursor was before.
	filters   []string
	filtering bool
	left      list.Row
	finding   finding
	sifting   sifting
	// views come from the settings; through is the one applied to each page, or nil.
	views   []board.View
	through []*board.View
	// shown is the folder of the research problem on the journal page, "" for the
	// current one; deadOnly hides all but failed attempts.
	shown    string
	deadOnly bool
	// withSnoozed is true while Home lists snoozed rows; beforeSnoozed is where the cursor
	// was until then.
	withSnoozed bool
	// block is true while Home shows the plan as the seed does, to the letter.
	block bool
	// needing counts what the filter leaves of the queue on Home.
	needing       int
	beforeSnoozed model.Ref
	// opened are the groups of long lists that are not folded; whole is true where none are.
	opened map[string]bool
	whole  bool
	// marked are the rows chosen for one decision on all of them.
	marked map[model.Ref]bool
}

// write is a decision being written.
type write struct {
	// on is true until the store answers, since when it was asked first; quitting leaves the screen then, and
	// pressed is true once a key was pressed meanwhile.
	on, quitting, pressed bool
	since                 time.Time
	// queue are the decisions still to write, written counts the others, and notices come
	// from their receipts.
	queue   []model.Decision
	written int
	// asked is the decision that is being written.
	asked   model.Decision
	notices []string
	// by is the overlay that showed the promised changes.
	by       overlay.Overlay
	promised []model.Change
	// unsettled are decisions of which the last load could not say either whether they were made.
	unsettled []model.Decision
	// sought is where the cursor goes with the next board, after an undo.
	sought model.Ref
}

// outside is everything beyond the vault: programs, editor, clipboard.
type outside struct {
	// own are the actions from the settings, which program runs in dir; running is the
	// name of the one that runs.
	own []Action
	// listed are the actions and views of the settings, as rows of the table of actions.
	listed  []action
	program Program
	dir     string
	running string
	// unable says why the program of an agent cannot be started, "" where it can.
	unable func(program string) string
	// editor returns the command line of the editor; nil for none.
	editor func(dir, file string, line int) ([]string, error)
	clip   Clipboard
	// told is what an agent is told when it starts, nil where that is not known.
	told  func(s model.Snapshot, tool, dir string) (confirm.Told, error)
	begin Beginning
	// addRule writes a rule into the settings, nil where that is not possible.
	addRule func(r model.GateRule) (said string, err error)
}

// New makes the screen of one vault. Init starts the first load.
func New(s Store, o Options) *App { return newApp(newWorld(o), s, o, board.Pages()) }

func newApp(w *world, s Store, o Options, pages []board.Page) *App {
	a := &App{
		world: w, whereabouts: whereabouts{store: s, title: o.Title, everywhere: o.Machine.Sessions != nil},
		asks: asks{drafts: map[string]string{}}, pages: pages, board: board.New(model.Snapshot{}),
		feed:    feed{follow: follow{on: o.Watch}, visit: visit{on: o.Looks, open: true, focused: w.now(), after: o.AwayAfter}},
		motion:  motion{on: o.Motion},
		outside: outside{program: o.Program, unable: o.Unable, editor: o.Editor, dir: o.Dir, clip: o.Clipboard, told: o.Told, begin: o.Begin, addRule: o.AddRule},
		anew:    anew{with: o},
	}
	n := len(a.pages)
	a.tabs = tabs{lists: make([]list.List, n), filters: make([]string, n), through: make([]*board.View, n), marked: map[model.Ref]bool{}, opened: map[string]bool{}}
	a.tabs.finding.hits, a.tabs.finding.elsewhere = make([]textHits, n), make([]string, n)
	a.addOwn(o)
	if a.outside.clip.to == nil {
		a.outside.clip.to = io.Discard
	}
	if o.Notice != "" {
		a.toast = toast{text: o.Notice, role: styles.RoleGood}
	}
	return a
}

// Init starts the first load.
func (a *App) Init() tea.Cmd { return a.load() }

func (a *App) load() tea.Cmd { return a.loadWith(Store.LoadChanged) }

func (a *App) loadWith(read loader) tea.Cmd {
	a.feed.gen++
	a.feed.loading = true
	a.feed.follow.asked, a.feed.follow.quiet = a.now(), false
	return loadCmd(a.store, read, a.feed.gen, a.now(), a.feed.visit.copied(), a.board)
}

func (a *App) list() *list.List { return &a.tabs.lists[a.tabs.at] }

// selected is what a key acts on: the open detail, else the row under the cursor.
func (a *App) selected() (model.Ref, bool) {
	if a.detail != nil {
		return a.detail.ref, true
	}
	r, ok := a.list().Current()
	return r.Ref, ok
}

// toast is the message in the status line; the next key clears it. A receipt says what was decided,
// and that is what undo then takes back. One that came with a load is heard on the pages of all too.
type toast struct {
	text           string
	role           styles.Role
	receipt, heard bool
	// command is what continues the agent whose action was allowed, "" for none.
	command string
}

// stays reports whether a key is about what a receipt says.
func (t toast) stays(k keys.Map, msg tea.KeyMsg) bool {
	return t.receipt && (key.Matches(msg, k[keys.Undo]) || t.command != "" && key.Matches(msg, k[keys.Copy]))
}

func (a *App) say(role styles.Role, text string) { a.toast = toast{text: text, role: role} }

// Update handles one message. State changes only here.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	return a, a.settled(a.route(msg))
}

// settled ends each change of the state.
func (a *App) settled(cmd tea.Cmd) tea.Cmd {
	if look := a.lookInTexts(); look != nil {
		cmd = tea.Batch(cmd, look)
	}
	a.keepInView()
	if a.over.Top() != nil {
		cmd = tea.Batch(cmd, a.hear(overlay.SettledMsg{}))
	}
	if again := a.keepBeating(); again != nil {
		cmd = tea.Batch(cmd, again)
	}
	if again := a.openAnew(); again != nil {
		cmd = tea.Batch(cmd, again)
	}
	return cmd
}

// message is for an App and knows what it changes there.
type message interface{ reach(a *App) tea.Cmd }

func (a *App) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case message:
		return msg.reach(a)
	case tea.WindowSizeMsg:
		return a.resized(msg.Width, msg.Height)
	case tea.KeyMsg:
		return a.key(msg)
	case tea.MouseMsg:
		return a.mouse(msg)
	case plain.RowMsg:
		a.to(a.tabs.at, msg.Ref)
	case overlay.KeptMsg:
		return a.gotKept(msg)
	case overlay.EditedMsg:
		return a.gotEdited(msg)
	case tea.FocusMsg, tea.BlurMsg:
		_, a.motion.blurred = msg.(tea.BlurMsg)
		a.focus(!a.motion.blurred)
	default:
		return a.hear(msg)
	}
	return nil
}

// keepInView keeps scroll positions within their texts and the cursor on screen.
func (a *App) keepInView() {
	a.space()
	l := a.list()
	l.Top, _ = l.Span(a.listHeight())
	if l.Fits(a.listHeight()) {
		l.Top = 0
	}
	if a.detail != nil {
		a.detail.scroll(0, a.detailHeight())
	}
}

// space sets the groups of the list apart by an empty row: beside a preview on a high screen, and
// wherever all rows fit with it.
func (a *App) space() {
	l := a.list()
	l.Spaced = a.width >= splitWidth && a.height >= spacedHeight
	if !l.Spaced && !a.onProblems() {
		l.Spaced = true
		l.Spaced = l.Fits(a.listHeight())
	}
}

func (a *App) resized(w, h int) tea.Cmd {
	a.width, a.height = w, h
	for i := range a.tabs.lists {
		a.tabs.lists[i].Bare = i == board.HomePage && w < splitWidth && !a.isForeign()
	}
	cmd := tea.Batch(a.hear(tea.WindowSizeMsg{Width: w, Height: h}), a.preview())
	a.layOutBeside()
	a.layOutDetail()
	return cmd
}

func (msg loadedMsg) reach(a *App) tea.Cmd {
	if msg.gen != a.feed.gen {
		return nil
	}
	a.feed.loading = false
	a.anew.wanted = errors.As(msg.err, new(model.Replaced))
	if a.feed.err = msg.err; msg.err != nil {
		if a.isAway() {
			return a.askLater()
		}
		return a.listen()
	}
	a.away.lost, a.write.unsettled = false, msg.board.Snapshot.Unsettled
	var cmd tea.Cmd
	if msg.board.Snapshot.Late {
		// What is newest is shown while the rest is read.
		cmd = tea.Batch(a.show(msg.board), a.readOn())
	} else {
		again := a.listen()
		git := a.gotLook(msg)
		cmd = tea.Batch(a.show(msg.board), again, git)
	}
	cmd = tea.Batch(cmd, a.keepFirstLook())
	if heard := msg.board.Snapshot.Notices; len(heard) > 0 {
		a.toast = toast{text: strings.Join(heard, "; "), role: styles.RoleWarn, heard: true}
	}
	if a.write.sought == (model.Ref{}) {
		return cmd
	}
	sought := a.write.sought
	a.write.sought = model.Ref{}
	return tea.Batch(cmd, a.seek(sought))
}

// show puts a new board on screen and reads the texts on screen again.
func (a *App) show(b *board.Board) tea.Cmd {
	a.feed.loaded, a.board = true, b
	a.tabs.lists[board.HomePage].Bare = a.width < splitWidth && !a.isForeign()
	for i := range a.tabs.lists {
		// The rows of all vaults are many: those of another page are set when it is opened.
		if a.all == nil || i == a.tabs.at {
			a.setRows(i)
		}
	}
	a.keepMarks()
	old := a.beside
	cmd := a.preview()
	if a.beside != nil && a.beside == old {
		a.layOutBeside()
		cmd = a.askInspected(a.beside)
	}
	if a.isForeign() {
		cmd = tea.Batch(cmd, stateCmd(a.store, b.Snapshot.At))
	}
	if a.detail == nil {
		return cmd
	}
	a.layOutDetail()
	return tea.Batch(cmd, a.askDetail())
}
