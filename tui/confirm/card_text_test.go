package confirm

import (
	"strings"
	"testing"
)

// A text begins behind its fields, headings and rules, and where that is not sure with line 1.
func TestWhereALetterBegins(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want int
	}{
		{"", 0},
		{"Hello", 0},
		{"---\na: b\n---\n\nHello", 4},
		{"\ufeff---\na: b\n---\nHello", 3},
		{"---\r\na: b\r\n---\r\n\r\nHello", 4},
		{"---\na: b\n---\n# Title\n\n**To / Target**: x\n\n---\n\n## Draft\n\nSubject: y\n", 11},
		{"# Title\n\n- **To:** x", 2},
		{"**Bold** words: here", 0},
		{"---\na: b\n---\n**a** **b**: c\n", 3},
		{"---\nnever closed\nHello", 0},
		{"---\na: b\n---\n\n# Nothing more\n", 0},
		{"\n\n#hash", 2},
		{"---\na: b\n---\n<!-- for the agent only -->\nHello", 3},
	} {
		if got := letterFrom(strings.Split(tt.text, "\n")); got != tt.want {
			t.Errorf("%q begins at %d, want %d", tt.text, got, tt.want)
		}
	}
}

func TestHashesAreShortened(t *testing.T) {
	t.Parallel()
	for hash, want := range map[string]string{"": "", "abc": "abc", "9c417be0123456d2a6": "9c41 7be0 … d2a6"} {
		if got := quarters(hash); got != want {
			t.Errorf("%q becomes %q, want %q", hash, got, want)
		}
	}
}
