package styles

import "github.com/charmbracelet/x/ansi"

// titleWidth is the most cells of a name in a window's title.
const titleWidth = 60

// The operations of a terminal that keep a window's title, and bring it back (xterm,
// XTWINOPS). A terminal that does not know them keeps our title.
const (
	keepTitle, bringBackTitle = 22, 23
	titleOfWindow             = 2
)

// WindowTitle gives the sequence that has a terminal keep its title and show the name
// behind our own, as [Theme.Label] writes it, and the one that brings the old title back.
func (t *Theme) WindowTitle(name string) (show, restore string) {
	title := "coldstart: " + t.Label(name).Fit(titleWidth).String()
	return ansi.WindowOp(keepTitle, titleOfWindow) + ansi.SetWindowTitle(title), ansi.WindowOp(bringBackTitle, titleOfWindow)
}
