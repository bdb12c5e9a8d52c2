package confirm

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/tui/overlay"
)

// AloneTime is how long a yes must stay the only key before it counts: a y at the head of a text
// that is pasted without brackets has other keys behind it.
const AloneTime = 60 * time.Millisecond

// aloneMsg ends that time for the yes of that number.
type aloneMsg struct{ dialog, yes int }

// severalKeys says that a yes was not alone.
const severalKeys = "Ignored: several keys at once. Press y again."

// alone waits for the end of the time in which the last yes has to stay alone.
func alone(s *overlay.Screen, id int, g Guard) tea.Cmd {
	msg := aloneMsg{id, g.Lone()}
	return s.Wait(AloneTime, func(time.Time) tea.Msg { return msg })
}
