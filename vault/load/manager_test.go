package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model/rule"
	"coldstart/testdata/must"
)

func TestWhereTheAgentsStopAndWhatTheyResumeIsSaid(t *testing.T) {
	t.Parallel()
	const early, late, stops = "'2026-02-01T08:00:00Z'", "'2026-02-09T08:00:00Z'", ": the agents' plan manager stops at this file: "
	a := agentPlan("Active", early)
	request := "---\naction_type: email\ntarget_recipient: x\nplan_id: '1'\nstep_id: null\nrationale: r\ncreated_date: d\nstatus: pending\n---\n"
	for _, tt := range []struct {
		name  string
		files contents
		want  []string
	}{
		{"as the agents write", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-b.md": agentPlan("Draft", late)}, nil},
		{"the same date", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-b.md": a}, nil},
		{
			"a date without quotes", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-b.md": agentPlan("Draft", "2026-02-09T08:00:00Z")},
			[]string{"Plans/PLAN-b.md" + stops + "its created_date is not in quotes, so YAML reads it as a date"},
		},
		{"such a date on a plan that is done", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-b.md": agentPlan("Done", "2026-02-09")}, nil},
		{"a status that is a list", contents{"Plans/PLAN-a.md": agentPlan("[Active]", early)}, []string{"Plans/PLAN-a.md" + stops + "its status is a list"}},
		{"a list for keys", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-b.md": "---\n- a\n---\n"}, []string{"Plans/PLAN-b.md" + stops + "its front matter is a list, not keys and values"}},
		{
			"two at once", contents{"Plans/PLAN-a.md": agentPlan("Active", "2026-02-01"), "Plans/PLAN-b.md": "---\n\n---\n"},
			[]string{"Plans/PLAN-a.md" + stops + "its created_date is not in quotes, so YAML reads it as a date", "Plans/PLAN-b.md" + stops + "its front matter is empty"},
		},
		{"a folder with the name of a plan", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-x.md/note.txt": ""}, []string{"Plans/PLAN-x.md" + stops + "it is a folder"}},
		{
			"another word", contents{"Plans/PLAN-a.md": agentPlan("active", late), "Plans/PLAN-b.md": agentPlan("Draft", early)},
			[]string{`Plans/PLAN-a.md: the agents would resume Plans/PLAN-b.md, because they do not know the status of this plan: "active"`},
		},
		{
			"a blank behind the word", contents{"Plans/PLAN-a.md": agentPlan("'Active '", late), "Plans/PLAN-b.md": agentPlan("Draft", early)},
			[]string{`Plans/PLAN-a.md: the agents would resume Plans/PLAN-b.md, because they do not know the status of this plan: "Active "`},
		},
		{
			"no word", contents{"Plans/PLAN-a.md": agentPlan("null", late), "Plans/PLAN-b.md": agentPlan("Draft", early)},
			[]string{`Plans/PLAN-a.md: the agents would resume Plans/PLAN-b.md, because they do not know the status of this plan: "null"`},
		},
		{
			"done in small letters", contents{"Plans/PLAN-a.md": agentPlan("done", late)},
			[]string{`Plans/PLAN-a.md: the agents would resume Plans/PLAN-a.md, because only Done means done to them, and the status of Plans/PLAN-a.md is "done"`},
		},
		{
			"a byte order mark", contents{"Plans/PLAN-a.md": "\ufeff" + a, "Plans/PLAN-b.md": agentPlan("Draft", early)},
			[]string{"Plans/PLAN-a.md: the agents would resume Plans/PLAN-b.md, because they skip this plan: it begins with a byte order mark"},
		},
		{
			"a blank first line", contents{"Plans/PLAN-a.md": "\n" + a},
			[]string{"Plans/PLAN-a.md: the agents would resume no plan, because they skip this plan: its first line is blank"},
		},
		{
			"a blank behind the dashes", contents{"Plans/PLAN-a.md": "--- " + a[3:]},
			[]string{"Plans/PLAN-a.md: the agents would resume no plan, because they skip this plan: its first line is not --- alone"},
		},
		{
			"a key given twice", contents{"Plans/PLAN-a.md": agentPlan("Draft\nstatus: Active", late), "Plans/PLAN-b.md": agentPlan("Draft", early)},
			nil,
		},
		{
			"a date in another form", contents{"Plans/PLAN-a.md": agentPlan("Draft", "2026-W08"), "Plans/PLAN-b.md": agentPlan("Draft", late)},
			[]string{"Plans/PLAN-b.md: the agents would resume Plans/PLAN-a.md, because for them Plans/PLAN-a.md was created later, 2026-02-16T00:00:00Z"},
		},
		{
			"another name", contents{"Plans/a.md": a, "Plans/PLAN-b.md": agentPlan("Draft", early)},
			[]string{"Plans/a.md: the agents would resume Plans/PLAN-b.md, because they look only for plans called PLAN-….md"},
		},
		{
			"another folder", contents{"In_Progress/PLAN-a.md": a, "Plans/PLAN-b.md": agentPlan("Draft", early)},
			[]string{"In_Progress/PLAN-a.md: the agents would resume Plans/PLAN-b.md, because they look only in the folder Plans itself"},
		},
		{"a plan of another program", contents{"Plans/launch.md": "# Plan: launch\n\n**Status:** In Progress\n\n- [ ] Go\n", "Plans/PLAN-b.md": agentPlan("Done", early)}, nil},
		{"plans of another program", contents{"Plans/launch.md": "---\nstatus: [x]\ncreated_date: 2026-02-01\n---\n# Plan: launch\n\n- [ ] Go\n", "Pending_Approval/a.md": request}, nil},
		{
			"a folder of another spelling", contents{"plans/PLAN-a.md": agentPlan("active", "2026-02-01")},
			[]string{"plans/PLAN-a.md: the agents would resume no plan, because they look only in a folder that is called Plans to the letter"},
		},
		{"plans of another program in such a folder", contents{"plans/launch.md": "# Plan: launch\n\n**Status:** In Progress\n\n- [ ] Go\n"}, nil},
		{
			"only below the folder", contents{"Plans/sub/PLAN-a.md": a},
			[]string{"Plans/sub/PLAN-a.md: the agents would resume no plan, because they look only in the folder Plans itself"},
		},
		{
			"only in small letters", contents{"Plans/plan-a.md": a},
			[]string{"Plans/plan-a.md: the agents would resume no plan, because they look only for plans called PLAN-….md"},
		},
		{
			"a value of which only their reader knows the meaning", contents{"Plans/PLAN-a.md": a, "Plans/PLAN-b.md": agentPlan("Active\nsource_link: \"\\ud83d\"", late), "Plans/PLAN-c.md": "x"},
			[]string{"Plans/PLAN-b.md: the agents may resume this file instead of Plans/PLAN-a.md, or stop at it: coldstart is not sure how they read its front matter"},
		},
		{
			"a request without a step", contents{"Plans/PLAN-a.md": a, "Pending_Approval/r.md": request, "Approved/s.md": request, "Rejected/t.md": request, "Pending_Approval/u.txt": request},
			[]string{
				"Approved/s.md: the agents' check of approvals stops at this file, so that no approved step can be ticked: step_id is not a number",
				"Pending_Approval/r.md: the agents' search for blocked plans stops at this file: step_id is not a number",
			},
		},
		{
			"a bare number", contents{"Plans/PLAN-a.md": a, "Pending_Approval/r.md": "---\n42\n---\n", "Approved/s.md": "---\n42\n---"},
			[]string{
				"Approved/s.md: the agents' check of approvals stops at this file, so that no approved step can be ticked: the front matter is the value 42, without fields",
				"Pending_Approval/r.md: the agents' search for blocked plans stops at this file: the front matter is the value 42, without fields",
			},
		},
		{
			"a folder with the name of a request", contents{"Plans/PLAN-a.md": a, "Pending_Approval/x.md/note.txt": ""},
			[]string{"Pending_Approval/x.md: the agents' search for blocked plans stops at this file: it is a folder"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, tt.files)
			for range 2 {
				s := mustLoad(t, v)
				if got := troubles(s); !slices.Equal(got, tt.want) {
					t.Errorf("got %q, want %q", got, tt.want)
				}
				for _, p := range rule.AgentTrouble(s) {
					if p.Hint == "" {
						t.Errorf("%s: nobody is told what to do", p.Path)
					}
				}
			}
		})
	}
}

func TestThePlanManagerStopsAtAFileThatItMayNotRead(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{"Plans/PLAN-a.md": agentPlan("Active", "'2026-02-01'"), "Plans/PLAN-b.md": "x"})
	name := filepath.Join(dir, "Plans", "PLAN-b.md")
	must.Do(t, os.Chmod(name, 0))
	if _, err := os.ReadFile(name); err == nil {
		t.Skip("this account may read every file")
	}
	want := []string{"Plans/PLAN-b.md: the agents' plan manager stops at this file: there is no permission to read it"}
	if got := troubles(mustLoad(t, v)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestAnotherChoiceOfTheAgentsIsSaidAlwaysAndOnlyThen compares our choice in random vaults
// with the rules of the agents' plan manager.
func TestAnotherChoiceOfTheAgentsIsSaidAlwaysAndOnlyThen(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		files := contents{}
		for i := range rapid.IntRange(1, 4).Draw(r, "plans") {
			status := rapid.SampledFrom([]string{"Active", "Blocked", "Draft", "Done", "active", "'Active '", "done", "null", "5", "[Active]", "Active # c"}).Draw(r, "status")
			created := rapid.SampledFrom([]string{"'2026-02-01'", "'2026-02-02T08:00:00Z'", "'2026-02-03T08:00:00+01:00'", "2026-W06", "2026-02-04", "null", "soon"}).Draw(r, "created")
			ahead := rapid.SampledFrom([]string{"", "", "", "", "\n", "\ufeff", "x\n"}).Draw(r, "ahead")
			name := rapid.SampledFrom([]string{"Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "Plans/PLAN-%d.md", "In_Progress/PLAN-%d.md"}).Draw(r, "name")
			files[fmt.Sprintf(name, i)] = ahead + agentPlan(status, created)
		}
		v, _ := openContents(t, files)
		defer v.Close()
		s := mustLoad(t, v)
		theirs, known := rule.ManagerChoice(s)
		ours := rule.ResumeOf(s).Plan
		same := ours == nil && len(theirs) == 0 || ours != nil && slices.Contains(theirs, ours.Path)
		stops, elsewhere := 0, 0
		for _, said := range troubles(s) {
			if strings.Contains(said, "would resume") {
				elsewhere++
			} else {
				stops++
			}
		}
		want := 0
		// Where they have none left, a plan of another program says nothing of theirs.
		if known && !same && (len(theirs) > 0 || ours.Own()) {
			want = 1
		}
		if elsewhere != want || known == (stops > 0) {
			r.Fatalf("theirs %q, %v, ours %+v: got %q of %q", theirs, known, ours, troubles(s), files)
		}
	})
}
