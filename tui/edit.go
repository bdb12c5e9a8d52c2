package tui

import (
	"bytes"
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// editedMsg says that the editor was closed, or why it could not be opened.
type editedMsg struct {
	ref model.Ref
	// before and after are the file around the edit; beforeErr and afterErr say why one
	// of them is not known.
	before, after       model.Document
	beforeErr, afterErr error
	// refused is why no editor was opened, ended how one failed.
	refused, ended error
}

// edit is what an operator changed in their editor, for the diff.
type edit struct{ before, after []byte }

func canEdit(a *App) string {
	switch _, ok := a.selected(); {
	case !ok:
		return "nothing is selected"
	case a.board.snapshot.ReadOnly != "":
		return "read-only: " + a.board.snapshot.ReadOnly
	case a.editor == nil || a.program == nil:
		return "there is no editor here"
	}
	return ""
}

func startEdit(a *App) tea.Cmd {
	ref, _ := a.selected()
	return a.openEditor(ref)
}

// openEditor opens the file of ref in the operator's own editor, at the line of a
// problem.
func (a *App) openEditor(ref model.Ref) tea.Cmd {
	s, dir, line := a.store, a.dir, a.lineOf(ref)
	words, process := a.editor, a.program
	return func() tea.Msg {
		edited := editedMsg{ref: ref}
		file, err := s.File(context.Background(), ref)
		if err != nil {
			edited.refused = err
			return edited
		}
		run, err := words(dir, file, line)
		if err != nil {
			edited.refused = err
			return edited
		}
		edited.before, edited.beforeErr = s.Read(context.Background(), ref)
		return handOver{process(dir, run), func(err error) tea.Msg {
			edited.ended = err
			edited.after, edited.afterErr = s.Read(context.Background(), ref)
			return edited
		}}
	}
}

// lineOf is the line of a problem, zero for everything else.
func (a *App) lineOf(ref model.Ref) int {
	for _, p := range a.board.problems[ref.Path] {
		if p.Ref() == ref {
			return p.Line
		}
	}
	return 0
}

// gotEdited reads everything again, and shows what was edited.
func (a *App) gotEdited(msg editedMsg) tea.Cmd {
	if msg.refused != nil {
		a.say(styles.RoleWarn, "No editor was opened: "+msg.refused.Error()+".")
		return nil
	}
	known := msg.beforeErr == nil && msg.afterErr == nil
	changed := known && msg.before.Seen != msg.after.Seen
	switch {
	case msg.ended != nil:
		a.say(styles.RoleWarn, "The editor failed: "+msg.ended.Error()+".")
	case changed:
		a.say(styles.RoleGood, "Edited: "+msg.ref.Path+".")
	case known:
		a.say(styles.RoleMuted, "Nothing was changed in "+msg.ref.Path+".")
	default:
		a.say(styles.RoleMuted, "The editor is closed.")
	}
	if changed {
		// What the operator wrote is no news to them.
		a.owns(model.Receipt{Decision: model.Decision{Ref: msg.ref}, Changes: []model.Change{{Path: msg.ref.Path}}})
	}
	cmds := []tea.Cmd{a.load()}
	if d := a.dialog; d != nil && d.decision.Ref == msg.ref {
		cmds = append(cmds, a.disarm())
		if d.stage == stageStale || d.stage == stageConfirm && msg.after.Seen != d.doc.Seen {
			a.goStale(msg.after, msg.afterErr)
		}
		return tea.Batch(cmds...)
	}
	if !changed || !isDecidable(msg.ref.Kind) || a.dialog != nil {
		return tea.Batch(cmds...)
	}
	if a.detail == nil {
		// From a list it opens: a row has no room for a difference.
		a.detail = newDetail(msg.ref)
		cmds = append(cmds, a.askDetail())
	}
	if d := a.detail; d.ref == msg.ref {
		d.edited = &edit{msg.before.Bytes, msg.after.Bytes}
		a.layOutDetail()
		d.top = d.editedAt
	}
	return tea.Batch(cmds...)
}

// isDecidable reports whether a whole file is decided on, so that its diff counts.
func isDecidable(k model.Kind) bool { return k == model.KindRequest || k == model.KindPlan }

// editedLines are the diff of what was edited.
func (a *App) editedLines(d *detail, w int) []styles.Line {
	if d.edited == nil || bytes.Equal(d.edited.before, d.edited.after) {
		return nil
	}
	lines := []styles.Line{section(a.th, "What you edited", w)}
	return append(append(lines, diffLines(a.th, [2]string{"before", "after"}, d.edited.before, d.edited.after, w)...), nil)
}

// canEditDialog says why the file of the open dialog cannot be edited, "" when it can.
func (a *App) canEditDialog() string {
	d := a.dialog
	switch {
	case d.lost:
		return "the file is gone"
	case len(d.batch) > 0 || !isDecidable(d.decision.Ref.Kind) || d.decision.Choice == model.ChoiceUndo:
		return fmt.Sprintf("the text of %s is not edited here", d.decision.Ref.Kind)
	}
	return canEdit(a)
}

// editInDialog opens the file that is being decided on. Other bytes have to be read anew.
func (a *App) editInDialog() tea.Cmd {
	if reason := a.canEditDialog(); reason != "" {
		a.say(styles.RoleWarn, "Cannot edit: "+reason+".")
		return a.disarm()
	}
	return a.openEditor(a.dialog.decision.Ref)
}
