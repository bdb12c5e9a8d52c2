package model

// Event is one thing that happened in a session: a line of an event log, in the fields that
// programs use, or a part of a transcript.
type Event struct {
	// At is its time, Type its name in the log, such as "ValidationOutcome", or the name of a tool.
	At   Stamp
	Type string
	// Agent wrote it. Work is the id of a work item, Phase the one that it entered.
	Agent, Work, Phase string
	// Gate is a check, Result its outcome as written, such as "pass", and Reason the words to it.
	Gate, Result, Reason string
	// Skipped is the number of lines that are left out here; the event has nothing else then.
	Skipped int
	// Act says what an event of a transcript is; it has the fields below, and Result.
	Act Act
	// Says are its words: of a prompt, an answer, a question; the command or the file of a tool.
	// Came is what came of it, in a few words.
	Says, Came string
	// Added and Removed are the lines that an edit changed.
	Added, Removed int
	// Open is true for a call without a result, and a question without an answer.
	Open bool
	// Gap is how many bytes of the transcript are left out here.
	Gap int64
}

// Act is what an event of a transcript is.
type Act int

// The acts. Those from ActShell on are calls of tools.
const (
	ActNone Act = iota
	// ActPrompt: the operator says something.
	ActPrompt
	// ActAnswer: the agent says something.
	ActAnswer
	// ActStop: the operator interrupts the agent.
	ActStop
	// ActCompact: what was said before is summed up, and forgotten.
	ActCompact
	// ActTrouble: the program reports an error.
	ActTrouble
	ActShell
	ActRead
	ActEdit
	ActSearch
	ActWeb
	// ActAsk: the agent asks the operator.
	ActAsk
	// ActPlan: the agent lays out or changes its plan.
	ActPlan
	// ActHand: the agent hands work to another one.
	ActHand
	// ActTool: any other tool.
	ActTool
)

// String gives the word for people.
func (a Act) String() string {
	return word(a, "event", "you", "agent", "stop", "sum up", "trouble", "shell", "read", "edit", "search", "web", "ask", "plan", "hand", "tool")
}

// Call reports whether the act is the call of a tool.
func (a Act) Call() bool { return a >= ActShell }

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
