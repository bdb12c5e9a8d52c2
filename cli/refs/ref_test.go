package refs

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"coldstart/cli/say"
	"coldstart/model"
)

func TestFindRequest(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{
		Plans: []model.Plan{
			{Path: "Plans/PLAN-1.md", ID: "1"}, {Path: "Plans/PLAN-2.md", ID: "2"}, {Path: "Plans/PLAN-3.md", ID: "PLAN-3"},
			{Path: "Pending_Approval/plan-x.md", ID: "plan-x"}, {Path: "Plans/blocked.md", ID: "two", Status: model.Status{State: model.StateBlocked}, Steps: []model.Step{{Number: 1}}},
			{Path: "Plans/twin-a.md", ID: "5"}, {Path: "Plans/twin-b.md", ID: "5"},
		},
		Requests: []model.Request{
			{Path: "Pending_Approval/one.md", PlanID: "PLAN-1", Plan: "Plans/PLAN-1.md"},
			{Path: "Pending_Approval/two.md", PlanID: "2", Plan: "Plans/PLAN-2.md"},
			{Path: "Pending_Approval/sub/two.md", PlanID: "2", Plan: "Plans/PLAN-2.md"},
			{Path: "Pending_Approval/lost.md", PlanID: "4"},
			{Path: "Pending_Approval/5x.md", PlanID: "5"},
			{Path: "Pending_Approval/plan-x.md"},
			{Path: "Pending_Approval/blocked.md"},
			{Path: "Pending_Approval/same.md"},
			{Path: "Pending_Approval/3.md", PlanID: "PLAN-1", Plan: "Plans/PLAN-1.md"},
		},
		Intake: []model.Intake{{Path: "Inbox/same.md"}},
		Problems: []model.Problem{
			{Path: "Pending_Approval/one.md", Reason: "odd"}, {Path: "Plans/bad.md", Reason: "broken"}, {Path: "Plans/bad.md", Reason: "torn"},
		},
	}
	for _, tt := range []struct {
		text string
		want string // "none" and "several" are failures
	}{
		{"Pending_Approval/one.md", "request:Pending_Approval/one.md"},
		{"request:Pending_Approval/one.md", "request:Pending_Approval/one.md"},
		{"one", "request:Pending_Approval/one.md"},
		{"ONE.MD", "request:Pending_Approval/one.md"},
		{"problem:Pending_Approval/one.md#odd", "problem:Pending_Approval/one.md#odd"},
		{"two", "several"},
		{"Pending_Approval/two.md", "request:Pending_Approval/two.md"},
		{"1", "several"},
		{"2", "several"},
		{"plan:Plans/PLAN-2.md", "several"},
		{"4", "request:Pending_Approval/lost.md"},
		{"PLAN-4", "request:Pending_Approval/lost.md"},
		{"5", "request:Pending_Approval/5x.md"},
		{"3", "request:Pending_Approval/3.md"},
		{"PLAN-3", "plan:Plans/PLAN-3.md"},
		{"bad", "problem:Plans/bad.md#broken"},
		{"plan-x", "request:Pending_Approval/plan-x.md"},
		{"Pending_Approval/plan-x.md", "request:Pending_Approval/plan-x.md"},
		{"plan:Pending_Approval/plan-x.md", "plan:Pending_Approval/plan-x.md"},
		{"same", "request:Pending_Approval/same.md"},
		{"blocked", "several"},
		{"on", "none"},
		{"", "none"},
		{"../one.md", "none"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			ref, err := FindRequest(s, tt.text, model.ChoiceApprove)
			got := ref.String()
			switch {
			case errors.Is(err, model.ErrNotFound):
				got = "none"
			case errors.Is(err, say.ErrUsage):
				got = "several"
			case err != nil:
				t.Fatal(err)
			}
			if got != tt.want {
				t.Errorf("got %s and error %v, want %s", got, err, tt.want)
			}
		})
	}
}

func TestManyCandidatesAreCounted(t *testing.T) {
	t.Parallel()
	var s model.Snapshot
	for i := range mostCandidates + 5 {
		s.Requests = append(s.Requests, model.Request{Path: fmt.Sprintf("Pending_Approval/%d/same.md", i)})
	}
	_, err := Find(s, "same")
	if hints := say.Hints(err); len(hints) != mostCandidates+2 || hints[len(hints)-1] != "+5 more" {
		t.Errorf("got %v with the hints %s", err, strings.Join(hints, "; "))
	}
}

func TestPartsOfNamesAreProposed(t *testing.T) {
	t.Parallel()
	var s model.Snapshot
	for i := range mostCandidates + 2 {
		s.Requests = append(s.Requests, model.Request{Path: fmt.Sprintf("Pending_Approval/flyer_2026_%d.md", i)})
	}
	s.Requests = append(s.Requests, model.Request{Path: "Pending_Approval/rent.md"})
	s.Events.Sessions = []model.Session{{Key: "232", Label: "232"}}
	for text, want := range map[string]string{
		"2026": "12 names contain it:", "2231": "see coldstart list requests and coldstart list plans",
		"REN": "did you mean request:Pending_Approval/rent.md?", "ret": "did you mean rent?", "zz": "see coldstart list requests and coldstart list plans",
	} {
		_, err := Find(s, text)
		hints := say.Hints(err)
		if !errors.Is(err, model.ErrNotFound) || hints[0] != want {
			t.Errorf("%s: got %v, want %q", text, err, want)
			continue
		}
		if n := len(hints); n > 1 && (n != mostCandidates+2 || hints[n-1] != "+2 more") {
			t.Errorf("%s: the hints are %q", text, hints)
		}
	}
}
