package rule

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func blocked(path, reason string, log ...model.LogEntry) model.Plan {
	p := plan(path, "Blocked", "2026-03-01")
	p.BlockedReason, p.Log, p.Steps = reason, log, steps("xHo")
	return p
}

func request(name, created string) model.Request {
	return model.Request{Path: "Pending_Approval/" + name, Name: name, Created: model.ParseStamp(created, nil)}
}

// withRequest returns a request after edits to it.
func withRequest(r model.Request, edit func(*model.Request)) model.Request {
	edit(&r)
	return r
}

func expiring(at string) func(*model.Request) {
	return func(r *model.Request) { r.Expires = model.ParseStamp(at, nil) }
}

func forPlan(path string, step int) func(*model.Request) {
	return func(r *model.Request) { r.Plan, r.Step = path, step }
}

func TestNeedsYouOrder(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{
		At: noon,
		Plans: []model.Plan{
			blocked("Plans/held.md", ""),
			blocked("Plans/by-hand.md", "", logAt("2026-03-05")...),
			plan("Plans/active.md", "Active", "2026-03-01"),
		},
		Requests: []model.Request{
			request("young.md", "2026-03-09"),
			request("timeless.md", "soon"),
			request("old.md", "2026-03-02"),
			withRequest(request("urgent.md", "2026-03-10"), expiring("2026-03-11T11:59:59Z")),
			withRequest(request("blocking-late.md", "2026-03-08"), forPlan("Plans/held.md", 2)),
			withRequest(withRequest(request("blocking-expired.md", "2026-03-09"), forPlan("Plans/held.md", 2)), expiring("2026-03-09")),
			withRequest(request("expired.md", "2026-01-01"), expiring("2026-02-01")),
			withRequest(request("of-active.md", "2026-03-03"), forPlan("Plans/active.md", 1)),
			withRequest(request("asked.md", "2026-03-01"), func(r *model.Request) { r.Asked = &model.EarlierAnswer{At: noon} }),
		},
		Problems: []model.Problem{{Path: "Plans/broken.md", Line: 3, Reason: "front matter is never closed"}},
	}
	want := []string{
		"request:Pending_Approval/urgent.md",
		"plan:Plans/by-hand.md",
		"request:Pending_Approval/blocking-late.md",
		"request:Pending_Approval/blocking-expired.md",
		"problem:Plans/broken.md#3: front matter is never closed",
		"request:Pending_Approval/old.md",
		"request:Pending_Approval/of-active.md",
		"request:Pending_Approval/young.md",
		"request:Pending_Approval/timeless.md",
		"request:Pending_Approval/expired.md",
	}
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, a.Ref.String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestNeedsYouRows(t *testing.T) {
	t.Parallel()
	held := blocked("Plans/held.md", "")
	held.ID = "2026-001"
	for _, tt := range []struct {
		name string
		s    model.Snapshot
		want need
	}{
		{
			"a request that blocks a plan", model.Snapshot{Plans: []model.Plan{held}, Requests: []model.Request{
				withRequest(withRequest(request("r.md", "2026-03-09"), forPlan("Plans/held.md", 2)), func(r *model.Request) {
					r.Summary, r.Target, r.Action = "Send e-mail", "desk@harbour.example", "email"
				}),
			}},
			need{What: "Send e-mail", Who: "desk@harbour.example", Why: "blocks 2026-001 at step 2", Blocks: true, Severity: model.SeverityNormal},
		},
		{
			"a request without a step", model.Snapshot{Plans: []model.Plan{held}, Requests: []model.Request{
				withRequest(request("r.md", "2026-03-09"), forPlan("Plans/held.md", 0)),
			}},
			need{What: "r.md", Why: "blocks 2026-001", Blocks: true, Severity: model.SeverityNormal},
		},
		{
			"a request of its own", model.Snapshot{Requests: []model.Request{
				withRequest(request("r.md", "2026-03-09"), func(r *model.Request) { r.Action = "payment" }),
			}},
			need{What: "r.md", Why: "payment", Severity: model.SeverityNormal},
		},
		{
			"a request that says nothing", model.Snapshot{Requests: []model.Request{request("r.md", "2026-03-09")}},
			need{What: "r.md", Why: "waits for approval", Severity: model.SeverityNormal},
		},
		{
			"a request that names a plan nobody has", model.Snapshot{Requests: []model.Request{
				withRequest(request("r.md", "2026-03-09"), func(r *model.Request) { r.PlanID = "2026-099" }),
			}},
			need{What: "r.md", Why: "waits for approval", Severity: model.SeverityNormal},
		},
		{
			"an expired request", model.Snapshot{Requests: []model.Request{withRequest(request("r.md", "2026-03-01"), expiring("2026-03-10T11:59:59Z"))}},
			need{What: "r.md", Why: "expired, waits for approval", Severity: model.SeverityHigh},
		},
		{
			"a request that expires within a day", model.Snapshot{Requests: []model.Request{withRequest(request("r.md", "2026-03-01"), expiring("2026-03-11T11:59:59Z"))}},
			need{What: "r.md", Why: "expires soon, waits for approval", Severity: model.SeverityHigh},
		},
		{
			"a request that expires in just a day", model.Snapshot{Requests: []model.Request{withRequest(request("r.md", "2026-03-01"), expiring("2026-03-11T12:00:00Z"))}},
			need{What: "r.md", Why: "waits for approval", Severity: model.SeverityNormal},
		},
		{
			"a request that expires today", model.Snapshot{Requests: []model.Request{withRequest(request("r.md", "2026-03-01"), expiring("2026-03-10"))}},
			need{What: "r.md", Why: "expires soon, waits for approval", Severity: model.SeverityHigh},
		},
		{
			"a blocked plan without a request", model.Snapshot{Plans: []model.Plan{held}},
			need{What: "2026-001: step", Why: "blocked, no request file", Blocks: true, Human: true, Severity: model.SeverityNormal},
		},
		{
			"a blocked plan with a reason and no step",
			model.Snapshot{Plans: []model.Plan{{Path: "Plans/p.md", ID: "p", Status: model.Status{State: model.StateBlocked}, BlockedReason: "budget"}}},
			need{What: "p", Why: "budget", Blocks: true, Human: true, Severity: model.SeverityNormal},
		},
		{
			"an approval that is not the operator's", model.Snapshot{
				Decided: []model.Request{withRequest(request("r.md", "2026-03-09"), func(r *model.Request) {
					r.Path, r.Target, r.Reading.Author = "Approved/r.md", "desk@harbour.example", "Claude AI"
				})},
				Verified: []model.Verified{{Path: "Approved/r.md", Standing: model.StandingByOthers}, {Path: "Approved/same.md"}},
			},
			need{What: "r.md", Who: "desk@harbour.example", Why: `approved, but not by you; signed "Claude AI"`, Severity: model.SeverityHigh},
		},
		{
			"one for a step", model.Snapshot{
				Plans:    []model.Plan{{Path: "Plans/p.md", ID: "2026-001", Status: model.Status{State: model.StateActive}, Steps: []model.Step{{Number: 1, Text: "Wire", Human: true}}}},
				Decided:  []model.Request{withRequest(withRequest(request("r.md", "2026-03-09"), forPlan("Plans/p.md", 1)), func(r *model.Request) { r.Path = "Approved/r.md" })},
				Verified: []model.Verified{{Path: "Approved/r.md", Standing: model.StandingByOthers}},
			},
			need{What: "r.md", Why: "approved, but not by you; unlocks step 1 of 2026-001: ✋ Wire", Severity: model.SeverityHigh},
		},
		{
			"a problem", model.Snapshot{Problems: []model.Problem{{Path: "Plans/broken.md", Reason: "cannot be read"}}},
			need{What: "Plans/broken.md", Why: "cannot be read", Severity: model.SeverityNormal},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.s.At = noon
			rows := NeedsYou(tt.s)
			if len(rows) != 1 {
				t.Fatalf("got %d rows: %+v", len(rows), rows)
			}
			got := needOf(rows[0])
			got.Ref, got.Since = model.Ref{}, time.Time{}
			if got != tt.want {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestNothingNeedsYou(t *testing.T) {
	t.Parallel()
	answered := model.LogEntry{At: model.ParseStamp("2026-03-09", nil), Actor: model.OperatorActor, What: "Changes wanted on step 2"}
	for _, tt := range []struct {
		name string
		s    model.Snapshot
	}{
		{"an empty vault", model.Snapshot{}},
		{"plans that go on", model.Snapshot{Plans: []model.Plan{plan("a", "Active", ""), plan("d", "Draft", ""), plan("x", "Done", ""), plan("u", "Parked", "")}}},
		{"a blocked plan that was answered", model.Snapshot{Plans: []model.Plan{blocked("b", "", answered)}}},
		{"a request whose changes are awaited, and its plan", model.Snapshot{
			Plans: []model.Plan{blocked("b", "")},
			Requests: []model.Request{withRequest(withRequest(request("r.md", ""), forPlan("b", 2)), func(r *model.Request) {
				r.Asked = &model.EarlierAnswer{At: noon}
			})},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := NeedsYou(tt.s); len(got) > 0 {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestNeedsYouDoesNotDependOnTheOrderOfFiles(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		plans := anyPlans(t)
		requests := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) model.Request {
			times := rapid.SampledFrom([]string{"2026-03-09", "2026-03-10", "2026-03-11T13:00:00Z", "soon"})
			r := request(rapid.StringMatching(`[a-d]{1,2}\.md`).Draw(t, "name"), times.Draw(t, "created"))
			if len(plans) > 0 && rapid.Bool().Draw(t, "linked") {
				r.Plan = rapid.SampledFrom(plans).Draw(t, "plan").Path
			}
			r.Expires = model.ParseStamp(times.Draw(t, "expires"), nil)
			return r
		}), 0, 6, func(r model.Request) string { return r.Path }).Draw(t, "requests")
		problems := []model.Problem{{Path: "Plans/a.md", Reason: "one"}, {Path: "Plans/a.md", Reason: "two"}}

		a := NeedsYou(model.Snapshot{At: noon, Plans: plans, Requests: requests, Problems: problems})
		slices.Reverse(problems)
		b := NeedsYou(model.Snapshot{
			At: noon, Problems: problems,
			Plans:    rapid.Permutation(plans).Draw(t, "shuffled plans"),
			Requests: rapid.Permutation(requests).Draw(t, "shuffled requests"),
		})
		if !slices.Equal(needsOf(a), needsOf(b)) {
			t.Fatalf("got %v\nand %v", a, b)
		}
		if !slices.IsSortedFunc(a, func(x, y model.Attention) int { return byUrgency(&x, &y) }) {
			t.Fatalf("not in order: %v", a)
		}
	})
}

// recovering is a vault with something of every kind that sessions leave behind.
func recovering() model.Snapshot {
	live := session("242", 30, lastAt("2026-03-10T11:55:00Z"))
	live.Agent = "Spindle"
	failed := traceOf("failed", "cf")
	failed.Path, failed.Name = "runs/import/trace.md", "Import"
	failed.Steps[1].Started = model.ParseStamp("2026-03-10T09:00:00Z", nil)
	failed.Steps[1].Fields = []model.TraceField{{Label: "Challenges", Value: "No sign"}}
	cut := traceOf("in-progress", "ci")
	cut.Name, cut.Steps[1].Name = "Report", ""
	odd := traceOf("", "c")
	odd.Path = "runs/odd/trace.md"
	finished := traceOf("completed", "c")
	finished.Path = "runs/done/trace.md"
	return model.Snapshot{
		At: noon,
		Events: model.EventLog{Path: "events.jsonl", Current: 0, Sessions: []model.Session{
			session("245", 90), live,
			session("241", 20, lastAt("2026-03-09T08:00:00Z")),
			session("240", 10, lastAt("2026-03-10T10:00:00Z"), declared(11), wrote(12)),
			session("239", 1, ended(2)),
		}},
		Work: []model.WorkItem{
			{Path: "docs/work/active/E2-1/WORK.md", ID: "E2-1", Title: "Figures", Node: "DO", Phase: "DO", Since: model.ParseStamp("2026-03-01", nil)},
			{Path: "docs/work/active/E2-2/WORK.md", ID: "E2-2", Node: "backlog", Phase: "backlog"},
			{Path: "docs/work/active/E2-3/WORK.md", ID: "E2-3", Node: "PLAN", Phase: "PLAN"},
		},
		Traces: []model.Trace{failed, cut, odd, finished, resumedTrace(traceOf("failed", "f"), 1, "Skip step 1")},
	}
}

func TestRecoveryAttention(t *testing.T) {
	t.Parallel()
	s := recovering()
	type line struct {
		ref, what, who, why string
		blocks              bool
		severity            model.Severity
	}
	want := []line{
		{"trace:runs/import/trace.md", "Import: Count", "", "the step failed: No sign", false, model.SeverityNormal},
		{"trace:runs/odd/trace.md", "odd", "", "its states match no recovery rule", false, model.SeverityNormal},
		{"trace:runs/report/trace.md", "Report: step 2", "", "interrupted during the step: rerun or inspect it", false, model.SeverityNormal},
		{"session:events.jsonl#242", "Session 242", "Spindle", "may be running", false, model.SeverityNormal},
		{"session:events.jsonl#240", "Session 240", "", "active again after it was marked as ended", false, model.SeverityNormal},
		{"session:events.jsonl#241", "Session 241", "", "started, no end recorded", false, model.SeverityNormal},
		{"work:docs/work/active/E2-1/WORK.md", "E2-1: Figures", "", "stuck in 'DO'", false, model.SeverityLow},
		{"work:docs/work/active/E2-3/WORK.md", "E2-3", "", "stuck in 'PLAN'", false, model.SeverityLow},
	}
	var got []line
	for _, a := range NeedsYou(s) {
		got = append(got, line{a.Ref.String(), Phrases.What(a), a.Who, Phrases.Why(a), a.Blocks, a.Severity})
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if since := NeedsYou(s)[0].Since; !since.Equal(time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("the failed step waits since %v", since)
	}
}

func TestSnapshotFindsWhatSessionsLeft(t *testing.T) {
	t.Parallel()
	s := recovering()
	if o, ok := s.Session(model.Ref{Kind: model.KindSession, Path: "events.jsonl", Item: "241"}); !ok || o.Label != "241" {
		t.Errorf("got %v, %v", o, ok)
	}
	for _, ref := range []model.Ref{{Kind: model.KindSession, Path: "events.jsonl", Item: `"241"`}, {Kind: model.KindSession, Path: "other.jsonl", Item: "241"}, {Kind: model.KindTrace, Path: "events.jsonl", Item: "241"}} {
		if o, ok := s.Session(ref); ok {
			t.Errorf("%s is %v", ref, o)
		}
	}
	for _, w := range s.Work {
		if got, ok := s.WorkItem(w.Ref().Path); !ok || got.ID != w.ID {
			t.Errorf("%s is %v", w.Ref(), got)
		}
	}
	if w, ok := s.WorkItem("E2-1"); ok {
		t.Errorf("got %v for a name that is no path", w)
	}
	if got, ok := s.Trace("runs/odd/trace.md"); !ok || got.Title() != "odd" {
		t.Errorf("got %v, %v", got, ok)
	}
	if got, ok := s.Trace("odd"); ok {
		t.Errorf("got %v for a name that is no path", got)
	}
	if got := s.WorkRule(); got != model.WorkRulePhase {
		t.Errorf("the rule is %v", got)
	}
	if got := len(s.Orphans()); got != 3 {
		t.Errorf("%d orphans", got)
	}
}

func TestMemoryAttention(t *testing.T) {
	t.Parallel()
	asked := proposal("p1", "Likes tabs", "pending")
	asked.Type, asked.Extracted = model.LearningSelfKnowledge, model.ParseStamp("2026-03-01", nil)
	row := need{Ref: asked.Ref(), What: "Likes tabs", Who: "session_2026-01-30", Why: "proposed self knowledge", Since: asked.Extracted.Time}
	again := row
	again.Why += ", rejected before, as p2"
	danger := func(lost string) need {
		return need{
			Ref: model.Ref{Kind: model.KindMemory, Path: "seed.json"}, What: "seed.json looks like a first run", Severity: model.SeverityHigh,
			Why: "the agent's setup would replace it and lose " + lost + `: identity.principalName is "User"`,
		}
	}
	user := model.Memory{Path: "seed.json", Found: true, Identity: model.Identity{Principal: "User"}}
	learned := learning(model.LearningPattern, "l", "x", true)
	broken := model.Memory{Path: "seed.json", Found: true, Faults: []model.SchemaFault{{Path: "seed.json", Reason: "no JSON"}}}
	emptied := danger("its contents")
	emptied.Why = "the agent's setup would replace it and lose its contents: seed.json: no JSON"
	for _, tt := range []struct {
		name   string
		memory model.Memory
		want   []need
	}{
		{"none", model.Memory{}, nil},
		{"a proposal", model.Memory{Found: true, Proposals: []model.Proposal{asked, proposal("p2", "x", "rejected"), proposal("p3", "x", "accepted")}}, []need{row}},
		{"one that was rejected before", model.Memory{Found: true, Proposals: []model.Proposal{asked, proposal("p2", "likes tabs", "rejected")}}, []need{again}},
		{"one learning in danger", withMemory(user, func(m *model.Memory) { m.Learned = []model.Learning{learned} }), []need{danger("1 learning")}},
		{"proposals in danger", withMemory(user, func(m *model.Memory) { m.Proposals = []model.Proposal{proposal("p2", "x", "rejected")} }), []need{danger("1 proposal")}},
		{"both in danger", withMemory(user, func(m *model.Memory) {
			m.Learned, m.Proposals = []model.Learning{learned, learned}, []model.Proposal{asked, proposal("p2", "x", "rejected")}
		}), []need{danger("2 learnings and 2 proposals"), row}},
		{"a broken seed", broken, []need{emptied}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needsOf(NeedsYou(model.Snapshot{Memory: tt.memory}))
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestManyProposalsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const many = 20_000
	var m model.Memory
	for n := range many {
		status := "pending"
		if n%2 == 0 {
			status = "rejected"
		}
		m.Learned = append(m.Learned, learning(model.LearningPattern, fmt.Sprint("l", n), fmt.Sprint("learned ", n), true))
		m.Proposals = append(m.Proposals, proposal(fmt.Sprint("p", n), fmt.Sprint("proposed ", n/2), status))
	}
	rows := NeedsYou(model.Snapshot{Memory: m})
	if len(rows) != many/2 || Phrases.Why(rows[0]) != "proposed pattern, rejected before, as p0" {
		t.Fatalf("got %d rows, the first %+v", len(rows), rows[0])
	}
}
