package styles

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Between is a program between this one and the terminal, which passes on only what is
// wrapped for it.
type Between int

// The programs that stand between.
const (
	Nothing Between = iota
	Tmux
	Screen
)

// maxCopied is the longest name in bytes that is copied.
const maxCopied = 1024

// screenLimit is the longest sequence in bytes that GNU Screen takes.
const screenLimit = 768

// shellActs are the characters by which a name, pasted behind a prompt, would run
// something or lead somewhere.
const shellActs = "$`\\;|&<>!"

// Clipboard gives the sequence by which a terminal puts a name on the clipboard (OSC 52),
// and "" when the name may not get there: when the theme would show it in any other way
// than letter by letter, when a shell would act on it, or when it is too long. Names are
// written by agents, and nobody looks at a clipboard before pasting.
//
// Tmux takes the sequence itself when set-clipboard is on, and passes the wrapped one on
// when allow-passthrough is; each ignores the other.
func (t *Theme) Clipboard(name string, b Between) string {
	if name == "" || len(name) > maxCopied || strings.ContainsAny(name, shellActs) || !t.ShowsAsIs(name) {
		return ""
	}
	sequence := ansi.SetSystemClipboard(name)
	switch b {
	case Tmux:
		return sequence + ansi.TmuxPassthrough(sequence)
	case Screen:
		return ansi.ScreenPassthrough(sequence, screenLimit)
	}
	return sequence
}

// ShowsAsIs reports whether a name is shown letter by letter where all letters can be:
// nothing in it is escaped, counted or masked.
func (t *Theme) ShowsAsIs(name string) bool {
	exact := *t
	exact.ascii = false
	return exact.Show(name).String() == name
}
