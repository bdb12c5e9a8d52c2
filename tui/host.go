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
		Host: appHost{a}, Th: a.th, Keys: a.keys, Width: a.width, Height: a.height, Now: a.now, Wait: a.wait,
		Store: a.store, Board: a.board, Writing: a.write.on,
	}
	if a.feed.err != nil {
		s.Stale = a.stale()
	}
	return s
}

func (a *App) open(o overlay.Overlay) { a.over = append(a.over, o) }

func (a *App) hear(msg tea.Msg) tea.Cmd { return a.over.Hear(a.screen(), msg) }

// appHost is the App as overlays see it.
type appHost struct{ a *App }

func (f appHost) Say(role styles.Role, text string) { f.a.say(role, text) }

func (f appHost) Status(most int) []styles.Line { return f.a.statusLines(most) }

func (f appHost) Rows() int { return f.a.bodyHeight() }

func (f appHost) Help(w int) []styles.Line { return f.a.viewHelp(w) }

func (f appHost) Open(o overlay.Overlay) { f.a.open(o) }

func (f appHost) Close(o overlay.Overlay) { f.a.over = f.a.over.Without(o) }

func (f appHost) Load() tea.Cmd { return f.a.load() }

// Newer shows a board read during load gen. If another load began since, it is not known
// which is newer, so everything is loaded again.
func (f appHost) Newer(b *board.Board, gen int) tea.Cmd {
	if gen == f.a.feed.gen && !f.a.feed.loading {
		return f.a.show(b)
	}
	return f.a.load()
}

func (f appHost) Gen() int { return f.a.feed.gen }

func (f appHost) Number() int {
	f.a.numbered++
	return f.a.numbered
}

func (f appHost) Visit(ref model.Ref) tea.Cmd {
	f.a.detail = newDetail(ref)
	f.a.layOutDetail()
	return f.a.askDetail()
}

func (f appHost) Leave() { f.a.detail = nil }

func (f appHost) Decide(o overlay.Overlay, all []model.Decision, promised []model.Change) tea.Cmd {
	a := f.a
	a.write.on, a.write.written, a.write.notices, a.write.queue = true, 0, nil, all[1:]
	a.write.by, a.write.promised = o, promised
	return decideCmd(a.store, all[0])
}

func (f appHost) Reveal() tea.Cmd { return toggleReveal(f.a) }

func (f appHost) CannotEdit() string { return canEdit(f.a) }

func (f appHost) Edit(ref model.Ref) tea.Cmd { return f.a.openEditor(ref) }

func (f appHost) Cannot(entry int) (why, whole string) {
	if entry < 0 {
		return "", ""
	}
	act := f.a.actions()[entry]
	if why = act.refuse(f.a); why == "" {
		return "", ""
	}
	return why, f.a.cannot(act)
}

func (f appHost) Do(entry int) tea.Cmd {
	if entry < 0 {
		return f.a.openPage(-1 - entry)
	}
	return f.a.actions()[entry].run(f.a)
}

func (f appHost) CannotRun(own int) string { return f.a.cannotRun(f.a.outside.own[own]) }

func (f appHost) Run(own int, words []string) tea.Cmd { return f.a.runOwn(f.a.outside.own[own], words) }
