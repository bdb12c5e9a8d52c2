package vault

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/tui/phrase"
	"coldstart/vault/source"
)

func TestWhatCannotBeReadAgainStaysStale(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, watchedContents())
	const name = "Pending_Approval/chalk.md"
	ref := model.Ref{Kind: model.KindRequest, Path: name}
	before := mustLoad(t, v)
	if len(before.Stale) != 0 || before.Refuse(ref, model.ChoiceApprove).Given() {
		t.Fatalf("at first: %v, %q", before.Stale, before.Refuse(ref, model.ChoiceApprove))
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, name), make([]byte, source.MaxDocument+1), 0o644))
	// Its age counts from when it was read, however often it cannot be.
	for i := range 3 {
		s, err := v.Load(t.Context(), loadTime.Add(time.Duration(i+1)*time.Hour))
		must(t, err)
		r, ok := s.Request(name)
		if !ok || r.Seen != before.Requests[0].Seen || !s.Stale[name].Equal(before.At) {
			t.Errorf("load %d: %+v, stale since %v", i, r, s.Stale)
		}
		if reason := s.Refuse(ref, model.ChoiceApprove); !strings.Contains(phrase.Reason(reason), "could not be read again") {
			t.Errorf("load %d: %q", i, reason)
		}
	}
	must(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	if s := mustLoad(t, v); len(s.Stale) != 0 || len(s.Requests) != 1 {
		t.Errorf("readable again, stale %v", s.Stale)
	}
	must(t, os.Remove(filepath.Join(dir, name)))
	if s := mustLoad(t, v); len(s.Stale) != 0 || len(s.Requests) != 0 {
		t.Errorf("gone, but %d requests, stale %v", len(s.Requests), s.Stale)
	}
}

func TestOnlyWhatIsUnreadIsKept(t *testing.T) {
	t.Parallel()
	was := model.Snapshot{
		At:       loadTime,
		Plans:    []model.Plan{{Path: "Plans/a.md"}, {Path: "Plans/deep/b.md"}, {Path: "Plans2/c.md"}},
		Requests: []model.Request{{Path: "Pending/d.md"}},
		Events:   model.EventLog{Path: "events.jsonl", Sessions: make([]model.Session, 2)},
	}
	for _, tt := range []struct {
		unread string
		want   string
	}{
		{"Plans", "Plans/a.md Plans/deep/b.md"},
		{"Plans/deep", "Plans/deep/b.md"},
		{"Plans/a.md", "Plans/a.md"},
		{"Pending", "Pending/d.md"},
		{"events.jsonl", "events.jsonl"},
		{"elsewhere", ""},
	} {
		l := lastLoad{found: was}
		s := model.Snapshot{At: loadTime.Add(time.Hour), Problems: []model.Problem{
			{Path: tt.unread, Unread: true}, {Path: "Plans2/c.md", Line: 3},
		}}
		l.keep(&s)
		var got []string
		for _, p := range s.Plans {
			got = append(got, p.Path)
		}
		for _, r := range s.Requests {
			got = append(got, r.Path)
		}
		if len(s.Events.Sessions) > 0 {
			got = append(got, s.Events.Path)
		}
		if strings.Join(got, " ") != tt.want || len(s.Stale) != len(got) {
			t.Errorf("%s unread: kept %v, stale %v", tt.unread, got, s.Stale)
		}
	}
}
