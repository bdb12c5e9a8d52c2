package gate

import (
	"strings"
	"testing"

	"coldstart/model"
)

// A refused agent is not asked to repeat the call; any other reads how to.
func TestWhatAnAgentIsToldOfAnAnswer(t *testing.T) {
	t.Parallel()
	for state, want := range map[model.ReplyState]string{
		model.ReplyRejected: "said no to this (gate-1): too dear.", model.ReplyContradicting: "approved and rejected (gate-1), so it is refused",
		model.ReplyChanges: "wants changes before this may run (gate-1)", model.ReplyWithdrawn: "no yes for this any more (gate-1",
		model.ReplyExpired: "no yes for this any more (gate-1", model.ReplyUsed: "no yes for this any more (gate-1",
	} {
		got := Answered("gate-1", model.Reply{State: state, Note: "too dear"})
		again := strings.Contains(got, "Make the call again") || strings.Contains(got, "make it again")
		refused := state == model.ReplyRejected || state == model.ReplyContradicting
		if !strings.Contains(got, want) || again == refused {
			t.Errorf("%s: got %q, want %q, and a second call %v", state, got, want, !refused)
		}
	}
}
