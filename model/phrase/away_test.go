package phrase

import (
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// Lengths and large numbers as people say them.
func TestLongAndThousands(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		30 * time.Second: "less than a minute", 5 * time.Minute: "5 min", 4 * time.Hour: "4 h", 14*time.Hour + 40*time.Minute: "14 h 40 min",
		47*time.Hour + 59*time.Minute: "47 h 59 min", 48 * time.Hour: "2 d", 76*time.Hour + 10*time.Minute: "3 d 4 h",
	} {
		if got := Long(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1 k", 1499: "1 k", 1500: "2 k", 797_000: "797 k", 999_499: "999 k", 999_500: "1.0 M", 1_240_000: "1.2 M", 12_400_000: "12 M"} {
		if got := Rounded(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// How a session ended, with what only it brought.
func TestAwayEnded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		o    rule.AwaySession
		want string
	}{
		{rule.AwaySession{Ending: model.EndingDone, Results: []string{"COMP-002"}}, "done, COMP-002"},
		{rule.AwaySession{Ending: model.EndingWaits, Asks: "Which?", Steps: []int{1, 2, 3}}, "asks you, steps 1 to 3 done"},
		{rule.AwaySession{Ending: model.EndingWaits, Gate: true, Steps: []int{4}}, "waiting at the gate, step 4 done"},
		{rule.AwaySession{Ending: model.EndingUnanswered, Trouble: "usage limit"}, "failed: usage limit"},
		{rule.AwaySession{Ending: model.EndingUnanswered}, "no reply"},
		{rule.AwaySession{Ending: model.EndingUnknown, Orphan: true}, "no end recorded"},
		{rule.AwaySession{Ending: model.EndingYourTurn, Steps: []int{1, 4}}, "your turn, steps 1, 4 done"},
		{rule.AwaySession{Ending: model.EndingYourTurn, Steps: []int{1, 2, 1}}, "your turn, 3 steps done"},
	} {
		if got := AwayEnded(c.o); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A sum says that it is a least one, and nothing where nothing was counted.
func TestTokensUsed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a          rule.Away
		used, from string
	}{
		{rule.Away{}, "", ""},
		{rule.Away{Written: 2}, "", "no transcript has counts"},
		{rule.Away{Written: 2, Counted: 1, AtLeast: true, Tokens: model.Tokens{In: 90_000, Out: 6_000, CacheRead: 1 << 30}}, "at least 96 k tokens", "counted in 1 of 2 transcripts"},
		{rule.Away{Written: 1, Counted: 1, Tokens: model.Tokens{Out: 500}}, "500 tokens", "counted in 1 transcript"},
	} {
		if used, from := TokensUsed(c.a), TokensFrom(c.a); used != c.used || from != c.from {
			t.Errorf("%q %q, want %q %q", used, from, c.used, c.from)
		}
	}
}
