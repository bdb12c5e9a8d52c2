package load_test

import (
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
)

// TestWorkThatDoneTellsOfIsDone has a plan beside a file among finished work; done says whether
// that file ends the plan.
func TestWorkThatDoneTellsOfIsDone(t *testing.T) {
	t.Parallel()
	const (
		waits    = "---\nstatus: pending_approval\ncreated: 2026-02-20T10:00:00Z\n---\n# Plan: Pay the miller\n\n- [ ] Weigh\n- [ ] Pay\n"
		began    = "---\nstatus: pending_approval\ncreated: 2026-02-20T10:00:00Z\n---\n# Plan: Pay the miller\n\n- [x] Weigh\n- [ ] Pay\n"
		own      = "---\ntask_id: b\nstatus: Blocked\n---\n\n## Roadmap\n- [ ] ✋ Pay\n"
		asked    = "---\ntype: approval_request\nplan_file: PLAN_b.md\nstatus: approved\n---\n\nPay.\n"
		askedOld = "---\ntype: approval_request\nplan_file: PLAN_b.md\ncreated: 2026-02-19T10:00:00Z\n---\n\nPay.\n"
		sameDay  = "---\ntype: approval_request\nplan_file: PLAN_b.md\ncreated: 2026-02-20\n---\n\nPay.\n"
		step     = "---\ntype: approval_request\nplan_file: PLAN_b.md\nstep_id: 1\n---\n\nPay.\n"
		failed   = "---\ntype: approval_request\nplan_file: PLAN_b.md\nresult: failed\n---\n\nPay.\n"
		newer    = "---\nstatus: completed\ncreated: 2026-02-21T10:00:00Z\n---\n# Plan: Pay the miller\n"
		older    = "---\nstatus: completed\ncreated: 2026-02-19T10:00:00Z\n---\n# Plan: Pay the miller\n"
	)
	for name, tt := range map[string]struct {
		plan   string
		beside contents
		done   string
	}{
		"a request that names it":             {waits, contents{"Done/APPROVAL_pay.md": asked}, "Done/APPROVAL_pay.md"},
		"one of the same day":                 {waits, contents{"Done/APPROVAL_pay.md": sameDay}, "Done/APPROVAL_pay.md"},
		"an older request":                    {waits, contents{"Done/APPROVAL_pay.md": askedOld}, ""},
		"a request for a step":                {waits, contents{"Done/APPROVAL_pay.md": step}, ""},
		"a request that failed":               {waits, contents{"Done/APPROVAL_pay.md": failed}, ""},
		"a failure by its name":               {waits, contents{"Done/FAILED_pay.md": asked}, ""},
		"a request, and some steps are done":  {began, contents{"Done/APPROVAL_pay.md": asked}, ""},
		"a request, and another one waits":    {waits, contents{"Done/APPROVAL_pay.md": asked, "Pending_Approval/more.md": asked}, ""},
		"a request, and one was approved":     {waits, contents{"Done/APPROVAL_pay.md": asked, "Approved/more.md": asked}, ""},
		"a request for a plan of the agents'": {own, contents{"Done/APPROVAL_pay.md": asked}, ""},
		"its execution":                       {began, contents{"Done/EXECUTED_b.md": "It went well.\n"}, "Done/EXECUTED_b.md"},
		"a plan that is called done":          {waits, contents{"Done/PLAN_b_done.md": "It went well.\n"}, ""},
		"the execution of another one":        {waits, contents{"Done/EXECUTED_b_2.md": "It went well.\n"}, ""},
		"an execution that several may mean":  {waits, contents{"Done/EXECUTED_b.md": "", "Plans/b_plan.md": waits}, ""},
		"a newer copy":                        {waits, contents{"Done/PLAN_b.md": newer}, "Done/PLAN_b.md"},
		"an older copy":                       {waits, contents{"Done/PLAN_b.md": older}, ""},
		"a rejected copy":                     {waits, contents{"Rejected/PLAN_b.md": newer}, ""},
		"the source that was filed":           {waits, contents{"Done/b.md": "---\ntype: email\nstatus: pending\n---\nPay me.\n"}, ""},
		"the source of a plan without a status": {
			"# Plan: Pay the miller\n\n- [ ] Pay\n", contents{"Done/b.md": "---\ntype: email\nstatus: pending\n---\nPay me.\n"}, "Done/b.md",
		},
		"the source that it names, and no status": {
			"---\nsource_file: EMAIL_miller.md\n---\n# Plan: Pay the miller\n\n- [ ] Pay\n", contents{"Done/EMAIL_miller.md": "Pay me.\n"}, "Done/EMAIL_miller.md",
		},
		"a report that names it": {waits, contents{"Done/day.md": "---\nplan_file: PLAN_b.md\n---\nMade a plan.\n"}, ""},
		"a request of which the plan speaks": {
			waits + "\nSee Pending_Approval/pay.md.\n", contents{"Done/pay.md": "---\ntype: approval_request\n---\nPay.\n"}, "Done/pay.md",
		},
		"a newer request of the same stem": {
			waits, contents{"Done/APPROVAL_b.md": "---\ntype: approval_request\ncreated: 2026-02-20T11:00:00Z\n---\nPay.\n"}, "Done/APPROVAL_b.md",
		},
		"a request of the same stem without a time": {waits, contents{"Done/APPROVAL_b.md": "---\ntype: approval_request\n---\nPay.\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.beside["Plans/PLAN_b.md"] = tt.plan
			v, _ := openContents(t, tt.beside)
			s := mustLoad(t, v)
			p, ok := s.Plan("Plans/PLAN_b.md")
			if !ok {
				t.Fatal("the plan is not there")
			}
			isDone := p.Status.State == model.StateDone && p.Reading.Status == model.BasisCompanion
			if isDone != (tt.done != "") || p.Reading.Companion != tt.done || isDone && rule.WaitsForYou(p) {
				t.Errorf("got %v (%v) by %q", p.Status, p.Reading.Status, p.Reading.Companion)
			}
		})
	}
}
