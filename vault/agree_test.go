package vault_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/vaulttest"
)

// The screen and a decision contradicted each other: `status` listed a request that was decided both ways, and
// its plan as blocked, while the decision said that the step was approved.
func TestADecisionSeesAContradictionAsTheScreenDoes(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan, "Approved/pay.md": payRequest, "Rejected/pay.md": payRequest, "Pending_Approval/": ""})
	if s := mustLoad(t, v); len(s.Contradictions) != 1 {
		t.Fatalf("contradictions: %+v", s.Contradictions)
	}
	yes := wish(t, v, planFile, model.ChoiceApprove, "")
	yes.Typed = "2026-001"
	mustDecide(t, v, yes)
}

// drawnVault draws a plan that waits, files about its steps in every folder, and a day's log.
func drawnVault(rt *rapid.T) files {
	plan := examples.BlockedPlan
	if rapid.Bool().Draw(rt, "another step") {
		plan = strings.Replace(plan, "Pay the harbour dues\n- [ ] Book", "Wire 90,000 EUR\n- [ ] Book", 1)
	}
	f := files{planFile: plan, "Pending_Approval/": ""}
	texts := []string{payRequest, strings.Replace(payRequest, "step_id: 2", "step_id: 3", 1), strings.Replace(payRequest, "2026-001", "2026-009", 1)}
	for _, name := range []string{"pay.md", "pay_2.md", "other.md"} {
		for _, dir := range []string{"Pending_Approval", "Approved", "Rejected", "Done/Actions"} {
			if rapid.IntRange(0, 2).Draw(rt, dir+"/"+name) == 0 {
				f[dir+"/"+name] = rapid.SampledFrom(texts).Draw(rt, "text")
			}
		}
	}
	return f
}

// disagreements lists for one vault, as it is now, the choices that are open on the screen or in a decision alone, and
// the decided requests of which an agent hears what the screen does not show.
func disagreements(t *testing.T, v *vaulttest.Vault) (found []string) {
	t.Helper()
	s := mustLoad(t, v)
	seen := map[model.Ref]model.Fingerprint{}
	for _, p := range s.Plans {
		seen[p.Ref()] = p.Seen
	}
	for _, r := range slices.Concat(s.Requests, s.Decided) {
		seen[r.Ref()] = r.Seen
	}
	for ref, bytes := range seen {
		for _, c := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges, model.ChoiceAck} {
			typed, _ := rule.MustType(s, ref, c)
			note := "so it is"
			if c == model.ChoiceAck {
				note = ""
			}
			_, err := v.Preview(t.Context(), model.Decision{Ref: ref, Choice: c, Seen: bytes, Note: note, Typed: typed, At: loadTime})
			if reason := rule.Refuse(s, ref, c); reason.Given() != (err != nil) {
				found = append(found, fmt.Sprintf("%s of %s: the screen says %q, the decision %v", c, ref, reason, err))
			}
		}
	}
	for _, r := range s.Decided {
		reply, err := v.Reply(t.Context(), r.Path, loadTime)
		if err != nil || reply.To != r.Path {
			continue // The name is that of another request, too.
		}
		if disputed := r.Against != nil; disputed != (reply.State == model.ReplyContradicting) {
			found = append(found, fmt.Sprintf("%s is disputed on the screen: %v, an agent hears %s", r.Path, disputed, reply.State))
		}
	}
	return found
}

func TestScreenDecisionAndReplyAgree(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		f := drawnVault(rt)
		v := decidingVault(t, f)
		defer v.Close()
		check := func(after string) {
			if found := disagreements(t, v); len(found) > 0 {
				rt.Fatalf("%v, %s:\n%s", slices.Sorted(maps.Keys(f)), after, strings.Join(found, "\n"))
			}
		}
		check("as drawn")
		s := mustLoad(t, v)
		if len(s.Requests) > 0 {
			r := rapid.SampledFrom(s.Requests).Draw(rt, "request")
			c := rapid.SampledFrom([]model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}).Draw(rt, "choice")
			typed, _ := rule.MustType(s, r.Ref(), c)
			if _, err := v.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: c, Seen: r.Seen, Note: "so it is", Typed: typed, At: loadTime}); err == nil {
				check(fmt.Sprintf("after %s of %s", c, r.Path))
			}
		}
	})
}
