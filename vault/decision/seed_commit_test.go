package decision

import (
	"strings"
	"testing"

	"coldstart/model"
)

func TestCommitSubject(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, content string
		choice        model.Choice
		want          string
	}{
		{"short", "Likes 'so'", model.ChoiceAccept, "Confirm: accepted 'Likes 'so''"},
		{"declined", "Likes so", model.ChoiceDecline, "Reject: rejected 'Likes so'"},
		{"of 50", strings.Repeat("é", 50), model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("é", 50) + "'"},
		{"of 51", strings.Repeat("é", 51), model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("é", 50) + "'"},
		{"a pair at the cut", strings.Repeat("a", 49) + "😀b", model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("a", 49) + "'"},
		{"a pair before the cut", strings.Repeat("a", 48) + "😀b", model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("a", 48) + "😀'"},
		{"lines and marks", "a\r\n\r\nSigned-off-by: x\u202e\x1b[2J", model.ChoiceAccept, "Confirm: accepted 'a Signed-off-by: x[2J'"},
		{"empty", "", model.ChoiceAccept, "Confirm: accepted ''"},
	} {
		if got := commitSubject(tt.choice, tt.content); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
