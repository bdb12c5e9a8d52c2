package model

// Turn says who has to move.
type Turn int

// Whose turn it is.
const (
	TurnOperator Turn = iota
	TurnAgent
)

// Pressing is how urgent somebody says that a thing is.
type Pressing int

// The degrees, PressingNormal where nothing is said. What only its title calls urgent is behind what a priority or a
// due date does: PressingTitled where an agent wrote the title, PressingMail where the sender of a mail did.
const (
	PressingLow Pressing = iota - 1
	PressingNormal
	PressingMail
	PressingHigh
	PressingTitled
	PressingNow
)

// Urgency groups the queue, most urgent first.
type Urgency int

// The groups: what is wrong with the gate, or ran otherwise than was allowed, what has to be settled first, what an agent waits for right now, what expires within a day, what work waits for,
// what is stated to be urgent, what somebody has to look at, the rest, and what came too late.
const (
	UrgencyAlarm Urgency = iota
	UrgencyFirst
	UrgencyNow
	UrgencyExpires
	UrgencyBlocks
	UrgencyPressing
	UrgencyCheck
	UrgencyCanWait
	UrgencyExpired
)

// FalseFirst orders two booleans.
func FalseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// AgeBand is how long ago something began, roughly.
type AgeBand int

// The bands, by calendar days. AgeAny does not tell things apart.
const (
	AgeAny AgeBand = iota
	AgeToday
	AgeWeek
	AgeMonth
	AgeOlder
	AgeUnknown
)

// String returns the band in words that follow a count, "" for any age.
func (b AgeBand) String() string {
	return word(b, "", "today", "in the last week", "in the last month", "over a month old", "without a date")
}

// LeastGroup is how many rows make a group.
const LeastGroup = 3
