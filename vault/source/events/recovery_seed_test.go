package events

import (
	"testing"
)

// The scenarios of the seed "Orphan Session Detection", in its own words.

func TestSeedDetectsAnOrphanWhenASessionStartedWithoutAnEnd(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t,
		`{"type": "SessionStarted", "session": 100, "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "SessionStarted", "session": 101, "timestamp": "2026-01-26T11:00:00"}`)
	orphans := log.Orphans()
	if len(orphans) != 1 || orphans[0].Key != "100" || len(problems) > 0 {
		t.Errorf("orphans %+v, problems %+v", orphans, problems)
	}
	if c, ok := log.CurrentSession(); !ok || c.Key != "101" {
		t.Errorf("current %+v", c)
	}
	if got, ok := log.PeerAnswer(); !ok || got != "100" {
		t.Errorf("the reference program's answer would be %q, %v", got, ok)
	}
}

func TestSeedFindsNoOrphanWhenAllSessionsEnded(t *testing.T) {
	t.Parallel()
	log, _ := readLog(t,
		`{"type": "SessionStarted", "session": 100, "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "SessionEnded", "session": 100, "timestamp": "2026-01-26T10:30:00"}`,
		`{"type": "SessionStarted", "session": 101, "timestamp": "2026-01-26T11:00:00"}`)
	if got := log.Orphans(); len(got) > 0 {
		t.Errorf("orphans %+v", got)
	}
	if got, ok := log.PeerAnswer(); ok {
		t.Errorf("the reference program's answer would be %q", got)
	}
}

func TestSeedSessionStartIsRead(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t, `{"type": "SessionStarted", "session": 245, "agent": "Hephaestus", "timestamp": "2026-01-26T12:00:00.000001"}`)
	c, ok := log.CurrentSession()
	if !ok || c.Label != "245" || c.Agent != "Hephaestus" || c.Started.Raw != "2026-01-26T12:00:00.000001" || log.Records != 1 || len(problems) > 0 {
		t.Errorf("got %+v, %+v", log, problems)
	}
}

func TestSeedOtherEventsStillWork(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t,
		`{"type": "CyclePhaseEntered", "phase": "PLAN", "work_id": "E2-236", "agent": "Hephaestus"}`,
		`{"type": "ValidationOutcome", "gate": "preflight", "work_id": "E2-236", "result": "pass", "reason": "ok"}`)
	if log.Records != 2 || len(log.Sessions) > 0 || log.Current != -1 || len(problems) > 0 {
		t.Errorf("got %+v, %+v", log, problems)
	}
}
