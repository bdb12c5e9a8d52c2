package decision_test

import (
	"errors"
	"testing"

	"coldstart/model"
)

// An agent that puts an approved text back, after its file went elsewhere, does not
// get a second approval by a yes alone.
func TestAnApprovalCountsOnce(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	mustDecide(t, v, d)
	v.MoveFile(t, "Approved/pay.md", "elsewhere/pay.md")
	v.Overwrite(t, "Pending_Approval/again.md", payRequest)
	again := wish(t, v, "Pending_Approval/again.md", model.ChoiceApprove, "")
	if again.Typed == "" {
		t.Error("nothing has to be typed")
	}
	typed := again.Typed
	again.Typed = ""
	if _, err := v.Decide(t.Context(), again); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("approving it again: %v", err)
	}
	again.Typed = typed
	mustDecide(t, v, again)
}
