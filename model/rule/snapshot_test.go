package rule

import (
	"testing"

	"coldstart/model"
)

func TestRefuse(t *testing.T) {
	t.Parallel()
	held := blocked("Plans/held.md", "")
	held.HasLog = true
	mute := blocked("Plans/mute.md", "")
	finished := blocked("Plans/finished.md", "")
	finished.Steps = steps("xx")
	task, issue, asked := blocked("Plans/task.md", ""), plan("Plans/issue.md", "Active", ""), blocked("Plans/asked.md", "")
	task.Reading = model.PlanReading{Tool: "Backlog.md", Command: "backlog task edit 12"}
	issue.Reading.Tool, asked.Reading.Tool = "beads", "beads"
	open := model.Snapshot{
		Plans: []model.Plan{
			held, mute, finished,
			plan("Plans/active.md", "Active", ""), plan("Plans/parked.md", "Parked", ""),
			blocked("Plans/one.md", ""), blocked("Plans/two.md", ""), task, issue, asked,
		},
		Requests: []model.Request{
			request("free.md", ""),
			withRequest(request("one.md", ""), forPlan("Plans/one.md", 2)),
			withRequest(request("asked.md", ""), forPlan("Plans/asked.md", 2)),
			withRequest(request("two-a.md", ""), forPlan("Plans/two.md", 2)),
			withRequest(request("two-b.md", ""), forPlan("Plans/two.md", 3)),
			withRequest(request("twin.md", ""), func(r *model.Request) { r.Twin = "Approved/twin.md" }),
		},
	}
	shut := open
	shut.ReadOnly = "asked for with --read-only"

	for _, tt := range []struct {
		name   string
		s      model.Snapshot
		kind   model.Kind
		path   string
		choice model.Choice
		want   string
	}{
		{"approve a request", open, model.KindRequest, "Pending_Approval/free.md", model.ChoiceApprove, ""},
		{"reject a request", open, model.KindRequest, "Pending_Approval/free.md", model.ChoiceReject, ""},
		{"changes on a request", open, model.KindRequest, "Pending_Approval/free.md", model.ChoiceChanges, ""},
		{"a request that is gone", open, model.KindRequest, "Pending_Approval/gone.md", model.ChoiceApprove, "the request is no longer pending"},
		{"approve a request whose name was decided", open, model.KindRequest, "Pending_Approval/twin.md", model.ChoiceApprove, ""},
		{"reject a request whose name was decided", open, model.KindRequest, "Pending_Approval/twin.md", model.ChoiceReject, ""},
		{"changes on a request whose name was decided", open, model.KindRequest, "Pending_Approval/twin.md", model.ChoiceChanges, ""},
		{"approve a blocked plan", open, model.KindPlan, "Plans/held.md", model.ChoiceApprove, ""},
		{"changes on a blocked plan", open, model.KindPlan, "Plans/held.md", model.ChoiceChanges, ""},
		{"approve a plan without a log", open, model.KindPlan, "Plans/mute.md", model.ChoiceApprove, ""},
		{"changes on a plan without a log", open, model.KindPlan, "Plans/mute.md", model.ChoiceChanges, "the plan has no reasoning log for a note"},
		{"a plan that goes on", open, model.KindPlan, "Plans/active.md", model.ChoiceApprove, "the plan is Active, not Blocked"},
		{"a plan of unknown status", open, model.KindPlan, "Plans/parked.md", model.ChoiceApprove, "the plan is Parked, not Blocked"},
		{"a plan with a request", open, model.KindPlan, "Plans/one.md", model.ChoiceApprove, "first decide the 1 request that the plan waits for"},
		{"a plan with two requests", open, model.KindPlan, "Plans/two.md", model.ChoiceReject, "first decide the 2 requests that the plan waits for"},
		{"a blocked plan with all steps done", open, model.KindPlan, "Plans/finished.md", model.ChoiceApprove, "the plan has no open step to decide on"},
		{"a task of another program", open, model.KindPlan, "Plans/task.md", model.ChoiceApprove,
			"Backlog.md keeps this plan: type backlog task edit 12"},
		{"a task that goes on, without a command", open, model.KindPlan, "Plans/issue.md", model.ChoiceReject, "beads keeps this plan; coldstart only reads it"},
		{"a task with a request", open, model.KindPlan, "Plans/asked.md", model.ChoiceApprove, "first decide the 1 request that the plan waits for"},
		{"a plan that is gone", open, model.KindPlan, "Plans/gone.md", model.ChoiceApprove, "the plan is no longer there"},
		{"a problem", open, model.KindProblem, "Plans/held.md", model.ChoiceApprove, "this file cannot be read, so there is nothing to decide"},
		{"an intake", open, model.KindIntake, "Inbox/a.md", model.ChoiceApprove, "this waits for an agent to make a plan, not for a decision"},
		{"nothing", open, model.KindNone, "", model.ChoiceApprove, "nothing is selected"},
		{"anything when read-only", shut, model.KindRequest, "Pending_Approval/free.md", model.ChoiceApprove,
			"this vault is open read-only: asked for with --read-only"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(Refuse(tt.s, model.Ref{Kind: tt.kind, Path: tt.path}, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSnapshotFindsByPath(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{
		Plans:    []model.Plan{plan("Plans/a.md", "Active", ""), plan("Plans/b.md", "Draft", "")},
		Requests: []model.Request{withRequest(request("r.md", ""), forPlan("Plans/b.md", 1)), request("s.md", "")},
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
	if got := ResumeOf(s).Plan; got == nil || got.Path != "Plans/a.md" {
		t.Errorf("resumes %v", got)
	}
}

func TestRefStringsTellThingsApart(t *testing.T) {
	t.Parallel()
	for want, ref := range map[string]model.Ref{
		"plan:Plans/a.md":               plan("Plans/a.md", "", "").Ref(),
		"request:Pending_Approval/a.md": request("a.md", "").Ref(),
		"intake:Inbox/a.md":             model.Intake{Path: "Inbox/a.md"}.Ref(),
		"problem:Plans/a.md#too large":  model.Problem{Path: "Plans/a.md", Reason: "too large"}.Ref(),
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
		conflicts    model.Conflicts
		title, names string
	}{
		{model.Conflicts{}, "A rebase is open in this repository", ""},
		{model.Conflicts{First: []string{"Approved/pay.md"}, More: 0}, "A rebase is open: pay.md", "Approved/pay.md"},
		{model.Conflicts{First: []string{"../a.md", "b.md"}, More: 7}, "A rebase is open: a.md and 8 more", "../a.md, b.md and 7 more"},
		{model.Conflicts{First: []string{"Logs/überweisung-an-die-werft.md"}, More: 1}, "A rebase is open: überweisung-an-... and 1 more", "Logs/überweisung-an-die-werft.md and 1 more"},
	} {
		p := model.Snapshot{Merging: "rebase", Conflicts: tt.conflicts}.MergeProblem()
		if names := tt.conflicts.String(); names != tt.names || p.Title != tt.title {
			t.Errorf("%q: %q, want %q: %q", p.Title, names, tt.title, tt.names)
		}
	}
}
