package model

import (
	"slices"
	"strings"
	"testing"
)

// asking is a request of the agents' own schema for one step of a plan.
func asking(name, plan string, step int, text string) Request {
	return Request{
		Path: "Pending_Approval/" + name, Name: name, PlanID: plan, Step: step, Plan: "Plans/" + plan + ".md",
		Seen: FingerprintOf([]byte(text)), Reading: RequestReading{Decision: DecisionPending, Own: true},
	}
}

func decidedAs(r Request, decision string) Request {
	r.Path, r.Reading.Decision = "Approved/"+r.Name, decision
	return r
}

func TestDoubtsThatComeOfTheRestOfTheVault(t *testing.T) {
	t.Parallel()
	plan := Plan{Path: "Plans/P.md", ID: "P", Steps: []Step{
		{Number: 1, Human: true, Mark: 'x'}, {Number: 2, Human: true}, {Number: 3},
	}}
	finished := plan
	finished.Path, finished.ID, finished.Status.State = "Plans/F.md", "F", StateDone
	ask := asking("a.md", "P", 2, "a")
	renamed := func(r Request, name string) Request {
		r.Path, r.Name = "Pending_Approval/"+name, name
		return r
	}
	foreign := asking("a.md", "Q", 9, "a")
	foreign.Reading.Own = false
	for _, tt := range []struct {
		name    string
		request Request
		pending []Request
		decided []Request
		want    string
		weight  Weight
	}{
		{"the step waits", ask, nil, nil, "", 0},
		{"no such plan", asking("a.md", "Q", 2, "a"), nil, nil, "no plan, or more than one, is called Q", WeightAsk},
		{"in another notation", foreign, nil, nil, "", 0},
		{"the plan is done", asking("a.md", "F", 2, "a"), nil, nil, "its plan is done", WeightAsk},
		{"no such step", asking("a.md", "P", 4, "a"), nil, nil, "its plan has no step 4", WeightAsk},
		{"the step is done", asking("a.md", "P", 1, "a"), nil, nil, "step 1 of its plan is done already", WeightAsk},
		{"nobody has to allow the step", asking("a.md", "P", 3, "a"), nil, nil, "step 3 of its plan is not marked", WeightAsk},
		{"a second one for the step", ask, []Request{asking("b.md", "P", 2, "b")}, nil, "about the same step: Pending_Approval/b.md", WeightNote},
		{"the same text again", ask, []Request{renamed(ask, "b.md")}, nil, "exactly the same text: Pending_Approval/b.md", WeightAsk},
		{"a name that differs in capitals", ask, []Request{asking("A.md", "P", 2, "b")}, nil, "differs only in case or accents: Pending_Approval/A.md", WeightAsk},
		{"the text was approved", renamed(ask, "b.md"), nil, []Request{decidedAs(ask, DecisionApproved)}, "exactly this text was approved before: Approved/a.md", WeightAsk},
		{"the text was rejected", renamed(ask, "b.md"), nil, []Request{decidedAs(ask, DecisionRejected)}, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Snapshot{Plans: []Plan{plan, finished}, Requests: append([]Request{tt.request}, tt.pending...), Decided: tt.decided}
			s.WeighRequests()
			got := s.Requests[0].Doubts
			fits := func(d Doubt) bool { return strings.Contains(d.What, tt.want) && d.Weight == tt.weight }
			if tt.want == "" && len(got) > 0 || tt.want != "" && !slices.ContainsFunc(got, fits) {
				t.Errorf("doubts %+v, want %q of weight %d", got, tt.want, tt.weight)
			}
		})
	}
}

func TestARowSaysThatARequestCannotBeApproved(t *testing.T) {
	t.Parallel()
	plan := Plan{Path: "Plans/P.md", ID: "P", Status: Status{State: StateBlocked}, Steps: []Step{{Number: 1, Human: true, Text: "Wire"}}}
	for _, tt := range []struct {
		agents, want string
		unlocks      bool
	}{
		{"", "blocks P at step 1", true},
		{"it has no rationale", "cannot be approved: it has no rationale, blocks P at step 1", false},
	} {
		r := asking("a.md", "P", 1, "a")
		r.Reading.Agents.Unread = tt.agents
		s := Snapshot{Plans: []Plan{plan}, Requests: []Request{r}}
		s.WeighRequests()
		if got := Phrases.Why(s.queue()[0]); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
		if _, ok := s.Unlocks(s.Requests[0]); ok != tt.unlocks {
			t.Errorf("%q: unlocks %v", tt.agents, ok)
		}
	}
}

func TestADecidedRequestKeepsNoDoubt(t *testing.T) {
	t.Parallel()
	r := decidedAs(asking("a.md", "P", 2, "a"), DecisionApproved)
	r.Doubts = []Doubt{{What: `its status is "approved" and not "pending"`, Weight: WeightAsk}}
	s := Snapshot{Decided: []Request{r}}
	s.WeighRequests()
	if got := s.Decided[0].Doubts; got != nil {
		t.Errorf("doubts %+v", got)
	}
}
