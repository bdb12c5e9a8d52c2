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
		undone        model.Choice
	}{
		{"short", "Likes 'so'", model.ChoiceAccept, "Confirm: accepted 'Likes 'so''", 0},
		{"declined", "Likes so", model.ChoiceDecline, "Reject: rejected 'Likes so'", 0},
		{"of 50", strings.Repeat("é", 50), model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("é", 50) + "'", 0},
		{"of 51", strings.Repeat("é", 51), model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("é", 50) + "'", 0},
		{"a pair at the cut", strings.Repeat("a", 49) + "😀b", model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("a", 49) + "'", 0},
		{"a pair before the cut", strings.Repeat("a", 48) + "😀b", model.ChoiceAccept, "Confirm: accepted '" + strings.Repeat("a", 48) + "😀'", 0},
		{"lines and marks", "a\r\n\r\nSigned-off-by: x\u202e\x1b[2J", model.ChoiceAccept, "Confirm: accepted 'a Signed-off-by: x[2J'", 0},
		{"empty", "", model.ChoiceAccept, "Confirm: accepted ''", 0},
		{"a long name", strings.Repeat("a", 201), model.ChoiceApprove, "Approve: approved '" + strings.Repeat("a", 200) + "'", 0},
		{"a request", "pay.md", model.ChoiceApprove, "Approve: approved 'pay.md'", 0},
		{"a wish", "pay.md", model.ChoiceChanges, "Changes: changes wanted on 'pay.md'", 0},
		{"a step", "trace.md", model.ChoiceRetry, "Retry: a step of 'trace.md'", 0},
		{"an undo", "pay.md", model.ChoiceUndo, "Undo: took back the rejection of 'pay.md'", model.ChoiceReject},
	} {
		if got := commitSubject(tt.choice, tt.undone, tt.content); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
