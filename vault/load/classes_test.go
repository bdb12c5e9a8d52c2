package load_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What a plan is called, and what belongs to it, follows from the files beside it.
func TestPlansAreReadWithTheirNeighbours(t *testing.T) {
	t.Parallel()
	boiler := func(source string) string {
		return "# Plan\n\n" + source + "\n\n## Goal\nHandle the item with care.\n\n## Steps\n- [ ] Read\n- [ ] Answer\n"
	}
	md := "---\nid: hay-7\n---\n# Plan: Bring the hay in\n\n- [ ] Mow\n- [x] Turn\n- [ ] Stack\n"
	for _, tt := range []struct {
		name  string
		files contents
		want  []string
	}{
		{"3: a title that three share", contents{
			"Plans/PLAN_a.md": boiler("Source: Needs_Action/EMAIL_broken_pump.md"), "Plans/PLAN_b.md": boiler("**Source File:** Inbox/FILE_new_oars_20260302.md"), "Plans/PLAN_late_swim.md": boiler("x"),
		}, []string{"PLAN_a.md EMAIL broken pump 0/2", "PLAN_b.md FILE new oars 0/2", "PLAN_late_swim.md Handle the item with care. 0/2"}},
		{"3: a title that two share", contents{"Plans/PLAN_a.md": boiler("Source: EMAIL_broken_pump.md"), "Plans/PLAN_b.md": boiler("Source: EMAIL_new_oars.md")},
			[]string{"PLAN_a.md Handle the item with care. 0/2", "PLAN_b.md Handle the item with care. 0/2"}},
		{"3: of which one is open", contents{
			"Plans/PLAN_a.md": boiler("Source: EMAIL_broken_pump.md"), "Plans/PLAN_b.md": boiler("Source: EMAIL_new_oars.md\n**Status:** done"), "Plans/PLAN_c.md": boiler("Source: EMAIL_late_swim.md\n**Status:** done"),
		}, []string{"PLAN_a.md Handle the item with care. 0/2", "PLAN_b.md Handle the item with care. 0/2", "PLAN_c.md Handle the item with care. 0/2"}},
		{"15: progress by its id", contents{"Plans/PLAN_hay.md": md, "Plans/progress-1.json": `{"id": "hay-7", "steps": [{"id": 1, "state": "done"}, {"id": 2, "state": "open"}, {"id": 3, "state": "open"}]}`},
			[]string{"PLAN_hay.md Bring the hay in 2/3"}},
		{"15: by its name", contents{"Plans/PLAN_hay.md": md, "Plans/PLAN_hay.progress.json": `{"steps": [{"name": "Mow", "done": true}, {"name": "Turn", "done": true}, {"name": "Stack", "done": true}]}`},
			[]string{"PLAN_hay.md Bring the hay in 3/3"}},
		{"15: with other steps it is its own", contents{"Plans/PLAN_hay.md": md, "Plans/PLAN_hay_tracking.json": `{"steps": [{"name": "Mow", "done": true}]}`},
			[]string{"PLAN_hay.md Bring the hay in 1/3", "PLAN_hay_tracking.json PLAN hay tracking 1/1"}},
		{"15: of two plans with one id", contents{"Plans/PLAN_hay.md": md, "Plans/PLAN_hay2.md": md, "Plans/t.json": `{"id": "hay-7", "steps": [{"id": 1, "state": "done"}, {"id": 2, "state": "done"}, {"id": 3, "state": "done"}]}`},
			[]string{"PLAN_hay.md Bring the hay in 1/3", "PLAN_hay2.md Bring the hay in 1/3", "t.json t 3/3"}},
		{"17: a key that a plan shares", contents{
			"Plans/PLAN_hay.md": "---\ncorrelation_id: C-1\n---\n" + md[strings.Index(md, "# Plan"):], "Pending_Approval/r.md": "---\nrelated_request: C-1\n---\n# Buy twine\n",
		}, []string{"PLAN_hay.md Bring the hay in 1/3", "r.md of Plans/PLAN_hay.md"}},
		{"17: a key that two plans share", contents{
			"Plans/PLAN_hay.md": "---\naction_id: C-1\n---\n# Plan: Hay\n\n- [ ] Mow\n", "Plans/PLAN_straw.md": "---\naction_id: C-1\n---\n# Plan: Straw\n\n- [ ] Mow\n", "Pending_Approval/r.md": "---\nrelated_action: C-1\n---\n# Buy twine\n",
		}, []string{"PLAN_hay.md Hay 0/1", "PLAN_straw.md Straw 0/1", "r.md of "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, _ := openContents(t, tt.files)
			s := mustLoad(t, v)
			var got []string
			for _, p := range s.Plans {
				done, total := p.Progress()
				got = append(got, fmt.Sprintf("%s %s %d/%d", strings.TrimPrefix(p.Path, "Plans/"), p.Objective, done, total))
			}
			for _, r := range s.Requests {
				got = append(got, r.Name+" of "+r.Plan)
			}
			slices.Sort(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}
