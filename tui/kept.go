package tui

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// keptMsg says what came of a change of what is the operator's own: what rests, the pin,
// the message to the next session. Nothing of it is in the vault.
type keptMsg struct {
	text string
	err  error
}

// gotKept reports it and reads the vault again.
func (a *App) gotKept(msg keptMsg) tea.Cmd {
	switch {
	case errors.Is(msg.err, model.ErrConflict):
		a.say(styles.RoleWarn, "It changed since it was read; look at it again.")
	case msg.err != nil:
		a.say(styles.RoleBad, "Failed: "+msg.err.Error()+".")
	default:
		a.say(styles.RoleGood, msg.text)
	}
	return a.load()
}

// prompting reports whether a question stands in the place of the page: until when a row
// rests, or what to say to the next session.
func (a *App) prompting() bool { return a.snoozing != nil || a.message != nil }
