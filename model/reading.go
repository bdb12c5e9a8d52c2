package model

import "fmt"

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

// Other is a file or folder in a watched folder that is neither plan nor request. Of
// it only the name is shown: vaults hold credentials.
type Other struct {
	Path string
	// Kind is what the file is, in a word or three; Why is half a sentence.
	Kind string
	Why  string
	// Size is that of a file, in bytes.
	Size int64
	// Asks is true for a text that says it needs an approval, and yet is no request.
	Asks bool
}

// Reason is Why, with the doubt about a text that asks for an approval.
func (o Other) Reason() string {
	if o.Asks {
		return o.Why + "; yet it says that it needs an approval"
	}
	return o.Why
}

// Advice says what can be done about a text that asks for an approval.
func (o Other) Advice() string {
	if o.Asks {
		return "if a human has to decide on it, move it to where requests wait, usually Pending_Approval"
	}
	return ""
}

// Bytes gives the size in words, empty for an empty file and for what is none.
func (o Other) Bytes() string {
	if o.Size == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes", o.Size)
}

// Asking counts the others that say they need an approval.
func Asking(others []Other) (n int) {
	for _, o := range others {
		if o.Asks {
			n++
		}
	}
	return n
}

// Ref gives the file's identity.
func (o Other) Ref() Ref { return Ref{Kind: KindOther, Path: o.Path} }

// NextOpen gives the text of the first open step, a human's or not, or the sentence
// that stands in place of steps. It is empty for a plan that is done.
func (p Plan) NextOpen() string {
	if p.Reading.Closed || p.Status.State == StateDone && p.Reading.Status != BasisDeclared {
		return ""
	}
	for _, s := range p.Steps {
		if !s.Done() {
			return s.Title()
		}
	}
	return p.Reading.Next
}

// NeedsHuman lists the numbers of the steps that surely need a human, and of those
// that may.
func (p Plan) NeedsHuman() (surely, maybe []int) {
	for _, s := range p.Steps {
		switch {
		case s.Human:
			surely = append(surely, s.Number)
		case s.Maybe:
			maybe = append(maybe, s.Number)
		}
	}
	return surely, maybe
}
