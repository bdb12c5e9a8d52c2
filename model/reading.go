package model

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
	return word(b, "not given", "declared", "folder", "derived", "guessed")
}

// PlanReading says how a plan was understood. Where the file is in the agents' own
// schema, everything is declared; in other notations some of it is worked out, and
// the operator has to see which.
type PlanReading struct {
	// Foreign is true for a plan in another notation than the agents' own. It is
	// read, and never changed.
	Foreign bool
	// Tool is the program whose file the plan is, empty for the vault's own; such a plan is
	// read and never changed. Command is what to type to change it, empty when not known.
	Tool, Command string
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
	return word(n, "no", "maybe", "yes")
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
