package overlay

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// AloneTime is how long a yes must stay the only key before it counts: a y at the head of a text
// that is pasted without brackets has other keys behind it.
const AloneTime = 60 * time.Millisecond

// aloneMsg ends that time for the yes of that number.
type aloneMsg struct{ dialog, yes int }

// loneYes is a yes that has to stay alone: whether one is waiting, and the number of the last.
type loneYes struct {
	waiting bool
	number  int
}

// wait starts the time for one more yes in a dialog.
func (y *loneYes) wait(s *Screen, dialog int) tea.Cmd {
	y.waiting = true
	y.number++
	msg := y.alone(dialog)
	return s.Wait(AloneTime, func(time.Time) tea.Msg { return msg })
}

// alone ends the time of the last yes.
func (y *loneYes) alone(dialog int) tea.Msg { return aloneMsg{dialog, y.number} }

// spoilt reports that a key came while a yes waited. That yes does not count any more.
func (y *loneYes) spoilt(s *Screen) bool {
	if !y.waiting {
		return false
	}
	y.waiting = false
	s.Say(styles.RoleWarn, "Ignored: several keys at once. Press y again.")
	return true
}

// counts reports that the time of the waiting yes is over.
func (y *loneYes) counts(dialog int, msg aloneMsg) bool {
	if !y.waiting || msg != y.alone(dialog) {
		return false
	}
	y.waiting = false
	return true
}
