package keys

import "testing"

func TestKeyNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a": "a", "Ä": "Ä", "space": " ", "f5": "f5", "ctrl+z": "ctrl+z", "alt+x": "alt+x", "alt+up": "alt+up", "pgdown": "pgdown", "enter": "enter", "?": "?",
		"": "", "ab": "", " ": "", "\t": "", "ctrl+i": "", "ctrl+m": "", "ctrl+[": "", "runes": "", "alt+": "", "Ctrl+Z": "", "\u200b": "", "alt+alt+x": "",
	} {
		if got, ok := Named(text); got != want || ok != (want != "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, ok, want)
		}
	}
}
