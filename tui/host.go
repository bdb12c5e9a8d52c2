package tui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

func (a *App) screen() *overlay.Screen {
	s := &overlay.Screen{
		Host: appHost{a}, Th: a.th, Keys: a.keys, Width: a.width, Height: a.height, Now: a.now, Wait: a.wait,
		Store: a.store, Board: a.board, Fits: a.fits, Writing: a.write.on, Motion: a.motion.on, Where: a.where(), Machine: a.away.host, Vault: a.label,
	}
	if a.feed.err != nil {
		s.Stale = a.stale()
	}
	return s
}

func (a *App) open(o overlay.Overlay) { a.over = a.over.With(o) }

func (a *App) hear(msg tea.Msg) tea.Cmd { return a.over.Hear(a.screen(), msg) }

// appHost is the App as overlays see it.
type appHost struct{ a *App }

func (h appHost) Say(role styles.Role, text string) { h.a.say(role, text) }

func (h appHost) Status(most int) []styles.Line { return h.a.statusLines(most) }

func (h appHost) Rows() int { return h.a.bodyHeight() }

func (h appHost) Page() string { return h.a.pages[h.a.tabs.at].Title }

func (h appHost) Help(w, most int) []styles.Line { return h.a.viewHelp(w, most) }

func (h appHost) AllKeys(w int) []styles.Line { return h.a.allKeys(w) }

func (h appHost) Kept(name string) string { return h.a.drafts[name] }

func (h appHost) Keep(name, text string) {
	if strings.TrimSpace(text) == "" {
		delete(h.a.drafts, name)
		return
	}
	h.a.drafts[name] = text
}

func (h appHost) Open(o overlay.Overlay) { h.a.open(o) }

func (h appHost) Close(o overlay.Overlay) { h.a.over = h.a.over.Without(o) }

func (h appHost) Load() tea.Cmd { return h.a.load() }

// Newer shows a board read during load gen. If another load began since, it is not known
// which is newer, so everything is loaded again.
func (h appHost) Newer(b *board.Board, gen int) tea.Cmd {
	if gen == h.a.feed.gen && !h.a.feed.loading {
		return h.a.show(b)
	}
	return h.a.load()
}

func (h appHost) Gen() int { return h.a.feed.gen }

func (h appHost) Number() int {
	h.a.numbered++
	return h.a.numbered
}

func (h appHost) Visit(ref model.Ref, from overlay.Overlay) tea.Cmd {
	h.Close(from)
	h.a.detail = newDetail(ref)
	h.a.detail.from = from
	h.a.layOutDetail()
	return h.a.askDetail()
}

func (h appHost) Leave() { h.a.detail = nil }

func (h appHost) Decide(o overlay.Overlay, all []model.Decision, promised []model.Change) tea.Cmd {
	a := h.a
	a.write.on, a.write.asked, a.write.written, a.write.notices, a.write.queue = true, all[0], 0, nil, all[1:]
	a.write.by, a.write.promised, a.write.pressed = o, promised, false
	if a.isAway() {
		a.write.since = a.now()
	}
	return tea.Batch(decideCmd(a.store, all[0]), a.waitOn())
}

// Undo offers to undo one decision.
func (h appHost) Undo(one model.Undone) tea.Cmd {
	if why := h.a.cannotUndo(one); why != "" {
		h.a.say(styles.RoleWarn, phrase.Cannot(h.a.keys[keys.Undo].Help().Desc, why))
		return nil
	}
	return offerUndo(h.a, one)
}

func (h appHost) Reveal() tea.Cmd { return toggleReveal(h.a) }

func (h appHost) CannotEdit() string { return canEdit(h.a) }

func (h appHost) AddRule(actions []model.Action) tea.Cmd { return h.a.askRule(actions) }

func (h appHost) Edit(ref model.Ref) tea.Cmd { return h.a.openEditor(ref) }

func (h appHost) Cannot(entry keys.ID) (why, whole string) {
	if h.page(entry) >= 0 {
		return "", ""
	}
	act := h.a.action(entry)
	if why = h.a.refuse(act); why == "" {
		return "", ""
	}
	return why, h.a.cannot(act)
}

func (h appHost) Do(entry keys.ID) tea.Cmd {
	h.a.use(entry)
	if i := h.page(entry); i >= 0 {
		return h.a.openPage(i)
	}
	return h.a.do(h.a.action(entry))
}

// page is the number of the page that an entry of the palette opens, -1 for an action.
func (h appHost) page(entry keys.ID) int {
	return slices.IndexFunc(h.a.pages, func(p board.Page) bool { return p.Title == string(entry) })
}
