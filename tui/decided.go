package tui

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// gotDecided reports what really happened and reads the vault again, whatever
// the answer was: the disk is the truth. Who asked to quit meanwhile leaves only
// when there is nothing left to read.
func (a *App) gotDecided(msg decidedMsg) tea.Cmd {
	if msg.err == nil {
		a.written++
		a.notices = append(a.notices, msg.receipt.Notices...)
		if a.dialog != nil && len(msg.receipt.Notices) == 0 && !msg.receipt.Already {
			a.notices = append(a.notices, unkept(a.dialog.changes, msg.receipt.Changes)...)
		}
		delete(a.marked, msg.decision.Ref)
		a.owns(msg.receipt)
	}
	if msg.err == nil && len(a.queue) > 0 {
		next := a.queue[0]
		a.queue, next.At = a.queue[1:], a.now()
		return decideCmd(a.store, next)
	}
	left := len(a.queue)
	a.queue = nil
	leave := a.quitting && msg.err == nil && len(a.notices) == 0
	a.writing, a.quitting = false, false
	a.dialog = nil
	a.report(msg, left)
	if undone := a.board.snapshot.Undo.Past; msg.err == nil && undone.ID != "" && undone.ID == msg.decision.Undoes.ID {
		a.detail, a.sought = nil, undone.BackTo()
	}
	if msg.err == nil && a.detail != nil && a.detail.ref == msg.decision.Ref && msg.decision.Choice != model.ChoiceChanges {
		a.detail = nil
	}
	if leave {
		return a.quit()
	}
	return a.load()
}

// report says what became of one yes; left counts the decisions that were not
// tried.
func (a *App) report(msg decidedMsg, left int) {
	role, text := styles.RoleGood, a.board.receiptWords(a.keys, msg.receipt)
	changed := changeWords(msg.receipt)
	switch {
	case msg.err != nil && a.written > 0:
		role, changed = styles.RoleBad, ""
		text = fmt.Sprintf("%d done, %d not tried. %s", a.written, left, failureWords(msg.err))
	case msg.err != nil:
		role, changed, text = styles.RoleBad, "", failureWords(msg.err)
	case a.written > 1:
		changed, text = "", fmt.Sprintf("%s: %d.", msg.decision.Choice.Past(), a.written)
	}
	if len(a.notices) > 0 {
		if role == styles.RoleGood {
			role = styles.RoleWarn
		}
		text += " But: " + strings.Join(a.notices, "; ") + "."
	}
	// Where each change was made comes last: it is the part that may be cut off.
	a.say(role, text+changed)
}

// unkept names the edits that the dialog promised and that were not made, because
// the file had changed in the meantime.
func unkept(promised, made []model.Change) []string {
	var notices []string
	for _, p := range promised {
		kept := func(m model.Change) bool { return m.Path == p.Path && len(m.Before) == len(p.Before) }
		if p.Kind == model.ChangeEdit && !slices.ContainsFunc(made, kept) {
			notices = append(notices, p.Path+" had changed, and its status was left as it is")
		}
	}
	return notices
}

// receiptWords says what was decided.
func (b *board) receiptWords(k keyMap, r model.Receipt) string {
	d := r.Decision
	switch {
	case d.Choice == model.ChoiceUndo:
		return b.undoneWords(r)
	case r.Already:
		return "Nothing to do: " + d.Ref.Path + " was decided this way before."
	case d.Ref.Kind == model.KindJournal:
		return "Wrote " + writtenID(r) + " into " + d.Ref.Path + k.undoHint(d) + "."
	}
	text := d.Choice.Past() + ": " + path.Base(d.Ref.Path)
	switch d.Ref.Kind {
	case model.KindSession:
		text = d.Choice.Past() + ": session " + d.Ref.Item
	case model.KindTrace:
		text = d.Choice.Past() + ": " + path.Dir(d.Ref.Path)
	case model.KindProposal:
		text = d.Choice.Past() + ": proposal " + d.Ref.Item
	}
	return text + k.undoHint(d) + "."
}

// changeWords says of each change of a decision where it was made; what a journal entry
// changes is its journal, which is said already.
func changeWords(r model.Receipt) string {
	text := ""
	if r.Already || r.Decision.Ref.Kind == model.KindJournal && r.Decision.Choice != model.ChoiceUndo {
		return text
	}
	for _, c := range r.Changes {
		switch c.Kind {
		case model.ChangeMove:
			text += " It is now in " + path.Dir(c.To) + "."
		case model.ChangeEdit:
			text += " Changed " + c.Path + "."
		case model.ChangeCreate:
			text += " Wrote " + c.Path + "."
		case model.ChangeAppend:
			text += " Added to " + c.Path + "."
		case model.ChangeCommit:
			text += " Committed."
		case model.ChangeRemove:
			text += " Removed " + c.Path + "."
		}
	}
	return text
}

// failureWords claims nothing about the files: the error says what is known.
func failureWords(err error) string {
	text := "Failed: " + err.Error() + "."
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
	if g := a.glance; g.on && g.open && a.loaded && !g.leaving {
		return a.keepLook(true)
	}
	return tea.Quit
}

// afterWriting holds back an order to quit that came as a signal while a write
// runs, and hands it to the App instead.
func afterWriting(m tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.QuitMsg, tea.InterruptMsg:
		if isWriting(m) {
			return leaveMsg{}
		}
	}
	return msg
}

func isWriting(m tea.Model) bool {
	if p, ok := m.(painted); ok {
		m = p.Model
	}
	switch m := m.(type) {
	case *App:
		return m.writing
	case *several:
		return m.apps[m.writing()].writing
	}
	return false
}

// writtenID is the id of the entry that a decision wrote into a journal.
func writtenID(r model.Receipt) string {
	begins := "### " + string(r.Decision.Entry.Category) + "-"
	for _, c := range r.Changes {
		for _, l := range c.After {
			if heading, ok := strings.CutPrefix(l, "### "); ok && strings.HasPrefix(l, begins) && c.Path == r.Decision.Ref.Path {
				id, _, _ := strings.Cut(heading, ":")
				return id
			}
		}
	}
	return "an entry"
}
