package model

import (
	"fmt"
	"strings"
)

// known is one value with how it is known.
type known struct {
	what  string
	basis Basis
}

// grouped puts values together by how they are known: "declared: id, title; guessed:
// steps". What is not given is left out.
func grouped(values ...known) string {
	var groups []string
	for b := BasisDeclared; b <= BasisGuessed; b++ {
		var names []string
		for _, v := range values {
			if v.basis == b {
				names = append(names, v.what)
			}
		}
		if len(names) > 0 {
			groups = append(groups, b.String()+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(groups, "; ")
}

// HowKnown says how the values of a plan in a foreign notation are known, "" for the
// agents' own, where the file states all of them.
func (r PlanReading) HowKnown() string {
	if !r.Foreign {
		return ""
	}
	return grouped(known{"id", r.ID}, known{"title", r.Title}, known{"status", r.Status}, known{"steps", r.Steps})
}

// HowKnown says how the values of a request are known when one of them is guessed,
// "" when none is.
func (r RequestReading) HowKnown() string {
	if r.Summary != BasisGuessed && r.Action != BasisGuessed && r.Target != BasisGuessed {
		return ""
	}
	return grouped(known{"summary", r.Summary}, known{"action", r.Action}, known{"target", r.Target})
}

const guessedMark = " (guessed)"

// guess marks a value that is guessed, wherever it is shown.
func guess(value string, b Basis) string {
	if value == "" || b != BasisGuessed {
		return value
	}
	return value + guessedMark
}

// Heading is the plan's title for rows, marked when it is guessed.
func (p Plan) Heading() string { return guess(p.Objective, p.Reading.Title) }

// Aim is the objective that the plan states beside its title, else its title, marked
// when it is guessed.
func (p Plan) Aim() string {
	if p.Stated != "" {
		return p.Stated
	}
	return p.Heading()
}

// GuessedSteps marks what is told of steps that are guessed.
func (p Plan) GuessedSteps(words string) string { return guess(words, p.Reading.Steps) }

// Both gives the state and, where it is another one, the file's own word behind it:
// "Draft (pending)".
func (s Status) Both() string {
	if s.Word == "" || s.State == StateUnknown || strings.EqualFold(s.Word, s.State.String()) {
		return s.String()
	}
	return s.State.String() + " (" + s.Word + ")"
}

// ProgressWords shows progress only where it is kept: most agents never tick a box,
// and "0/5" would then be a lie.
func (p Plan) ProgressWords() string {
	if len(p.Steps) == 0 {
		return "no steps"
	}
	return p.GuessedSteps(p.progressWords())
}

// ProgressInRow is ProgressWords for narrow rows: a tilde marks guessed steps.
func (p Plan) ProgressInRow() string {
	words := p.ProgressWords()
	if whole, guessed := strings.CutSuffix(words, guessedMark); guessed {
		return "~" + whole
	}
	return words
}

func (p Plan) progressWords() string {
	done, total := p.Progress()
	switch {
	case p.Reading.Stateless && total == 1:
		return "1 step without a state"
	case p.Reading.Stateless:
		return fmt.Sprintf("%d steps without a state", total)
	case done == 0 && total == 1:
		return "1 step, not ticked"
	case done == 0:
		return fmt.Sprintf("%d steps, none ticked", total)
	}
	return fmt.Sprintf("%d/%d steps", done, total)
}

// AndOlder counts the older versions that a plan stands for: "3 older versions", ""
// for most plans.
func (p Plan) AndOlder() string {
	switch p.Folded {
	case 0:
		return ""
	case 1:
		return "1 older version"
	}
	return fmt.Sprintf("%d older versions", p.Folded)
}

// VersionWords says that older versions stand behind a plan, or that it is one; ""
// for most plans.
func (p Plan) VersionWords() string {
	switch {
	case p.Older:
		return "an older version; a newer one of this source is there"
	case p.Folded == 1:
		return "1 older version of this source is folded"
	case p.Folded > 1:
		return fmt.Sprintf("%d older versions of this source are folded", p.Folded)
	}
	return ""
}

// known says that the operator knows of a failure.
func (c Carried) known() string {
	if c.Known {
		return " (acknowledged)"
	}
	return ""
}

// Outcome says in words what became of a request that was decided; "" for a pending
// one. That it was carried out is never more than what a log says.
func (r Request) Outcome() string {
	switch c := r.Carried; {
	case r.Reading.Decision == DecisionPending:
		return ""
	case r.Reading.Decision == DecisionRejected:
		return "rejected"
	case c == nil:
		return "no log tells that it was carried out"
	case c.Failed && c.Why != "":
		return "a log says: failed, " + c.Why + c.known()
	case c.Failed:
		return "a log says: " + c.Result + c.known()
	default:
		return "a log says: " + c.Result
	}
}
