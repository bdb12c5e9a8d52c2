package model

import (
	"cmp"
	"strings"
	"time"
)

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
	// Times is how many calls this one stands for, the last of them at Until; zero for itself.
	// Different is how many different things they were about.
	Times, Different int
	Until            Stamp
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

// String returns the word for people.
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

// Merged puts what a session wrote in two places in one order: by time, where two know theirs.
// Each place keeps its own order.
func Merged(x, y []Event) []Event {
	out := make([]Event, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		if y[0].At.Known() && x[0].At.Known() && y[0].At.Time.Before(x[0].At.Time) {
			out, y = append(out, y[0]), y[1:]
			continue
		}
		out, x = append(out, x[0]), x[1:]
	}
	return append(append(out, x...), y...)
}

const (
	// leastRun is how many calls of one sort in a row are told as one.
	leastRun = 3
	// LongSilence is how long nothing happens in a session before its course says so.
	LongSilence = time.Hour
	// mostOfRun is how many things a run of calls names.
	mostOfRun = 8
)

// Folded tells runs of calls of one sort as one event each, with their number in Times. What
// failed, waits or is a matter between people stays by itself, and silence ends a run.
func Folded(events []Event) []Event {
	var out []Event
	for i := 0; i < len(events); {
		n := 1
		for events[i].folds() && i+n < len(events) && events[i+n].folds() && events[i+n].Act == events[i].Act && !Silent(events[i+n-1], events[i+n]) {
			n++
		}
		if n < leastRun {
			out = append(out, events[i:i+n]...)
		} else {
			out = append(out, folded(events[i:i+n]))
		}
		i += n
	}
	return out
}

// Silent reports whether nothing happened for long between two events that follow one another.
func Silent(before, after Event) bool {
	return before.Ended().Known() && after.At.Known() && after.At.Time.Sub(before.Ended().Time) >= LongSilence
}

// Ended is the time of an event, or of the last one of those that it stands for.
func (e Event) Ended() Stamp {
	if e.Times > 0 {
		return e.Until
	}
	return e.At
}

// folds reports a call that says little by itself.
func (e Event) folds() bool {
	switch e.Act {
	case ActShell, ActRead, ActEdit, ActSearch, ActWeb, ActTool:
		return !e.Open && e.Outcome() != ResultFail && e.Outcome() != ResultWarn
	}
	return false
}

// folded is a run of calls as one event.
func folded(run []Event) Event {
	sum := Event{At: run[0].At, Until: run[len(run)-1].At, Act: run[0].Act, Type: run[0].Type, Agent: run[0].Agent, Result: run[0].Result, Times: len(run)}
	named := map[string]bool{}
	for _, e := range run {
		sum.Added, sum.Removed = sum.Added+e.Added, sum.Removed+e.Removed
		if e.Result != sum.Result {
			sum.Result = ""
		}
		if e.Type != sum.Type {
			sum.Type = ""
		}
		if what := cmp.Or(e.Says, e.Type); what != "" && !named[what] {
			named[what] = true
			if len(named) <= mostOfRun {
				sum.Says += ", " + what
			}
		}
	}
	sum.Says, sum.Different = strings.TrimPrefix(sum.Says, ", "), len(named)
	return sum
}
