package model

// Event is one line that a session wrote into its event log, in the fields that programs use.
type Event struct {
	// At is its time, Type its name in the log, such as "ValidationOutcome".
	At   Stamp
	Type string
	// Agent wrote it. Work is the id of a work item, Phase the one that it entered.
	Agent, Work, Phase string
	// Gate is a check, Result its outcome as written, such as "pass", and Reason the words to it.
	Gate, Result, Reason string
	// Skipped is the number of lines that are left out here; the event has nothing else then.
	Skipped int
}

// EventResult is the outcome of a check.
type EventResult int

// The outcomes of checks.
const (
	ResultNone EventResult = iota
	ResultPass
	ResultWarn
	ResultFail
	ResultOther
)

// Outcome reads the result. The words are those of the reference program's gates.
func (e Event) Outcome() EventResult {
	switch e.Result {
	case "":
		return ResultNone
	case "pass", "passed", "ok", "success":
		return ResultPass
	case "warn", "warning":
		return ResultWarn
	case "block", "blocked", "fail", "failed", "error":
		return ResultFail
	}
	return ResultOther
}
