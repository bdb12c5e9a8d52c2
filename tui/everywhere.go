package tui

import (
	"context"
	"slices"
	"time"

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

// everywhere is the list of all repositories in which agents worked. It touches the folders of the rows on
// screen, and no others.
type everywhere struct {
	*root
	// repositories is the screen of the list.
	repositories *App
	opened       []*openedRow
	// opening numbers the order to open a row, 0 while none is being opened.
	opening, orders int
	list            repositoryList
	asking          asking
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

func newEverywhere(r *root) *everywhere {
	o := r.o
	o.Motion, o.Looks, o.Watch = false, false, false
	e := &everywhere{root: r, repositories: newApp(r.world, nil, o, []board.Page{{Title: "All repositories"}})}
	e.repositories.all, e.repositories.feed.loaded = e, true
	e.asking.waiting, e.asking.hanging = map[int]string{}, map[int]string{}
	e.list.cursor = e.repositories.list()
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
)

// reload reads the sessions of all agents again, and forgets what was seen.
func (e *everywhere) reload() tea.Cmd {
	e.asking.gen++
	e.list.forget()
	gen, read := e.asking.gen, e.o.Machine.Sessions
	return func() tea.Msg { return sessionsMsg{gen, read()} }
}

func (e *everywhere) page() *App { return e.repositories }

// touch ends waiting for a folder that does not answer.
func (e *everywhere) touch() { e.opening = 0 }

// settle asks for what comes on the screen.
func (e *everywhere) settle() tea.Cmd {
	e.repositories.keepInView()
	return e.askOnScreen()
}

func (msg sessionsMsg) reach(a *App) tea.Cmd {
	if e := a.machine(); msg.gen == e.asking.gen {
		e.list.take(msg.snapshot, e.o.Machine.Home)
	}
	return nil
}

func (msg sightMsg) reach(a *App) tea.Cmd {
	if e := a.machine(); e.wanted(msg.order, msg.gen) {
		e.list.see(msg.dir, msg.sight)
	}
	return nil
}

func (msg rowReadMsg) reach(a *App) tea.Cmd {
	if e := a.machine(); e.wanted(msg.order, msg.gen) {
		e.list.read[msg.dir] = rowRead{msg.board, msg.err, msg.of}
		e.list.arrange()
	}
	return nil
}

func (msg lateMsg) reach(a *App) tea.Cmd {
	e := a.machine()
	if dir, ok := e.asking.waiting[msg.order]; ok {
		delete(e.asking.waiting, msg.order)
		e.asking.hanging[msg.order], e.list.late[dir] = dir, true
	}
	return nil
}

// machine is the list of repositories behind its page.
func (a *App) machine() *everywhere { return a.all.(*everywhere) }

// wanted takes a question off the list. It reports whether the answer is still wanted.
func (e *everywhere) wanted(order, gen int) bool {
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
	if !e.onTop(e.repositories) || e.repositories.over.Top() != nil || e.listRows() <= 0 {
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

// shown puts the list on top.
func (e *everywhere) shown() tea.Cmd {
	e.push(e.repositories)
	e.repositories.toast = toast{}
	if !e.list.loaded {
		return e.to(e.repositories, e.reload())
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
		e.say("These sessions name no folder.")
		return nil
	case e.list.seen[r.Dir].Gone:
		e.say("This folder is gone. Its sessions are below.")
		return nil
	}
	for _, o := range e.opened {
		if o.dir == r.Dir {
			e.enter(o.app)
			return nil
		}
	}
	e.orders++
	e.opening = e.orders
	e.say("Opening " + e.th.Show(r.Name).String() + "…")
	order, dir, name, open := e.opening, r.Dir, r.Name, e.o.Machine.Open
	return func() tea.Msg {
		v, err := open(dir)
		return rowOpenedMsg{order, dir, name, v, err}
	}
}

func (msg rowOpenedMsg) reach(a *App) tea.Cmd {
	e := a.machine()
	switch {
	case msg.order != e.opening:
		if msg.err == nil && msg.vault.Close != nil {
			return func() tea.Msg { msg.vault.Close(); return nil }
		}
		return nil
	case msg.err != nil:
		e.opening = 0
		e.say("Not opened: " + phrase.Error(msg.err) + ".")
		return nil
	}
	e.opening, e.repositories.toast = 0, toast{}
	own := e.o.of(msg.vault)
	own.Nearest, own.Machine = false, Machine{}
	of := newApp(e.world, msg.vault.Store, own, board.Pages())
	of.among, of.fromList = true, true
	e.opened = append(e.opened, &openedRow{msg.dir, msg.name, of})
	e.enter(of)
	return tea.Batch(e.send(of, e.sizeOf(of)), e.to(of, of.Init()))
}

func (e *everywhere) say(words string) { e.repositories.say(styles.RoleMuted, words) }

// rowOf is the row of an opened repository.
func (e *everywhere) rowOf(a *App) *openedRow {
	return e.opened[slices.IndexFunc(e.opened, func(o *openedRow) bool { return o.app == a })]
}

// left takes what was on the screen of a repository when it was left.
func (e *everywhere) left(a *App) {
	e.repositories.toast = toast{}
	e.list.left(e.rowOf(a).dir, a)
}

func canSeeEverywhere(a *App) string {
	if !a.everywhere {
		return "only the screen of one repository is shown; coldstart --all shows all"
	}
	return ""
}

// canSeeEverywhereLater is about the pages without a key for it.
func canSeeEverywhereLater(a *App) string {
	if a.onFirst() {
		return keys.Of(a.keys[keys.AllRepositories]) + " shows them here"
	}
	return canSeeEverywhere(a)
}

func canSeeEverywhereFirst(a *App) string {
	if why := canSeeEverywhere(a); why != "" {
		return why
	}
	return notOnFirst(a)
}

func seeEverywhere(*App) tea.Cmd { return func() tea.Msg { return everywhereMsg{} } }
