package model

import "testing"

func TestRefuse(t *testing.T) {
	t.Parallel()
	held := blocked("Plans/held.md", "")
	held.HasLog = true
	mute := blocked("Plans/mute.md", "")
	finished := blocked("Plans/finished.md", "")
	finished.Steps = steps("xx")
	task, issue, asked := blocked("Plans/task.md", ""), plan("Plans/issue.md", "Active", ""), blocked("Plans/asked.md", "")
	task.Reading = PlanReading{Tool: "Backlog.md", Command: "backlog task edit 12"}
	issue.Reading.Tool, asked.Reading.Tool = "beads", "beads"
	open := Snapshot{
		Plans: []Plan{
			held, mute, finished,
			plan("Plans/active.md", "Active", ""), plan("Plans/parked.md", "Parked", ""),
			blocked("Plans/one.md", ""), blocked("Plans/two.md", ""), task, issue, asked,
		},
		Requests: []Request{
			request("free.md", ""),
			request("one.md", "").with(forPlan("Plans/one.md", 2)),
			request("asked.md", "").with(forPlan("Plans/asked.md", 2)),
			request("two-a.md", "").with(forPlan("Plans/two.md", 2)),
			request("two-b.md", "").with(forPlan("Plans/two.md", 3)),
			request("twin.md", "").with(func(r *Request) { r.Twin = "Approved/twin.md" }),
		},
	}
	shut := open
	shut.ReadOnly = "asked for with --read-only"

	for _, tt := range []struct {
		name   string
		s      Snapshot
		kind   Kind
		path   string
		choice Choice
		want   string
	}{
		{"approve a request", open, KindRequest, "Pending_Approval/free.md", ChoiceApprove, ""},
		{"reject a request", open, KindRequest, "Pending_Approval/free.md", ChoiceReject, ""},
		{"changes on a request", open, KindRequest, "Pending_Approval/free.md", ChoiceChanges, ""},
		{"a request that is gone", open, KindRequest, "Pending_Approval/gone.md", ChoiceApprove, "the request is no longer pending"},
		{"approve a request whose name was decided", open, KindRequest, "Pending_Approval/twin.md", ChoiceApprove, ""},
		{"reject a request whose name was decided", open, KindRequest, "Pending_Approval/twin.md", ChoiceReject, ""},
		{"changes on a request whose name was decided", open, KindRequest, "Pending_Approval/twin.md", ChoiceChanges, ""},
		{"approve a blocked plan", open, KindPlan, "Plans/held.md", ChoiceApprove, ""},
		{"changes on a blocked plan", open, KindPlan, "Plans/held.md", ChoiceChanges, ""},
		{"approve a plan without a log", open, KindPlan, "Plans/mute.md", ChoiceApprove, ""},
		{"changes on a plan without a log", open, KindPlan, "Plans/mute.md", ChoiceChanges, "the plan has no reasoning log for a note"},
		{"a plan that goes on", open, KindPlan, "Plans/active.md", ChoiceApprove, "the plan is Active, not Blocked"},
		{"a plan of unknown status", open, KindPlan, "Plans/parked.md", ChoiceApprove, "the plan is Parked, not Blocked"},
		{"a plan with a request", open, KindPlan, "Plans/one.md", ChoiceApprove, "first decide the 1 request that the plan waits for"},
		{"a plan with two requests", open, KindPlan, "Plans/two.md", ChoiceReject, "first decide the 2 requests that the plan waits for"},
		{"a blocked plan with all steps done", open, KindPlan, "Plans/finished.md", ChoiceApprove, "the plan has no open step to decide on"},
		{"a task of another program", open, KindPlan, "Plans/task.md", ChoiceApprove,
			"Backlog.md keeps this plan: type backlog task edit 12"},
		{"a task that goes on, without a command", open, KindPlan, "Plans/issue.md", ChoiceReject, "beads keeps this plan; coldstart only reads it"},
		{"a task with a request", open, KindPlan, "Plans/asked.md", ChoiceApprove, "first decide the 1 request that the plan waits for"},
		{"a plan that is gone", open, KindPlan, "Plans/gone.md", ChoiceApprove, "the plan is no longer there"},
		{"a problem", open, KindProblem, "Plans/held.md", ChoiceApprove, "this file cannot be read, so there is nothing to decide"},
		{"an intake", open, KindIntake, "Inbox/a.md", ChoiceApprove, "this waits for an agent to make a plan, not for a decision"},
		{"nothing", open, KindNone, "", ChoiceApprove, "nothing is selected"},
		{"anything when read-only", shut, KindRequest, "Pending_Approval/free.md", ChoiceApprove,
			"this vault is open read-only: asked for with --read-only"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(tt.s.Refuse(Ref{Kind: tt.kind, Path: tt.path}, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSnapshotFindsByPath(t *testing.T) {
	t.Parallel()
	s := Snapshot{
		Plans:    []Plan{plan("Plans/a.md", "Active", ""), plan("Plans/b.md", "Draft", "")},
		Requests: []Request{request("r.md", "").with(forPlan("Plans/b.md", 1)), request("s.md", "")},
	}
	if p, ok := s.Plan("Plans/b.md"); !ok || p.Path != "Plans/b.md" {
		t.Errorf("got %v, %v", p, ok)
	}
	if p, ok := s.Plan("b.md"); ok {
		t.Errorf("got %v for a name that is no path", p)
	}
	if r, ok := s.Request("Pending_Approval/s.md"); !ok || r.Name != "s.md" {
		t.Errorf("got %v, %v", r, ok)
	}
	if got := s.RequestsFor("Plans/b.md"); len(got) != 1 || got[0].Name != "r.md" {
		t.Errorf("got %v", got)
	}
	if got := s.RequestsFor("Plans/a.md"); len(got) != 0 {
		t.Errorf("got %v for a plan without requests", got)
	}
	if got := s.Resume().Plan; got == nil || got.Path != "Plans/a.md" {
		t.Errorf("resumes %v", got)
	}
}

func TestRefStringsTellThingsApart(t *testing.T) {
	t.Parallel()
	for want, ref := range map[string]Ref{
		"plan:Plans/a.md":               plan("Plans/a.md", "", "").Ref(),
		"request:Pending_Approval/a.md": request("a.md", "").Ref(),
		"intake:Inbox/a.md":             Intake{Path: "Inbox/a.md"}.Ref(),
		"problem:Plans/a.md#too large":  Problem{Path: "Plans/a.md", Reason: "too large"}.Ref(),
		"none:":                         {},
	} {
		if got := ref.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The row of an open merge names the first file in conflict in as few letters as a list has room for.
func TestAnOpenMergeNamesWhatConflicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		conflicts    Conflicts
		title, names string
	}{
		{Conflicts{}, "A rebase is open in this repository", ""},
		{Conflicts{[]string{"Approved/pay.md"}, 0}, "A rebase is open: pay.md", "Approved/pay.md"},
		{Conflicts{[]string{"../a.md", "b.md"}, 7}, "A rebase is open: a.md and 8 more", "../a.md, b.md and 7 more"},
		{Conflicts{[]string{"Logs/überweisung-an-die-werft.md"}, 1}, "A rebase is open: überweisung-an-... and 1 more", "Logs/überweisung-an-die-werft.md and 1 more"},
	} {
		p := Snapshot{Merging: "rebase", Conflicts: tt.conflicts}.MergeProblem()
		if names := tt.conflicts.String(); names != tt.names || p.Title != tt.title {
			t.Errorf("%q: %q, want %q: %q", p.Title, names, tt.title, tt.names)
		}
	}
}
