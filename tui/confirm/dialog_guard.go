package confirm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// answers says what came of a yes that does not count, and begins a quiet time.
func (d *Dialog) answers(s *overlay.Screen, why Reason) tea.Cmd {
	look, giving := keys.Of(s.Keys[keys.Look]), "y"
	if d.guard.Stage() == Typing {
		giving = "enter"
	}
	if why == Type {
		d.Input = overlay.LineInput("")
		return d.rest(s)
	}
	role := styles.RoleWarn
	if why == Pasted {
		role = styles.RoleMuted
	}
	s.Say(role, map[Reason]string{
		Held:       "Not yet: " + s.Stale + ".",
		Covered:    "Not yet: something covers the text; esc closes it.",
		Gone:       "The file is gone, so there is nothing left to decide; esc closes this.",
		Silent:     "Not yet: " + s.Machine + " is not responding; " + look + " tries again.",
		Unreadable: "Not yet: the file cannot be read; " + look + " tries again.",
		Changed:    "Not yet: the file changed; " + look + " rereads it.",
		NotShown:   "Not yet: the text is not on screen yet.",
		Small:      "Not yet: the window is too small to read it.",
		Unread:     "Read to the end first.",
		Masked:     "Not yet: a possible secret is masked; " + keys.Of(s.Keys[keys.Reveal]) + " reveals it.",
		Quick:      "Ignored: typed too fast. Press " + giving + " again.",
		Unsteady:   "Not yet: checking that no program is writing the file.",
		Again:      "It wrote in the last 10 minutes and may be running. Press y again to mark it as ended.",
		Other:      "That does not match.",
		Joined:     severalKeys,
		Pasted:     "Pasting does not work here. Type it.",
	}[why])
	return d.rest(s)
}

// isMasked reports whether something to be read is masked.
func (d *Dialog) isMasked(th *styles.Theme) bool {
	text := d.Doc.Bytes
	if d.ChangesTellAll() {
		text = nil
	}
	return masks(th, d.Decision.Ref.Path, text, d.action, d.Changes)
}

// masks reports whether a theme masks something in what is read before a yes: the name, the text, the
// action that the gate held up, or a change.
func masks(th *styles.Theme, name string, text []byte, action *model.HeldAction, changes []model.Change) bool {
	read := [][]byte{[]byte(name), text}
	if action != nil {
		read = append(read, []byte(action.Action.Called()), []byte(action.Action.Input))
	}
	for _, c := range changes {
		read = append(read, []byte(strings.Join(c.Before, "\n")), []byte(strings.Join(c.After, "\n")))
	}
	return slices.ContainsFunc(read, th.Masks)
}

// onScreen reports whether the text is on screen, and nothing lies over it.
func (d *Dialog) onScreen() bool { return (d.reads() || d.stopped()) && !d.guard.IsCovered() }

// Unseen counts the lines not on screen yet, in all and below the top of the window.
func (d *Dialog) Unseen() (all, below int) { return d.guard.Unseen(d.Top) }

// disarm begins a new quiet time.
func (d *Dialog) disarm(s *overlay.Screen) tea.Cmd {
	d.guard = d.guard.Rest()
	return d.rest(s)
}

// rest waits for the end of the quiet time, while the yes lights up.
func (d *Dialog) rest(s *overlay.Screen) tea.Cmd {
	d.bright = 0
	msg := ArmedMsg{Dialog: d.ID, Arming: d.guard.Quiet()}
	armed := s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
	if !d.motion {
		return armed
	}
	cmds := []tea.Cmd{armed}
	for step := 1; step < brightening; step++ {
		bright := brightenedMsg{d.ID, d.guard.Quiet(), step}
		cmds = append(cmds, s.Wait(QuietTime*time.Duration(step)/brightening, func(time.Time) tea.Msg { return bright }))
	}
	return tea.Batch(cmds...)
}

// confirm is a yes. It waits until it is known to be alone.
func (d *Dialog) confirm(s *overlay.Screen) tea.Cmd {
	var why Reason
	d.guard, why = d.guard.Hold(s.Stale != "").Yes()
	if why != None {
		return d.answers(s, why)
	}
	return alone(s, d.ID, d.guard)
}

// Alone ends the time in which the last yes had to stay alone.
func (d *Dialog) Alone() tea.Msg { return aloneMsg{d.ID, d.guard.Lone()} }

// gotAlone decides. What came up meanwhile, such as a change of the file, still stops it.
func (d *Dialog) gotAlone(s *overlay.Screen, msg aloneMsg) tea.Cmd {
	if msg.dialog != d.ID {
		return nil
	}
	next, why := d.guard.Hold(s.Stale != "").Counts(msg.yes)
	switch d.guard = next; why {
	case None:
		return d.carryOut(s)
	case Late:
		return nil
	}
	return d.answers(s, why)
}

func (d *Dialog) drawCmd(s *overlay.Screen) tea.Cmd {
	now := DrawnMsg{Dialog: d.ID, View: d.Frame}
	if now == d.told || now.View == 0 || !d.onScreen() {
		return nil
	}
	d.told = now
	return s.Wait(DrawTime, func(time.Time) tea.Msg { return now })
}

func (d *Dialog) watch(s *overlay.Screen, after time.Duration) tea.Cmd {
	from, id, ref := s.Store, d.ID, d.Decision.Ref
	return s.Wait(after, func(time.Time) tea.Msg {
		doc, err := from.Read(context.Background(), ref)
		return WatchedMsg{Dialog: id, Doc: doc, Err: err}
	})
}

func (d *Dialog) gotWatched(s *overlay.Screen, msg WatchedMsg) tea.Cmd {
	switch {
	case d.ID != msg.Dialog || s.Writing || d.stopped():
		return nil
	case !d.reads() || d.isWriting():
		return d.watch(s, WatchEvery)
	}
	if d.compare(s, msg.Doc, msg.Err); d.stopped() {
		return nil
	}
	return tea.Batch(d.followAgent(s), d.watch(s, WatchEvery))
}

// compare looks at the file once more. Where it changed the yes is off, and what it is now is shown.
func (d *Dialog) compare(s *overlay.Screen, now model.Document, err error) {
	if d.guard = d.guard.Looked(now.Seen, err); d.guard.Stage() != Stopped {
		return
	}
	d.newer, d.gone = now, ""
	d.lift(s)
	moved, decided := errors.AsType[model.Moved](err)
	switch {
	case decided:
		d.gone = moved.Choice.Past() + " meanwhile: it is in " + moved.To + ". There is nothing left to decide."
		s.Say(styles.RoleBad, moved.Choice.Past()+" meanwhile; only esc works now.")
	case d.Lost() && d.action != nil:
		d.gone = "It was withdrawn: it was answered in " + d.action.Action.Client + ", or the session ended. There is nothing left to decide."
		s.Say(styles.RoleBad, "It was withdrawn; only esc works now.")
	case d.Lost():
		d.gone = "The file was moved or deleted. There is nothing left to decide."
		s.Say(styles.RoleBad, "The file is gone; only esc works now.")
	case errors.Is(err, model.ErrNotReached):
		d.gone = "No decision made. " + s.Machine + " is not responding: " + phrase.Error(err) + "."
		s.Say(styles.RoleBad, s.Machine+" is not responding. No decision was made.")
	case err != nil:
		d.gone = "The file can no longer be read: " + phrase.Error(err)
		s.Say(styles.RoleBad, "The file can no longer be read. No decision was made.")
	default:
		s.Say(styles.RoleBad, "The file changed while you were reading. Read the new text first.")
	}
	d.layOut(s.Th, s.Width, s.Height)
}

// edit opens the file in the editor. A change makes the dialog stale.
func (d *Dialog) edit(s *overlay.Screen) tea.Cmd {
	if reason := d.cannotEdit(); reason != "" {
		s.Say(styles.RoleWarn, "Cannot edit: "+reason+".")
		return d.disarm(s)
	}
	return s.Edit(d.Decision.Ref)
}

// cannotEdit says why the text is not edited here.
func (d *Dialog) cannotEdit() string {
	switch {
	case d.Lost():
		return "the file is gone"
	case len(d.Batch) > 0 || !d.Decision.Ref.Kind.WholeFile() || d.Decision.Choice == model.ChoiceUndo:
		return fmt.Sprintf("the text of %s is not edited here", d.Decision.Ref.Kind)
	}
	return d.barred()
}

// gotEdited goes stale if the editor changed the file.
func (d *Dialog) gotEdited(s *overlay.Screen, msg overlay.EditedMsg) tea.Cmd {
	if d.Decision.Ref != msg.Ref {
		return nil
	}
	cmd := d.disarm(s)
	d.compare(s, msg.After, msg.AfterErr)
	return cmd
}
