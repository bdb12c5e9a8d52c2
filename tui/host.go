package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/overlay"
)

func (a *App) screen() *overlay.Screen {
	s := &overlay.Screen{
		Host: floor{a}, Th: a.th, Keys: a.keys, Width: a.width, Height: a.height, Now: a.now, Wait: a.wait,
		Store: a.store, Board: a.board, Writing: a.write.on,
	}
	if a.feed.err != nil {
		s.Stale = a.stale()
	}
	return s
}

func (a *App) open(o overlay.Overlay) { a.over = append(a.over, o) }

func (a *App) hear(msg tea.Msg) tea.Cmd { return a.over.Hear(a.screen(), msg) }

// floor is the App as overlays may use it.
type floor struct{ a *App }

// Say puts words into the status line.
func (f floor) Say(role styles.Role, text string) { f.a.say(role, text) }

// Status is the status line in at most so many rows.
func (f floor) Status(most int) []styles.Line { return f.a.statusLines(most) }

// Rows is the height of the page.
func (f floor) Rows() int { return f.a.bodyHeight() }

// Help lists all keys.
func (f floor) Help(w int) []styles.Line { return f.a.viewHelp(w) }

// Open lays an overlay on the stack.
func (f floor) Open(o overlay.Overlay) { f.a.open(o) }

// Close takes one away.
func (f floor) Close(o overlay.Overlay) { f.a.over = f.a.over.Without(o) }

// Load reads the vault again.
func (f floor) Load() tea.Cmd { return f.a.load() }

// Newer shows a board that was read beside load gen. Where another load began since,
// which of the two is newer is not known.
func (f floor) Newer(b *board.Board, gen int) tea.Cmd {
	if gen == f.a.feed.gen && !f.a.feed.loading {
		return f.a.show(b)
	}
	return f.a.load()
}

// Gen is the number of the newest load.
func (f floor) Gen() int { return f.a.feed.gen }

// Number is one that nobody else has.
func (f floor) Number() int {
	f.a.numbered++
	return f.a.numbered
}

// Visit opens a thing over the whole page.
func (f floor) Visit(ref model.Ref) tea.Cmd {
	f.a.detail = newDetail(ref)
	f.a.layOutDetail()
	return f.a.askDetail()
}

// Leave closes the thing that is open.
func (f floor) Leave() { f.a.detail = nil }

// Decide writes decisions, one after the other.
func (f floor) Decide(o overlay.Overlay, all []model.Decision, promised []model.Change) tea.Cmd {
	a := f.a
	a.write.on, a.write.written, a.write.notices, a.write.queue = true, 0, nil, all[1:]
	a.write.by, a.write.promised = o, promised
	return decideCmd(a.store, all[0])
}

// Reveal shows what is masked, or masks it.
func (f floor) Reveal() tea.Cmd { return toggleReveal(f.a) }

// CannotEdit says why the operator's editor does not open.
func (f floor) CannotEdit() string { return canEdit(f.a) }

// Edit opens it.
func (f floor) Edit(ref model.Ref) tea.Cmd { return f.a.openEditor(ref) }

// Cannot says why an entry of the palette does nothing now, in few words and whole.
func (f floor) Cannot(entry int) (why, whole string) {
	if entry < 0 {
		return "", ""
	}
	act := f.a.actions()[entry]
	if why = act.refuse(f.a); why == "" {
		return "", ""
	}
	return why, f.a.cannot(act)
}

// Do does what the key of an entry does.
func (f floor) Do(entry int) tea.Cmd {
	if entry < 0 {
		return f.a.openPage(-1 - entry)
	}
	return f.a.actions()[entry].run(f.a)
}

// CannotRun says why one of the operator's own actions cannot run.
func (f floor) CannotRun(own int) string { return f.a.cannotRun(f.a.outside.own[own]) }

// Run runs it.
func (f floor) Run(own int, words []string) tea.Cmd { return f.a.runOwn(f.a.outside.own[own], words) }
