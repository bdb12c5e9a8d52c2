package model

import "time"

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

// Got names the session that got the message: "Session 8", "A session without a number".
func (d Delivery) Got() string {
	if d.Session == "" {
		return "A session without a number"
	}
	return "Session " + d.Session
}

// messageTold is how long it is worth a line that a session got its message.
const messageTold = 24 * time.Hour

// News reports whether the operator should be told that a session got the message: for a
// day, since it may well not have been theirs.
func (m Message) News(now time.Time) bool {
	return m.Text != "" && !m.Waits() && now.Sub(m.Delivered.At) < messageTold
}
