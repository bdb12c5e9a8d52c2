package tui

import (
	"context"
	"io"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
)

// Machine is what the list of all repositories of this machine needs. A folder may lie on a disk
// that does not answer: Look and Read may never return, and the list does not wait for them.
type Machine struct {
	// Sessions reads the sessions of all agents, with the time, what was not read and the
	// problems met. It touches no folder in which they worked.
	Sessions func() model.Snapshot
	// Look touches a folder, and tells what it is.
	Look func(dir string) rule.Sight
	// Read loads what a row shows of a repository, with its sessions.
	Read func(ctx context.Context, dir string, sessions []model.Transcript) (model.Snapshot, error)
	// Open opens what lies in a folder, as the program does that is started there.
	Open func(dir string) (Vault, error)
	// Home is the operator's home folder, empty for none.
	Home string
}

const (
	// answerTime is how long a folder has to answer.
	answerTime = 3 * time.Second
	// mostAsked is how many folders are asked at once, mostHanging how many that gave no answer
	// may still be asked.
	mostAsked, mostHanging = 4, 64
)

// everywhere is the list of all repositories in which agents worked, above what was opened before
// it. It touches the folders of the rows on screen, and no others.
type everywhere struct {
	o    Options
	th   *styles.Theme
	keys keys.Map
	wait func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	// below was opened before the list, nil for none.
	below tea.Model
	// listed is true while the list is shown, else opened[at] or what is below.
	listed bool
	opened []*openedRow
	open   int
	// opening numbers the order to open a row, 0 while none is being opened.
	opening, orders int

	width, height int
	list          repositoryList
	asking        asking
	helping       bool
	says          string
}

// openedRow is a repository that was opened from the list.
type openedRow struct {
	dir, name string
	app       *App
}

// asking are the questions to folders that are under way.
type asking struct {
	// gen numbers the readings of all sessions; answers of earlier ones are dropped.
	gen, asked int
	// waiting are the questions that may still be answered in time, by their number, with the folder.
	// hanging gave no answer.
	waiting, hanging map[int]string
}

// newEverywhere begins with the list where nothing is below it.
func newEverywhere(below tea.Model, o Options) *everywhere {
	e := &everywhere{o: o, th: o.Theme, keys: defaultKeys().Rebound(o.Keys), wait: tea.Tick, below: below, listed: below == nil, open: -1}
	if o.Wait != nil {
		e.wait = o.Wait
	}
	if e.o.Clipboard.to == nil {
		e.o.Clipboard.to = io.Discard
	}
	e.asking.waiting, e.asking.hanging = map[int]string{}, map[int]string{}
	e.list.forget()
	return e
}

// The answers to what the list asks for. Order is the number of the question, gen of the reading
// of all sessions before it.
type (
	sessionsMsg struct {
		gen      int
		snapshot model.Snapshot
	}
	sightMsg struct {
		order, gen int
		dir        string
		sight      rule.Sight
	}
	rowReadMsg struct {
		order, gen int
		dir, of    string
		board      *board.Board
		err        error
	}
	lateMsg      struct{ order int }
	rowOpenedMsg struct {
		order     int
		dir, name string
		vault     Vault
		err       error
	}
	rowCopiedMsg struct{ err error }
	// ofRow is for a repository that was opened.
	ofRow struct {
		at  int
		msg tea.Msg
	}
	// everywhereMsg asks for the list.
	everywhereMsg struct{}
)

// Init asks for what is below, else for the sessions.
func (e *everywhere) Init() tea.Cmd {
	if e.below != nil {
		return e.below.Init()
	}
	return e.reload()
}

// reload reads the sessions of all agents again, and forgets what was seen.
func (e *everywhere) reload() tea.Cmd {
	e.asking.gen++
	e.list.forget()
	gen, read := e.asking.gen, e.o.Machine.Sessions
	return func() tea.Msg { return sessionsMsg{gen, read()} }
}

// Update takes what is about the list; the rest is for what is open.
func (e *everywhere) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := e.route(msg)
	e.list.keepInView(e.listRows())
	if look := e.askOnScreen(); look != nil {
		cmd = tea.Batch(cmd, look)
	}
	return e, cmd
}

func (e *everywhere) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case sessionsMsg:
		if msg.gen == e.asking.gen {
			e.list.take(msg.snapshot, e.o.Machine.Home)
		}
	case sightMsg:
		if e.answered(msg.order, msg.gen) {
			e.list.see(msg.dir, msg.sight)
		}
	case rowReadMsg:
		if e.answered(msg.order, msg.gen) {
			e.list.read[msg.dir] = rowRead{msg.board, msg.err, msg.of}
			e.list.arrange()
		}
	case lateMsg:
		if dir, ok := e.asking.waiting[msg.order]; ok {
			delete(e.asking.waiting, msg.order)
			e.asking.hanging[msg.order], e.list.late[dir] = dir, true
		}
	case rowOpenedMsg:
		return e.gotOpened(msg)
	case rowCopiedMsg:
		if e.says = "Copied."; msg.err != nil {
			e.says = "Not copied: " + phrase.Error(msg.err) + "."
		}
	case everywhereMsg:
		return e.showList()
	case ofRow:
		return e.gotOfRow(msg)
	case tea.WindowSizeMsg:
		return e.resized(msg)
	case tea.KeyMsg:
		return e.key(msg)
	case tea.MouseMsg:
		return e.mouse(msg)
	case leaveMsg:
		return e.leaveNow()
	case tea.FocusMsg, tea.BlurMsg:
		cmds := []tea.Cmd{e.toBelow(msg)}
		for i := range e.opened {
			cmds = append(cmds, e.toRow(i, msg))
		}
		return tea.Batch(cmds...)
	default:
		return e.toBelow(msg)
	}
	return nil
}

// answered takes a question off the list. It reports whether the answer is still wanted.
func (e *everywhere) answered(order, gen int) bool {
	if dir, ok := e.asking.hanging[order]; ok {
		delete(e.list.late, dir)
	}
	delete(e.asking.waiting, order)
	delete(e.asking.hanging, order)
	return gen == e.asking.gen
}

// askOnScreen asks the folders of rows on screen what they are, and then what was left in them,
// that under the cursor first.
func (e *everywhere) askOnScreen() tea.Cmd {
	if !e.listed || e.helping || e.listRows() <= 0 {
		return nil
	}
	var cmds []tea.Cmd
	for _, r := range e.list.onScreen(e.listRows()) {
		if len(e.asking.waiting) >= mostAsked || len(e.asking.hanging) >= mostHanging {
			break
		}
		if ask := e.question(r); ask != nil {
			e.asking.asked++
			order := e.asking.asked
			e.asking.waiting[order] = r.Dir
			cmds = append(cmds, ask(order, e.asking.gen), e.wait(answerTime, func(time.Time) tea.Msg { return lateMsg{order} }))
		}
	}
	return tea.Batch(cmds...)
}

// question is what to ask about a row now, nil for nothing.
func (e *everywhere) question(r rule.Repository) func(order, gen int) tea.Cmd {
	dir, of, sessions := r.Dir, readingOf(r), r.Sessions
	if dir == "" || e.list.late[dir] {
		return nil
	}
	for _, asked := range e.asking.waiting {
		if asked == dir {
			return nil
		}
	}
	look, read := e.o.Machine.Look, e.o.Machine.Read
	switch sight, seen := e.list.seen[dir]; {
	case !seen:
		return func(order, gen int) tea.Cmd {
			return func() tea.Msg { return sightMsg{order, gen, dir, look(dir)} }
		}
	case sight.Gone || e.list.read[dir].of == of:
		return nil
	}
	return func(order, gen int) tea.Cmd {
		return func() tea.Msg {
			ctx, stop := context.WithTimeout(context.Background(), answerTime)
			defer stop()
			snapshot, err := read(ctx, dir, sessions)
			return rowReadMsg{order, gen, dir, of, board.New(snapshot), err}
		}
	}
}

// rowOf finds an opened repository, -1 for one that was not opened.
func (e *everywhere) rowOf(dir string) int {
	for i, o := range e.opened {
		if o.dir == dir {
			return i
		}
	}
	return -1
}

func (e *everywhere) showList() tea.Cmd {
	if e.listed {
		return nil
	}
	e.listed, e.says = true, ""
	if !e.list.loaded {
		return e.reload()
	}
	return nil
}

// openSelected opens the repository under the cursor. A folder that does not answer can be left
// with any key.
func (e *everywhere) openSelected() tea.Cmd {
	r, ok := e.list.selected()
	switch {
	case e.list.onFold():
		e.list.unfolded = true
		e.list.arrange()
		return nil
	case !ok:
		return nil
	case r.Dir == "":
		e.says = "These sessions name no folder."
		return nil
	case e.list.seen[r.Dir].Gone:
		e.says = "This folder is gone. Its sessions are below."
		return nil
	}
	if i := e.rowOf(r.Dir); i >= 0 {
		e.enter(i)
		return nil
	}
	e.orders++
	e.opening = e.orders
	e.says = "Opening " + e.th.Show(r.Name).String() + "…"
	order, dir, name, open := e.opening, r.Dir, r.Name, e.o.Machine.Open
	return func() tea.Msg {
		v, err := open(dir)
		return rowOpenedMsg{order, dir, name, v, err}
	}
}

func (e *everywhere) gotOpened(msg rowOpenedMsg) tea.Cmd {
	switch {
	case msg.order != e.opening:
		if msg.err == nil && msg.vault.Close != nil {
			return func() tea.Msg { msg.vault.Close(); return nil }
		}
		return nil
	case msg.err != nil:
		e.opening, e.says = 0, "Not opened: "+phrase.Error(msg.err)+"."
		return nil
	}
	e.opening, e.says = 0, ""
	own := e.o.of(msg.vault)
	own.Nearest, own.Machine = false, Machine{}
	a := New(msg.vault.Store, own)
	a.among, a.fromList = true, true
	e.opened = append(e.opened, &openedRow{msg.dir, msg.name, a})
	e.enter(len(e.opened) - 1)
	return tea.Batch(e.toRow(e.open, e.sizeOfRow()), addressed(a.Init(), e.address(e.open)))
}

func (e *everywhere) enter(i int) {
	e.open, e.listed = i, false
	e.opened[i].app.feed.visit.open = true
}

func (e *everywhere) address(at int) func(tea.Msg) tea.Msg {
	return func(msg tea.Msg) tea.Msg { return ofRow{at, msg} }
}

// gotOfRow returns an answer to the repository that asked, or goes back to the list.
func (e *everywhere) gotOfRow(msg ofRow) tea.Cmd {
	a := e.opened[msg.at].app
	switch own := msg.msg.(type) {
	case vaultsMsg:
		e.listed, e.says = true, ""
		a.feed.visit.open = false
		e.list.left(e.opened[msg.at].dir, a)
		if canKeepLook(a) != "" {
			return nil
		}
		return addressed(a.keepLook(false), e.address(msg.at))
	case handOver:
		return own.take(a.mice, e.address(msg.at))
	}
	return e.toRow(msg.at, msg.msg)
}

func (e *everywhere) toRow(at int, msg tea.Msg) tea.Cmd {
	_, cmd := e.opened[at].app.Update(msg)
	return addressed(cmd, e.address(at))
}

func (e *everywhere) toBelow(msg tea.Msg) tea.Cmd {
	if e.below == nil {
		return nil
	}
	next, cmd := e.below.Update(msg)
	e.below = next
	return cmd
}

func (e *everywhere) resized(msg tea.WindowSizeMsg) tea.Cmd {
	e.width, e.height = msg.Width, msg.Height
	cmds := []tea.Cmd{e.toBelow(msg)}
	for i := range e.opened {
		cmds = append(cmds, e.toRow(i, e.sizeOfRow()))
	}
	return tea.Batch(cmds...)
}

// sizeOfRow leaves a row for the name of an opened repository.
func (e *everywhere) sizeOfRow() tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: e.width, Height: max(0, e.height-1)}
}

// writing is the screen that writes a decision, nil for none.
func (e *everywhere) writing() *App {
	for _, o := range e.opened {
		if o.app.write.on {
			return o.app
		}
	}
	switch below := e.below.(type) {
	case *App:
		if below.write.on {
			return below
		}
	case *several:
		if a := below.writing(); a != nil && a.write.on {
			return a
		}
	}
	return nil
}

// leaveNow quits on a signal, after what is being written.
func (e *everywhere) leaveNow() tea.Cmd {
	for i, o := range e.opened {
		if o.app.write.on || !e.listed && i == e.open {
			return e.toRow(i, leaveMsg{})
		}
	}
	if e.below != nil {
		return e.toBelow(leaveMsg{})
	}
	return tea.Quit
}

// quit leaves the program from the list, and asks once where a text would be lost.
func (e *everywhere) quit(by key.Binding) tea.Cmd {
	for _, a := range appsOf(e) {
		a.asked, a.warned = a.warned, false
		if !a.asked && (a.over.Loses() || len(a.drafts) > 0) {
			a.leave(by)
			e.says = a.toast.text
			return nil
		}
	}
	return e.leaveNow()
}

func canSeeEverywhere(a *App) string {
	if !a.everywhere {
		return "only the screen of one repository is shown; coldstart --all shows all"
	}
	return ""
}

func canSeeEverywhereFirst(a *App) string {
	if why := canSeeEverywhere(a); why != "" {
		return why
	}
	return notOnFirst(a)
}

func seeEverywhere(*App) tea.Cmd { return func() tea.Msg { return everywhereMsg{} } }
