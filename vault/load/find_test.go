package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/source/traces"
)

func TestAFolderWithoutAnySourceIsStrange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		files contents
		want  string
	}{
		{contents{"JOURNAL.md": "x", "b": "x"}, "JOURNAL.md b"},
		{contents{"1": "", "2": "", "3": "", "4": "", "5": "", "6": "", "7": ""}, "1 2 3 4 5 and 2 more"},
		{contents{"Plans/a.md": "# A"}, ""},
		{contents{"events.jsonl": "{}"}, ""},
		{contents{".claude/governance-events.jsonl": "{}"}, ""},
		{contents{"flow/trace.md": "# Trace"}, ""},
		{contents{"docs/work/active/w/WORK.md": "x"}, ""},
		{contents{".math/config.json": "{}"}, ""},
	} {
		v, _ := openContents(t, c.files)
		s := mustLoad(t, v)
		if got := strings.Join(s.Instead, " "); got != c.want || s.Strange != (c.want != "") {
			t.Errorf("%v: %t, %q", c.files, s.Strange, got)
		}
	}
}

func TestABrokenOwnPlanIsAProblemAndNoPlan(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/claim.md":   "---\ntask_id: 1\nstatus: Active\nnote: \"a\n---\n## Roadmap\n- [ ] a\n",
		"Plans/foreign.md": "---\ntitle: b\nstatus: active\nstatus: done\n---\n- [ ] a\n",
	})
	s := mustLoad(t, v)
	if len(s.Plans) != 1 || s.Plans[0].Path != "Plans/foreign.md" || len(s.Problems) != 1 || s.Problems[0].Path != "Plans/claim.md" || s.Problems[0].Line != 4 {
		t.Errorf("got %q", rows(s))
	}
}

// foreignBlocked waits for an approval in a notation that is not the agents' own.
const foreignBlocked = "---\nplan_id: mail-7\nstatus: awaiting_approval\n---\n# Plan: Answer the mail\n\n## Steps\n- [x] Draft\n- [ ] Send it [REQUIRES APPROVAL]\n\n## Reasoning Logs\n\n- [2026-02-20T09:00:00Z] Agent: Drafted\n"

func TestNoDecisionChangesAForeignPlan(t *testing.T) {
	t.Parallel()
	const plan, request = "Plans/mail_plan.md", "Pending_Approval/send.md"
	for by, names := range map[string]string{
		"id": "plan_id: mail-7", "path": "plan: Plans/mail_plan.md", "name": "plan_file: mail_plan.md", "key in the body": "x: y\n---\n**Plan:** `Plans/mail_plan.md`",
	} {
		for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges} {
			t.Run(by+" "+choice.String(), func(t *testing.T) {
				v := decidingVault(t, files{plan: foreignBlocked, request: "---\n" + names + "\n---\nSend it.\n"})
				long := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
				full := filepath.Join(v.Dir(), filepath.FromSlash(plan))
				must.Do(t, os.Chtimes(full, long, long))
				s, err := v.Load(t.Context(), eleven)
				if err != nil || len(s.Requests) != 1 || s.Requests[0].Plan != plan || !s.Plans[0].Reading.Foreign || s.Plans[0].Status.State != model.StateBlocked {
					t.Fatalf("got %+v, %v", s, err)
				}
				receipt := mustDecide(t, v, wish(t, v, request, choice, "because"))
				if len(receipt.Notices) > 0 {
					t.Errorf("notices %q", receipt.Notices)
				}
				after := treeOf(t, v.Dir())
				info, err := os.Stat(full)
				if err != nil || after[plan] != foreignBlocked || !info.ModTime().Equal(long) {
					t.Errorf("the plan was changed: %q, %v", after[plan], err)
				}
				folder := map[model.Choice]string{model.ChoiceApprove: "Approved/", model.ChoiceReject: "Rejected/", model.ChoiceChanges: "Pending_Approval/"}[choice]
				if _, there := after[folder+"send.md"]; !there {
					t.Errorf("the request is not in %s: %q", folder, after)
				}
			})
		}
	}
}

func TestNothingIsDecidedOnAForeignPlanItself(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"Plans/mail_plan.md": foreignBlocked})
	for _, choice := range []model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges} {
		d := wish(t, v, "Plans/mail_plan.md", choice, "because")
		d.Ref.Kind = model.KindPlan
		refusedWith(t, v, d, model.ErrNotAllowed, "coldstart never changes a plan")
	}
}

func TestAPlanThatWaitsAsARequest(t *testing.T) {
	t.Parallel()
	const name = "Pending_Approval/plan_post.md"
	v := decidingVault(t, files{name: "---\ntype: plan\nid: post-1\nstatus: pending_approval\n---\n## Steps\n1. Post\n"})
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Plans) != 1 || len(s.Requests) != 1 {
		t.Fatalf("got %q, %v", rows(s), err)
	}
	if needs := rule.NeedsYou(s); len(needs) != 1 || needs[0].Ref != s.Requests[0].Ref() {
		t.Errorf("it waits more than once: %+v", needs)
	}
	if s.Requests[0].Probably != "" {
		t.Errorf("it is probably of itself: %s", s.Requests[0].Probably)
	}
	mustDecide(t, v, wish(t, v, name, model.ChoiceApprove, ""))
	if _, there := treeOf(t, v.Dir())["Approved/plan_post.md"]; !there {
		t.Error("it did not move")
	}
}

func TestARequestCalledAsItsPlanIsNoPlan(t *testing.T) {
	t.Parallel()
	const name = "Pending_Approval/PLAN-2026-001-step-2.md"
	v := decidingVault(t, files{planFile: examples.BlockedPlan, name: payRequest})
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Plans) != 1 || len(s.Requests) != 1 || s.Requests[0].Plan != planFile || len(s.Problems) > 0 {
		t.Fatalf("got %q, %v", rows(s), err)
	}
	mustDecide(t, v, wish(t, v, name, model.ChoiceApprove, ""))
	if got := treeOf(t, v.Dir())[planFile]; !strings.Contains(got, "status: Active") {
		t.Errorf("the plan is %q", got)
	}
}

// The folder overrules a status, but who goes by the status takes it for decided.
func TestAStatusThatSaysDecidedTakesTheTypedTarget(t *testing.T) {
	t.Parallel()
	for text, asks := range map[string]bool{
		"---\ntype: email\nstatus: approved\n---\nHello.\n":         true,
		"---\ntype: email\nstatus: Rejected\n---\nHello.\n":         true,
		"---\ntype: email\nstatus: done\n---\nHello.\n":             true,
		"# Mail\n\n**Status:** Approved\n":                          true,
		"---\ntype: email\nstatus: pending approval\n---\nHello.\n": false,
		"---\ntype: email\nstatus: urgent\n---\nHello.\n":           false,
		"---\ntype: email\n---\n- [x] Approve\n- [ ] Reject\n":      false,
	} {
		v := decidingVault(t, files{"Pending_Approval/mail.md": text})
		q := mustLoad(t, v).Requests[0]
		if got := len(rule.WhyTypeRequest(q, eleven)) > 0; got != asks {
			t.Errorf("%q: asks %v, want %v: %+v", text, got, asks, q.Doubts)
		}
	}
}

// tooLargeToOpen makes a file that is a problem when anybody opens it.
func tooLargeToOpen(t *testing.T, dir, name string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
	f := must.Get(os.Create(full))(t)
	must.Do(t, f.Truncate(source.MaxDocument+1))
	must.Do(t, f.Close())
}

func TestOnlyPlansAreOpenedAmongFinishedWork(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Done/PLAN-1.md":                  planText("1", "Active", "2026-03-01"),
		"Done/mail_plan.md":               "---\nstatus: completed\n---\n- [ ] left open\n",
		"In_Progress/carrier/PLAN-2.md":   planText("2", "Draft", "2026-03-02"),
		"In_Progress/carrier/a.plan.md":   "- [ ] go\n",
		"In_Progress/carrier/odd-plan.md": "---\nstatus: puzzled\n---\n- [ ] go\n",
	})
	for _, name := range []string{
		"Done/mail.md", "Done/deep/photo.jpg", "Done/planning.md", "Done/plan.yaml", "In_Progress/carrier/task.md", "In_Progress/secrets.env",
	} {
		tooLargeToOpen(t, dir, name)
	}
	s := mustLoad(t, v)
	got := map[string]string{}
	for _, p := range s.Plans {
		got[p.Path] = p.Status.State.String() + " " + p.Status.Word + " " + p.Reading.Status.String() + " " + p.Reading.Claimed
	}
	for name, want := range map[string]string{
		"Done/PLAN-1.md": "Done Active folder ", "Done/mail_plan.md": "Done completed declared ",
		"In_Progress/carrier/PLAN-2.md": "Active Draft folder ", "In_Progress/carrier/a.plan.md": "Active  folder carrier",
		"In_Progress/carrier/odd-plan.md": "Active puzzled folder carrier",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if len(s.Plans) != 5 || len(s.Problems) > 0 || len(s.Others) > 0 {
		t.Errorf("got %q and %+v", rows(s), s.Others)
	}
	if r := rule.ResumeOf(s); len(r.Finished) > 0 || r.Plan == nil || r.Plan.Reading.Closed {
		t.Errorf("finished work is spoken of: %+v", r)
	}
	if p, _ := s.Plan("Done/mail_plan.md"); rule.NextPlan(p).Words() != "" {
		t.Errorf("finished work goes on with %q", rule.NextPlan(p).Words())
	}
	tooLargeToOpen(t, dir, "Done/PLAN-9.md")
	if s := mustLoad(t, v); len(s.Problems) != 1 {
		t.Error("the test does not notice what is opened")
	}
}

func TestAnArchiveAmongThePlansIsFinishedWork(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/archive/PLAN-1.md": planText("1", "Active", "2026-03-09"),
		"Plans/PLAN-2.md":         planText("2", "Draft", "2026-03-01"),
		"Plans/PLAN-3.md":         planText("3", "Done", "2026-03-01"),
	})
	r := rule.ResumeOf(mustLoad(t, v))
	if r.Plan == nil || r.Plan.ID != "2" || len(r.RunnersUp) > 0 || len(r.Finished) != 1 || r.Finished[0].ID != "3" {
		t.Errorf("got %+v", r)
	}
}

func TestOtherFilesAreNamesOnly(t *testing.T) {
	t.Parallel()
	const secret = "password-1234"
	v, dir := openContents(t, contents{
		"Plans/daily_briefing.md": "# Briefing\n" + secret + "\n",
		"Plans/dump.md":           "{'api_key': '" + secret + "'}\n",
		"Plans/blank.md":          " \n\n",
		"Plans/README.md":         secret,
		"Plans/real.md":           "- [ ] a\n",
	})
	for _, name := range []string{"Plans/state.yaml", "Plans/deep/keys.env", "Plans/noending"} {
		tooLargeToOpen(t, dir, name)
	}
	s := mustLoad(t, v)
	var got []string
	for _, o := range s.Others {
		got = append(got, o.Path+": "+o.Kind)
		if strings.Contains(o.Kind+o.Why, secret) || o.Why == "" {
			t.Errorf("got %+v", o)
		}
		if doc, err := v.Read(t.Context(), o.Ref()); err == nil || strings.Contains(err.Error(), secret) || len(doc.Bytes) > 0 {
			t.Errorf("%s is read: %v", o.Path, err)
		}
		if reason := rule.Refuse(s, o.Ref(), model.ChoiceApprove); !reason.Given() {
			t.Errorf("%s can be approved", o.Path)
		}
	}
	want := []string{
		"Plans/README.md: document", "Plans/blank.md: empty", "Plans/daily_briefing.md: document", "Plans/deep/keys.env: unknown", "Plans/dump.md: document",
		"Plans/noending: unknown", "Plans/state.yaml: unknown",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(s.Plans) != 1 || len(s.Problems) > 0 || len(rule.NeedsYou(s)) > 0 {
		t.Errorf("got %q", rows(s))
	}
}

func TestOnlyRequestsCountAsDecided(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Approved/mail.md": "# Mail\n", "Approved/deep/post.txt": "Post\n", "Rejected/pay.md": "# Pay\n", "Rejected/pay.md.note": "no\n",
		"Approved/README.md": "x", "Approved/.hidden.md": "x", "Done/old.md": "# Old\n",
	})
	s := mustLoad(t, v)
	got := map[string]string{}
	for _, r := range s.Decided {
		got[r.Path] = r.Reading.Decision
	}
	if len(got) != 3 || got["Approved/mail.md"] != "approved" || got["Approved/deep/post.txt"] != "approved" || got["Rejected/pay.md"] != "rejected" || len(s.Problems) > 0 {
		t.Errorf("got %q and %q", got, rows(s))
	}
}

func TestTheFirstEventLogThatExistsCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files files
		want  string
	}{
		{"none", files{"other.jsonl": orphanLog}, ""},
		{"in the vault itself", files{"events.jsonl": orphanLog}, "events.jsonl"},
		{"in the old place", files{".claude/governance-events.jsonl": orphanLog, "events.jsonl": "x"}, ".claude/governance-events.jsonl"},
		{"in the new place", files{eventFile: orphanLog, ".claude/governance-events.jsonl": "x", "events.jsonl": "x"}, eventFile},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustLoad(t, decidingVault(t, tt.files))
			if s.Events.Path != tt.want || len(s.Problems) > 0 {
				t.Errorf("read %q, problems %q", s.Events.Path, reasons(s.Problems))
			}
			if _, ok := s.Events.CurrentSession(); ok != (tt.want != "") {
				t.Errorf("the current session is %v", ok)
			}
		})
	}
}

func TestWorkItemsAreFoundOneFolderDeep(t *testing.T) {
	t.Parallel()
	const text = "---\nid: a\n---\n"
	s := mustLoad(t, decidingVault(t, files{
		"docs/work/active/b/WORK.md": text, "docs/work/active/a/WORK.md": text, "docs/work/blocked/c/WORK.md": text,
		"docs/work/active/empty/": "", "docs/work/active/WORK.md": text, "docs/work/active/a/deep/WORK.md": text,
		"docs/work/done/d/WORK.md": text, "docs/work/active/e/work.txt": text,
	}))
	var got []string
	for _, w := range s.Work {
		got = append(got, w.Path)
	}
	want := []string{"docs/work/active/a/WORK.md", "docs/work/active/b/WORK.md", "docs/work/blocked/c/WORK.md"}
	if !slices.Equal(got, want) || len(s.Problems) > 0 {
		t.Errorf("got %q, problems %q", got, reasons(s.Problems))
	}
}

func TestTracesAreFoundAnywhere(t *testing.T) {
	t.Parallel()
	text := seedTrace("in-progress", "in-progress")
	s := mustLoad(t, decidingVault(t, files{
		"trace.md": text, "runs/a/b/c/d/e/trace.md": text, "Plans/x/trace.md": text, "runs/traces.md": text, "runs/TRACE.md": text,
		".git/trace.md": text, "app/node_modules/x/trace.md": text, "runs/.old/trace.md": text,
	}))
	var got []string
	for _, trace := range s.Traces {
		got = append(got, trace.Path)
	}
	if want := []string{"Plans/x/trace.md", "runs/a/b/c/d/e/trace.md", "trace.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTracesThatNeedAHumanComeFirst(t *testing.T) {
	t.Parallel()
	at := func(day, text string) string {
		return strings.Replace(text, "**Status", "**Started:** "+day+"\n**Status", 1)
	}
	s := mustLoad(t, decidingVault(t, files{
		"a/trace.md": at("2026-03-01", seedTrace("completed", "completed")), "b/trace.md": at("2026-03-02", seedTrace("completed", "completed")),
		"c/trace.md": at("2026-02-01", seedTrace("failed", "failed")), "d/trace.md": at("2026-02-01", seedTrace("in-progress", "in-progress")),
	}))
	var got []string
	for _, trace := range s.Traces {
		got = append(got, trace.Path[:1])
	}
	if strings.Join(got, "") != "cdba" {
		t.Errorf("got %q", got)
	}
}

func TestRecoveryLinksAreNamedAndNotFollowed(t *testing.T) {
	t.Parallel()
	const notFollowed = "0: a link; it is not followed, so its target is not shown"
	for _, tt := range []struct {
		name string
		// link leads to target, relative to the link's folder.
		link, target string
		want         string
	}{
		{"the folder of the event log", ".claude", "elsewhere/claude", notFollowed},
		{"the event log", "events.jsonl", "elsewhere/claude/haios/governance-events.jsonl", "0: reading events.jsonl: not a regular file: a link"},
		{"the folder of all work", "docs", "elsewhere/docs", notFollowed},
		{"the folder of active work", "docs/work/active", "../../elsewhere/docs/work/active", notFollowed},
		{"a work item", "docs/work/active/a", "../../../elsewhere/docs/work/active/a", notFollowed},
		{"a work item outside", "docs/work/active/a", "../../../../outside", notFollowed},
		{"a WORK.md", "docs/work/active/a/WORK.md", "../../../../elsewhere/docs/work/active/a/WORK.md", "0: reading docs/work/active/a/WORK.md: not a regular file: a link"},
		{"a trace", "runs/trace.md", "../elsewhere/runs/real.md", "0: a link, not a file; it is not opened"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{
				"elsewhere/claude/haios/governance-events.jsonl": orphanLog, "elsewhere/docs/work/active/a/WORK.md": "---\nid: a\n---\n",
				"elsewhere/runs/real.md": seedTrace("failed", "failed"), "../outside/WORK.md": "---\nid: a\n---\n",
			})
			link := filepath.Join(v.Dir(), filepath.FromSlash(tt.link))
			must.Do(t, os.MkdirAll(filepath.Dir(link), 0o755))
			if err := os.Symlink(filepath.FromSlash(tt.target), link); err != nil {
				t.Skipf("this system makes no links: %v", err)
			}
			s := mustLoad(t, v)
			if got := reasons(s.Problems); len(got) != 1 || got[0] != tt.want || s.Problems[0].Path != tt.link {
				t.Errorf("problems %q of %+v, want %q", got, s.Problems, tt.want)
			}
			if len(s.Events.Sessions)+len(s.Work)+len(s.Traces) > 0 {
				t.Errorf("got %+v", s)
			}
		})
	}
}

func TestRecoveryFoldersThatCannotBeReadAreNamedOnce(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("needs an account that permissions hold for")
	}
	v := decidingVault(t, files{"docs/work/active/a/WORK.md": "---\nid: a\n---\n", "runs/x/trace.md": seedTrace("failed", "failed")})
	for _, name := range []string{"docs/work/active/a", "runs/x"} {
		full := filepath.Join(v.Dir(), name)
		must.Do(t, os.Chmod(full, 0))
		t.Cleanup(func() { os.Chmod(full, 0o755) })
	}
	var got []string
	for _, p := range mustLoad(t, v).Problems {
		got = append(got, p.Path+": "+p.Reason)
	}
	want := []string{
		"docs/work/active/a: reading docs/work/active/a: permission denied", "runs/x: reading runs/x: permission denied",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTracesOverTheLimitAreNamed(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{tracePath: ""})
	must.Do(t, os.Truncate(filepath.Join(v.Dir(), tracePath), traces.MaxSize+1))
	s := mustLoad(t, v)
	if len(s.Problems) != 1 || !strings.Contains(s.Problems[0].Reason, "the limit is 33554432") {
		t.Errorf("problems %q", reasons(s.Problems))
	}
	d := model.Decision{Ref: model.Ref{Kind: model.KindTrace, Path: tracePath}, Choice: model.ChoiceRetry, Seen: model.FingerprintOf(nil), At: eleven}
	refusedWith(t, v, d, model.ErrNotAllowed, "too large")
}

func TestFoldersAreReadUpToALimitThatIsNamed(t *testing.T) {
	t.Parallel()
	if !whole.All() {
		t.Skip("makes 100,000 names; COLDSTART_WHOLE=1 does")
	}
	v, dir := openContents(t, contents{"Plans/000000.x": "", "Plans/050000.x": "", "Plans/100000.x": ""})
	plans := filepath.Join(dir, "Plans")
	for i := range disk.MaxEntries + 1 {
		if i%50_000 == 0 {
			continue
		}
		// Links to one file are quicker to make than files, and a file can have so many.
		if err := os.Link(filepath.Join(plans, fmt.Sprintf("%06d.x", i/50_000*50_000)), filepath.Join(plans, fmt.Sprintf("%06d.x", i))); err != nil {
			t.Skipf("needs hard links: %v", err)
		}
	}
	assertRows(t, mustLoad(t, v), fmt.Sprintf("problem:Plans#more than %d entries; the rest is not shown", disk.MaxEntries))
	assertRows(t, mustLoad(t, openAt(t, plans)), fmt.Sprintf("problem:.#more than %d entries; the rest is not shown", disk.MaxEntries))
	must.Do(t, os.Remove(filepath.Join(plans, "000001.x")))
	assertRows(t, mustLoad(t, v))
}
