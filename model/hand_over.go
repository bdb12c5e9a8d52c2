package model

import "time"

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
