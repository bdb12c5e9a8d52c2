package model

import (
	"testing"
	"time"
)

func TestAMessageWaitsUntilASessionGotIt(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC)
	got := Delivery{Session: "8", At: at}
	for _, tt := range []struct {
		name        string
		m           Message
		now         time.Time
		waits, news bool
	}{
		{"none", Message{}, at, false, false},
		{"written", Message{Text: "Look at the quote", At: at}, at.Add(240 * time.Hour), true, false},
		{"handed over", Message{Text: "Look at the quote", At: at, Delivered: got}, at.Add(23 * time.Hour), false, true},
		{"handed over long ago", Message{Text: "Look at the quote", At: at, Delivered: got}, at.Add(24 * time.Hour), false, false},
		{"taken away", Message{At: at, Delivered: got}, at, false, false},
	} {
		if tt.m.Waits() != tt.waits || tt.m.News(tt.now) != tt.news {
			t.Errorf("%s: waits %v, news %v", tt.name, tt.m.Waits(), tt.m.News(tt.now))
		}
	}
	if Phrases.Recipient(got) != "Session 8" || Phrases.Recipient(Delivery{At: at}) != "A session without a number" {
		t.Errorf("%q, %q", Phrases.Recipient(got), Phrases.Recipient(Delivery{At: at}))
	}
}
