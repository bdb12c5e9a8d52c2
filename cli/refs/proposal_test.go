package refs

import (
	"errors"
	"testing"

	"coldstart/cli/say"
	"coldstart/model"
)

func TestFindProposal(t *testing.T) {
	t.Parallel()
	m := model.Memory{
		Path: "seed.json",
		Proposals: []model.Proposal{
			{Path: "seed.json", ID: "prop_1", Status: "pending"},
			{Path: "seed.json", ID: "prop_12", Status: "rejected"},
			{Path: "seed.json", ID: "Vt3xQ9", Status: "pending"},
			{Path: "seed.json", ID: "same", Status: "pending", Twice: true},
			{Path: "seed.json", ID: "same", Copy: 1, Status: "pending", Twice: true},
			{Path: "seed.json", ID: "", Status: "pending"},
		},
		Learned: []model.Learning{
			{Path: "seed.json", ID: "was_one", Confirmed: true}, {Path: "seed.json", ID: "guessed"},
		},
	}
	for _, tt := range []struct {
		text string
		want string // the item and status; "none" and "several" are failures
	}{
		{"prop_1", "prop_1 pending"},
		{"prop_12", "prop_12 rejected"},
		{"proposal:seed.json#prop_1", "prop_1 pending"},
		{"prop", "several"},
		{"prop_", "several"},
		{"pro", "none"},
		{"Vt3x", "Vt3xQ9 pending"},
		{"vt3x", "none"},
		{"Vt3xQ9p", "none"},
		{"same", "same pending"},
		{"proposal:seed.json#same~2", "same~2 pending"},
		{"was_one", "was_one accepted"},
		{"proposal:seed.json#was_one", "was_one accepted"},
		{"was_on", "was_one accepted"},
		{"guessed", "none"},
		{"", "none"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			p, err := FindProposal(m, tt.text)
			got := p.Ref().Item + " " + p.Status
			switch {
			case errors.Is(err, model.ErrNotFound):
				got = "none"
			case errors.Is(err, say.ErrUsage):
				got = "several"
			case err != nil:
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got %s and error %v, want %s", got, err, tt.want)
			}
		})
	}
}
