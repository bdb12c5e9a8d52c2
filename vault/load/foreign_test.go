package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

func TestABrokenOwnPlanIsAProblemAndNoPlan(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/claim.md":   "---\ntask_id: 1\nstatus: Active\nnote: \"a\n---\n## Roadmap\n- [ ] a\n",
		"Plans/foreign.md": "---\ntitle: b\nstatus: active\nstatus: done\n---\n- [ ] a\n",
	})
	s := mustLoad(t, v)
	if len(s.Plans) != 1 || s.Plans[0].Path != "Plans/foreign.md" || len(s.Problems) != 1 || s.Problems[0].Path != "Plans/claim.md" || s.Problems[0].Line != 4 {
		t.Errorf("got %q", rows(s))
	}
}

// foreignBlocked waits for an approval in a notation that is not the agents' own.
const foreignBlocked = "---\nplan_id: mail-7\nstatus: awaiting_approval\n---\n# Plan: Answer the mail\n\n## Steps\n- [x] Draft\n- [ ] Send it [REQUIRES APPROVAL]\n\n## Reasoning Logs\n\n- [2026-02-20T09:00:00Z] Agent: Drafted\n"

func TestNoDecisionChangesAForeignPlan(t *testing.T) {
	t.Parallel()
	const plan, request = "Plans/mail_plan.md", "Pending_Approval/send.md"
	for by, names := range map[string]string{
		"id": "plan_id: mail-7", "path": "plan: Plans/mail_plan.md", "name": "plan_file: mail_plan.md", "key in the body": "x: y\n---\n**Plan:** `Plans/mail_plan.md`",
	} {
		for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges} {
			t.Run(by+" "+choice.String(), func(t *testing.T) {
				v := decidingVault(t, files{plan: foreignBlocked, request: "---\n" + names + "\n---\nSend it.\n"})
				long := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
				full := filepath.Join(v.Dir(), filepath.FromSlash(plan))
				must.Do(t, os.Chtimes(full, long, long))
				s, err := v.Load(t.Context(), eleven)
				if err != nil || len(s.Requests) != 1 || s.Requests[0].Plan != plan || !s.Plans[0].Reading.Foreign || s.Plans[0].Status.State != model.StateBlocked {
					t.Fatalf("got %+v, %v", s, err)
				}
				receipt := mustDecide(t, v, wish(t, v, request, choice, "because"))
				if len(receipt.Notices) > 0 {
					t.Errorf("notices %q", receipt.Notices)
				}
				after := treeOf(t, v.Dir())
				info, err := os.Stat(full)
				if err != nil || after[plan] != foreignBlocked || !info.ModTime().Equal(long) {
					t.Errorf("the plan was changed: %q, %v", after[plan], err)
				}
				folder := map[model.Choice]string{model.ChoiceApprove: "Approved/", model.ChoiceReject: "Rejected/", model.ChoiceChanges: "Pending_Approval/"}[choice]
				if _, there := after[folder+"send.md"]; !there {
					t.Errorf("the request is not in %s: %q", folder, after)
				}
			})
		}
	}
}

func TestNothingIsDecidedOnAForeignPlanItself(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"Plans/mail_plan.md": foreignBlocked})
	for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges} {
		d := wish(t, v, "Plans/mail_plan.md", choice, "because")
		d.Ref.Kind = model.KindPlan
		refusedWith(t, v, d, model.ErrNotAllowed, "coldstart never changes a plan")
	}
}

func TestAPlanThatWaitsAsARequest(t *testing.T) {
	t.Parallel()
	const name = "Pending_Approval/plan_post.md"
	v := decidingVault(t, files{name: "---\ntype: plan\nid: post-1\nstatus: pending_approval\n---\n## Steps\n1. Post\n"})
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Plans) != 1 || len(s.Requests) != 1 {
		t.Fatalf("got %q, %v", rows(s), err)
	}
	if needs := rule.NeedsYou(s); len(needs) != 1 || needs[0].Ref != s.Requests[0].Ref() {
		t.Errorf("it waits more than once: %+v", needs)
	}
	if s.Requests[0].Probably != "" {
		t.Errorf("it is probably of itself: %s", s.Requests[0].Probably)
	}
	mustDecide(t, v, wish(t, v, name, model.ChoiceApprove, ""))
	if _, there := treeOf(t, v.Dir())["Approved/plan_post.md"]; !there {
		t.Error("it did not move")
	}
}

func TestARequestCalledAsItsPlanIsNoPlan(t *testing.T) {
	t.Parallel()
	const name = "Pending_Approval/PLAN-2026-001-step-2.md"
	v := decidingVault(t, files{planFile: examples.BlockedPlan, name: payRequest})
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Plans) != 1 || len(s.Requests) != 1 || s.Requests[0].Plan != planFile || len(s.Problems) > 0 {
		t.Fatalf("got %q, %v", rows(s), err)
	}
	mustDecide(t, v, wish(t, v, name, model.ChoiceApprove, ""))
	if got := treeOf(t, v.Dir())[planFile]; !strings.Contains(got, "status: Active") {
		t.Errorf("the plan is %q", got)
	}
}

// The folder overrules a status, but who goes by the status takes it for decided.
func TestAStatusThatSaysDecidedTakesTheTypedTarget(t *testing.T) {
	t.Parallel()
	for text, asks := range map[string]bool{
		"---\ntype: email\nstatus: approved\n---\nHello.\n":         true,
		"---\ntype: email\nstatus: Rejected\n---\nHello.\n":         true,
		"---\ntype: email\nstatus: done\n---\nHello.\n":             true,
		"# Mail\n\n**Status:** Approved\n":                          true,
		"---\ntype: email\nstatus: pending approval\n---\nHello.\n": false,
		"---\ntype: email\nstatus: urgent\n---\nHello.\n":           false,
		"---\ntype: email\n---\n- [x] Approve\n- [ ] Reject\n":      false,
	} {
		v := decidingVault(t, files{"Pending_Approval/mail.md": text})
		q := mustLoad(t, v).Requests[0]
		if got := len(rule.WhyTypeRequest(q, eleven)) > 0; got != asks {
			t.Errorf("%q: asks %v, want %v: %+v", text, got, asks, q.Doubts)
		}
	}
}
