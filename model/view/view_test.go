package view

import (
	"testing"
	"time"

	"coldstart/model"
)

// workshop has one thing of several kinds.
func workshop() model.Snapshot {
	at := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	return model.Snapshot{
		At:       at,
		Plans:    []model.Plan{{Path: "Plans/p.md", ID: "P-1", Objective: "Send the offer"}},
		Requests: []model.Request{{Path: "Pending_Approval/a.md", Summary: "Send it", Action: "payment", Target: "desk@rental.example", Amount: "12 EUR", Created: model.ParseStamp("2026-03-14T06:00:00Z", time.UTC)}},
		Problems: []model.Problem{{Path: "Plans/bad.md", Line: 3, Reason: "no status"}},
		Traces:   []model.Trace{{Path: "runs/r/trace.md"}},
		Work:     []model.WorkItem{{Path: "work/w.json", ID: "W-1"}},
	}
}

func TestEachPlaceNamesAThingOnce(t *testing.T) {
	t.Parallel()
	s := workshop()
	for _, ref := range []model.Ref{s.Plans[0].Ref(), s.Requests[0].Ref(), s.Problems[0].Ref(), s.Traces[0].Ref(), s.Work[0].Ref()} {
		for _, p := range []Place{Page, Glance, Show} {
			names := 0
			for _, said := range (Look{Snapshot: s}).Describe(p, ref) {
				if said.Heads() {
					names++
				}
			}
			if names != 1 {
				t.Errorf("%v has %d names at place %d", ref, names, p)
			}
		}
	}
}

func TestAProgramReadsTimesAsTheyAreWritten(t *testing.T) {
	t.Parallel()
	s := workshop()
	asked := func(all []Said) string {
		for _, said := range all {
			if said.Label == "Asked" {
				return said.Text
			}
		}
		return ""
	}
	ref := s.Requests[0].Ref()
	if got := asked(Shown(s, ref)); got != "2026-03-14T06:00:00Z" {
		t.Errorf("a program reads %q", got)
	}
	if got := asked(Look{Snapshot: s}.Describe(Page, ref)); got != "06:00, 1 h ago" {
		t.Errorf("a person reads %q", got)
	}
}

func TestACardLeavesOutWhatItSaysElsewhere(t *testing.T) {
	t.Parallel()
	all := []Said{{Name, "Trace", "r", Head}, {Detail, "Summary", "so far", Plain}, {Other, "Advice", "rerun", Accent}, {Other, "Empty", "", Plain}}
	if got := In(Card, model.KindTrace, all); len(got) != 1 || got[0].Label != "Advice" {
		t.Errorf("the card has %v", got)
	}
}
