package rule

import (
	"errors"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func TestDoubtsThatComeOfEarlierApprovals(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	said := func(what string) model.LogEntry {
		return model.LogEntry{At: model.ParseStamp("2026-03-12T09:00:00Z", nil), Actor: model.OperatorActor, What: what}
	}
	ask := asking("b.md", "P", 4, "b")
	ask.Action, ask.Target, ask.Reading.Own = "email", "dues@corran-harbour.example", false
	approved := func(step int, action, target string, age int) model.Approval {
		return model.Approval{At: now.AddDate(0, 0, -age), From: "Approved/a.md", PlanID: "PLAN-P", Step: step, Action: action, Target: target}
	}
	file := func(decision string) model.Request {
		r := asking("a.md", "P", 4, "a")
		r.Path, r.Reading.Decision = "Approved/a.md", decision
		return r
	}
	elsewhere := file("none")
	elsewhere.Path, elsewhere.PlanID, elsewhere.Action, elsewhere.Target = "Done/Actions/a.md", "", "Email", ask.Target
	old := elsewhere
	old.Created = model.ParseStamp("2026-01-02", nil)
	finished := file("none")
	finished.Path, finished.Action, finished.Target, finished.Amount = "Done/Actions/b.md", "wire", ask.Target, "900 EUR"
	known := file(model.DecisionApproved)
	known.DecidedAt = now.AddDate(0, 0, -2)
	bare := ask
	bare.Target = ""
	twin := ask
	twin.Twin, twin.TwinDone = "Done/Actions/b.md", true
	same := ask
	same.Twin, same.TwinApproved = "Approved/a.md", true
	const step, action = "step 4 of this plan was approved before", "the same action on the same target was approved before"
	for _, tt := range []struct {
		name      string
		request   model.Request
		approvals []model.Approval
		decided   []model.Request
		finished  []model.Request
		log       []model.LogEntry
		want      string
	}{
		{"nothing", ask, nil, nil, nil, nil, ""},
		{"the step in the ledger", ask, []model.Approval{approved(4, "", "", 200)}, nil, nil, nil, step + ", on 2025-08-26: Approved/a.md"},
		{"another step", ask, []model.Approval{approved(3, "", "", 1)}, nil, nil, nil, ""},
		{"the step in a file", ask, nil, []model.Request{file(model.DecisionApproved)}, nil, nil, step + ": Approved/a.md"},
		{"the step with another text", ask, nil, []model.Request{file(model.DecisionApproved)}, nil, nil, step + ": Approved/a.md, whose text differs"},
		{"the step with another target", ask, []model.Approval{approved(4, "email", "kai@quay.example", 2)}, nil, nil, nil, step + ", on 2026-03-12: Approved/a.md, whose target is kai@quay.example"},
		{"the step for more, in a finished file", ask, nil, nil, []model.Request{finished}, nil, step + ": Done/Actions/b.md, whose action is wire and amount is 900 EUR"},
		{"the step in a file that the ledger knows", ask, []model.Approval{approved(4, "", "", 2)}, []model.Request{known}, nil, nil, step + ", on 2026-03-12: Approved/a.md, whose text differs"},
		{"the step in a rejected file", ask, nil, []model.Request{file(model.DecisionRejected)}, nil, nil, ""},
		{"the step in the plan's log", ask, nil, nil, nil, []model.LogEntry{said("Approved step 4")}, step + ", on 2026-03-12: Plans/P.md"},
		{"taken back in the plan's log", ask, nil, nil, nil, []model.LogEntry{said("Approved step 4"), said("Undid approval of step 4")}, ""},
		{"and said again", ask, nil, nil, nil, []model.LogEntry{said("Approved step 4"), said("Undid approval of step 4"), said("Approved step 4")}, step},
		{"said by an agent", ask, nil, nil, nil, []model.LogEntry{{Actor: "Agent", What: "Approved step 4"}}, ""},
		{"the action in the ledger", ask, []model.Approval{approved(9, "EMAIL", "Dues@corran-harbour.example ", 30)}, nil, nil, nil, action + ", on 2026-02-12: Approved/a.md"},
		{"the action by another word", ask, []model.Approval{approved(9, "Send-Email", ask.Target, 3)}, nil, nil, nil, action + ", on 2026-03-11: Approved/a.md"},
		{"31 days ago", ask, []model.Approval{approved(9, "email", ask.Target, 31)}, nil, nil, nil, ""},
		{"another target", ask, []model.Approval{approved(9, "email", "kai@corran-harbour.example", 3)}, nil, nil, nil, ""},
		{"without a target", bare, []model.Approval{approved(9, "", "", 3)}, nil, nil, nil, ""},
		{"the action among what is done", ask, nil, nil, []model.Request{elsewhere}, nil, action + ": Done/Actions/a.md"},
		{"long ago among what is done", ask, nil, nil, []model.Request{old}, nil, ""},
		{"the name among what is done", twin, nil, nil, nil, nil, "a file with this name is already among the finished files: Done/Actions/b.md"},
		{"told by its name already", same, []model.Approval{approved(4, "", "", 1)}, nil, nil, nil, "a file of this name was approved before: Approved/a.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plan := model.Plan{Path: "Plans/P.md", ID: "P", Log: tt.log, Steps: []model.Step{{Number: 4, Human: true}}}
			s := model.Snapshot{
				At: now, Plans: []model.Plan{plan}, Requests: []model.Request{tt.request}, Approvals: tt.approvals, Decided: tt.decided, Finished: tt.finished,
			}
			WeighRequests(&s)
			WeighEarlier(&s)
			got := s.Requests[0]
			switch {
			case tt.want == "" && (len(got.Doubts) > 0 || got.Approved != nil || MustTypeRequest(got, now) != ""):
				t.Errorf("doubts %+v, approved before %+v", got.Doubts, got.Approved)
			case tt.want == "":
			case len(got.Doubts) != 1 || !strings.HasPrefix(got.Doubts[0].What, tt.want) || MustTypeRequest(got, now) != model.OneLine(tt.request.Target):
				t.Errorf("doubts %+v, want %q", got.Doubts, tt.want)
			case got.Twin == "" && got.Approved == nil:
				t.Error("the list does not say it")
			}
		})
	}
}

func TestActionsOfOneSortAreTheSame(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"Pay": "payment", "make_payment": "payment", "bank transfer": "payment", "send-payment": "payment", "payment": "payment",
		"E-Mail": "email", "send_email": "email", "email": "email", "post": "post", "Payroll Run": "payroll_run", "": "",
	} {
		if got := sameAction(written); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// The reasons for which something has to be typed are all there, and an earlier approval first.
func TestAllReasonsToTypeAreGiven(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	r := model.Request{Path: "Pending_Approval/a.md", Name: "a.md", Target: "t", Expires: model.ParseStamp("2026-03-12", nil), Twin: "Approved/a.md", TwinApproved: true,
		Doubts: []model.Doubt{{What: "odd", Weight: model.WeightAsk}, {What: "long", Weight: model.WeightNote}}, Reading: model.RequestReading{Decision: model.DecisionPending}}
	s := model.Snapshot{At: now, Requests: []model.Request{r}}
	WeighRequests(&s)
	must, why := MustType(s, r.Ref(), model.ChoiceApprove)
	var got []string
	for _, w := range why {
		got = append(got, Phrases.Reason(w))
	}
	if want := "a file of this name was approved before: Approved/a.md; it has expired; odd"; must != "t" || strings.Join(got, "; ") != want {
		t.Errorf("%q takes %q, want %q", got, must, want)
	}
	refused := &model.Untyped{Path: r.Path, Word: must, Why: why}
	if !errors.Is(refused, model.ErrNotAllowed) || strings.Count(refused.Error(), "; ") != 2 {
		t.Errorf("refused: %v", refused)
	}
}
