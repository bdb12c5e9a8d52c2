package phrase

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// Ended says in a few words how a session of an agent came to its end, or that it goes on.
func Ended(e model.Ending) string {
	switch e {
	case model.EndingRuns:
		return "running"
	case model.EndingWaits:
		return "waiting for you"
	case model.EndingInTool:
		return "interrupted"
	case model.EndingInWriting:
		return "interrupted while writing"
	case model.EndingUnanswered:
		return "no reply"
	case model.EndingStopped:
		return "stopped by you"
	case model.EndingYourTurn:
		return "your turn"
	case model.EndingDone:
		return "done"
	}
	return "no known end"
}

// EndedOf is Ended for a session whose answer may have been an error.
func EndedOf(e model.Ending, t model.Transcript) string {
	if e == model.EndingUnanswered && t.Trouble != "" {
		return "server error"
	}
	if e == model.EndingWaits && t.Deferred {
		return "waiting at the gate"
	}
	return Ended(e)
}

// sureWords says how it is known how a session ended.
func sureWords(sure model.Basis) string {
	switch sure {
	case model.BasisDeclared:
		return "confirmed"
	case model.BasisDerived, model.BasisFolder:
		return "from its transcript"
	}
	return "a guess"
}

// SureOf says how the ending of a session is known. What only may go on is no guess about an end, and of an end that is a
// guess nobody can tell that it is one.
func SureOf(t model.Transcript, e model.Ending, sure model.Basis) string {
	switch {
	case sure != model.BasisGuessed:
	case e == model.EndingRuns && t.Process != nil && t.Process.Alive:
		return fmt.Sprintf("a guess: process %d may be its own", t.Process.PID)
	case e == model.EndingRuns:
		return "it wrote less than 10 minutes ago"
	case e.Dead() || e == model.EndingWaits && t.Process == nil:
		return "a guess: it may still be running"
	}
	return sureWords(sure)
}

// RunsElsewhere says why a session that runs cannot be resumed.
const RunsElsewhere = "not while it is running; continue where it runs"

// Counts says how much a session did.
func Counts(t model.Transcript) string {
	var words []string
	for _, c := range []struct {
		n    int
		noun string
	}{{t.Prompts, "prompt"}, {t.Calls, "tool call"}, {len(t.Touched), "file"}} {
		if c.n > 0 {
			words = append(words, model.Counted(c.n, c.noun))
		}
	}
	if len(t.Touched) > 0 {
		words[len(words)-1] += " edited"
	}
	if t.Partial && len(words) > 0 {
		return "at least " + strings.Join(words, ", ")
	}
	return strings.Join(words, ", ")
}

// NotUnderstood says what of a session was not read or not understood, "" for nothing.
func NotUnderstood(t model.Transcript) string {
	var words []string
	if t.Partial {
		words = append(words, "only its beginning and its end were read")
	}
	if t.Unknown > 0 {
		words = append(words, model.Counted(t.Unknown, "line")+" of an unknown kind")
	}
	return strings.Join(words, "; ")
}

// Call names a call of a tool, and what it was about.
func Call(e model.Event) string {
	if e.Act == model.ActNone {
		return ""
	}
	sort := e.Act.String()
	if e.Act == model.ActTool && e.Type != "" {
		sort = e.Type
	}
	return strings.TrimSpace(sort + " " + e.Says)
}
