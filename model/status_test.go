package model

import "testing"

func TestParseStatus(t *testing.T) {
	for _, tt := range []struct {
		word  string
		state State
		shown string
	}{
		{"Active", StateActive, "Active"},
		{"ACTIVE", StateActive, "Active"},
		{" blocked\t", StateBlocked, "Blocked"},
		{"Draft", StateDraft, "Draft"},
		{"", StateDraft, "Draft"},
		{"done", StateDone, "Done"},
		{"Complete", StateUnknown, "Complete"},
		{"In Progress", StateUnknown, "In Progress"},
		{"Active, Blocked", StateUnknown, "Active, Blocked"},
		{"5", StateUnknown, "5"},
	} {
		t.Run(tt.word, func(t *testing.T) {
			if got := ParseStatus(tt.word); got.State != tt.state || got.String() != tt.shown {
				t.Errorf("got %s, shown as %q; want %s and %q", got.State, got, tt.state, tt.shown)
			}
		})
	}
	if got := (Status{}).String(); got != "Unknown" {
		t.Errorf("a status without a word is shown as %q", got)
	}
}

func TestStatesAreRankedAsTheSeedDemands(t *testing.T) {
	order := []State{StateActive, StateBlocked, StateDraft, StateUnknown}
	for i := 1; i < len(order); i++ {
		if order[i-1].rank() >= order[i].rank() {
			t.Errorf("%s does not come before %s", order[i-1], order[i])
		}
	}
}
