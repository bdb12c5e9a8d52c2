package events

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

func TestLinesOfASessionAreReadAsEvents(t *testing.T) {
	t.Parallel()
	lines := sessionLines{most: 300}
	for _, line := range []string{
		`{"type": "SessionStarted", "session": 4, "agent": "A", "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "ValidationOutcome", "gate": "dod", "work_id": "E2-1", "result": "pass", "result": "warn", "re\u0061son": "37 rows \u00e4", "timestamp": 7}`,
		`{"type": "CyclePhaseEntered", "phase": ["DO"], "work_id": null}`,
		`{"type": "` + strings.Repeat("x", 400) + `"}`,
		`{"type": "CyclePhaseEntered", "phase": "DO", "work_id": "E2-1", "timestamp": "2026-01-26T10:30:00Z"}`,
	} {
		lines.add([]byte(line))
	}
	at := func(raw string) model.Stamp { return model.ParseStamp(raw, time.UTC) }
	want := []model.Event{
		{Type: "SessionStarted", Agent: "A", At: at("2026-01-26T10:00:00")},
		{Type: "ValidationOutcome", Gate: "dod", Work: "E2-1", Result: "warn", Reason: "37 rows ä", At: at("7")},
		{Skipped: 2},
		{Type: "CyclePhaseEntered", Phase: "DO", Work: "E2-1", At: at("2026-01-26T10:30:00Z")},
	}
	got := lines.events(time.UTC)
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("event %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}
