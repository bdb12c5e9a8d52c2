package model

import (
	"fmt"
	"strings"
)

// Basis says how we know a value that was read from a vault. Real vaults are
// written by many programs, so a value that was looked for is worth less than one
// that the file states, and the operator has to see which of the two it is.
type Basis int

// The bases, from nothing to the weakest. The zero value belongs to a value that
// is not given.
const (
	// BasisNone stands for a value that was not found.
	BasisNone Basis = iota
	// BasisDeclared is for a value that a key, a bold line or a table of the file
	// states.
	BasisDeclared
	// BasisFolder is for a value that follows from where the file lies.
	BasisFolder
	// BasisDerived is for a value that was worked out of other parts of the file by
	// a rule that holds for every file.
	BasisDerived
	// BasisGuessed is for a value that was found by a rule that is often right.
	BasisGuessed
)

// String gives the basis in one word or two, for people and JSON.
func (b Basis) String() string {
	switch b {
	case BasisDeclared:
		return "declared"
	case BasisFolder:
		return "folder"
	case BasisDerived:
		return "derived"
	case BasisGuessed:
		return "guessed"
	}
	return "not given"
}

// PlanReading says how a plan was understood. Where the file is in the agents' own
// schema, everything is declared; in other notations some of it is worked out, and
// the operator has to see which.
type PlanReading struct {
	// Foreign is true for a plan in another notation than the agents' own. It is
	// read, and never changed.
	Foreign bool
	// How each value is known.
	ID, Title, Status, Steps Basis
	// StepsFrom says in words where the steps were found, for a foreign plan.
	StepsFrom string
	// Stateless is true when the steps have no place for their state, so that none
	// done says nothing.
	Stateless bool
	// Next is the sentence of a section for what comes next, where there are no steps.
	Next string
	// Needs says whether the plan as a whole needs an approval.
	Needs Need
	// Claimed is the agent in whose folder the plan lies, Parent the plan that this
	// one is the state of, Source what it was made from; all as written.
	Claimed, Parent, Source string
	// Closed is true for a plan in a folder for finished or rejected work.
	Closed bool
	// Stem is what the file's name has in common with those of its requests.
	Stem string
	// Version is the time by which plans of one source are told apart; where it is
	// the same, Named is, the time in the name of the file.
	Version, Named Stamp
	// Mentions are the names of files in folders for requests that the text speaks of.
	Mentions []string
	// Doubts are places where the file contradicts itself or that other programs may
	// stumble over, one sentence each.
	Doubts []string
}

// Need says whether a human has to do or to allow something.
type Need int

// The answers, weakest first. NeedMaybe stands for conditions ("if approved"): a
// sign, never an alarm.
const (
	NeedNo Need = iota
	NeedMaybe
	NeedYes
)

// String gives the answer in one word.
func (n Need) String() string {
	switch n {
	case NeedMaybe:
		return "maybe"
	case NeedYes:
		return "yes"
	}
	return "no"
}

// What the folder of a request says about it.
const (
	DecisionPending  = "pending"
	DecisionApproved = "approved"
	DecisionRejected = "rejected"
)

// RequestReading says how a request was understood.
type RequestReading struct {
	// How each value is known.
	Summary, Action, Target, Plan Basis
	// Own is true for a request in the agents' own schema.
	Own bool
	// Source and Stem are what a plan may have in common with it.
	Source, Stem string
	// Decision is what the folder says was decided, one of the words below.
	Decision string
	// Due is when the work is wanted, as written. It is no expiry.
	Due string
}

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

// Both gives the state and, where it is another one, the file's own word behind it:
// "Draft (pending)".
func (s Status) Both() string {
	if s.Word == "" || s.State == StateUnknown || strings.EqualFold(s.Word, s.State.String()) {
		return s.String()
	}
	return s.State.String() + " (" + s.Word + ")"
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
