package phrase

import (
	"slices"
	"testing"

	"coldstart/model"
)

func TestWhatAYesDoes(t *testing.T) {
	t.Parallel()
	request := model.Decision{Choice: model.ChoiceApprove, Ref: model.Ref{Kind: model.KindRequest, Path: "Pending/a.md"}}
	session := model.Decision{Choice: model.ChoiceAck, Ref: model.Ref{Kind: model.KindSession}}
	plan := model.Plan{Path: "Plans/p.md", ID: "P-1", Steps: []model.Step{{Number: 1, Mark: 'x'}, {Number: 2, Mark: ' ', Human: true}}}
	move := model.Change{Kind: model.ChangeMove, Path: "Pending/a.md", To: "Approved/a.md"}
	day := model.Change{Kind: model.ChangeAppend, Effect: model.EffectDay, Path: "Logs/2026-03-14.json", After: []string{"{}"}}
	edit := model.Change{Kind: model.ChangeEdit, Effect: model.EffectPlan, Path: plan.Path, Word: "Blocked", NewWord: "Active", LogLine: "- [2026] Operator: Approved"}
	line := model.Change{Kind: model.ChangeAppend, Path: "x/events.jsonl", After: []string{"{}"}}
	for _, tt := range []struct {
		name    string
		d       model.Decision
		changes []model.Change
		plan    model.Plan
		want    []string
	}{
		{"nothing", request, nil, plan, nil},
		{"a request without a plan", request, []model.Change{move, day}, model.Plan{},
			[]string{"moves the file to Approved, unchanged", "changes no plan; adds an entry to today’s log"}},
		{"a request of a plan", request, []model.Change{move, edit, day}, plan,
			[]string{"moves the file to Approved, unchanged", "sets P-1 from Blocked to Active; step 2 is next", "adds a line to the plan’s log and to today’s log"}},
		{"a plan that still waits", request, []model.Change{move, {Kind: model.ChangeAppend, Effect: model.EffectPlan, Path: plan.Path, Waits: "Pending/b.md"}, day}, plan,
			[]string{"moves the file to Approved, unchanged", "leaves the plan Blocked: it is also waiting for b.md", "adds a line to the plan’s log and to today’s log"}},
		{"a request of a plan that was not blocked", request, []model.Change{move, {Kind: model.ChangeAppend, Effect: model.EffectPlan, Path: plan.Path, After: []string{"- [2026] Operator: Approved"}}, day}, plan,
			[]string{"moves the file to Approved, unchanged", "adds a line to the plan’s log and to today’s log"}},
		{"a step of a workflow", model.Decision{Choice: model.ChoiceSkip, Ref: model.Ref{Kind: model.KindTrace, Path: "runs/r/trace.md"}},
			[]model.Change{{Kind: model.ChangeAppend, Path: "runs/r/trace.md", After: make([]string, 8)}, day}, model.Plan{},
			[]string{"adds your decision to trace.md", "adds a line to today’s log"}},
		{"several sessions", session, []model.Change{line, line, day}, model.Plan{},
			[]string{"adds 2 lines to events.jsonl", "adds a line to today’s log"}},
		{"a day's log of another program", session, []model.Change{{Kind: model.ChangeAppend, Path: "their/Logs/x.json", After: []string{"{}"}}}, model.Plan{}, []string{"adds 1 line to x.json"}},
		{"a request whose name ends like a note", request, []model.Change{{Kind: model.ChangeCreate, Path: "Approved/a.note"}}, model.Plan{}, []string{"writes Approved/a.note"}},
		{"a note", request, []model.Change{{Kind: model.ChangeCreate, Effect: model.EffectNote, Path: "Rejected/a.md.note"}}, model.Plan{}, []string{"writes your reason into a note beside it"}},
		{"a signature", request, []model.Change{move, {Kind: model.ChangeCreate, Effect: model.EffectSigned, Path: "Approved/a.md.signed", After: []string{"signed with /k"}}}, model.Plan{}, []string{"moves the file to Approved, unchanged", "is signed with /k"}},
		{"a signature that goes", request, []model.Change{{Kind: model.ChangeRemove, Effect: model.EffectSigned, Path: "Approved/a.md.signed", Before: []string{"{}"}}}, model.Plan{}, []string{"removes its signature"}},
		{"a move under another name", request, []model.Change{{Kind: model.ChangeMove, Path: "a", To: "b/c"}}, model.Plan{}, []string{"moves the file to b/c"}},
		{"more than fits", request, []model.Change{move, {Kind: model.ChangeEdit, Path: "a"}, {Kind: model.ChangeCommit, Path: "b"}, {Kind: model.ChangeRemove, Path: "c"}, {Kind: model.ChangeCreate, Path: "d"}}, model.Plan{},
			[]string{"moves the file to Approved, unchanged", "changes a", "removes c; writes d; makes a git commit of these changes"}},
	} {
		if got := Effects(tt.d, tt.changes, tt.plan, 3); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestTheQuestionNamesTheThing(t *testing.T) {
	t.Parallel()
	for want, asked := range map[string]string{
		"Approve this e-mail?":          Asked(model.ChoiceApprove, model.Request{Action: "email"}),
		"Reject this payment?":          Asked(model.ChoiceReject, model.Request{Action: "payment"}),
		"Ask for changes to this post?": Asked(model.ChoiceChanges, model.Request{Action: "linkedin_post"}),
		"Approve this request?":         Asked(model.ChoiceApprove, model.Request{Action: "deploy"}),
		"Mark step 3 done?":             AskedOfStep(model.ChoiceApprove, model.Step{Number: 3}, true),
		"Reject this step?":             AskedOfStep(model.ChoiceReject, model.Step{}, true),
		"Ask for changes to step 3?":    AskedOfStep(model.ChoiceChanges, model.Step{Number: 3}, true),
		"Someone else approved this payment. Keep it? If not, move its file out of Approved.": Asked(model.ChoiceAck, model.Request{Action: "payment", ByOthers: true}),
		"Acknowledge the outcome of this e-mail?":                                             Asked(model.ChoiceAck, model.Request{Action: "e-mail"}),
	} {
		if asked != want {
			t.Errorf("%q, want %q", asked, want)
		}
	}
}
