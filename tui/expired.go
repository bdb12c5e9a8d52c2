package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// mustType is what a decision has to have typed, and why: approving a request that has
// expired or is doubtful takes its target, so that nobody does it by habit.
func (b *board) mustType(d model.Decision) (what, why string) {
	r, ok := b.about(d.Ref).Request(d.Ref.Path)
	if !ok || d.Ref.Kind != model.KindRequest || d.Choice != model.ChoiceApprove {
		return "", ""
	}
	return r.MustType(b.snapshot.At), r.WhyType(b.snapshot.At)
}

// typeKey edits the target. Pasted text does not count: it was not typed. Each key
// starts the quiet time anew, so that the enter at the end of a paste that a terminal
// sends as keys does not approve.
func (a *App) typeKey(msg tea.KeyMsg) tea.Cmd {
	d := a.dialog
	switch {
	case key.Matches(msg, a.keys.back):
		a.dialog = nil
		a.say(styles.RoleMuted, "Nothing was decided.")
		return nil
	case msg.Paste:
		a.say(styles.RoleMuted, "Pasted text does not count; type it.")
		return a.disarm()
	case msg.Type == tea.KeyEnter && !d.armed:
		a.say(styles.RoleWarn, "Not yet: too quick; press enter once, on its own.")
		return a.disarm()
	case msg.Type == tea.KeyEnter:
		if d.decision.Typed = model.OneLine(d.input.Value()); d.decision.Typed != d.mustType {
			a.say(styles.RoleWarn, "That is not what stands above.")
			return a.disarm()
		}
		return a.carryOut()
	}
	var cmd tea.Cmd
	d.input, cmd = d.input.Update(msg)
	return tea.Batch(cmd, a.disarm())
}

// viewType asks for the target in h rows.
func (a *App) viewType(h int) []styles.Line {
	lines := prefixed(wrapped(a.th.Show(a.dialog.whyType), styles.RoleBad, max(1, a.width-10)), " Careful: ", styles.RoleBad)
	lines = append(lines, sentence(styles.RolePlain, " To approve it all the same, type:", a.width)...)
	lines = append(lines, prefixed(wrapped(a.th.Show(a.dialog.mustType), styles.RoleTitle, max(1, a.width-1)), " ", styles.RolePlain)...)
	lines = append(lines, nil)
	return append(lines, a.inputField(a.dialog.input, max(1, h-len(lines)))...)
}
