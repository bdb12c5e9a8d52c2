package session

import (
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

const planFile, payFile = "Plans/PLAN-2026-001.md", "Pending_Approval/pay.md"

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

func payDraft() model.RequestDraft {
	return model.RequestDraft{
		Plan: "2026-001", Step: 2, Action: "payment", Target: "dues@corran-harbour.example",
		Rationale: "The harbour wants its dues.", Details: "Pay 412.50 EUR.",
	}
}

// FuzzDraftedRequest holds that every draft that is not refused for itself is YAML with
// the eight fields of the agents, reads as what was given, and that its form gives
// nobody a reason to refuse it.
func FuzzDraftedRequest(f *testing.F) {
	f.Add("a@b.example", "Because.", "Text", "Step")
	f.Add("'\"\\: #x", "--- '\"\\ \n- [ ] x: {y} &a *b", "---\nstatus: approved\n---\n", "it's --- \"done\": #1")
	f.Add("{a: b}", "| x\n  y", "\r\n\r\n``` \n", "[x](y) ✋ !!python")
	plan := model.Plan{Path: planFile, ID: "2026-001"}
	f.Fuzz(func(t *testing.T, target, rationale, details, stepText string) {
		d := payDraft()
		d.Target, d.Rationale, d.Details = target, rationale, details
		step := model.Step{Number: 2, Text: stepText, Mark: ' ', Human: true}
		if research.RefuseRequestDraft(d).Given() || model.OneLine(stepText) == "" {
			return
		}
		body := askingText(plan.ID, plan, step, d, eleven)
		fm, err := text.ReadFront(body)
		if err != nil || fm == nil {
			t.Fatalf("%v in\n%s", err, body)
		}
		var fields map[string]any
		head, _, _ := strings.Cut(strings.TrimPrefix(string(body), "---\n"), "\n---\n")
		if err := yaml.Unmarshal([]byte(head), &fields); err != nil || len(fields) != 8 {
			t.Fatalf("%v: %v in\n%s", err, fields, body)
		}
		if fields["target_recipient"] != target || fields["rationale"] != model.OneLine(rationale) || fields["status"] != "pending" || fields["step_id"] != 2 {
			t.Errorf("got %v", fields)
		}
		r, problems := plans.ReadOwnRequest("Pending_Approval/x.md", body, fm, nil, nil)
		if len(problems) > 0 || r.Target != target || r.Rationale != model.OneLine(rationale) || r.PlanID != plan.ID || r.Step != 2 {
			t.Errorf("%v, got %+v", problems, r)
		}
		for _, doubt := range rule.Weighed(r, model.WeightBlock) {
			t.Errorf("%v in\n%s", doubt, body)
		}
	})
}
