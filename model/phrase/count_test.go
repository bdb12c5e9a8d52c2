package phrase_test

import (
	"testing"

	"coldstart/model"
	"coldstart/model/phrase"
)

// TestCountsAreWordsInTheRightNumber: one is never "1 plans", and two are never "2 entrys".
func TestCountsAreWordsInTheRightNumber(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		phrase.NeedYou(0):          "nothing needs you",
		phrase.NeedYou(1):          "1 needs you",
		phrase.NeedYou(2):          "2 need you",
		model.Counted(0, "plan"):   "0 plans",
		model.Counted(1, "plan"):   "1 plan",
		model.Counted(1, "entry"):  "1 entry",
		model.Counted(12, "entry"): "12 entries",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
