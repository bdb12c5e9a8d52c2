package load_test

import (
	"maps"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
)

func TestAPlanNamesItsRequest(t *testing.T) {
	t.Parallel()
	plan := "---\nstatus: pending_approval\n---\n## Steps\n- [ ] Write\n- [ ] Send (REQUIRES APPROVAL)\n\nSee /Pending_Approval/pay.md\n"
	for _, tt := range []struct {
		name  string
		files contents
		plan  string
		needs int
	}{
		{"pending", contents{"Plans/a.md": plan, "Pending_Approval/pay.md": "# Pay\n"}, "Plans/a.md", 1},
		{"approved", contents{"Plans/a.md": plan, "Approved/pay.md": "# Pay\n"}, "Plans/a.md", 0},
		{"asked again", contents{"Plans/a.md": plan, "Approved/pay.md": "# Pay\n", "Pending_Approval/pay.md": "# Pay\n"}, "Plans/a.md", 1},
		{"by several plans", contents{"Plans/a.md": plan, "Plans/b.md": plan, "Pending_Approval/pay.md": "# Pay\n"}, "", 3},
		{"the request names another", contents{"Plans/a.md": plan, "Pending_Approval/pay.md": "---\nplan: other\n---\n# Pay\n"}, "", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, tt.files)
			s := mustLoad(t, v)
			for _, r := range append(s.Requests, s.Decided...) {
				if r.Plan != tt.plan {
					t.Errorf("%s belongs to %q, want %q", r.Path, r.Plan, tt.plan)
				}
			}
			if needs := rule.NeedsYou(s); len(needs) != tt.needs {
				t.Errorf("got %+v, want %d rows", needs, tt.needs)
			}
		})
	}
}

func TestWhatNamesAPlan(t *testing.T) {
	t.Parallel()
	plans := contents{
		"Plans/wool.plan.md": "# Plan: Wool\n\n- [ ] Shear\n", "Plans/PLAN_hay.md": "# Plan: Hay\n\n- [ ] Mow\n",
		"Plans/PLAN_tax_20260301.md": "---\nsource_file: tax.pdf\n---\n# Plan: Tax\n\n- [ ] Add\n",
		"Plans/PLAN_tax_20260302.md": "---\nsource_file: tax.pdf\n---\n# Plan: Tax\n\n- [ ] Add\n",
	}
	for said, want := range map[string]string{
		"related_plan: \"[[PLAN_hay]]\"": "Plans/PLAN_hay.md", "plan_ref: \"[[Plans/PLAN_hay|hay]]\"": "Plans/PLAN_hay.md", "for_plan: PLAN_hay": "Plans/PLAN_hay.md",
		"plan_reference: wool.plan": "Plans/wool.plan.md", "related_action: Plans/wool.plan": "Plans/wool.plan.md", "related_request: wool": "Plans/wool.plan.md",
		"plan: PLAN_tax_20260301": "Plans/PLAN_tax_20260301.md", "plan: Plans/PLAN_tax_20260301.md": "Plans/PLAN_tax_20260301.md", "plan: PLAN_oats": "",
	} {
		files := contents{"Pending_Approval/pay.md": "---\naction: pay\n" + said + "\n---\n# Pay\n"}
		maps.Copy(files, plans)
		v, _ := openContents(t, files)
		if r := mustLoad(t, v).Requests[0]; r.Plan != want {
			t.Errorf("%s is %q, want %q", said, r.Plan, want)
		}
	}
}

func TestAnApprovedStepIsTheNextOne(t *testing.T) {
	t.Parallel()
	// The agents' own plan has ticked step 1; step 2 is a human's, step 3 is not.
	v := decidingVault(t, blockedVault())
	before, _ := mustLoad(t, v).Plan(planFile)
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	p, ok := mustLoad(t, v).Plan(planFile)
	g, granted := rule.Granted(p)
	waited := rule.NextPlan(before).Waits
	if !ok || waited == nil || rule.NextPlan(p).Step.Number != waited.Number || !granted || !g.At.Equal(eleven) {
		t.Fatalf("waited for %+v, then %+v, %+v", waited, rule.NextPlan(p), g)
	}
	for _, r := range mustLoad(t, v).Decided {
		if r.Plan != planFile {
			t.Errorf("%s belongs to %q", r.Path, r.Plan)
		}
	}
}
