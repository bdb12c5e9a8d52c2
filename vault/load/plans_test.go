package load_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/source"
)

// TestAPlanThatWasApprovedWaitsForItsAgent follows a plan that is a request itself:
// approved, it is work to do, until a log says that it was carried out.
func TestAPlanThatWasApprovedWaitsForItsAgent(t *testing.T) {
	t.Parallel()
	const (
		plan = "---\ntype: plan\nid: PLAN_spring\nstatus: pending_approval\n---\n# Spring\n\n## Steps\n\n- [ ] Publish the post\n- [ ] Log its address\n"
		log  = `{"time": "2026-03-01T08:00:00Z", "action": "publish", "file": "plan-spring.md", "status": "`
	)
	for _, tt := range []struct {
		name, path string
		more       contents
		state      model.State
		granted    bool
		queue      int
	}{
		{"pending", "Pending_Approval/plan-spring.md", nil, model.StateBlocked, false, 1},
		{"approved", "Approved/plan-spring.md", nil, model.StateDraft, true, 0},
		{"approved, and failed", "Approved/plan-spring.md", contents{"Logs/a.jsonl": log + `failed"}`}, model.StateDraft, true, 1},
		{"approved, and carried out", "Approved/plan-spring.md", contents{"Logs/a.jsonl": log + `success"}`}, model.StateDone, false, 0},
		{"begun since", "In_Progress/cloud/plan-spring.md", nil, model.StateBlocked, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, contents{tt.path: plan}.With(tt.more))
			s := mustLoad(t, v)
			if len(s.Plans) != 1 || s.Plans[0].Path != tt.path || s.Plans[0].Status.State != tt.state {
				t.Fatalf("plans are %+v", s.Plans)
			}
			g, granted := rule.Granted(s.Plans[0])
			if granted != tt.granted || granted && g.From != tt.path {
				t.Errorf("granted %v: %+v", granted, g)
			}
			// What is only asked for is not resumed.
			if open := rule.ResumeOf(s).Plan != nil; open != (tt.state != model.StateDone && tt.name != "pending") {
				t.Errorf("it resumes: %v", open)
			}
			if queue := rule.NeedsYou(s); len(queue) != tt.queue {
				t.Errorf("somebody is needed: %+v", queue)
			}
		})
	}
	// A rejected one is no plan any more, nor is a request that names its plan.
	v, _ := openContents(t, contents{"Rejected/plan-spring.md": plan, "Approved/plan-next.md": requestText("a")})
	if s := mustLoad(t, v); len(s.Plans) > 0 || len(s.Decided) != 2 {
		t.Errorf("plans are %+v, decided %+v", s.Plans, s.Decided)
	}
}

// A plan that was copied into the folder of requests is one plan, and a request for it.
func TestACopyOfAPlanAmongTheRequestsIsNoSecondPlan(t *testing.T) {
	t.Parallel()
	const (
		paint = "---\nstatus: pending\n---\n# Plan: paint the gate\n\n## Steps\n- [ ] Buy paint\n- [ ] Paint\n"
		roof  = "---\nstatus: pending\n---\n# Plan: mend the roof\n\n## Steps\n- [ ] Call Nora Field\n"
	)
	v := decidingVault(t, files{
		"Plans/PLAN_gate.md":              paint,
		"Plans/PLAN_roof.md":              roof,
		"Pending_Approval/PLAN_gate.md":   paint,
		"Pending_Approval/PLAN_shed.md":   "---\nstatus: pending\n---\n# Plan: clear the shed\n\n## Steps\n- [ ] Clear it\n",
		"Pending_Approval/sent-to-you.md": roof,
		"Pending_Approval/unlike-roof.md": "---\nstatus: pending\n---\n# Plan: look at the roof\n\n## Steps\n- [ ] Look\n",
	})
	s := mustLoad(t, v)
	var plans []string
	for _, p := range s.Plans {
		plans = append(plans, p.Path)
	}
	wantPlans := map[string]bool{"Plans/PLAN_gate.md": true, "Plans/PLAN_roof.md": true, "Pending_Approval/PLAN_shed.md": true}
	if len(plans) != len(wantPlans) {
		t.Errorf("plans %q", plans)
	}
	for _, p := range plans {
		if !wantPlans[p] {
			t.Errorf("%s is a plan of its own", p)
		}
	}
	got := map[string]string{}
	for _, r := range s.Requests {
		got[r.Name] = r.Plan
	}
	for name, plan := range map[string]string{
		"PLAN_gate.md": "Plans/PLAN_gate.md", "sent-to-you.md": "Plans/PLAN_roof.md", "PLAN_shed.md": "", "unlike-roof.md": "",
	} {
		if got[name] != plan {
			t.Errorf("%s is about plan %q, want %q", name, got[name], plan)
		}
	}
}

// What came in is no longer to be looked at once a draft of it waits, or a plan was made of it.
func TestADraftWaitsOfWhatCameIn(t *testing.T) {
	t.Parallel()
	mail := func(id string) string {
		return "---\ntype: email\nfrom: Otter Books <desk@otter.example>\nsubject: Your parcel\nmessage_id: <" + id + ">\n---\nIt is late.\n"
	}
	v := decidingVault(t, files{
		"Needs_Action/MAIL_20260220_parcel.md": mail("77f0aa11"),
		"Needs_Action/EMAIL_88f0bb22.md":       mail("88f0bb22"),
		"Needs_Action/roof.md":                 "# The roof leaks\n",
		"Needs_Action/chat/CHAT_nora.md":       "# Message of Nora\n",
		"Inbox/garden.txt":                     "Order seeds\n",
		"Needs_Action/untouched.md":            "# Nobody saw this\n",
		"Needs_Action/answered.md":             "# This was answered\n",
		"Needs_Action/12.md":                   "---\nmessage_id: 12\n---\nA number is no id\n",
		"Pending_Approval/DRAFT_20260221.md":   "---\ntype: email_draft\ngmail_message_id: 77f0aa11\nto: desk@otter.example\n---\nThank you.\n",
		"Pending_Approval/DRAFT_20260222.md":   "---\ntype: email_draft\nmail_id: 88f0bb22\nto: desk@otter.example\n---\nThank you.\n",
		"Pending_Approval/DRAFT_20260223.md":   "---\ntype: email_draft\nmail_id: 12\nto: desk@otter.example\n---\nThank you.\n",
		"Pending_Approval/REPLY_x.md":          "---\naction: reply\noriginal_message: CHAT_nora.md\nto: Nora Field\n---\nYes.\n",
		"Plans/PLAN_garden.md":                 "---\nstatus: pending\n---\n# Plan: order seeds\n\n## Steps\n- [ ] Order\n",
		"Plans/work.md":                        "---\nstatus: active\nsource_task: Needs_Action/roof.md\n---\n# Mend the roof\n\n## Steps\n- [ ] Mend\n",
		"Plans/PLAN_answered.md":               "---\nstatus: completed\nsource: Needs_Action/answered.md\n---\n# Answer\n\n## Steps\n- [x] Answer\n",
	})
	s := mustLoad(t, v)
	got := map[string]string{}
	for _, i := range s.Intake {
		got[i.Path] = i.Draft.Path
	}
	want := map[string]string{
		"Needs_Action/MAIL_20260220_parcel.md": "Pending_Approval/DRAFT_20260221.md",
		"Needs_Action/EMAIL_88f0bb22.md":       "Pending_Approval/DRAFT_20260222.md",
		"Needs_Action/roof.md":                 "Plans/work.md",
		"Needs_Action/chat/CHAT_nora.md":       "Pending_Approval/REPLY_x.md",
		"Inbox/garden.txt":                     "Plans/PLAN_garden.md",
		"Needs_Action/untouched.md":            "",
		"Needs_Action/answered.md":             "",
		"Needs_Action/12.md":                   "",
	}
	for path, draft := range want {
		if got[path] != draft {
			t.Errorf("%s: draft %q, want %q", path, got[path], draft)
		}
	}
	var left []string
	for _, a := range rule.Triage(s) {
		left = append(left, a.Ref.Path)
	}
	slices.Sort(left)
	if !slices.Equal(left, []string{"Needs_Action/12.md", "Needs_Action/answered.md", "Needs_Action/untouched.md"}) || rule.Drafted(s) != 5 {
		t.Errorf("triage %q, %d drafted", left, rule.Drafted(s))
	}
}

// TestPlansInJSONTakePartInEverything: versions, links, resuming, problems; and no decision changes them.
func TestPlansInJSONTakePartInEverything(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Plans/plan_hutch_20260220_080000.json": `{"title": "Mend the hutch", "status": "pending", "steps": ["Measure the door"]}`,
		"Plans/plan_hutch_20260221_080000.json": `{"id": "HUTCH", "title": "Mend the hutch", "status": "pending", "steps": [{"action": "Measure the door", "status": "pending"}]}`,
		"Plans/plan_half.json":                  "{\n  \"title\": \"Half\",\n  \"steps\": [\"Go\",\n",
		"Plans/state.json":                      `{"last_id": 7}`,
		"In_Progress/vole/plan_fence.json":      `{"title": "Paint the fence", "tasks": ["Paint"]}`,
		"Done/plan_pens.json":                   `{"title": "Clean the pens", "tasks": ["Sweep"]}`,
		"Pending_Approval/order.json":           `{"action": "order", "to": "mill@oats.example", "plan": "Plans/plan_hutch_20260221_080000.json"}`,
		"Pending_Approval/bad.json":             "{\n\"to\": }\n",
	})
	s := mustLoad(t, v)
	states := map[string]model.State{}
	for _, p := range s.Plans {
		states[p.Path] = p.Status.State
	}
	if len(s.Plans) != 4 || states["Done/plan_pens.json"] != model.StateDone || states["In_Progress/vole/plan_fence.json"] != model.StateActive {
		t.Errorf("got %q", rows(s))
	}
	newest, _ := s.Plan("Plans/plan_hutch_20260221_080000.json")
	older, _ := s.Plan("Plans/plan_hutch_20260220_080000.json")
	if newest.Folded != 1 || !older.Older {
		t.Errorf("versions: %+v and %+v", newest.Reading, older.Reading)
	}
	r, _ := s.Request("Pending_Approval/order.json")
	if r.Plan != newest.Path || r.Target != "mill@oats.example" {
		t.Errorf("the request is %+v", r)
	}
	if p := rule.ResumeOf(s).Plan; p == nil || p.Path != "In_Progress/vole/plan_fence.json" {
		t.Errorf("resumes %+v", p)
	}
	lines := map[string]int{}
	for _, p := range s.Problems {
		lines[p.Path] = p.Line
	}
	if len(s.Problems) != 2 || lines["Plans/plan_half.json"] != 4 || lines["Pending_Approval/bad.json"] != 2 {
		t.Errorf("problems: %+v", s.Problems)
	}
	if len(s.Others) != 1 || s.Others[0].Path != "Plans/state.json" {
		t.Errorf("documents: %+v", s.Others)
	}
	before := must.Get(os.ReadFile(filepath.Join(dir, newest.Path)))(t)
	must.Get(v.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: model.ChoiceApprove, At: s.At, Seen: r.Seen}))(t)
	after, err := os.ReadFile(filepath.Join(dir, newest.Path))
	if err != nil || string(after) != string(before) || !strings.Contains(string(before), "HUTCH") {
		t.Errorf("the plan became %q, %v", after, err)
	}
}

func TestNothingIsApprovedForAPlanThatCannotBeRead(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", source.MaxDocument+1)
	for _, tt := range []struct {
		name   string
		change files
		// want is in the refusal, "" where it may be approved.
		want string
	}{
		{"too large", files{planFile: large}, planFile + ": too large: 1048577 bytes, the limit is 1048576"},
		{"a hole", files{planFile: examples.BlockedPlan + strings.Repeat("\x00", 8<<10)}, planFile + ": no text: more than 4096 NUL bytes in a row"},
		{"a folder", files{"-" + planFile: "", planFile + "/": ""}, planFile + ": a folder, not a file"},
		{"no YAML", files{planFile: "---\ntask_id: 2026-001\nstatus: [\n---\n"}, planFile + ": front matter is not valid YAML"},
		{"a title in its name", files{"-" + planFile: "", "Plans/plan-2026-001_berths.md": large}, "Plans/plan-2026-001_berths.md: too large"},
		{"among finished work", files{"-" + planFile: "", "Done/PLAN-2026-001.md": large}, "Done/PLAN-2026-001.md: too large"},
		{"a file where the folder is", files{"-" + planFile: "", "Plans": ""}, "Plans: a file where the folder Plans should be"},
		{"no such plan", files{"-" + planFile: "", "Plans/": ""}, ""},
		{"another one", files{"-" + planFile: "", "Plans/PLAN-2026-0012.md": large}, ""},
		{"another one beside it", files{"Plans/PLAN-2026-001-old.md": large}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault().With(tt.change))
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			s := mustLoad(t, v)
			r, _ := s.Request(payFile)
			d.Typed = r.Target
			_, err := v.Preview(t.Context(), d)
			seen := rule.Refuse(s, d.Ref, model.ChoiceApprove)
			if tt.want == "" {
				if err != nil || seen.Given() {
					t.Errorf("error %v, seen %+v", err, seen)
				}
				return
			}
			want := "its plan 2026-001 could not be read: " + tt.want
			if !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), want) || !strings.Contains(seen.Text, want) {
				t.Errorf("error %v, seen %+v, want %q", err, seen, want)
			}
			d.Choice, d.Note = model.ChoiceReject, "no"
			if _, err := v.Preview(t.Context(), d); err != nil {
				t.Errorf("rejecting: %v", err)
			}
		})
	}
}

func TestWhatIsOnlySearchedIsPassedOver(t *testing.T) {
	t.Parallel()
	large := strings.Repeat(" ", source.MaxDocument+1)
	v := decidingVault(t, blockedVault().With(files{
		"Logs/2026-02-20.json": large, "Done/x.md": large, payFile + ".note": large, "Rejected/old.md.note": large,
	}))
	if s := mustLoad(t, v); len(s.Problems) > 0 {
		t.Errorf("problems %+v", s.Problems)
	}
	receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	if got := strings.Join(receipt.Notices, "\n"); !strings.Contains(got, "the note was not written: ") || !strings.Contains(got, "too large") {
		t.Errorf("notices %q", got)
	}
	if left := mustLoad(t, v).Interrupted; len(left) != 1 {
		t.Errorf("left %+v", left)
	}
}

// compareIDs says of pairs of YAML for a task_id and a plan_id whether the agents' check finds an approval: it
// compares the one as its type with the text of the other.
const compareIDs = `
import json, sys, yaml
json.dump([str(yaml.safe_load(asked)["x"]) == yaml.safe_load(task)["x"] for task, asked in json.load(sys.stdin)], sys.stdout)
`

// An id without quotes can be a number, a date or a word for yes to the agents, which then find no approval for
// it. Whether they do is asked of their language.
func TestAnIDThatIsNoTextToTheAgentsIsNamedBeforeTheYes(t *testing.T) {
	t.Parallel()
	var pairs [][2]string
	for _, id := range []string{"2026", "001", "1.0", "2026-01-01", "12:30", "yes", "0x1F", "1_000"} {
		quoted := "'" + id + "'"
		pairs = append(pairs, [2]string{id, id}, [2]string{id, quoted}, [2]string{quoted, id}, [2]string{quoted, quoted})
	}
	written := make([][2]string, len(pairs))
	for i, p := range pairs {
		written[i] = [2]string{"x: " + p[0], "x: " + p[1]}
	}
	input := must.Get(json.Marshal(written))(t)
	if err := exec.CommandContext(t.Context(), "python3", "-I", "-c", "import yaml").Run(); err != nil {
		t.Skipf("needs python3 with PyYAML: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-I", "-c", compareIDs)
	cmd.Stdin = strings.NewReader(string(input))
	output, err := cmd.Output()
	var found []bool
	if err == nil {
		err = json.Unmarshal(output, &found)
	}
	if err != nil || len(found) != len(pairs) {
		t.Fatalf("python3 said %q: %v", output, err)
	}
	for i, p := range pairs {
		id := strings.Trim(p[0], "'")
		v, _ := openContents(t, contents{
			"Plans/PLAN-" + id + ".md": "---\ntask_id: " + p[0] + "\ncreated_date: '2026-03-14T09:00:00Z'\nstatus: Blocked\n---\n## Roadmap\n\n- [x] Write\n- [ ] ✋ Send\n\n## Reasoning Logs\n",
			"Pending_Approval/send.md": "---\naction_type: email\ncreated_date: '2026-03-14T09:00:00Z'\nplan_id: " + p[1] + "\nrationale: due\nstatus: pending\nstep_description: Send\nstep_id: 2\ntarget_recipient: a@quay.example\n---\nHello.\n",
		})
		s := mustLoad(t, v)
		r := s.Requests[0]
		_, unlocks := rule.Unlocks(s, r)
		asked := len(rule.Weighed(r, model.WeightAsk)) > 0
		if unlocks != found[i] || !found[i] && !asked {
			t.Errorf("task_id: %s, plan_id: %s: unlocks %v, the agents find the approval: %v; doubts %+v", p[0], p[1], unlocks, found[i], r.Doubts)
		}
		bare := p[0] == id
		said := slices.ContainsFunc(s.Problems, func(pr model.Problem) bool {
			return pr.Line == 2 && strings.HasPrefix(pr.Reason, "no approval lets the agents tick a step of this plan: they read its task_id as ") && pr.Hint == fmt.Sprintf("put it in quotes: task_id: '%s'", id)
		})
		if said != bare {
			t.Errorf("task_id: %s: problems %+v", p[0], s.Problems)
		}
	}
}

// TestWorkThatDoneTellsOfIsDone has a plan beside a file among finished work; done says whether
// that file ends the plan.
func TestWorkThatDoneTellsOfIsDone(t *testing.T) {
	t.Parallel()
	const (
		waits    = "---\nstatus: pending_approval\ncreated: 2026-02-20T10:00:00Z\n---\n# Plan: Pay the miller\n\n- [ ] Weigh\n- [ ] Pay\n"
		began    = "---\nstatus: pending_approval\ncreated: 2026-02-20T10:00:00Z\n---\n# Plan: Pay the miller\n\n- [x] Weigh\n- [ ] Pay\n"
		own      = "---\ntask_id: b\nstatus: Blocked\n---\n\n## Roadmap\n- [ ] ✋ Pay\n"
		asked    = "---\ntype: approval_request\nplan_file: PLAN_b.md\nstatus: approved\n---\n\nPay.\n"
		askedOld = "---\ntype: approval_request\nplan_file: PLAN_b.md\ncreated: 2026-02-19T10:00:00Z\n---\n\nPay.\n"
		sameDay  = "---\ntype: approval_request\nplan_file: PLAN_b.md\ncreated: 2026-02-20\n---\n\nPay.\n"
		step     = "---\ntype: approval_request\nplan_file: PLAN_b.md\nstep_id: 1\n---\n\nPay.\n"
		failed   = "---\ntype: approval_request\nplan_file: PLAN_b.md\nresult: failed\n---\n\nPay.\n"
		newer    = "---\nstatus: completed\ncreated: 2026-02-21T10:00:00Z\n---\n# Plan: Pay the miller\n"
		older    = "---\nstatus: completed\ncreated: 2026-02-19T10:00:00Z\n---\n# Plan: Pay the miller\n"
	)
	for name, tt := range map[string]struct {
		plan   string
		beside contents
		done   string
	}{
		"a request that names it":             {waits, contents{"Done/APPROVAL_pay.md": asked}, "Done/APPROVAL_pay.md"},
		"one of the same day":                 {waits, contents{"Done/APPROVAL_pay.md": sameDay}, "Done/APPROVAL_pay.md"},
		"an older request":                    {waits, contents{"Done/APPROVAL_pay.md": askedOld}, ""},
		"a request for a step":                {waits, contents{"Done/APPROVAL_pay.md": step}, ""},
		"a request that failed":               {waits, contents{"Done/APPROVAL_pay.md": failed}, ""},
		"a failure by its name":               {waits, contents{"Done/FAILED_pay.md": asked}, ""},
		"a request, and some steps are done":  {began, contents{"Done/APPROVAL_pay.md": asked}, ""},
		"a request, and another one waits":    {waits, contents{"Done/APPROVAL_pay.md": asked, "Pending_Approval/more.md": asked}, ""},
		"a request, and one was approved":     {waits, contents{"Done/APPROVAL_pay.md": asked, "Approved/more.md": asked}, ""},
		"a request for a plan of the agents'": {own, contents{"Done/APPROVAL_pay.md": asked}, ""},
		"its execution":                       {began, contents{"Done/EXECUTED_b.md": "It went well.\n"}, "Done/EXECUTED_b.md"},
		"a plan that is called done":          {waits, contents{"Done/PLAN_b_done.md": "It went well.\n"}, ""},
		"the execution of another one":        {waits, contents{"Done/EXECUTED_b_2.md": "It went well.\n"}, ""},
		"an execution that several may mean":  {waits, contents{"Done/EXECUTED_b.md": "", "Plans/b_plan.md": waits}, ""},
		"a newer copy":                        {waits, contents{"Done/PLAN_b.md": newer}, "Done/PLAN_b.md"},
		"an older copy":                       {waits, contents{"Done/PLAN_b.md": older}, ""},
		"a rejected copy":                     {waits, contents{"Rejected/PLAN_b.md": newer}, ""},
		"the source that was filed":           {waits, contents{"Done/b.md": "---\ntype: email\nstatus: pending\n---\nPay me.\n"}, ""},
		"the source of a plan without a status": {
			"# Plan: Pay the miller\n\n- [ ] Pay\n", contents{"Done/b.md": "---\ntype: email\nstatus: pending\n---\nPay me.\n"}, "Done/b.md",
		},
		"the source that it names, and no status": {
			"---\nsource_file: EMAIL_miller.md\n---\n# Plan: Pay the miller\n\n- [ ] Pay\n", contents{"Done/EMAIL_miller.md": "Pay me.\n"}, "Done/EMAIL_miller.md",
		},
		"a report that names it": {waits, contents{"Done/day.md": "---\nplan_file: PLAN_b.md\n---\nMade a plan.\n"}, ""},
		"a request of which the plan speaks": {
			waits + "\nSee Pending_Approval/pay.md.\n", contents{"Done/pay.md": "---\ntype: approval_request\n---\nPay.\n"}, "Done/pay.md",
		},
		"a newer request of the same stem": {
			waits, contents{"Done/APPROVAL_b.md": "---\ntype: approval_request\ncreated: 2026-02-20T11:00:00Z\n---\nPay.\n"}, "Done/APPROVAL_b.md",
		},
		"a request of the same stem without a time": {waits, contents{"Done/APPROVAL_b.md": "---\ntype: approval_request\n---\nPay.\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.beside["Plans/PLAN_b.md"] = tt.plan
			v, _ := openContents(t, tt.beside)
			s := mustLoad(t, v)
			p, ok := s.Plan("Plans/PLAN_b.md")
			if !ok {
				t.Fatal("the plan is not there")
			}
			isDone := p.Status.State == model.StateDone && p.Reading.Status == model.BasisCompanion
			if isDone != (tt.done != "") || p.Reading.Companion != tt.done || isDone && rule.WaitsForYou(p) {
				t.Errorf("got %v (%v) by %q", p.Status, p.Reading.Status, p.Reading.Companion)
			}
		})
	}
}

func TestWhatCannotBeReadAgainStaysStale(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, watchedContents())
	const name = "Pending_Approval/chalk.md"
	ref := model.Ref{Kind: model.KindRequest, Path: name}
	before := mustLoad(t, v)
	if len(before.Stale) != 0 || rule.Refuse(before, ref, model.ChoiceApprove).Given() {
		t.Fatalf("at first: %v, %q", before.Stale, rule.Refuse(before, ref, model.ChoiceApprove))
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	must.Do(t, err)
	must.Do(t, os.WriteFile(filepath.Join(dir, name), make([]byte, source.MaxDocument+1), 0o644))
	// Its age counts from when it was read, however often it cannot be.
	for i := range 3 {
		s, err := v.Load(t.Context(), loadTime.Add(time.Duration(i+1)*time.Hour))
		must.Do(t, err)
		r, ok := s.Request(name)
		if !ok || r.Seen != before.Requests[0].Seen || !s.Stale[name].Equal(before.At) {
			t.Errorf("load %d: %+v, stale since %v", i, r, s.Stale)
		}
		if reason := rule.Refuse(s, ref, model.ChoiceApprove); !strings.Contains(phrase.Reason(reason), "rereading failed") {
			t.Errorf("load %d: %q", i, reason)
		}
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	if s := mustLoad(t, v); len(s.Stale) != 0 || len(s.Requests) != 1 {
		t.Errorf("readable again, stale %v", s.Stale)
	}
	must.Do(t, os.Remove(filepath.Join(dir, name)))
	if s := mustLoad(t, v); len(s.Stale) != 0 || len(s.Requests) != 0 {
		t.Errorf("gone, but %d requests, stale %v", len(s.Requests), s.Stale)
	}
}

// A file that is newer than the time that the operator asks about has not waited for a time that is
// to come: it has no age, and comes last.
func TestAWaitThatIsStillToComeHasNoAge(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{
		"Needs_Action/copied.md":        "# Copied later\n",
		"Needs_Action/photo.jpg":        "not a picture",
		"Needs_Action/old.md":           "---\nreceived: 2026-01-05\n---\n# Received in January\n",
		"Pending_Approval/timeless.md":  "---\ntype: approval_request\naction: call\n---\n# Call Nora Field\n",
		"Pending_Approval/with-time.md": "---\ntype: approval_request\naction: call\ncreated: 2026-02-01T09:00:00Z\n---\n# Call Otter Books\n",
	})
	later := mustLoad(t, v).At.AddDate(0, 8, 0)
	for _, name := range []string{"copied.md", "photo.jpg"} {
		must.Do(t, os.Chtimes(filepath.Join(v.Dir(), "Needs_Action", name), later, later))
	}
	s := mustLoad(t, v)
	since := map[string]time.Time{}
	for _, a := range rule.Triage(s) {
		since[a.Ref.Path] = a.Since
	}
	if len(since) != 3 || !since["Needs_Action/copied.md"].IsZero() || !since["Needs_Action/photo.jpg"].IsZero() || since["Needs_Action/old.md"].IsZero() {
		t.Errorf("waiting since %v", since)
	}
	if s.Intake[0].Path != "Needs_Action/old.md" {
		t.Errorf("first is %s", s.Intake[0].Path)
	}
	if len(s.Requests) != 2 || s.Requests[1].Name != "timeless.md" {
		t.Errorf("requests %+v", s.Requests)
	}
}

// What is in progress is counted by who claimed it, whatever kind of file it is.
func TestWhatIsInProgressIsCountedByWhoClaimedIt(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{
		"In_Progress/cloud/MAIL_otter.md":  "# Mail of Otter Books\n",
		"In_Progress/cloud/invoice.pdf":    "%PDF",
		"In_Progress/cloud/.gitkeep":       "",
		"In_Progress/local/PLAN_garden.md": "---\nstatus: pending\n---\n# Plan: order seeds\n\n## Steps\n- [ ] Order\n",
		"In_Progress/local/PLAN_roof.md":   "---\nstatus: completed\n---\n# Plan: mend the roof\n\n## Steps\n- [x] Mend\n",
		"In_Progress/loose.md":             "# Nobody took this by name\n",
		"In_Progress/idle/README.md":       "# The folder of idle\n",
		"Plans/PLAN_shed.md":               "---\nstatus: pending\n---\n# Plan: clear the shed\n\n## Steps\n- [ ] Clear\n",
		"Pending_Approval/.gitkeep":        "",
	})
	want := []model.Claim{{By: "cloud", Count: 2}, {By: "local", Count: 1}, {Count: 1}}
	if got := mustLoad(t, v).InProgress(); !slices.Equal(got, want) {
		t.Errorf("in progress %+v, want %+v", got, want)
	}
}
