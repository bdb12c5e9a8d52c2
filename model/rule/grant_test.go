package rule

import (
	"fmt"
	"testing"
	"time"

	"coldstart/model"
)

func TestGrants(t *testing.T) {
	t.Parallel()
	at := func(minute int) model.Stamp {
		when := time.Date(2026, 2, 21, 11, minute, 0, 0, time.UTC)
		return model.Stamp{Raw: model.FormatUTC(when), Time: when}
	}
	said := func(minute int, actor, what string) model.LogEntry {
		return model.LogEntry{At: at(minute), Actor: actor, What: what}
	}
	yes, wait := said(5, model.OperatorActor, "Approved step 2"), said(4, "Agent", "Plan blocked at step 2")
	file := func(minute, step int) model.Grant {
		g := model.Grant{Step: step, From: "Approved/x.md"}
		if minute > 0 {
			g.At = at(minute).Time
		}
		return g
	}
	for _, tt := range []struct {
		name   string
		log    []model.LogEntry
		grants []model.Grant
		asked  []int
		done   bool
		// next is the step to go on with, from where the yes comes.
		next int
		from string
	}{
		{"nothing was said", nil, nil, nil, false, 3, ""},
		{"the log says yes", []model.LogEntry{wait, yes}, nil, nil, false, 2, "p.md"},
		{"the agent wrote on", []model.LogEntry{wait, yes, said(6, "Agent", "Resuming plan")}, nil, nil, false, 2, "p.md"},
		{"blocked again", []model.LogEntry{yes, said(6, "Agent", "Plan blocked at step 2")}, nil, nil, false, 3, ""},
		{"rejected later", []model.LogEntry{yes, said(6, model.OperatorActor, "Rejected step 2")}, nil, nil, false, 3, ""},
		{"changes wanted later", []model.LogEntry{yes, said(6, model.OperatorActor, "Changes wanted on step 2")}, nil, nil, false, 3, ""},
		{"taken back", []model.LogEntry{wait, yes, said(6, model.OperatorActor, "Undid approval of step 2")}, nil, nil, false, 3, ""},
		{"taken back, and said again", []model.LogEntry{yes, said(6, model.OperatorActor, "Undid approval of step 2"), yes}, nil, nil, false, 2, "p.md"},
		{"the yes to another step taken back", []model.LogEntry{yes, said(6, model.OperatorActor, "Undid approval of step 20")}, nil, nil, false, 2, "p.md"},
		{"the no taken back", []model.LogEntry{yes, said(6, model.OperatorActor, "Rejected step 2"), said(7, model.OperatorActor, "Undid rejection of step 2")}, nil, nil, false, 2, "p.md"},
		{"an agent says it was taken back", []model.LogEntry{yes, said(6, "Agent", "Undid approval of step 2")}, nil, nil, false, 2, "p.md"},
		{"yes to another step", []model.LogEntry{said(5, model.OperatorActor, "Approved step 20")}, nil, nil, false, 3, ""},
		{"yes by an agent", []model.LogEntry{said(5, "Agent", "Approved step 2")}, nil, nil, false, 3, ""},
		{"asked again", []model.LogEntry{yes}, nil, []int{2}, false, 3, ""},
		{"asked for another step", []model.LogEntry{yes}, nil, []int{5}, false, 2, "p.md"},
		{"asked for no step in particular", []model.LogEntry{yes}, nil, []int{0}, false, 3, ""},
		{"a file", []model.LogEntry{wait}, []model.Grant{file(5, 2)}, nil, false, 2, "Approved/x.md"},
		{"a file of an unknown time", nil, []model.Grant{file(0, 2)}, nil, false, 2, "Approved/x.md"},
		{"a file from before the block", []model.LogEntry{wait}, []model.Grant{file(3, 2)}, nil, false, 3, ""},
		{"a file of an unknown time, and a block", []model.LogEntry{wait}, []model.Grant{file(0, 2)}, nil, false, 3, ""},
		{"a file for another step", nil, []model.Grant{file(5, 1)}, nil, false, 3, ""},
		{"a file that names no step", nil, []model.Grant{file(5, 0)}, nil, false, 2, "Approved/x.md"},
		{"a file that names no step, used up", nil, []model.Grant{file(5, 0)}, nil, true, 3, ""},
		{"two of them, one used up", nil, []model.Grant{file(4, 0), file(5, 0)}, nil, true, 2, "Approved/x.md"},
	} {
		first := model.Step{Number: 1, Human: true, Mark: 'x'}
		if !tt.done {
			first.Human = false
		}
		p := model.Plan{
			Path: "p.md", Log: tt.log, Grants: tt.grants, AskedSteps: tt.asked, Status: model.Status{State: model.StateActive},
			Steps: []model.Step{first, {Number: 2, Human: true, Mark: ' '}, {Number: 3, Mark: ' '}},
		}
		c := NextPlan(p)
		g, _ := Granted(p)
		if c.Step == nil || c.Step.Number != tt.next || g.From != tt.from || (c.Waits == nil) != (tt.next == 2) {
			t.Errorf("%s: next %+v, waiting %+v, granted %+v", tt.name, c.Step, c.Waits, g)
		}
	}
}

func TestAGrantedPlanWaitsForTheAgent(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 21, 12, 0, 0, 0, time.UTC)
	plan := func(grants ...model.Grant) model.Plan {
		return model.Plan{Path: "Plans/p.md", ID: "p", Status: model.Status{State: model.StateBlocked}, Reading: model.PlanReading{Foreign: true}, Grants: grants}
	}
	whole := model.Grant{From: "Approved/x.md", At: now}
	wrote := plan(whole)
	wrote.Log = []model.LogEntry{{At: model.Stamp{Time: now.Add(time.Minute)}, What: "asks again"}}
	asked := plan(whole)
	asked.AskedSteps = []int{0}
	later := plan(whole)
	later.Steps = []model.Step{{Number: 1, Mark: ' ', Text: "write"}, {Number: 2, Human: true, Mark: ' ', Text: "send"}}
	for i, tt := range []struct {
		p    model.Plan
		want string
	}{
		{plan(), "p"}, {plan(whole), ""}, {plan(model.Grant{Step: 3, From: "Approved/x.md"}), "p"}, {wrote, "p"}, {asked, "p"}, {later, ""},
	} {
		s := model.Snapshot{At: now, Plans: []model.Plan{tt.p}}
		got := ""
		for _, n := range NeedsYou(s) {
			got += n.What
		}
		if got != tt.want {
			t.Errorf("%d: %q waits, want %q", i, got, tt.want)
		}
		refused := Phrases.Reason(Refuse(s, tt.p.Ref(), model.ChoiceApprove))
		if tt.want == "" && refused != Phrases.Granted(tt.p)+"; the agent has not acted yet" {
			t.Errorf("%d: refused with %q", i, refused)
		}
	}
	later.Grants = nil
	if n := NeedsYou((model.Snapshot{At: now, Plans: []model.Plan{later}})); len(n) != 1 || Phrases.What(n[0]) != "p: send" {
		t.Errorf("the human step is not named: %+v", n)
	}
}

func TestAProbableRequestStandsForItsPlan(t *testing.T) {
	t.Parallel()
	p := model.Plan{Path: "Plans/p.md", ID: "p", Status: model.Status{State: model.StateBlocked}, Steps: []model.Step{{Number: 1, Mark: ' '}}}
	s := model.Snapshot{Plans: []model.Plan{p}, Requests: []model.Request{{Path: "Pending_Approval/r.md", Name: "r.md", Probably: p.Path}}}
	n := NeedsYou(s)
	if len(n) != 1 || !n[0].Blocks || Phrases.Why(n[0]) != "probably blocks p" {
		t.Errorf("got %+v", n)
	}
	if got, want := Phrases.Reason(Refuse(s, p.Ref(), model.ChoiceApprove)), fmt.Sprintf("the plan probably waits for %s: decide that first", s.Requests[0].Path); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestARequestThatWasHandedBackStandsForNoPlanThatItIsOnlyProbablyAbout(t *testing.T) {
	t.Parallel()
	p := model.Plan{Path: "Plans/server.md", ID: "server", Status: model.Status{State: model.StateBlocked}, BlockedReason: "only Marta can reset the disk"}
	back := model.Request{Path: "Pending_Approval/APPROVAL_server.md", Name: "APPROVAL_server.md", Status: "needs changes", Probably: p.Path}
	sure := back
	sure.Plan, sure.Probably = p.Path, ""
	for i, tt := range []struct {
		r    model.Request
		want int
	}{{back, 1}, {sure, 0}} {
		s := model.Snapshot{Plans: []model.Plan{p}, Requests: []model.Request{tt.r}}
		if n := NeedsYou(s); len(n) != tt.want || len(WithAgent(s)) != 1 {
			t.Errorf("%d: got %+v, with the agent %+v", i, n, WithAgent(s))
		}
	}
}
