package phrase

import (
	"testing"
	"time"

	"coldstart/model"
)

func TestAmountHasItsThousandsApart(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"1284.60 EUR": "1,284.60 EUR", "1284 EUR": "1,284.00 EUR", "12.5 GBP": "12.50 GBP", "€1234567.8": "€1,234,567.80",
		"0 EUR": "0.00 EUR", "0012 EUR": "12.00 EUR", "USD 999": "USD 999.00",
		// What could mean something else stays.
		"1.284,60 EUR": "1.284,60 EUR", "1,284.60 EUR": "1,284.60 EUR", "1284.600 EUR": "1284.600 EUR", "1284": "1284", "EUR 5 USD": "EUR 5 USD",
		"about 5 EUR": "about 5 EUR", "-5 EUR": "-5 EUR", "٣ EUR": "٣ EUR", "": "",
	} {
		if got := Amount(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestActionIsInWords(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"linkedin_post": "post on LinkedIn", "forum_post": "post on forum", "email": "e-mail", "payment": "payment", "sign_contract": "sign contract", "": "",
	} {
		if got := Action(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestASubjectSaysWhatIsPaid(t *testing.T) {
	t.Parallel()
	pay := model.Request{Summary: "Pay invoice 12", Action: "payment", Target: "Bell Tyres", Amount: "1284.6 EUR"}
	if subject, what := Matter(pay); subject != "Pay Bell Tyres 1,284.60 EUR" || what != "payment, invoice 12" {
		t.Errorf("%q, %q", subject, what)
	}
	pay.Target = ""
	if subject, what := Matter(pay); subject != "Pay invoice 12" || what != "payment" {
		t.Errorf("to nobody: %q, %q", subject, what)
	}
}

// No reason of a row is longer than the column that it has beside a long name.
func TestReasonsFitTheirColumn(t *testing.T) {
	t.Parallel()
	const most = 18
	now := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	ended := func(c *model.Carried) model.Request {
		return model.Request{Reading: model.RequestReading{Decision: model.DecisionApproved}, Carried: c}
	}
	long := "a reason that goes on and on"
	steps := []model.Step{{Number: 1}, {Number: 2}}
	trace := func(whole, last model.StepState) model.Trace {
		return model.Trace{State: whole, Steps: []model.TraceStep{{Number: 12, Name: long, State: last}}}
	}
	for words, want := range map[string]string{
		OutcomeInRow(ended(nil)):                                                                       "no outcome yet",
		OutcomeInRow(ended(&model.Carried{Result: long})):                                              "done (log)",
		OutcomeInRow(ended(&model.Carried{Failed: true, Why: long})):                                   "failed (log)",
		OutcomeInRow(ended(&model.Carried{Failed: true, Known: true})):                                 "known failure",
		AskedInRow(model.Request{Asked: &model.EarlierAnswer{Note: long}}, now):                        "changes asked for",
		AskedInRow(model.Request{Rejected: &model.EarlierAnswer{At: now, Note: long}}, now):            "rejected before",
		AskedInRow(model.Request{Hidden: 2}, now):                                                      "hidden text",
		AskedInRow(model.Request{}, now):                                                               "",
		TraceInRow(trace(model.StepInProgress, model.StepInProgress)):                                  "stopped, step 12",
		TraceInRow(trace(model.StepFailed, model.StepFailed)):                                          "step 12 failed",
		TraceInRow(trace(model.StepCompleted, model.StepCompleted)):                                    "1 step done",
		TraceInRow(trace(model.StepInProgress, model.StepCompleted)):                                   "stopped after 12",
		TraceInRow(model.Trace{}):                                                                      "no steps",
		PlanInRow(model.Plan{Steps: steps, Status: model.Status{State: model.StateDraft}}):             "Draft, 2 steps",
		PlanInRow(model.Plan{Status: model.Status{State: model.StateActive}}):                          "Active, no steps",
		faultInRow(model.Fault{Name: "the line stops in the middle", Short: "line cut short"}, ""):     "line cut short",
		faultInRow(model.Fault{Name: "git merge conflict, not resolved", Short: "merge conflict"}, ""): "merge conflict",
		faultInRow(model.Fault{}, "invalid JSON: "+long):                                               "invalid JSON",
		faultInRow(model.Fault{}, "the front matter has no end"):                                       "front matter error",
		InRow(model.Attention{Ref: model.Ref{Kind: model.KindProblem}, Fault: model.Fault{Short: "line cut short"}, Why: []model.Reason{{Code: model.BecauseInItsWords, Text: long}}}): "line cut short",
		InRow(model.Attention{Ref: model.Ref{Kind: model.KindProblem}, Why: []model.Reason{{Code: model.BecauseInItsWords, Text: "invalid JSON: " + long}}}):                           "invalid JSON",
	} {
		if words != want || len(words) > most {
			t.Errorf("%q, want %q", words, want)
		}
	}
}
