package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// toggleReveal shows the keys and passwords of the vault, or masks them again.
func toggleReveal(a *App) tea.Cmd {
	a.revealed = !a.revealed
	if a.revealed {
		a.th = a.th.Revealing()
		a.say(styles.RoleWarn, "Keys and passwords are shown. "+keyOf(a.keys.reveal)+" masks them again.")
	} else {
		a.th = a.th.Masking()
	}
	a.layOutBeside()
	a.layOutDetail()
	if a.dialog != nil {
		a.dialog.layOut(a.th, a.width, a.height)
	}
	return nil
}

func revealName(a *App) string {
	if a.revealed {
		return "mask keys and passwords"
	}
	return a.keys.reveal.Help().Desc
}

// isMasked reports whether something of what the dialog shows stands there masked:
// nobody has seen that, so nobody can say yes to it.
func (d *dialog) isMasked(th *styles.Theme) bool {
	if th.Masks(d.doc.Bytes) && !d.changesTellAll() {
		return true
	}
	for _, c := range d.changes {
		if th.Masks([]byte(strings.Join(c.Before, "\n"))) || th.Masks([]byte(strings.Join(c.After, "\n"))) {
			return true
		}
	}
	return false
}
