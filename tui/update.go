package tui

import (
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// Update routes one message. It is the only place from which state changes.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := a.route(msg)
	l := a.list()
	l.top, _ = l.span(a.listHeight())
	return a, cmd
}

func (a *App) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return a.resized(msg.Width, msg.Height)
	case tea.KeyMsg:
		return a.key(msg)
	case loadedMsg:
		return a.gotSnapshot(msg)
	case documentMsg:
		a.gotDocument(msg)
	case openedMsg:
		return a.gotOpened(msg)
	case armedMsg:
		if a.dialog != nil && a.dialog.id == msg.dialog {
			a.dialog.arm(msg.arming)
		}
	case watchedMsg:
		return a.gotWatched(msg)
	case decidedMsg:
		return a.gotDecided(msg)
	}
	return nil
}

func (a *App) resized(w, h int) tea.Cmd {
	a.width, a.height = w, h
	if a.dialog != nil {
		a.dialog.layOut(a.th, a.width, a.height)
	}
	return a.preview()
}

func (a *App) gotSnapshot(msg loadedMsg) tea.Cmd {
	if msg.gen != a.gen {
		return nil
	}
	a.loading = false
	if a.loadErr = msg.err; msg.err != nil {
		a.say(styles.RoleBad, "Could not read the vault: "+msg.err.Error())
		return nil
	}
	a.loaded, a.snapshot = true, msg.snapshot
	clear(a.docs)
	for i, p := range a.pages {
		a.lists[i].set(p.rows(a.snapshot))
	}
	if a.detail != nil {
		return tea.Batch(readCmd(a.store, a.detail.ref), a.preview())
	}
	return a.preview()
}

// preview asks for the text of the row under the cursor when it is shown beside
// the list and not known yet.
func (a *App) preview() tea.Cmd {
	r, ok := a.list().current()
	if !ok || a.width < splitWidth {
		return nil
	}
	if _, known := a.docs[r.ref]; known {
		return nil
	}
	return readCmd(a.store, r.ref)
}

func (a *App) gotDocument(msg documentMsg) {
	if a.detail != nil && a.detail.ref == msg.doc.Ref {
		a.detail.set(msg.doc, msg.err)
	}
	if msg.err == nil {
		a.docs[msg.doc.Ref] = msg.doc
	}
}

// gotDecided reports what really happened and reads the vault again, whatever
// the answer was: the disk is the truth.
func (a *App) gotDecided(msg decidedMsg) tea.Cmd {
	a.writing = false
	a.dialog = nil
	if msg.err != nil {
		a.say(styles.RoleBad, failureWords(msg.decision, msg.err))
	} else {
		a.say(styles.RoleGood, receiptWords(msg.receipt))
		if len(msg.receipt.Notices) > 0 {
			a.say(styles.RoleWarn, receiptWords(msg.receipt)+" But: "+strings.Join(msg.receipt.Notices, "; "))
		}
		if a.detail != nil && a.detail.ref == msg.decision.Ref && msg.decision.Choice != model.ChoiceChanges {
			a.detail = nil
		}
	}
	if a.quitting {
		return tea.Quit
	}
	return a.load()
}

func receiptWords(r model.Receipt) string {
	d := r.Decision
	if r.Already {
		return "Nothing to do: " + d.Ref.Path + " was decided this way before."
	}
	text := d.Choice.Past() + " " + d.Ref.Path + "."
	for _, c := range r.Changes {
		switch c.Kind {
		case model.ChangeMove:
			text += " It is now " + c.To + "."
		case model.ChangeEdit:
			text += " Changed " + c.Path + "."
		}
	}
	return text
}

func failureWords(d model.Decision, err error) string {
	text := "Not done, " + d.Ref.Path + " is as it was: " + err.Error() + "."
	switch {
	case errors.Is(err, model.ErrConflict):
		text += " Look at it again before you decide."
	case errors.Is(err, model.ErrLocked):
		text += " Try again in a moment."
	}
	return text
}

// quit leaves, but never while a write runs: Bubble Tea does not wait for
// running commands.
func (a *App) quit() tea.Cmd {
	if a.writing {
		a.quitting = true
		a.say(styles.RoleWarn, "Finishing the write, then leaving.")
		return nil
	}
	return tea.Quit
}
