package model

import (
	"slices"
	"testing"
	"time"
)

func TestResumeWithAPin(t *testing.T) {
	const older, newer = "2026-02-20T08:00:00Z", "2026-02-21T08:00:00Z"
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	pin := func(path, id string) Pin { return Pin{Path: path, PlanID: id, At: at} }
	named := func(path, id, status string) Plan {
		p := plan(path, status, older)
		p.ID = id
		return p
	}
	superseded := plan("v1", "Active", older)
	superseded.Older = true
	open := []Plan{plan("a", "Active", newer), plan("b", "Blocked", newer), plan("c", "Blocked", older), plan("d", "Draft", older), plan("e", "Done", newer)}
	for _, tt := range []struct {
		name      string
		plans     []Plan
		pin       Pin
		want      string
		because   string
		runnersUp []string
		dropped   string
	}{
		{"no pin", open[:2], Pin{}, "a", "it is the only Active plan of 2 open ones", []string{"b: Blocked comes after Active"}, ""},
		{"a pin overrules state and date", open, pin("c", "c"), "c", "you pinned it",
			[]string{"a: without the pin it would be chosen", "b: the other is pinned", "d: Draft comes after Blocked"}, ""},
		{"a pin of what the rule chooses", open[:2], pin("a", "a"), "a", "you pinned it", []string{"b: Blocked comes after Active"}, ""},
		{"the only open plan", []Plan{plan("d", "Draft", older)}, pin("d", "d"), "d", "you pinned it", nil, ""},
		{"a plan that is not there any more is dropped", open[:1], pin("e", "e"), "a", "it is the only open plan", nil, "Your pin of e (e) does not count: it is gone"},
		{"a plan that is done is dropped", []Plan{open[0], open[4]}, pin("e", "e"), "a", "it is the only open plan", nil, "Your pin of e (e) does not count: it is Done"},
		{"done and nothing else is open", []Plan{open[4]}, pin("e", "e"), "", "", nil, "Your pin of e (e) does not count: it is Done"},
		{"a superseded version", []Plan{open[0], superseded}, pin("v1", "v1"), "a", "it is the only open plan", nil, "Your pin of v1 (v1) does not count: a newer version of it is there"},
		{"it follows a plan that was moved", []Plan{open[0], named("In_Progress/x.md", "X-1", "Draft")}, pin("Plans/x.md", "X-1"), "In_Progress/x.md", "you pinned it",
			[]string{"a: without the pin it would be chosen"}, ""},
		{"not when two plans have its id", []Plan{open[0], named("p/x.md", "X-1", "Draft"), named("q/x.md", "X-1", "Draft")}, pin("Plans/x.md", "X-1"), "a",
			"it is the only Active plan of 3 open ones", []string{"p/x.md: Draft comes after Active", "q/x.md: Draft comes after Active"}, "Your pin of X-1 (Plans/x.md) does not count: it is gone"},
		{"not another plan in its file", []Plan{open[0], named("Plans/x.md", "X-2", "Draft")}, pin("Plans/x.md", "X-1"), "a",
			"it is the only Active plan of 2 open ones", []string{"Plans/x.md: Draft comes after Active"}, "Your pin of X-1 (Plans/x.md) does not count: it is gone"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := Snapshot{Plans: tt.plans, Pin: tt.pin}.Resume()
			path := ""
			if r.Plan != nil {
				path = r.Plan.Path
			}
			if path != tt.want || r.Because != tt.because || r.PinDropped != tt.dropped || r.Pinned != (tt.pin.Set() && tt.dropped == "") {
				t.Errorf("got %q because %q, pinned %v, %q", path, r.Because, r.Pinned, r.PinDropped)
			}
			var got []string
			for _, up := range r.RunnersUp {
				got = append(got, up.Plan.Path+": "+up.Behind)
			}
			if !slices.Equal(got, tt.runnersUp) {
				t.Errorf("runners-up %q", got)
			}
		})
	}
}

func TestWhatCanBePinned(t *testing.T) {
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	old := plan("v1", "Active", "")
	old.Older = true
	s := Snapshot{Plans: []Plan{plan("a", "Draft", ""), plan("done", "Done", ""), old}}
	for path, want := range map[string]string{"a": "", "done": "it is Done", "v1": "a newer version of it is there", "x": "there is no such plan"} {
		pin, refusal := s.PinPlan(path, at)
		if refusal != want || pin.Set() != (want == "") {
			t.Errorf("%s: %+v, %q", path, pin, refusal)
		}
	}
}
