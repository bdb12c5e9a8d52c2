package model

import (
	"testing"
	"time"
)

func TestAmountsInASentence(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "Seven prices change, by 11 % on average.": "",
		"The letter asks for 2,089.70 EUR and says so.": "2,089.70 EUR",
		"2,089.70 EUR, that is 2,089.70 EUR in all":     "2,089.70 EUR",
		"pay 12 EUR or 14 EUR":                          "",
		"about $40 for it":                              "$40",
		"40€":                                           "40€",
	} {
		if got := AmountSaid(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestDaysInASentence(t *testing.T) {
	t.Parallel()
	from := time.Date(2026, 3, 13, 16, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"":                                      "",
		"The 14-day limit ends on 17 March.":    "2026-03-17",
		"until 13 March":                        "2026-03-13",
		"by 2 January":                          "2027-01-02",
		"before 1 May 2028, please":             "2028-05-01",
		"the newsletter of 11 March":            "",
		"by 3 March or by 4 March":              "",
		"by 31 February":                        "",
		"by 17 March, I repeat: by 17 March":    "2026-03-17",
		"announced on 3 March for the 16 March": "",
	} {
		got := ""
		if day, ok := DaySaid(text, from); ok {
			got = day.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	if _, ok := DaySaid("by 3 March", time.Time{}); ok {
		t.Error("a day without a year needs a time to be near")
	}
}
