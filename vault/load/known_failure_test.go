package load_test

import (
	"errors"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/vaulttest"
)

// offer returns the approved request of a vault, an hour after the tests' decisions.
func offer(t *testing.T, v *vaulttest.Vault) model.Request {
	t.Helper()
	s, err := v.Load(t.Context(), eleven.Add(time.Hour))
	if err != nil || len(s.Decided) != 2 {
		t.Fatalf("got %q, %v", rows(s), err)
	}
	r, _ := s.RequestAnywhere("Approved/offer.md")
	if r.Failed() != (len(rule.NeedsYou(s)) == 2) {
		t.Errorf("failed %v, but %d things need somebody", r.Failed(), len(rule.NeedsYou(s)))
	}
	return r
}

func TestAFailureIsAcknowledgedUntilTheNextOne(t *testing.T) {
	t.Parallel()
	const (
		log   = "Logs/agent.jsonl"
		first = `{"time": "2026-02-21T10:00:00Z", "file": "offer.md", "status": "failed", "error": "no route"}` + "\n"
		other = `{"time": "2026-02-21T10:00:00Z", "file": "other.md", "status": "failed", "error": "no route"}` + "\n"
		next  = `{"time": "2026-02-21T10:05:00Z", "file": "offer.md", "status": "failed", "error": "no route"}` + "\n"
	)
	v := decidingVault(t, files{"Approved/offer.md": "# Offer\n", "Approved/other.md": "# Offer\n", log: first + other})
	ack := wish(t, v, "Approved/offer.md", model.ChoiceAck, "")
	if _, err := v.Decide(t.Context(), wish(t, v, "Approved/offer.md", model.ChoiceApprove, "")); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("approving it again: %v", err)
	}
	before := treeOf(t, v.Dir())
	receipt := mustDecide(t, v, ack)
	if after := treeOf(t, v.Dir()); len(after) != len(before)+1 || len(receipt.Notices) > 0 {
		t.Errorf("%+v changed %v to %v", receipt, before, after)
	}
	if r := offer(t, v); r.Failed() || !r.Carried.Known || r.Carried.Result != "failed" {
		t.Errorf("acknowledged, it is %+v", r.Carried)
	}
	if _, err := v.Decide(t.Context(), ack); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("acknowledging it twice: %v", err)
	}
	v.Overwrite(t, log, first+other+next)
	if r := offer(t, v); !r.Failed() {
		t.Errorf("after the next failure it is %+v", r.Carried)
	}
}
