package cli

import (
	"testing"

	"coldstart/cli/answer"
	"coldstart/model"
)

// A proposal that was rejected is kept, and is proposed no more.
func TestDoctorCountsWhatIsProposedStill(t *testing.T) {
	t.Parallel()
	m := model.Memory{Proposals: []model.Proposal{{Status: model.ProposalPending}, {Status: "rejected"}}}
	if got := answer.Holds(m); got != "0 learned, 1 proposed" {
		t.Errorf("holds %q", got)
	}
}
