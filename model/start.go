package model

import (
	"fmt"
	"strings"
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

// HandOver is the receipt of one report that was written out for a session.
type HandOver struct {
	At time.Time
	// Session is the session's number in the event log, empty when it was not recorded.
	Session string
	// Caller is the agent program's own name for its session, Cause why it asked; both
	// are empty when it did not say.
	Caller string
	Cause  string
	// Format is the report's format, Size its length in characters, and Left how many
	// lines were left out.
	Format string
	Size   int
	Left   int
}

// Message is what the operator says to the next session, on one line. It is given once:
// the start that hands it over is written beside it. The zero value is no message.
type Message struct {
	Text string
	// At is when it was written.
	At time.Time
	// Delivered is the session start that handed it over, the zero value while it waits.
	Delivered Delivery
}

// Delivery is the session start that got a message.
type Delivery struct {
	// Session is its number, empty when that could not be recorded in the vault.
	Session string
	At      time.Time
}

// Waits reports whether the next session is to get the message.
func (m Message) Waits() bool { return m.Text != "" && m.Delivered.At.IsZero() }

// messageTold is how long it is worth a line that a session got its message.
const messageTold = 24 * time.Hour

// News reports whether the operator should be told that a session got the message: for a
// day, since it may well not have been theirs.
func (m Message) News(now time.Time) bool {
	return m.Text != "" && !m.Waits() && now.Sub(m.Delivered.At) < messageTold
}

// MostAgentName is how many characters the name of an agent may have.
const MostAgentName = 64

// operatorNames are the names under which a person, or the recovery of dead sessions,
// stands in the agents' files. What an agent writes must not pass for theirs.
var operatorNames = []string{OperatorAgent, SyntheticAgent, OperatorActor, "user", "human"}

// RefuseAgent says why an agent cannot be called so. An empty name is
// no name and is left to the caller.
func RefuseAgent(name string) Reason {
	switch {
	case OneLine(name) != name:
		return Reason{Code: BecauseNotPlain, Name: "agent's name"}
	case len([]rune(name)) > MostAgentName:
		return Reason{Code: BecauseTooLong, Name: "agent's name", N: MostAgentName}
	}
	plain := strings.Map(lettersOnly, strings.ToLower(name))
	for _, taken := range operatorNames {
		if plain != "" && plain == strings.Map(lettersOnly, strings.ToLower(taken)) {
			return Reason{Code: BecauseAgentTaken, Name: name}
		}
	}
	return Reason{}
}

func lettersOnly(r rune) rune {
	if r == '_' || r == '-' || r == ' ' || r == '.' {
		return -1
	}
	return r
}
