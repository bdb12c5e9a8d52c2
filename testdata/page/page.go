// Package page holds the tables of pages that a test generates from the code.
package page

import (
	"os"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// Generated fails unless the table of a page is want. The table begins below the line
// "<!-- generated: name: how to write it -->" and ends above "<!-- end -->". With update it is written.
func Generated(t *testing.T, file, name, want string, update bool) {
	t.Helper()
	text := string(must.Get(os.ReadFile(file))(t))
	_, below, found := strings.Cut(text, "\n<!-- generated: "+name+": ")
	command, below, begun := strings.Cut(below, " -->\n")
	got, _, ended := strings.Cut(below, "<!-- end -->\n")
	switch {
	case !found || !begun || !ended:
		t.Errorf("%s: no place for the table %q", file, name)
	case got == want:
	case update:
		from := len(text) - len(below)
		must.Do(t, os.WriteFile(file, []byte(text[:from]+want+below[len(got):]), 0o600))
	default:
		t.Errorf("%s: the table %q differs from the code; %s writes it. It should be\n%s", file, name, command, want)
	}
}
