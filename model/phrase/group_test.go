package phrase

import (
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
)

func TestGroup(t *testing.T) {
	t.Parallel()
	row := func(kind model.Kind, who string, why ...model.Reason) model.Attention {
		return model.Attention{Ref: model.Ref{Kind: kind, Path: "a.md"}, What: "Answer", Who: who, Action: "email_reply", Why: why}
	}
	torn := model.Reason{Code: model.BecauseInItsWords, Text: "not JSON: x"}
	urgent := model.Reason{Code: model.BecauseStatedUrgent}
	mail, other := row(model.KindRequest, "desk@quay.example"), row(model.KindRequest, "books@quay.example", urgent)
	paid := func(amount string) model.Attention {
		return model.Attention{Ref: model.Ref{Kind: model.KindRequest}, Amount: amount}
	}
	for _, c := range []struct {
		group      rule.Group
		words, why string
	}{
		{rule.Group{Kind: model.KindRequest, Rows: []model.Attention{mail}}, "Answer", "email reply"},
		{rule.Group{Kind: model.KindRequest, Rows: []model.Attention{other}}, "Answer", "urgent"},
		{rule.Group{Kind: model.KindRequest, Action: "email_reply", Who: "desk@quay.example", Rows: []model.Attention{mail, mail, mail}}, "3 requests: email reply to desk@quay.example", ""},
		{rule.Group{Kind: model.KindRequest, Action: "whatsapp", Who: "Ida Roe", From: true, Rows: []model.Attention{mail, mail, mail}}, "3 requests: whatsapp from Ida Roe", ""},
		{rule.Group{Kind: model.KindRequest, From: true, Rows: []model.Attention{mail, other}}, "2 requests from 2 senders", ""},
		{rule.Group{Kind: model.KindRequest, Action: "linkedin_post", Age: model.AgeToday, Rows: []model.Attention{mail, other}}, "2 requests: post on LinkedIn to 2 recipients, today", ""},
		{rule.Group{Kind: model.KindRequest, Age: model.AgeOlder, Rows: []model.Attention{other, other}}, "2 requests, over a month old", "urgent"},
		{rule.Group{Kind: model.KindRequest, Rows: []model.Attention{paid("45 EUR"), paid("45 EUR"), paid("45.00 EUR")}}, "3 requests, 45.00 EUR each", ""},
		{rule.Group{Kind: model.KindRequest, Rows: []model.Attention{paid("$80"), paid("$1,200"), paid("$20.50")}}, "3 requests, $20.50 to $1,200", ""},
		{rule.Group{Kind: model.KindProblem, Rows: []model.Attention{row(model.KindProblem, "", torn), row(model.KindProblem, "", torn)}}, "2 problems: not JSON", ""},
		{rule.Group{Kind: model.KindWork, Who: "Spindle", Rows: []model.Attention{row(model.KindWork, "Spindle"), row(model.KindWork, "Spindle")}}, "2 work items, Spindle", ""},
	} {
		if got, why := Group(c.group), GroupWhy(c.group); got != c.words || why != c.why {
			t.Errorf("%q, %q\nwant %q, %q", got, why, c.words, c.why)
		}
	}
}

func TestWaiting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		untouched, drafted int
		want               string
	}{
		{3, 0, "3 waiting"},
		{0, 17, "nothing new, 17 with a draft or a plan"},
		{15, 389, "15 waiting, and 389 more with a draft or a plan"},
	} {
		if got := Waiting(c.untouched, c.drafted); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestWorkThatEndedIsNotCalledCompleted(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"cancelled": "Cancelled", "CANCELED": "Canceled", "**Superseded** by 4": "Superseded", "❌ Abandoned": "Abandoned", "done": "Completed", "": "Completed", "completed (cancelled part 2)": "Completed", "rejectedly": "Completed",
	} {
		if got := EndedAs(model.Status{State: model.StateDone, Word: word}, "Completed"); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	p := model.Plan{Status: model.Status{State: model.StateDone, Word: "cancelled"}}
	if got := PlanInRow(p); got != "Cancelled, no steps" {
		t.Errorf("in a row it is %q", got)
	}
}
