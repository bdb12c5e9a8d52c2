package tui

import (
	"fmt"
	"io"

	"coldstart/styles"
)

// titled names the vault in the title of the window until done is called. It is written
// before the first frame and behind the last one, when nothing else writes.
func titled(th *styles.Theme, vaults []Vault, out io.Writer) (done func()) {
	name := fmt.Sprintf("%d vaults", len(vaults))
	if len(vaults) == 1 {
		name = vaults[0].Name
	}
	show, restore := th.WindowTitle(name)
	// What cannot be written to will not show the screen either, and that is told.
	_, _ = io.WriteString(out, show)
	return func() { _, _ = io.WriteString(out, restore) }
}
