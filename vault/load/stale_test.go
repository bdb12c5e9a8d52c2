package load

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

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
