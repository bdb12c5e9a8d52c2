package load_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

func version(created, status string) string {
	head := "---\nsource_file: Needs_Action/mail.md\nstatus: " + status + "\n"
	if created != "" {
		head += "created: " + created + "\n"
	}
	return head + "---\n## Steps\n- [ ] a\n"
}

func TestVersionsOfOneSourceFold(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files contents
		// newest has the shown plans with the number that is folded behind each.
		newest map[string]int
	}{
		{"by the declared time", contents{
			"Plans/c.md": version("2026-03-01", "draft"), "Plans/a.md": version("2026-03-03T08:00:00Z", "draft"), "Plans/b.md": version("2026-03-02", "draft"),
		}, map[string]int{"Plans/a.md": 2}},
		{"the declared time goes before the name", contents{
			"Plans/mail_20260309.md": version("2026-03-01", "draft"), "Plans/mail_20260301.md": version("2026-03-05", "draft"),
		}, map[string]int{"Plans/mail_20260301.md": 1}},
		{"by the time in the name", contents{
			"Plans/z_20260301_0800.md": version("", "draft"), "Plans/a_20260301_0900.md": version("", "draft"), "Plans/m_20260228.md": version("", "draft"),
		}, map[string]int{"Plans/a_20260301_0900.md": 2}},
		{"the name tells versions of one day apart", contents{
			"Plans/z_20260301_0800.md": version("2026-03-01", "draft"), "Plans/a_20260301_0900.md": version("2026-03-01", "draft"),
		}, map[string]int{"Plans/a_20260301_0900.md": 1}},
		{"a time that cannot be read is none", contents{
			"Plans/z_20260301.md": version("yesterday", "draft"), "Plans/a_20260302.md": version("today", "draft"),
		}, map[string]int{"Plans/a_20260302.md": 1}},
		{"the path settles a tie", contents{
			"Plans/a.md": version("2026-03-01", "draft"), "Plans/b.md": version("2026-03-01", "draft"), "Plans/c.md": version("", "draft"),
		}, map[string]int{"Plans/b.md": 2}},
		{"by the name without its time", contents{
			"Plans/mail_plan_20260301.md": "- [ ] a\n", "Plans/mail_plan_20260302.md": "- [ ] a\n", "Plans/post_plan_20260302.md": "- [ ] a\n",
		}, map[string]int{"Plans/mail_plan_20260302.md": 1, "Plans/post_plan_20260302.md": 0}},
		{"names that differ in a time, with other tasks", contents{
			"Plans/TASK_20260301.md": "# Task\n\n## Task Description\nCut the hay\n", "Plans/TASK_20260302.md": "# Task\n\n## Task Description\nSell the hay\n",
			"Plans/TASK_20260303.md": "# Task\n\n## Task Description\nSell the hay\n",
		}, map[string]int{"Plans/TASK_20260301.md": 0, "Plans/TASK_20260303.md": 1}},
		{"names and titles that differ in a time", contents{
			"Plans/day_20260301.md": "# Plan for the yard 2026-03-01\n- [ ] a\n", "Plans/day_20260302.md": "# Plan for the yard 2026-03-02\n- [ ] a\n",
		}, map[string]int{"Plans/day_20260302.md": 1}},
		{"one title for several customers", contents{
			"Plans/bill_20260301.md": "# Bill\n\n**Client:** Kestrel Ltd\n\n- [ ] Write\n- [ ] Send\n",
			"Plans/bill_20260302.md": "# Bill\n\n**Client:** Fernhill Ltd\n\n- [ ] Write\n- [ ] Send\n",
			"Plans/bill_20260303.md": "# Bill\n\n**Client:** Fernhill Ltd\n\n- [ ] Write\n- [ ] Send\n",
		}, map[string]int{"Plans/bill_20260301.md": 0, "Plans/bill_20260303.md": 1}},
		{"one title with several amounts", contents{
			"Plans/bill_20260301.md": "# Bill\n\n**Amount:** 9000 EUR\n\n- [ ] Send\n", "Plans/bill_20260302.md": "# Bill\n\n**Amount:** 20 EUR\n\n- [ ] Send\n",
		}, map[string]int{"Plans/bill_20260301.md": 0, "Plans/bill_20260302.md": 0}},
		{"one title with other steps", contents{
			"Plans/reply_20260301.md": "# Reply\n\n- [ ] Answer Kestrel\n- [ ] Send it\n", "Plans/reply_20260302.md": "# Reply\n\n- [ ] Answer Fernhill\n- [ ] Send it\n",
		}, map[string]int{"Plans/reply_20260301.md": 0, "Plans/reply_20260302.md": 0}},
		{"most steps in common", contents{
			"Plans/day_20260301.md": "# Day\n\n- [ ] Feed\n- [ ] Water\n- [ ] Mow\n", "Plans/day_20260302.md": "# Day\n\n- [ ] Feed\n- [ ] Water\n- [ ] Rake\n",
		}, map[string]int{"Plans/day_20260302.md": 1}},
		{"folders stay apart", contents{
			"Plans/a.md": version("2026-03-01", "draft"), "Plans/mail/b.md": version("2026-03-02", "draft"), "Done/c_plan.md": version("2026-03-03", "done"),
		}, map[string]int{"Plans/a.md": 0, "Plans/mail/b.md": 0, "Done/c_plan.md": 0}},
		{"what has begun or waits stays", contents{
			"Plans/a.md": version("2026-03-01", "in_progress"), "Plans/b.md": version("2026-03-02", "awaiting_approval"),
			"Plans/c.md": version("2026-03-03", "draft") + "- [x] b\n", "Plans/d.md": version("2026-03-04", "completed") + "- [x] b\n",
			"Plans/e.md": version("2026-03-05", "draft"), "Plans/f.md": version("2026-03-06", "draft"),
		}, map[string]int{"Plans/a.md": 0, "Plans/b.md": 0, "Plans/c.md": 0, "Plans/f.md": 2}},
		{"behind one that runs", contents{
			"Plans/a.md": version("2026-03-01", "draft"), "Plans/b.md": version("2026-03-02", "in_progress"),
		}, map[string]int{"Plans/b.md": 1}},
		{"own plans never fold", contents{
			"Plans/PLAN-20260301.md": planText("1", "Draft", "2026-03-01"), "Plans/PLAN-20260302.md": planText("1", "Draft", "2026-03-02"),
		}, map[string]int{"Plans/PLAN-20260301.md": 0, "Plans/PLAN-20260302.md": 0}},
		{"a name does not make a plan theirs", contents{
			"Plans/PLAN-3.md": version("2026-03-01", "Draft"), "Plans/PLAN-4.md": version("2026-03-01", "Draft"),
		}, map[string]int{"Plans/PLAN-4.md": 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, tt.files)
			s := mustLoad(t, v)
			got := map[string]int{}
			for _, p := range s.Plans {
				if !p.Older {
					got[p.Path] = p.Folded
				} else if p.Folded != 0 {
					t.Errorf("%s is older and folds %d", p.Path, p.Folded)
				}
			}
			if !maps.Equal(got, tt.newest) || len(s.Plans) != len(tt.files) {
				t.Errorf("got %v, want %v", got, tt.newest)
			}
		})
	}
}

func TestOlderVersionsNeverResumeAndNeedNobody(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/a.md": version("2026-03-01", "draft"), "Plans/b.md": version("2026-03-02", "completed"), "Plans/c.md": version("2026-03-03", "draft"),
	})
	s := mustLoad(t, v)
	r := rule.ResumeOf(s)
	if r.Plan == nil || r.Plan.Path != "Plans/c.md" || len(r.RunnersUp)+len(r.Finished) > 0 || phrase.Reason(r.Because) != "it is the only open plan" {
		t.Errorf("got %+v", r)
	}
	if needs := rule.NeedsYou(s); len(needs) > 0 {
		t.Errorf("got %+v", needs)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	foreign := func(id string) string { return "---\nid: " + id + "\n---\n## Steps\n- [ ] a\n" }
	for _, tt := range []struct {
		name    string
		files   contents
		request string
		// plan and probably are what the request belongs to; told is whether there is a
		// problem.
		plan, probably string
		told           bool
	}{
		{"id", contents{"Plans/PLAN-1.md": planText("2026-001", "Active", "2026-03-01")}, "plan_id: 2026-001", "Plans/PLAN-1.md", "", false},
		{"id, spelled otherwise", contents{"Plans/x.md": planText("2026-001", "Active", "2026-03-01")}, "plan_id: PLAN-2026-001", "Plans/x.md", "", false},
		{"path", contents{"Plans/deep/x.md": foreign("a")}, "plan: Plans/deep/x.md", "Plans/deep/x.md", "", false},
		{"path with marks", contents{"Plans/x.md": foreign("a")}, "plan: '[[Plans/x.md]]'", "Plans/x.md", "", false},
		{"path of Windows", contents{"Plans/x.md": foreign("a")}, `plan: .\Plans\x.md`, "Plans/x.md", "", false},
		{"path of a plan that was moved on", contents{"In_Progress/me/x_plan.md": foreign("a")}, "plan: Plans/x_plan.md", "In_Progress/me/x_plan.md", "", false},
		{"base name", contents{"Plans/x.md": foreign("a")}, "plan: x.md", "Plans/x.md", "", false},
		{"base name of an own plan", contents{"Plans/PLAN-7.md": planText("2026-001", "Active", "2026-03-01")}, "plan_id: PLAN-7.md", "Plans/PLAN-7.md", "", false},
		{"an id goes before a name", contents{"Plans/x.md": foreign("y.md"), "Plans/y.md": foreign("z")}, "plan: y.md", "Plans/x.md", "", false},
		{"nothing is called so", contents{"Plans/x.md": foreign("a")}, "plan: b", "", "", false},
		{"an id of nothing but a prefix", contents{"Plans/x.md": foreign("PLAN-")}, "plan: PLAN-", "", "", false},
		{"several own plans", contents{"Plans/PLAN-1.md": planText("1", "Active", "2026-03-01"), "Plans/PLAN-2.md": planText("1", "Active", "2026-03-01")}, "plan_id: 1", "", "", true},
		{"an own plan and a foreign one", contents{"Plans/PLAN-1.md": planText("1", "Active", "2026-03-01"), "Plans/x.md": foreign("1")}, "plan_id: 1", "", "", true},
		{"several foreign plans", contents{"Plans/a.md": foreign("1"), "Plans/b.md": foreign("1")}, "plan: 1", "", "", false},
		{"several own plans, one of them finished", contents{"Plans/PLAN-1.md": planText("1", "Active", "2026-03-01"), "Done/PLAN-1.md": planText("1", "Done", "2026-03-01")}, "plan_id: 1", "Plans/PLAN-1.md", "", false},
		{"only a finished one", contents{"Done/PLAN-1.md": planText("1", "Done", "2026-03-01")}, "plan_id: 1", "Done/PLAN-1.md", "", false},
		{"older versions are left out", contents{"Plans/a.md": "---\nid: 1\nsource_file: m.md\ncreated: 2026-03-01\n---\n- [ ] a\n", "Plans/b.md": "---\nid: 1\nsource_file: m.md\ncreated: 2026-03-02\n---\n- [ ] a\n"}, "plan: 1", "Plans/b.md", "", false},

		{"the same source", contents{"Plans/a.md": version("2026-03-01", "draft")}, "source_file: Inbox/mail.md", "", "Plans/a.md", false},
		{"the newest of the same source", contents{"Plans/a.md": version("2026-03-01", "draft"), "Plans/b.md": version("2026-03-02", "draft")}, "source_file: Inbox/mail.md", "", "Plans/b.md", false},
		{"the newest of several folders", contents{"Plans/x/a.md": version("2026-03-02", "draft"), "Plans/y/b.md": version("2026-03-01", "draft")}, "source_file: Inbox/mail.md", "", "Plans/x/a.md", false},
		{"none is newest", contents{"Plans/x/a.md": version("2026-03-01", "draft"), "Plans/y/b.md": version("2026-03-01", "draft")}, "source_file: Inbox/mail.md", "", "", false},
		{"the same stem", contents{"Plans/send_offer_plan.md": "- [ ] a\n"}, "x: y", "", "Plans/send_offer_plan.md", false},
		{"the same stem twice", contents{"Plans/send_offer_plan.md": "- [ ] a\n", "Plans/b/plan-send-offer.md": "- [ ] a\n"}, "x: y", "", "", false},
		{"a part of the stem", contents{"Plans/send_plan.md": "- [ ] a\n"}, "x: y", "", "", false},
		{"a request that names a plan is of no other", contents{"Plans/send_offer_plan.md": "- [ ] a\n"}, "plan: gone", "", "", false},
		{"own plans are never a guess", contents{"Plans/PLAN-send_offer.md": planText("1", "Active", "2026-03-01")}, "x: y", "", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := maps.Clone(tt.files)
			c["Pending_Approval/APPROVAL_send_offer.md"] = "---\n" + tt.request + "\n---\nSend it.\n"
			v, _ := openContents(t, c)
			s := mustLoad(t, v)
			r := s.Requests[0]
			if r.Plan != tt.plan || r.Probably != tt.probably || len(s.Problems) > 0 != tt.told {
				t.Errorf("it belongs to %q, probably %q; problems %+v", r.Plan, r.Probably, s.Problems)
			}
		})
	}
}

// TestADecisionChangesThePlanThatIsShown approves requests that name their plan in
// every way that the screen knows.
func TestADecisionChangesThePlanThatIsShown(t *testing.T) {
	t.Parallel()
	for _, names := range []string{"2026-001", "PLAN-2026-001", "Plans/PLAN-2026-001.md", "PLAN-2026-001.md"} {
		for _, at := range []string{"Plans/PLAN-2026-001.md", "In_Progress/me/PLAN-2026-001.md"} {
			t.Run(names+" at "+at, func(t *testing.T) {
				request := strings.Replace(payRequest, "plan_id: 2026-001", "plan_id: "+names, 1)
				v := decidingVault(t, files{at: examples.BlockedPlan, payFile: request, "Pending_Approval/too.md": request})
				s, err := v.Load(t.Context(), eleven)
				if err != nil || s.Requests[0].Plan != at {
					t.Fatalf("got %q, %v", rows(s), err)
				}
				mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
				if got := treeOf(t, v.Dir())[at]; got != logged(approvedLine) {
					t.Errorf("with another request that blocks it, the plan is %q", got)
				}
				mustDecide(t, v, wish(t, v, "Pending_Approval/too.md", model.ChoiceApprove, "go"))
				if got := treeOf(t, v.Dir())[at]; got != freedPlan(approvedLine+"\n- [2026-02-21T11:00:00Z] Operator: Approved step 2 — go") {
					t.Errorf("the plan is %q", got)
				}
			})
		}
	}
}

func TestAFinishedPlanIsNotMadeActive(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"Done/PLAN-2026-001.md": examples.BlockedPlan, payFile: payRequest})
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	if got := treeOf(t, v.Dir())["Done/PLAN-2026-001.md"]; got != logged(approvedLine) {
		t.Errorf("the plan is %q", got)
	}
}

func TestAPlanOfAnyStatusTakesItsLine(t *testing.T) {
	t.Parallel()
	const plan = "---\ntask_id: 1\nstatus: puzzled\n---\n\n## Steps\n\n- [ ] a\n\n## Reasoning Logs\n"
	v := decidingVault(t, files{planFile: plan, payFile: "---\nplan_id: 1\n---\nPay.\n"})
	receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, "go"))
	lines := slices.Collect(func(yield func(string) bool) {
		for _, c := range receipt.Changes {
			if c.Path == planFile {
				yield(c.After[0])
			}
		}
	})
	if len(receipt.Notices) > 0 || !slices.Equal(lines, []string{"- [2026-02-21T11:00:00Z] Operator: Approved request — go"}) {
		t.Errorf("got %+v", receipt)
	}
}

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
			[]string{"plans/PLAN-a.md: the agents would resume no plan, because they look only in a folder called exactly Plans"},
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
