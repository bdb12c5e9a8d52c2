package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// The words tell as much as the bars, and stay where there is no room for these.
func TestTrendsAreToldInWords(t *testing.T) {
	t.Parallel()
	s := interrupted()
	old := s.snapshot.Events.Sessions[0]
	old.Key, old.Label, old.Started = "1", "1", stamp("2026-02-20T10:00:00Z")
	s.snapshot.Events.Sessions = append(s.snapshot.Events.Sessions, old)
	d := newDriver(t, s, 80, 24)
	d.press("4")
	d.shows("Sessions 4 in 14 days ·", "4 orphans")
	d = newDriver(t, s, 40, 10)
	d.press("4")
	d.hides("14 days")
	d = themedDriver(t, s, styles.Options{ASCII: true, NoColor: true}, 80, 24)
	d.press("4")
	d.shows("Sessions 4 in 14 days 00000000001012", "4 orphans")
	d = newDriver(t, workshop(), 80, 24)
	d.press("4")
	d.hides("14 days")
}

func TestAnOpenPlanShowsItsLogWithItsSilences(t *testing.T) {
	t.Parallel()
	s := workshop()
	p := &s.snapshot.Plans[1]
	p.Log = nil
	for day := range 6 {
		p.Log = append(p.Log, model.LogEntry{
			At: stamp(fmt.Sprintf("2026-03-%02dT07:02:00Z", 1+day)), Actor: "Agent", What: fmt.Sprintf("Did part %d", day), Why: strings.Repeat("for a reason ", 60),
		})
	}
	p.Log[3].At = stamp("2026-03-04T06:00:00Z")
	p.Log[5].At, p.Log[5].Why = stamp("2026-03-08T07:02:00Z"), ""
	d := newDriver(t, s, 80, 40)
	d.pick("3", p.Path)
	d.press("enter", "v")
	d.shows("Its log, newest first: 5 of 6, all of them below", "6 d silence until now", "Sun 07:02 Agent: Did part 5", "3 d silence", "25 h silence", "4 March Agent: Did part 3")
	view := d.app.View()
	if strings.Contains(view, "Did part 0") || strings.Count(view, "silence") != 4 {
		t.Errorf("the log is\n%s", view)
	}
	if rows := strings.Count(view, "for a reason"); rows == 0 || len(d.app.detail.lines) > 80 {
		t.Errorf("long entries take %d lines", len(d.app.detail.lines))
	}
	if newest, older := strings.Index(view, "Did part 5"), strings.Index(view, "Did part 4"); newest > older {
		t.Error("the log does not begin with its newest entry")
	}
	// Without a silence there is nothing that the text does not tell as well.
	for i := range p.Log {
		p.Log[i].At = stamp("2026-03-14T06:00:00Z")
	}
	d = newDriver(t, s, 80, 40)
	d.pick("3", p.Path)
	d.press("enter")
	d.hides("Its log")
}

func TestTimesInADetailAreBothKinds(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	s := model.Snapshot{At: now}
	for raw, want := range map[string]string{
		"2026-03-13T07:02:00Z": "Fri 07:02, 24 h ago", "2026-03-13": "Fri 00:00, 31 h ago",
		"2026-03-14 06:02": "06:02, 1 h ago", "soon": "",
	} {
		if got := phrase.Waited(s.At, model.ParseStamp(raw, nil)); got != want {
			t.Errorf("%q has waited %q, want %q", raw, got, want)
		}
	}
	if got := phrase.Waited(s.At, model.Stamp{Time: now.Add(-time.Hour)}); got != "06:02, 1 h ago" {
		t.Errorf("without a text: %q", got)
	}
	if got := phrase.When(now, time.Time{}); got != "" {
		t.Errorf("no time is %q", got)
	}
}
