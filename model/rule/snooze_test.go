package rule

import (
	"testing"
	"time"

	"coldstart/model"
)

func TestParseUntil(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	now := time.Date(2026, time.March, 14, 23, 30, 0, 0, zone)
	for _, tt := range []struct{ text, want string }{
		{"1h", "2026-03-15T00:30:00+02:00"},
		{" 30m ", "2026-03-15T00:00:00+02:00"},
		{"1h30m", "2026-03-15T01:00:00+02:00"},
		{"2d", "2026-03-16T23:30:00+02:00"},
		{"tomorrow", "2026-03-15T07:00:00+02:00"},
		{"2026-03-20", "2026-03-20T07:00:00+02:00"},
		{"2026-03-20 14:00", "2026-03-20T14:00:00+02:00"},
		{"2026-03-20T14:00:00Z", "2026-03-20T14:00:00Z"},
		{"366d", "2027-03-15T23:30:00+02:00"},
		{"", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"soon", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"-1d", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"2026-02-30", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"-1h", "that time has passed"},
		{"0d", "that time has passed"},
		{"2026-03-14", "that time has passed"},
		{"367d", "that is more than a year away"},
		{"9999-01-01", "that is more than a year away"},
	} {
		until, err := model.ParseUntil(tt.text, now)
		got := until.Format(time.RFC3339)
		if err != nil {
			got = Phrases.Reason(err.(model.Reason))
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestWhatIsSnoozedRestsUntilItsTimeOrUntilMoreWaitsForIt(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.March, 14, 7, 0, 0, 0, time.UTC)
	s := model.Snapshot{At: at, Requests: []model.Request{
		{Path: "Pending_Approval/a.md", Name: "a.md", Seen: model.FingerprintOf([]byte("a"))},
		{Path: "Pending_Approval/b.md", Name: "b.md", Plan: "Plans/p.md"},
	}, Plans: []model.Plan{{Path: "Plans/p.md", ID: "p", Status: model.ParseStatus("Active")}}}
	a, b := s.Requests[0].Ref(), s.Requests[1].Ref()
	for _, ref := range []model.Ref{a, b} {
		z, ok := Snooze(s, ref, at.Add(time.Hour))
		if !ok || z.Seen != s.Seen(ref) || z.Blocks || z.Severity != model.SeverityNormal {
			t.Fatalf("Snooze(%v) = %+v, %v", ref, z, ok)
		}
		s.Snoozes = append(s.Snoozes, z)
	}
	if _, ok := Snooze(s, s.Plans[0].Ref(), at.Add(time.Hour)); ok {
		t.Error("a plan that needs nobody rests")
	}
	rests := func(name string, s model.Snapshot, want ...model.Ref) {
		t.Helper()
		got := map[model.Ref]bool{}
		for _, r := range Snoozed(s) {
			got[r.Ref] = true
		}
		for _, r := range want {
			if !got[r] {
				t.Errorf("%s: %v does not rest", name, r)
			}
		}
		if len(got) != len(want) || len(NeedsYou(s))+len(got) != len(queue(s)) {
			t.Errorf("%s: %v rest, %d need, of %d", name, got, len(NeedsYou(s)), len(queue(s)))
		}
	}
	rests("at once", s, a, b)
	open := s
	open.Problems = []model.Problem{model.Snapshot{Merging: "merge"}.MergeProblem()}
	first := NeedsYou(open)[0].Ref
	if _, ok := Snooze(open, first, at.Add(time.Hour)); ok || !CannotWait(open, first) || CannotWait(open, a) {
		t.Error("an open merge can be snoozed")
	}
	open.Snoozes = append(append([]model.Snooze(nil), s.Snoozes...), model.Snooze{Ref: first, At: at, Until: at.Add(time.Hour), Blocks: true, Severity: model.SeverityHigh})
	rests("a merge is open", open, a, b)
	later := s
	later.At = at.Add(time.Hour)
	rests("an hour later", later)
	blocked := s
	blocked.Plans = []model.Plan{{Path: "Plans/p.md", ID: "p", Status: model.ParseStatus("Blocked")}}
	rests("a plan began to wait for one", blocked, a)
	urgent := s
	urgent.Requests = append([]model.Request(nil), s.Requests...)
	urgent.Requests[0].Hidden = 1
	rests("one became urgent", urgent, b)
}
