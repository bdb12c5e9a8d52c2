package text

import "testing"

func TestCommandWord(t *testing.T) {
	for s, want := range map[string]string{
		"verdict=approve":     "verdict=approve",
		"specs/004-receipts":  "specs/004-receipts",
		"specs/004-Zähler":    "specs/004-Zähler",
		"verdict=it's; rm -r": `'verdict=it'\''s; rm -r'`,
		"$HOME":               "'$HOME'",
		"":                    "",
		"a\nrm -r .":          "",
		"a\u009bb":            "",
	} {
		if got := CommandWord(s); got != want {
			t.Errorf("%q as %s, want %s", s, got, want)
		}
	}
}
