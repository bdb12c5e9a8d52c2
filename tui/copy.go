package tui

import (
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// Clipboard says how names get onto the clipboard of the terminal.
type Clipboard struct {
	// Off is why nothing is copied, "" when things are.
	Off string
	// Between is what stands between this program and the terminal.
	Between styles.Between
	// to is the terminal. One write is whole there, so that it may come from a command
	// while frames are drawn.
	to io.Writer
}

// copiedMsg says that the terminal was handed a name, or why not. Whether it took it
// cannot be known.
type copiedMsg struct {
	name string
	err  error
}

// calledBy is what a thing is called on command lines: its path, or its id where its
// file holds other things too. It is the only text that is ever copied.
func calledBy(ref model.Ref) string {
	if ref.Item == "" {
		return ref.Path
	}
	return ref.String()
}

func canCopy(a *App) string {
	if a.clip.Off != "" {
		return a.clip.Off
	}
	ref, ok := a.selected()
	switch {
	case !ok:
		return "nothing is selected"
	case a.th.Clipboard(calledBy(ref), styles.Nothing) == "":
		return "its name has characters that are not for pasting, or is too long"
	}
	return ""
}

// copyName hands the name of what is selected to the terminal.
func copyName(a *App) tea.Cmd {
	ref, _ := a.selected()
	name := calledBy(ref)
	sequence, to := a.th.Clipboard(name, a.clip.Between), a.clip.to
	return func() tea.Msg {
		_, err := io.WriteString(to, sequence)
		return copiedMsg{name, err}
	}
}

func (a *App) gotCopied(msg copiedMsg) {
	if msg.err != nil {
		a.say(styles.RoleBad, "Not copied: "+msg.err.Error()+".")
		return
	}
	a.say(styles.RoleGood, "Copied, where the terminal takes it (OSC 52): "+msg.name)
}
