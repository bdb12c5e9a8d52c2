package styles

import (
	"strings"
	"testing"
)

func TestBlankedLeavesOutSecretsAndNothingElse(t *testing.T) {
	t.Parallel()
	const secret = "sk-proj-aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z"
	for _, tt := range []struct{ before, after string }{
		{"token: ", "\nand more\n"},
		{"ä one ", " two"},
	} {
		want := tt.before + strings.Repeat(" ", len(secret)) + tt.after
		if got := New(Options{}).Blanked(tt.before + secret + tt.after); got != want {
			t.Errorf("%q becomes %q", tt.before+secret+tt.after, got)
		}
	}
	if plain := "no secret in here\n"; New(Options{}).Blanked(plain) != plain {
		t.Errorf("%q becomes %q", plain, New(Options{}).Blanked(plain))
	}
}
