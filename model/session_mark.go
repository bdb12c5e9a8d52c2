package model

import (
	"fmt"
	"time"
)

// SessionMark says what recording the start or the end of a session did.
type SessionMark struct {
	// Number is the session as it stands in the event log.
	Number string
	Agent  string
	// Already is true when the session had ended before.
	Already bool
	Changes []Change
	// Before is the vault as it was when the session was recorded, nil when it was not
	// looked at.
	Before *Snapshot
	// Notices name what could not be written although the session is recorded.
	Notices []string
}

// Made is a decision that was carried out.
type Made struct {
	ID       string
	At       time.Time
	Decision Decision
	PlanID   string
	Step     int
	// To is where a request went.
	To string
}

// AuditLines are the lines that a session start leaves in the audit trail (seed
// "Initialize Session", to the letter).
func AuditLines(s Snapshot, at time.Time) []string {
	stamp := "- [" + FormatUTC(at) + "] Agent: "
	p := s.Resume().Plan
	if p == nil {
		return []string{stamp + "Session initialized — No active plans found. Beginning triage flow."}
	}
	detected := fmt.Sprintf("Detected active plan — %s (Status: %s).", OneLine(p.ID), OneLine(p.Status.String()))
	if next := p.Checkpoint().Next; next != nil {
		detected += fmt.Sprintf(" Resuming from step %d.", next.Number)
	}
	return []string{stamp + "Session initialized — Scanned /Plans/ for active plans.", stamp + detected}
}
