package overlay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/keys"
	"coldstart/tui/phrase"
)

// Refuse is why a yes does not count now, "" when it does.
func (d *Dialog) Refuse() string {
	unseen, _ := d.Unseen()
	switch {
	case d.lid != noLid:
		return "something covers the text; esc closes it"
	case d.Lost:
		return "the file is gone, and nothing can be decided"
	case d.unheard != "":
		return d.unheard + " does not answer; " + keys.Of(d.keys.Look) + " tries again"
	case d.gone != "":
		return "the file cannot be read; " + keys.Of(d.keys.Look) + " tries again"
	case d.Stage == StageStale:
		return "the file changed; " + keys.Of(d.keys.Look) + " looks at it again"
	case d.Stage != StageConfirm:
		return "the text is not on screen yet"
	case d.Height == 0:
		return "the window is too small to read it"
	case unseen > 0 && !d.isNo():
		return "read the rest first"
	case d.Masked:
		return "something is masked; " + keys.Of(d.keys.Reveal) + " shows it"
	case !d.Armed:
		return "too quick; press y once, on its own"
	case !d.steady:
		return "checking that nobody is writing the file"
	}
	return ""
}

// isMasked reports whether something to be read is masked.
func (d *Dialog) isMasked(th *styles.Theme) bool {
	if th.Masks(d.Doc.Bytes) && !d.ChangesTellAll() || th.Masks([]byte(d.Decision.Ref.Path)) || d.masksAction(th) {
		return true
	}
	for _, c := range d.Changes {
		if th.Masks([]byte(strings.Join(c.Before, "\n"))) || th.Masks([]byte(strings.Join(c.After, "\n"))) {
			return true
		}
	}
	return false
}

// onScreen reports whether the text is on screen, and nothing is being written over it.
func (d *Dialog) onScreen() bool { return d.Stage == StageConfirm || d.Stage == StageStale }

// look marks the lines of a frame that was drawn as seen.
func (d *Dialog) look(view int) {
	if view != d.Frame || d.lid != noLid || !d.onScreen() {
		return
	}
	for i := d.Top; i < min(len(d.Body), d.Top+d.Height); i++ {
		d.seen[i] = true
	}
}

// readOut marks every line as seen.
func (d *Dialog) readOut(view int) {
	if view == d.Frame {
		for i := range d.seen {
			d.seen[i] = true
		}
	}
}

// Unseen counts the lines not on screen yet, in all and below the top of the window.
func (d *Dialog) Unseen() (all, below int) {
	for i, s := range d.seen {
		if s {
			continue
		}
		all++
		if i >= d.Top {
			below++
		}
	}
	return all, below
}

func (d *Dialog) disarm(s *Screen) tea.Cmd {
	d.Armed, d.bright = false, 0
	d.Arming++
	msg := ArmedMsg{Dialog: d.ID, Arming: d.Arming}
	armed := s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
	if !s.Motion {
		return armed
	}
	cmds := []tea.Cmd{armed}
	for step := 1; step < brightening; step++ {
		bright := brightenedMsg{d.ID, d.Arming, step}
		cmds = append(cmds, s.Wait(QuietTime*time.Duration(step)/brightening, func(time.Time) tea.Msg { return bright }))
	}
	return tea.Batch(cmds...)
}

// Alone ends the time in which the last yes had to stay alone.
func (d *Dialog) Alone() tea.Msg { return d.yes.alone(d.ID) }

// gotAlone decides. What came up meanwhile, such as a change of the file, still stops it.
func (d *Dialog) gotAlone(s *Screen, msg aloneMsg) tea.Cmd {
	if !d.yes.counts(d.ID, msg) {
		return nil
	}
	reason := s.Stale
	if d.Stage != StageType {
		reason = cmp.Or(reason, d.Refuse())
	}
	if reason != "" {
		s.Say(styles.RoleWarn, "Not yet: "+reason+".")
		return d.disarm(s)
	}
	return d.carryOut(s)
}

func (d *Dialog) drawCmd(s *Screen) tea.Cmd {
	now := DrawnMsg{Dialog: d.ID, View: d.Frame}
	if now == d.told || now.View == 0 || !d.onScreen() {
		return nil
	}
	d.told = now
	return s.Wait(DrawTime, func(time.Time) tea.Msg { return now })
}

func (d *Dialog) watch(s *Screen, after time.Duration) tea.Cmd {
	from, id, ref := s.Store, d.ID, d.Decision.Ref
	return s.Wait(after, func(time.Time) tea.Msg {
		doc, err := from.Read(context.Background(), ref)
		return WatchedMsg{Dialog: id, Doc: doc, Err: err}
	})
}

func (d *Dialog) gotWatched(s *Screen, msg WatchedMsg) tea.Cmd {
	switch {
	case d.ID != msg.Dialog || s.Writing || d.Stage == StageStale:
		return nil
	case d.Stage != StageConfirm:
		return d.watch(s, WatchEvery)
	case msg.Err == nil && msg.Doc.Seen == d.Doc.Seen:
		d.steady = true
		return tea.Batch(d.followAgent(s), d.watch(s, WatchEvery))
	}
	d.goStale(s, msg.Doc, msg.Err)
	return nil
}

// goStale disables the yes and shows what the file is now.
func (d *Dialog) goStale(s *Screen, now model.Document, err error) {
	d.Stage, d.newer, d.gone, d.unheard, d.lid = StageStale, now, "", "", noLid
	d.Lost = errors.Is(err, model.ErrNotFound)
	moved, decided := errors.AsType[model.Moved](err)
	switch {
	case decided:
		d.gone = moved.Choice.Past() + " meanwhile: it is in " + moved.To + ". Nothing is left to decide."
		s.Say(styles.RoleBad, moved.Choice.Past()+" meanwhile; only esc works now.")
	case d.Lost && d.action != nil:
		d.gone = "It was taken back: it was answered in " + d.action.Action.Client + ", or the session ended. Nothing is left to decide."
		s.Say(styles.RoleBad, "It was taken back; only esc works now.")
	case d.Lost:
		d.gone = "The file was moved or deleted. There is nothing left to decide."
		s.Say(styles.RoleBad, "The file is gone; only esc works now.")
	case errors.Is(err, model.ErrNotReached):
		d.unheard = s.Machine
		d.gone = "Nothing was decided. " + s.Machine + " cannot be asked now: " + phrase.Error(err) + "."
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
func (d *Dialog) edit(s *Screen) tea.Cmd {
	reason := d.cannotEdit()
	if reason == "" {
		reason = s.CannotEdit()
	}
	if reason != "" {
		s.Say(styles.RoleWarn, "Cannot edit: "+reason+".")
		return d.disarm(s)
	}
	return s.Edit(d.Decision.Ref)
}

// cannotEdit says why the text is not edited here.
func (d *Dialog) cannotEdit() string {
	switch {
	case d.Lost:
		return "the file is gone"
	case len(d.Batch) > 0 || !d.Decision.Ref.Kind.WholeFile() || d.Decision.Choice == model.ChoiceUndo:
		return fmt.Sprintf("the text of %s is not edited here", d.Decision.Ref.Kind)
	}
	return ""
}

// gotEdited goes stale if the editor changed the file.
func (d *Dialog) gotEdited(s *Screen, msg EditedMsg) tea.Cmd {
	if d.Decision.Ref != msg.Ref {
		return nil
	}
	cmd := d.disarm(s)
	if d.Stage == StageStale || d.Stage == StageConfirm && msg.After.Seen != d.Doc.Seen {
		d.goStale(s, msg.After, msg.AfterErr)
	}
	return cmd
}
