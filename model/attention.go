package model

import (
	"time"
)

// Severity orders what needs a human and blocks nothing.
type Severity int

// The severities, lowest first.
const (
	SeverityLow Severity = iota
	SeverityNormal
	SeverityHigh
)

// String returns the word used in JSON.
func (s Severity) String() string { return word(s, "low", "normal", "high") }

// Attention is one row of the queue "Needs you".
type Attention struct {
	Ref Ref
	// What names the thing alone; where it is a part, Of names the whole: the plan of a step, the
	// workflow of a trace, the journal's entry, the id of a work item. Apart says what sets it
	// apart from others of that name. Who asks or is affected, Why gives the reasons, most urgent
	// first. Line is that of a problem, 0 for none, and Fault what is wrong there.
	What  string
	Of    string
	Apart string
	Who   string
	Why   []Reason
	Line  int
	Fault Fault
	// From says that Who wrote it, and that it goes to nobody.
	From bool
	// Action is what a request asks for, as written. Turn is the agent's only in the rows of WithAgent.
	Action string
	Turn   Turn
	// Amount is that of a request, as written. Alone is true for a request that should not just be approved with
	// others: a doubt weighs on it, it hides characters, or it was decided before.
	Amount string
	Alone  bool
	// Pressing is how urgent somebody says it is.
	Pressing Pressing
	// Since is when the wait began, zero if unknown. Until is when it is too late, if that is
	// within a day, zero otherwise.
	Since, Until time.Time
	// Blocks is true when work waits for it, Waits when an agent stands still until it has an answer.
	Blocks   bool
	Waits    bool
	Severity Severity
	// Human is true when a human must act, not only allow. Failed is true when a log says that
	// what was approved failed.
	Human, Failed bool
	// Expired is true for a request that it is too late for: it comes after the live ones.
	Expired bool
	// First is true for what has to be settled before anything else, Gate for an alarm of the gate.
	First, Gate bool
}

// expirySoon is how long before its expiry a request becomes urgent.
const expirySoon = 24 * time.Hour
