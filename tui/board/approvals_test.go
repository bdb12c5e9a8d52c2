package board

import (
	"testing"

	"coldstart/model"
	"coldstart/styles"
)

func TestTheRowOfARequestThatCannotBeApproved(t *testing.T) {
	t.Parallel()
	r := model.Request{Action: "email", Target: "desk@harbour.example", Doubts: []model.Doubt{
		{What: "the agents cannot read it: it has no rationale", Short: "it has no rationale", Weight: model.WeightBlock},
	}}
	if got, want := requestWhy(model.Snapshot{}, r), "cannot be approved: it has no rationale"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := requestMark(&Board{}, r); got != styles.MarkWarn {
		t.Errorf("mark %v", got)
	}
	r.Doubts = nil
	if got, want := requestWhy(model.Snapshot{}, r), ""; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
