package decision_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/vaulttest"
)

const (
	duesStep  = "- [ ] ✋ Pay the harbour dues\n"
	wireStep  = "- [ ] ✋ Wire 90,000 EUR\n"
	berthStep = "- [ ] Book the berth\n"
)

// replan changes the steps of the plan, as its agent does.
func replan(t *testing.T, v *vaulttest.Vault, from, to string) {
	t.Helper()
	was := v.TextOf(t, planFile)
	if strings.Count(was, from) != 1 {
		t.Fatalf("%q is not once in the plan", from)
	}
	v.Overwrite(t, planFile, strings.Replace(was, from, to, 1))
}

// The four ways in which the number of an approved step came to mean another step (beside the agents' own check, which
// lets each of them be ticked): it counts as not approved, on top of what needs the operator, and verify says so.
func TestAStepThatChangedIsNotApproved(t *testing.T) {
	t.Parallel()
	approve := func(t *testing.T, v *vaulttest.Vault) { mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, "")) }
	for _, tt := range []struct {
		name     string
		happens  func(t *testing.T, v *vaulttest.Vault)
		says     string
		standing model.Standing
	}{
		{"another one was inserted", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			replan(t, v, duesStep, wireStep+duesStep)
		}, `step 2 was approved as "Pay the harbour dues" and is now "Wire 90,000 EUR"`, model.StandingDisplaced},
		{"its text was changed", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			replan(t, v, duesStep, wireStep)
		}, `step 2 was approved as "Pay the harbour dues" and is now "Wire 90,000 EUR"`, model.StandingDisplaced},
		{"it was carried out, ticked and planned anew", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			v.MoveFile(t, "Approved/pay.md", "Done/Actions/pay.md")
			replan(t, v, duesStep, strings.Replace(duesStep, "[ ]", "[x]", 1))
			mustLoad(t, v)
			replan(t, v, strings.Replace(duesStep, "[ ]", "[x]", 1), wireStep)
		}, `step 2 was approved as "Pay the harbour dues" and is now "Wire 90,000 EUR"`, model.StandingGone},
		{"it was approved when there was no such step", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, payFile, strings.NewReplacer("step_id: 2", "step_id: 4").Replace(payRequest))
			approve(t, v)
			replan(t, v, berthStep, berthStep+wireStep)
		}, `and is now "Wire 90,000 EUR"`, model.StandingDisplaced},
		{"it was ticked with another text", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			replan(t, v, duesStep, strings.Replace(wireStep, "[ ]", "[x]", 1))
		}, `step 2 was approved as "Pay the harbour dues"; what is ticked there is "Wire 90,000 EUR"`, model.StandingDisplaced},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault())
			tt.happens(t, v)
			s := mustLoad(t, v)
			queue := rule.NeedsYou(s)
			if len(queue) == 0 || queue[0].Ref.Path != planFile || !strings.Contains(phrase.Why(queue[0]), tt.says) {
				t.Fatalf("the queue begins with %+v", queue)
			}
			p, _ := s.Plan(planFile)
			if g, granted := rule.Granted(p); granted && g.Step == rule.DisplacedPlan(p)[0].Now.Number {
				t.Errorf("it counts as approved: %+v", g)
			}
			if len(s.Verified) != 1 || s.Verified[0].Standing != tt.standing || rule.Sound(s) {
				t.Errorf("verified %+v, sound %v", s.Verified, rule.Sound(s))
			}
		})
	}
}

// What the operator can do about it is each a new line of the log: take the approval back although the agent wrote in the
// plan, approve the new text, or ask for changes.
func TestAnswersToAStepThatChanged(t *testing.T) {
	t.Parallel()
	changed := func(t *testing.T) (*vaulttest.Vault, model.Receipt) {
		t.Helper()
		v := decidingVault(t, blockedVault())
		made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		replan(t, v, duesStep, wireStep)
		return v, made
	}
	settled := func(t *testing.T, v *vaulttest.Vault, line string) model.Plan {
		t.Helper()
		s := mustLoad(t, v)
		p, _ := s.Plan(planFile)
		waits := func(d rule.Displaced) bool { return !d.Answered }
		if slices.ContainsFunc(rule.DisplacedPlan(p), waits) || !strings.Contains(v.TextOf(t, planFile), line) {
			t.Errorf("not settled: %+v\n%s", rule.DisplacedPlan(p), v.TextOf(t, planFile))
		}
		return p
	}
	t.Run("undo", func(t *testing.T) {
		t.Parallel()
		v, made := changed(t)
		mustDecide(t, v, undoOf(t, v, made.ID))
		settled(t, v, "Operator: Undid approval of step 2")
		if got := v.TextOf(t, payFile); got != payRequest {
			t.Errorf("the request came back as %q", got)
		}
	})
	t.Run("approve the new text", func(t *testing.T) {
		t.Parallel()
		v, _ := changed(t)
		d := wish(t, v, planFile, model.ChoiceApprove, "")
		if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) {
			t.Errorf("without the word: %v", err)
		}
		p, _ := mustLoad(t, v).Plan(planFile)
		d.Typed = rule.MustTypePlan(p)
		made := mustDecide(t, v, d)
		p = settled(t, v, "Operator: Approved step 2")
		if g, granted := rule.Granted(p); !granted || g.Step != 2 {
			t.Errorf("granted %+v", g)
		}
		record := func(c model.Change) bool {
			return c.Kind == model.ChangeCreate && strings.HasPrefix(c.Path, "Approved/")
		}
		if i := slices.IndexFunc(made.Changes, record); i < 0 || !strings.Contains(v.TextOf(t, made.Changes[i].Path), "Wire 90,000 EUR") {
			t.Errorf("no record of the new text: %+v", made.Changes)
		}
	})
	t.Run("changes", func(t *testing.T) {
		t.Parallel()
		v, _ := changed(t)
		mustDecide(t, v, wish(t, v, planFile, model.ChoiceChanges, "Ask me first"))
		p := settled(t, v, "Operator: Changes wanted on step 2 — Ask me first")
		if s := mustLoad(t, v); rule.Sound(s) || s.Verified[0].Standing != model.StandingDisplaced || len(rule.DisplacedPlan(p)) != 1 {
			t.Error("the approved file is there still, and nothing says that it lets the new step be ticked")
		}
		replan(t, v, wireStep, strings.Replace(wireStep, "[ ]", "[x]", 1))
		if p, _ := mustLoad(t, v).Plan(planFile); len(rule.DisplacedPlan(p)) != 1 {
			t.Error("it was ticked all the same, and nothing says so")
		}
		mustDecide(t, v, wish(t, v, planFile, model.ChoiceAck, ""))
		settled(t, v, "Operator: Changes wanted on step 2")
	})
}

// A plan blocked at another step stays blocked when the step that changed is approved.
func TestApprovingAChangedStepFreesNoOther(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan, payFile: payRequest})
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	replan(t, v, duesStep, wireStep+"- [ ] ✋ Sign the contract\n")
	replan(t, v, "status: Active", "status: Blocked")
	replan(t, v, "blocked_reason: null", `blocked_reason: "Step 3: Sign the contract"`)
	d := wish(t, v, planFile, model.ChoiceApprove, "")
	p, _ := mustLoad(t, v).Plan(planFile)
	d.Typed = rule.MustTypePlan(p)
	mustDecide(t, v, d)
	if p, _ := mustLoad(t, v).Plan(planFile); p.Status.State != model.StateBlocked || !rule.WaitsForYou(p) {
		t.Errorf("it is %v", p.Status)
	}
}
