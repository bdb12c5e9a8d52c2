package model

import (
	"slices"
	"testing"
)

func TestStrategies(t *testing.T) {
	all := Strategies()
	if len(all) != 14 || all[0] != "direct" || all[13] != "gap-identification" || len(slices.Compact(slices.Sorted(slices.Values(all)))) != 14 {
		t.Errorf("the taxonomy has 14 types, got %q", all)
	}
	all[0] = "changed"
	for word, want := range map[string]bool{
		"direct": true, "broad-survey": true, "changed": false, "Direct": false, "": false, " direct": false, "direct-construction": false,
	} {
		if IsStrategy(word) != want {
			t.Errorf("%q: got %v", word, !want)
		}
	}
}

func TestParseOutcome(t *testing.T) {
	for _, tt := range []struct {
		word string
		want Outcome
		dead bool
	}{
		{"SUCCEEDED", OutcomeSucceeded, false},
		{"succeeded", OutcomeSucceeded, false},
		{"FAILED", OutcomeFailed, true},
		{"failed", OutcomeFailed, true},
		{" Failed\t", OutcomeFailed, true},
		{"PARTIAL", OutcomePartial, false},
		{"partial", OutcomePartial, false},
		{"ABANDONED", OutcomeAbandoned, true},
		{"abandoned", OutcomeAbandoned, true},
		{"IN_PROGRESS", OutcomeInProgress, false},
		{"in-progress", OutcomeInProgress, false},
		{"In Progress", OutcomeInProgress, false},
		{"N/A", OutcomeNone, false},
		{"", OutcomeNone, false},
		{"-", OutcomeNone, false},
		{"not failed", OutcomeNone, false},
		{"FAILED.", OutcomeNone, false},
	} {
		if got := ParseOutcome(tt.word); got != tt.want || got.Dead() != tt.dead {
			t.Errorf("%q is %s, dead %v", tt.word, got, got.Dead())
		}
	}
}

func TestEveryOutcomeIsReadBackInBothSpellings(t *testing.T) {
	if got := len(Outcomes()); got != int(outcomeCount)-1 {
		t.Errorf("an entry can be written with %d outcomes", got)
	}
	for _, o := range Outcomes() {
		if ParseOutcome(o.String()) != o || ParseOutcome(o.Status()) != o {
			t.Errorf("%s, %s is read as %s, %s", o, o.Status(), ParseOutcome(o.String()), ParseOutcome(o.Status()))
		}
	}
	for _, o := range []Outcome{OutcomeNone, -1, outcomeCount, 99} {
		if o.String() != "N/A" || o.Status() != "" || o.Dead() {
			t.Errorf("outcome %d is %q, %q", int(o), o, o.Status())
		}
	}
}
