package keys

import "testing"

// A key can be pressed by its name, and several at once cannot.
func TestPress(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{"^o": "ctrl+o", "space": " ", "pgdn": "pgdown", "↑": "up", "alt+enter": "alt+enter", "G": "G", "f5": "f5"} {
		if msg, ok := Press(written); !ok || msg.String() != want {
			t.Errorf("%q presses %q, %v, want %q", written, msg, ok, want)
		}
	}
	for _, several := range []string{"1 2 3", "kj move", "", "g home"} {
		if msg, ok := Press(several); ok {
			t.Errorf("%q presses %v", several, msg)
		}
	}
}
