package thread

import (
	"strings"
	"testing"
	"time"
)

// A night with a busy session, one that broke, and a question at which somebody goes on.
func TestSpan(t *testing.T) {
	t.Parallel()
	at := func(hour, minute int) time.Time { return time.Date(2026, 3, 14, hour, minute, 0, 0, time.UTC) }
	s := Span{From: at(0, 0), To: at(8, 0), Ember: at(6, 0), Runs: []Stay{
		{From: at(1, 0), To: at(2, 0), Did: []Did{{at(1, 0), 1}, {at(1, 30), 8}}},
		{From: at(3, 30), To: at(4, 0), Broke: true},
		{From: at(5, 30), To: at(6, 0), Did: []Did{{at(5, 45), 4}}},
	}}
	th := theme()
	var got []string
	for _, l := range s.Rows(th, 54) {
		got = append(got, strings.TrimRight(l.String(), " "))
	}
	want := []string{
		"          ▁  █                        ▄",
		"━━━━╌╌╌╌╌╌━━━━━━━╌╌╌╌╌╌╌╌━━━✗╌╌╌╌╌╌╌╌━━━◉╌╌╌╌╌╌╌╌╌╌╌",
		"    00:00                             06:00    08:00",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, none := range []Span{{From: at(1, 0), To: at(1, 0)}, {From: at(2, 0), To: at(1, 0)}} {
		if rows := none.Rows(th, 54); rows != nil {
			t.Errorf("%v: %d rows", none, len(rows))
		}
	}
	if rows := s.Rows(th, leastRibbon+edge+margin-1); rows != nil {
		t.Errorf("%d rows without room", len(rows))
	}
}
