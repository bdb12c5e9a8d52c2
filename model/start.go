package model

import (
	"strings"
	"time"
	"unicode/utf8"
)

// SessionMark is the result of recording the start or end of a session.
type SessionMark struct {
	// Number is the session in the event log.
	Number string
	Agent  string
	// Already is true if the session had ended before, or for a start if it goes on.
	Already bool
	Changes []Change
	// Before is the vault before the session was recorded, nil if not loaded.
	Before *Snapshot
	// Notices name what failed although the session is recorded.
	Notices []string
}

// IsAuditLine reports a line of the audit trail of session starts.
func IsAuditLine(line string) bool {
	return strings.Contains(line, "] Agent: Session initialized — ") || strings.Contains(line, "] Agent: Detected active plan — ")
}

// HandOver is the receipt of a report written for a session.
type HandOver struct {
	At time.Time
	// Session is its number in the event log, empty if not recorded.
	Session string
	// Caller is the agent program's name for its session, Cause why it asked; both may be
	// empty.
	Caller string
	Cause  string
	// Format is that of the report, Size its characters, Left the omitted lines.
	Format string
	Size   int
	Left   int
}

// Message is the operator's line to the next session, delivered once. The zero value is no
// message.
type Message struct {
	Text string
	// At is when it was written.
	At time.Time
	// Delivered is the session start that got it, zero while it waits.
	Delivered Delivery
	// Handed are the sessions that were given it and had no prompt yet, so that nobody may have
	// read it.
	Handed []Delivery
}

// Delivery is the session start that got a message.
type Delivery struct {
	// Session is its number, empty if not recorded.
	Session string
	At      time.Time
	// Caller is the agent program's name for a session that reads the message with its first
	// prompt only, "" for one that reads it at once.
	Caller string
}

// Waits reports whether the message is undelivered.
func (m Message) Waits() bool { return m.Text != "" && m.Delivered.At.IsZero() }

// messageTold is how long the delivery is news.
const messageTold = 24 * time.Hour

// News reports whether the operator should see that the message was delivered: for a day,
// since the session may not have been theirs.
func (m Message) News(now time.Time) bool {
	return m.Text != "" && !m.Waits() && now.Sub(m.Delivered.At) < messageTold
}

// Handoff is what a session says, when it ends, to the next one, whoever that is. The zero
// value is for a session that said nothing.
type Handoff struct {
	// Summary is the whole in a sentence or two. Done, Next and Open say what was done, what
	// comes next, and what is not settled. Each can be empty, and has at most MostHandoff
	// characters, as the event log has them.
	Summary, Done, Next, Open string
	// Session is the one that ended, Agent who ended it, At when, as the event log says.
	Session Ref
	Agent   string
	At      Stamp
}

// MostHandoff limits each text of a handoff, in characters.
const MostHandoff = 600

// Given reports whether a session said something.
func (h Handoff) Given() bool { return h.Summary+h.Done+h.Next+h.Open != "" }

// Parts returns the texts that are given, each with its name: "" for the summary, "Done", "Next"
// and "Open".
func (h Handoff) Parts() (parts [][2]string) {
	for _, p := range [][2]string{{"", h.Summary}, {"Done", h.Done}, {"Next", h.Next}, {"Open", h.Open}} {
		if p[1] != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// Plain returns the handoff with each text on one line.
func (h Handoff) Plain() Handoff {
	h.Summary, h.Done, h.Next, h.Open = OneLine(h.Summary), OneLine(h.Done), OneLine(h.Next), OneLine(h.Open)
	return h
}

// Refuse says why a handoff cannot be kept.
func (h Handoff) Refuse() Reason {
	for _, p := range h.Parts() {
		if utf8.RuneCountInString(p[1]) > MostHandoff {
			name := "summary"
			if p[0] != "" {
				name = "text of " + strings.ToLower(p[0])
			}
			return Reason{Code: BecauseTooLong, Name: name, N: MostHandoff}
		}
	}
	return Reason{}
}

// MostAgentName limits the name of an agent, in characters.
const MostAgentName = 64

// operatorNames stand for people and recovery in agents' files; no agent may use them.
var operatorNames = []string{OperatorAgent, SyntheticAgent, OperatorActor, "user", "human", "root", "admin", "administrator"}

// RefuseAgent says why an agent cannot have a name. An empty one is left to the caller.
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
