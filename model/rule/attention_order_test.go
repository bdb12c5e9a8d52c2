package rule

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"coldstart/model"
)

// What is wanted now stands before steps that a program wrote into all of its plans a year ago, and a log that
// lies among the requests behind all of them.
func TestWhatIsWantedNowStandsFirst(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 8, 0, 0, 0, time.UTC)
	old := model.ParseStamp("2025-05-01", nil)
	blocked := func(i int, step, priority string, since model.Stamp) model.Plan {
		return model.Plan{
			Path: fmt.Sprintf("Plans/%s-%d.md", step, i), ID: fmt.Sprint(step, i), Priority: priority, Created: since, Status: model.Status{State: model.StateBlocked},
			Steps: []model.Step{{Number: 1, Text: step, Human: true}}, Reading: model.PlanReading{Foreign: true},
		}
	}
	request := func(name, priority, action string) model.Request {
		return model.Request{Path: "Pending_Approval/" + name, Name: name, Summary: name, Priority: priority, Action: action, Created: model.ParseStamp("2026-03-01", nil), Reading: model.RequestReading{Decision: model.DecisionPending}}
	}
	overdue := request("pay.md", "CRITICAL", "payment")
	overdue.Reading.Due = "2026-03-01"
	first := request("a_log.txt", "", "")
	first.Created = old
	s := model.Snapshot{At: now, Requests: []model.Request{first, request("b.md", "", "post"), overdue, request("x.jsonl", "", ""), request("change_log.md", "", "email")}, Plans: []model.Plan{
		blocked(1, "Review", "", old), blocked(2, "Review", "", old), blocked(3, "Review", "", old), blocked(4, "Sign the lease", "", old), blocked(5, "Review", "critical", old),
	}}
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, a.What)
	}
	want := []string{"Review", "Sign the lease", "pay.md", "b.md", "change_log.md", "Review", "Review", "Review", "a_log.txt", "x.jsonl"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// Who wrote what came in is no recipient.
func TestARowSaysWhoWrote(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target, sender, who string
		from                bool
	}{{"", "Ida Roe", "Ida Roe", true}, {"b@quay.example", "Ida Roe", "b@quay.example", false}, {"", "", "", false}} {
		a := requestAttention(model.Request{Path: "p/x.md", Name: "x.md", Target: c.target, Sender: c.sender}, nil, time.Time{})
		if a.Who != c.who || a.From != c.from {
			t.Errorf("%+v: who %q, from %v", c, a.Who, a.From)
		}
	}
}

func TestATitleThatSaysUrgentComesFirst(t *testing.T) {
	t.Parallel()
	draft := func(path, title, priority, created string) model.Plan {
		return model.Plan{Path: path, ID: path, Objective: title, Priority: priority, Created: model.ParseStamp(created, nil), Status: model.Status{State: model.StateDraft}, Reading: model.PlanReading{Foreign: true}}
	}
	plans := []model.Plan{draft("a", "Weekly newsletter", "", "2026-03-02"), draft("b", "URGENT: invoice 12", "", "2026-03-01"), draft("c", "URGENT: tea", "low", "2026-03-03"), draft("d", "Mend the roof", "high", "2026-02-01")}
	if got := chooseActive(plans, time.Time{}); got.Plan.Path != "d" || got.RunnersUp[0].Plan.Path != "b" || got.RunnersUp[1].Plan.Path != "a" {
		t.Errorf("chose %s, then %+v", got.Plan.Path, got.RunnersUp)
	}
}
