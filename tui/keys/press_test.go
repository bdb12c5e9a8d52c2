package keys

import (
	"testing"

	"github.com/charmbracelet/bubbles/key"
)

// Every key of the table can be pressed by its name, and several at once cannot.
func TestPress(t *testing.T) {
	t.Parallel()
	k := Default()
	for _, row := range k.table() {
		for _, name := range row.Keys() {
			for _, written := range []string{name, Name(name)} {
				msg, ok := Press(written)
				if !ok || !key.Matches(msg, *row.Binding) {
					t.Errorf("%q presses %v, %v", written, msg, ok)
				}
			}
		}
	}
	if msg, ok := Press("^o"); !ok || msg.String() != "ctrl+o" {
		t.Errorf("^o presses %v", msg)
	}
	for _, several := range []string{"1 2 3", "kj move", "", "g home"} {
		if msg, ok := Press(several); ok {
			t.Errorf("%q presses %v", several, msg)
		}
	}
}
