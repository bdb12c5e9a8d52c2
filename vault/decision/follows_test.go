package decision

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// told is a decision in one line: why it is refused, or what has to be typed for it and what it does.
func told(p prepared, err error) string {
	if err != nil {
		why := err.Error()
		return "no: " + why[strings.LastIndex(why, ": ")+2:]
	}
	var all []string
	if p.mustType != "" {
		all = append(all, "type "+p.mustType)
	}
	for _, o := range p.Record.Ops {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s", o.Do, o.Path)))
	}
	return strings.Join(append(all, fmt.Sprint(p.Record.Step, p.Record.Despite)), ", ")
}

// TestWhatFollowsFromADecision decides on a request, or a plan, in pictures that no disk made: each choice is
// refused, or does just this.
func TestWhatFollowsFromADecision(t *testing.T) {
	t.Parallel()
	where := must.Get(places.Open(t.TempDir(), places.Options{Operator: "ines"}))(t)
	t.Cleanup(func() { where.Close() })
	layout := must.Get(where.Layout())(t)
	e := &Engine{vault: where, layout: layout}
	at := time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	text := []byte("---\nstatus: pending\n---\nPay.\n")
	seen := model.FingerprintOf(text)
	doubted := func(w model.Weight) func(*model.Request, *model.Snapshot) {
		return func(r *model.Request, _ *model.Snapshot) { r.Doubts = []model.Doubt{{What: "odd", Weight: w}} }
	}
	forStep := func(r *model.Request, s *model.Snapshot) {
		r.PlanID, r.Step, r.Plan = "b", 2, "Plans/b.md"
		s.Plans = []model.Plan{{
			Path: "Plans/b.md", ID: "b", HasLog: true, Status: model.Status{State: model.StateBlocked}, Seen: seen,
			Steps: []model.Step{{Number: 1, Text: "Weigh", Mark: 'x'}, {Number: 2, Text: "Pay", Mark: ' ', Human: true}},
		}}
	}
	const (
		approves = "create Approved/pay.md, remove Pending_Approval/pay.md, "
		rejects  = "create Rejected/pay.md, remove Pending_Approval/pay.md, "
		records  = "_other_b-step-2.md, 2 "
		known    = "no: [nothing-to-know]"
		never    = "no: [not-a-choice]"
	)
	always := func(why string) [5]string { return [5]string{why, why, why, why, why} }
	unless := func(why string) [5]string { return [5]string{why, why, why, known, never} }
	choices := []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges, model.ChoiceAck, model.ChoiceRetry}
	for _, tt := range []struct {
		name string
		with func(*model.Request, *model.Snapshot)
		want [5]string
	}{
		{"as it came", func(*model.Request, *model.Snapshot) {}, [5]string{approves + "0 []", rejects + "0 []", "0 []", known, never}},
		{"with a note", doubted(model.WeightNote), [5]string{approves + "0 []", rejects + "0 []", "0 []", known, never}},
		{"with a doubt", doubted(model.WeightAsk), [5]string{"type dues@quay.example, " + approves + "0 [odd]", rejects + "0 []", "0 []", known, never}},
		{"with a doubt that forbids", doubted(model.WeightBlock), [5]string{"no: [in-its-words]", rejects + "0 []", "0 []", known, never}},
		{"for a step", forStep, [5]string{approves + "2 []", rejects + "2 []", "2 []", known, never}},
		{"expired", func(r *model.Request, _ *model.Snapshot) { r.Expires = model.Stamp{Time: at.Add(-time.Hour)} }, [5]string{"type dues@quay.example, " + approves + "0 []", rejects + "0 []", "0 []", known, never}},
		{"already decided", func(r *model.Request, s *model.Snapshot) {
			s.Decided, r.Path = []model.Request{*r}, "Pending_Approval/other.md"
		}, unless("no: [not-pending]")},
		{"of another program", func(r *model.Request, _ *model.Snapshot) { r.Reading.Tool = "loom" }, always("no: [of-tool]")},
		{"being written", func(r *model.Request, s *model.Snapshot) { s.Writing = map[string]bool{r.Path: true} }, always("no: [being-written]")},
		{"stale", func(r *model.Request, s *model.Snapshot) { s.Stale = map[string]time.Time{r.Path: at} }, always("no: [stale]")},
		{"in a vault that is only read", func(_ *model.Request, s *model.Snapshot) { s.ReadOnly = "asked for" }, always("no: [read-only]")},
	} {
		r := model.Request{Path: "Pending_Approval/pay.md", Name: "pay.md", Action: "payment", Target: "dues@quay.example", Seen: seen}
		s := model.Snapshot{At: at}
		tt.with(&r, &s)
		s.Requests = []model.Request{r}
		for i, c := range choices {
			p, err := e.follows(s, model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}, Choice: c, Seen: seen, At: at}, "1", text, 0o644)
			if got := told(p, err); got != tt.want[i] {
				t.Errorf("%s, %s: got %q, want %q", tt.name, c, got, tt.want[i])
			}
		}
	}
	for _, tt := range []struct {
		name string
		with func(*model.Plan, *model.Snapshot)
		want [5]string
	}{
		{"a blocked plan", func(*model.Plan, *model.Snapshot) {}, [5]string{"create Approved/2026-03-14T09-00-00Z" + records + "[]", "create Rejected/2026-03-14T09-00-00Z" + records + "[]", "2 []", known, never}},
		{"with a doubt", func(p *model.Plan, _ *model.Snapshot) {
			p.Doubts = []model.Doubt{{What: "odd", Weight: model.WeightAsk}}
		}, [5]string{"type b, create Approved/2026-03-14T09-00-00Z" + records + "[odd]", "create Rejected/2026-03-14T09-00-00Z" + records + "[]", "2 []", known, never}},
		{"an active plan", func(p *model.Plan, _ *model.Snapshot) { p.Status.State = model.StateActive }, unless("no: [plan-not-blocked]")},
		{"with a request", func(p *model.Plan, s *model.Snapshot) {
			s.Requests = []model.Request{{Path: "Pending_Approval/pay.md", Name: "pay.md", PlanID: "b", Plan: p.Path, Step: 2}}
		}, unless("no: [plan-has-requests]")},
	} {
		var r model.Request
		s := model.Snapshot{At: at}
		forStep(&r, &s)
		tt.with(&s.Plans[0], &s)
		for i, c := range choices {
			p, err := e.follows(s, model.Decision{Ref: model.Ref{Kind: model.KindPlan, Path: "Plans/b.md"}, Choice: c, Seen: seen, At: at}, "1", text, 0o644)
			if got := told(p, err); got != tt.want[i] {
				t.Errorf("%s, %s: got %q, want %q", tt.name, c, got, tt.want[i])
			}
		}
	}
}
