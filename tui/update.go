package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
)

// Update routes one message. It is the only place from which state changes.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	before := a.drawn()
	cmd := a.route(msg)
	if look := a.lookInTexts(); look != nil {
		cmd = tea.Batch(cmd, look)
	}
	a.keepInView()
	if after := a.drawn(); after != before && after.view > 0 {
		cmd = tea.Batch(cmd, a.drawCmd())
	}
	return a, cmd
}

// drawn names the view of the open dialog, if there is one.
func (a *App) drawn() drawnMsg {
	if a.dialog == nil {
		return drawnMsg{}
	}
	return drawnMsg{dialog: a.dialog.id, view: a.dialog.view}
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
	case openedMsg:
		return a.gotOpened(msg)
	case armedMsg:
		a.gotArmed(msg)
	case handOver:
		return msg.take(a.mice, func(m tea.Msg) tea.Msg { return m })
	case ranMsg:
		return a.gotRan(msg)
	case drawnMsg, readOutMsg:
		a.gotSeen(msg)
	case rowMsg:
		a.list().to(msg.ref)
	case watchedMsg:
		return a.gotWatched(msg)
	case decidedMsg:
		return a.gotDecided(msg)
	case foundMsg:
		return a.gotFound(msg)
	case keptMsg:
		return a.gotKept(msg)
	case editedMsg:
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
	}
	return nil
}

// gotSeen has the open dialog remember what was on screen, or written out.
func (a *App) gotSeen(msg tea.Msg) {
	d := a.dialog
	if d == nil {
		return
	}
	switch msg := msg.(type) {
	case drawnMsg:
		if d.id == msg.dialog {
			d.look(msg.view)
		}
	case readOutMsg:
		if d.id == msg.dialog {
			d.readOut(msg.view)
		}
	}
}

// keepInView puts every window over its text again, which may have become
// shorter, and the list's over its cursor.
func (a *App) keepInView() {
	l := a.list()
	l.top, _ = l.span(a.listHeight())
	if l.fits(a.listHeight()) {
		l.top = 0
	}
	if a.detail != nil {
		a.detail.scroll(0, a.bodyHeight())
	}
	if a.palette != nil {
		a.palette.keepInView(a.paletteRows())
	}
	if a.asking != nil {
		a.keepAskInView()
	}
	if a.check != nil {
		a.check.top = max(0, min(a.check.top, a.checkBottom()))
	}
	if a.help {
		a.helpTop = max(0, min(a.helpTop, a.helpBottom()))
	}
}

func (a *App) resized(w, h int) tea.Cmd {
	a.width, a.height = w, h
	if a.dialog != nil {
		a.dialog.layOut(a.th, a.width, a.height)
	}
	cmd := a.preview()
	a.layOutBeside()
	a.layOutDetail()
	return cmd
}

func (a *App) gotBoard(msg loadedMsg) tea.Cmd {
	if msg.gen != a.gen {
		return nil
	}
	a.loading = false
	again := a.listen()
	if a.loadErr = msg.err; msg.err != nil {
		return again
	}
	a.gotLook(msg)
	cmd := tea.Batch(a.show(msg.board), again)
	if a.sought == (model.Ref{}) {
		return cmd
	}
	sought := a.sought
	a.sought = model.Ref{}
	return tea.Batch(cmd, a.seek(sought))
}

// show puts a new board on screen. Texts that are on screen are read again.
func (a *App) show(b *board) tea.Cmd {
	a.loaded, a.board = true, b
	for i := range a.lists {
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
