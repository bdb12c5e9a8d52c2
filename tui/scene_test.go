package tui

import (
	"fmt"
	"strings"
	"time"

	"coldstart/model"
)

// The things of the workshop's vault that tests name.
const (
	claimFile   = "Pending_Approval/claim.md"
	postFile    = "Pending_Approval/post.md"
	twinFile    = "Pending_Approval/twin.md"
	askedFile   = "Pending_Approval/asked.md"
	claimPlan   = "Plans/PLAN-2026-014.md"
	tyresPlan   = "Plans/PLAN-2026-012.md"
	quietPlan   = "Plans/PLAN-2026-015.md"
	doublePlan  = "Plans/PLAN-2026-016.md"
	stuckPlan   = "Plans/PLAN-2026-017.md"
	draftPlan   = "Plans/PLAN-2026-018.md"
	donePlan    = "Plans/PLAN-2026-005.md"
	brokenPlan  = "Plans/PLAN-broken.md"
	catalogue   = "Needs_Action/catalogue.md"
	eventLog    = ".claude/governance-events.jsonl"
	stuckWork   = "docs/work/active/E2-240/WORK.md"
	doneTrace   = "runs/import/trace.md"
	failedTrace = "runs/report/trace.md"
	openTrace   = "runs/newsletter/trace.md"
	claimTarget = "claims@northreach.example"
)

func stamp(raw string) model.Stamp { return model.ParseStamp(raw, time.UTC) }

func steps(texts ...string) []model.Step {
	var out []model.Step
	for i, text := range texts {
		s := model.Step{Number: i + 1, Mark: ' '}
		text, done := strings.CutPrefix(text, "x ")
		if done {
			s.Mark = 'x'
		}
		s.Text, s.Human = strings.CutPrefix(text, "✋ ")
		out = append(out, s)
	}
	return out
}

func plan(path, state, objective string, s []model.Step) model.Plan {
	id, _ := strings.CutSuffix(strings.TrimPrefix(path, "Plans/"), ".md")
	return model.Plan{
		Path: path, ID: id, Objective: objective, Status: model.ParseStatus(state), Priority: "medium",
		Created: stamp("2026-03-10T08:00:00Z"), Steps: s, HasLog: true,
	}
}

func request(path, summary, planPath string) model.Request {
	return model.Request{
		Path: path, Name: strings.TrimPrefix(path, "Pending_Approval/"), Summary: summary,
		Action: "email", Plan: planPath, Created: stamp("2026-03-13T16:20:05Z"),
	}
}

// workshop is a small vault with one thing of each kind.
func workshop() *fakeStore {
	claim := plan(claimPlan, "Blocked", "Claim the cracked hub shells back from Northreach Hubs", steps(
		"x Photograph the cracked shells", "x Collect the batch numbers", "x Draft the claim", "✋ Send the claim email", "File the answer"))
	claim.Priority, claim.BlockedReason = "high", "Awaiting approval for the claim email"
	claim.Log = []model.LogEntry{
		{At: stamp("2026-03-13T15:05:11Z"), Actor: "Agent", What: "Completed step 3", Why: "claim drafted from the batch list"},
		{At: stamp("2026-03-13T16:20:05Z"), Actor: "Agent", What: "Blocked at step 4", Why: "needs approval before sending"},
	}
	quiet := plan(quietPlan, "Blocked", "Renew the van insurance", steps("✋ Phone the broker", "File the policy"))
	quiet.HasLog = false
	double := plan(doublePlan, "Blocked", "Order spring tyres", steps("✋ Pay the deposit", "✋ Pay the rest"))
	stuck := plan(stuckPlan, "Blocked", "Count the spokes", steps("x Count"))

	ask := request(claimFile, "Claim for 14 cracked hub shells", claimPlan)
	ask.Target, ask.PlanID, ask.StepText, ask.Step = claimTarget, "PLAN-2026-014", "4", 4
	ask.Risk, ask.Amount, ask.Rationale = "medium", "1,840.00 EUR", "The warranty ends on 20 March."
	ask.Expires = stamp("2026-03-20")
	twin := request(twinFile, "Pay the tyre invoice", "")
	twin.Twin = "Approved/twin.md"
	asked := request(askedFile, "Bank details of Northreach", "")
	asked.Asked = &model.EarlierAnswer{At: clock().Add(-2 * time.Hour), Note: "phone them first"}

	s := model.Snapshot{
		Name: "saltmarsh", HasPlansFolder: true,
		Plans: []model.Plan{
			plan(tyresPlan, "Active", "Prepare the truing evening", steps("x Book the room", "Print the notes", "Lay out the stands")),
			claim, quiet, double, stuck, plan(draftPlan, "Draft", "Sort the freewheel drawer", steps("Empty it")),
			plan(donePlan, "Done", "Chase open invoices", steps("x Send reminders")),
		},
		Requests: []model.Request{
			ask, request("Pending_Approval/deposit.md", "Pay the deposit", doublePlan), request("Pending_Approval/rest.md", "Pay the rest", doublePlan),
			request(postFile, "Post about the truing evening", ""), twin, asked,
		},
		Intake: []model.Intake{
			{Path: catalogue, Title: "Velmora spring catalogue", Folder: "Needs_Action", Since: stamp("2026-03-13T10:00:00Z")},
			{Path: "Inbox/order.md", Title: "Spoke order", Folder: "Inbox", Since: stamp("2026-03-14T06:30:00Z")},
		},
		Problems: []model.Problem{{Path: brokenPlan, Line: 3, Reason: "the front matter has no end", Hint: "add a line --- behind it"}},
	}
	store := &fakeStore{
		snapshot: s, files: map[string]string{claimFile: claimText, brokenPlan: "---\ntask_id: PLAN-broken\nstatus: Acti\n"},
		changes: []model.Change{
			{Kind: model.ChangeMove, Path: claimFile, To: "Approved/claim.md"},
			{Kind: model.ChangeEdit, Effect: model.EffectPlan, Path: claimPlan, Before: []string{"status: Blocked", "blocked_reason: Awaiting approval for the claim email"}, After: []string{"status: Active", "blocked_reason: null"}, Word: "Blocked", NewWord: "Active"},
			{Kind: model.ChangeAppend, Effect: model.EffectDay, Path: "Logs/2026-03-14.json", After: []string{`{"action":"approve"}`}},
		},
	}
	for _, r := range s.Requests[1:] {
		store.files[r.Path] = "---\naction: email\n---\n\n" + r.Summary + "\n"
	}
	for _, p := range s.Plans {
		store.files[p.Path] = "# " + p.Objective + "\n\n- [x] one\n- [ ] two\n"
	}
	for _, i := range s.Intake {
		store.files[i.Path] = "# " + i.Title + "\n"
	}
	store.receipt = model.Receipt{Changes: store.changes}
	return store
}

const claimText = `---
type: approval_request
action_type: email
to: claims@northreach.example
plan_id: PLAN-2026-014
step_id: 4
amount: 1,840.00 EUR
expires: 2026-03-20
status: pending
---

# Claim for 14 cracked hub shells

Dear Northreach claims team,

we return 14 hub shells of batch NR-7731 that cracked at the flange
after less than 400 km. Photographs and the batch list are attached.

- [x] photographs
- [ ] freight label

> Warranty terms, section 4: full refund within two years.

| part | count |
|------|-------|
| NR-32 | 9 |
| NR-36 | 5 |

Please confirm the refund of 1,840.00 EUR.

<!-- bank details are on file -->
`

// empty is a vault in which there is nothing.
func empty() *fakeStore {
	return &fakeStore{snapshot: model.Snapshot{Name: "empty"}}
}

// triage is a vault without a plan to resume.
func triage() *fakeStore {
	s := workshop()
	s.snapshot.Plans, s.snapshot.Requests = s.snapshot.Plans[6:], s.snapshot.Requests[3:4]
	return s
}

func readOnly() *fakeStore {
	s := workshop()
	s.snapshot.ReadOnly = "asked for with --read-only"
	return s
}

// interrupted is a workshop in which sessions and workflows were cut off.
func interrupted() *fakeStore {
	s := workshop()
	s.snapshot.Events = model.EventLog{Path: eventLog, Current: 3}
	for i, at := range []struct{ number, started, last string }{
		{"241", "2026-03-11T08:00:00Z", "2026-03-11T09:30:00Z"},
		{"243", "2026-03-13T18:00:00Z", "2026-03-13T18:20:00Z"},
		{"244", "2026-03-14T06:50:00Z", "2026-03-14T06:58:00Z"},
		{"245", "2026-03-14T07:00:00Z", "2026-03-14T07:00:00Z"},
	} {
		o := model.Session{
			Key: model.SessionKey(at.number), Label: at.number, Agent: "bench", Path: eventLog, Line: 10*i + 1,
			Started: stamp(at.started), Starts: 1, Last: stamp(at.last), LastType: "PhaseEntered", LastLine: 10*i + 2,
		}
		s.snapshot.Events.Sessions = append(s.snapshot.Events.Sessions, o)
		s.files[fileKey(o.Ref())] = `{"type":"SessionStarted","session":` + at.number + "}\n"
	}
	s.snapshot.Work = []model.WorkItem{{
		Path: stuckWork, ID: "E2-240", Title: "Sort the returns shelf", Status: "active", Phase: "DO", Node: "backlog", Since: stamp("2026-03-12T10:00:00Z"),
	}}
	trace := func(path, name, status string, last model.TraceStep) model.Trace {
		last.Number, last.Started = 2, stamp("2026-03-13T20:00:00Z")
		last.State = model.ParseStepState(last.Status)
		first := model.TraceStep{Number: 1, Name: "Collect", Status: "completed", State: model.StepCompleted}
		return model.Trace{
			Path: path, Name: name, Workflow: "monthly", Status: status, State: model.ParseStepState(status), Steps: []model.TraceStep{first, last},
		}
	}
	s.snapshot.Traces = []model.Trace{
		trace(openTrace, "March newsletter", "in-progress", model.TraceStep{Name: "Draft", Status: "in-progress"}),
		trace(failedTrace, "Quarterly report", "failed", model.TraceStep{Name: "Sum up", Status: "failed", Fields: []model.TraceField{{Label: "Challenges", Value: "two ledgers disagree"}}}),
		trace(doneTrace, "Ledger import", "completed", model.TraceStep{Name: "Check", Status: "completed"}),
	}
	for _, t := range s.snapshot.Traces {
		s.files[t.Path] = "# " + t.Name + "\n\n**Status:** " + t.Status + "\n"
	}
	s.files[stuckWork] = "---\nid: E2-240\n---\n"
	s.changes = []model.Change{{Kind: model.ChangeAppend, Path: eventLog, After: []string{`{"type":"SessionEnded","agent":"OPERATOR_RECOVERY"}`}}}
	s.receipt = model.Receipt{Changes: s.changes}
	s.found = model.Inspection{
		Step: s.snapshot.Traces[0].Steps[1],
		Left: []model.Artifact{
			{Path: "runs/newsletter/draft.md", Named: true, Changed: true, Exists: true, Size: 2120, Lines: 31, Modified: clock().Add(-10 * time.Hour)}, {Path: "cover.png", Named: true},
		},
	}
	return s
}

// many is a vault with n requests, n plans, n problems and n sessions.
func many(n int) *fakeStore {
	s := workshop()
	number := func(i int) string { return fmt.Sprintf("%06d", i) }
	for i := range n {
		name := "Pending_Approval/" + number(i) + ".md"
		asked := request(name, "Request "+number(i), "")
		asked.Target = "desk-" + number(i) + "@harbour.example"
		s.snapshot.Requests = append(s.snapshot.Requests, asked)
		s.files[name] = "request " + number(i) + "\n"
		s.snapshot.Plans = append(s.snapshot.Plans, plan("Plans/P-"+number(i)+".md", "Draft", "Plan "+number(i), steps("one", "two")))
		s.snapshot.Problems = append(s.snapshot.Problems, model.Problem{Path: "Plans/B-" + number(i) + ".md", Reason: "broken"})
		s.snapshot.Events.Sessions = append(s.snapshot.Events.Sessions, model.Session{
			Key: model.SessionKey(number(i)), Label: number(i), Path: eventLog, Line: i + 1, Starts: 1, LastLine: i + 1,
			Started: stamp("2026-03-11T08:00:00Z"), Last: stamp("2026-03-11T09:00:00Z"),
		})
	}
	return s
}
