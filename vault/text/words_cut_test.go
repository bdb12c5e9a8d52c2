package text

import "testing"

// TestTheLastLineIsNoValueWithoutItsName keeps back what a line before it would have named.
func TestTheLastLineIsNoValueWithoutItsName(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"one\nall well": "all well", "kiosk.go": "kiosk.go", "export KEY=\\\nhunter2": "…", "password:\n\n hunter2\n": "…",
		"-----BEGIN\nMIIEpAIBAAKCAQEA0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0u": "…", "one\n": "one", "": "",
	} {
		if got := LastLine(said); got != want {
			t.Errorf("%q ends in %q, want %q", said, got, want)
		}
	}
}
