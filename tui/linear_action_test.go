package tui

import (
	"strings"
	"testing"
)

// TestPlainLinesReadAnActionFirst has the action and what decides it before all else, and no fields
// of its file.
func TestPlainLinesReadAnActionFirst(t *testing.T) {
	t.Parallel()
	text := talk(t, gated(), Options{}, &script{lines: []string{"8", "q"}})
	opened := text[strings.Index(text, "Action: "):]
	tells(t, opened, "text prints the file", "Now: a approve, x reject, c ask for changes")
	now := opened[strings.Index(opened, "Now: "):]
	now, _, _ = strings.Cut(now, "\n")
	for _, later := range []string{"V ", "s snooze", "m ", "list goes back"} {
		if at := strings.Index(now, later); at >= 0 && at < strings.Index(now, "x reject") {
			t.Errorf("%q stands before the decisions in %q", later, now)
		}
	}
	if strings.Contains(opened, "title: ") {
		t.Errorf("it reads the fields of the file:\n%s", opened)
	}
}
