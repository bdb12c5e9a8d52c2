package model

import (
	"cmp"
	"time"
)

// Undone names a decision of the past that another one takes back.
type Undone struct {
	ID     string
	Choice Choice
}

// Fate says what became of a decision in the ledger.
type Fate int

// The fates. An open decision was cut off and waits to be finished; a void one was
// dropped before it took effect.
const (
	FateDone Fate = iota
	FateOpen
	FateVoid
	FateUndone
)

// String gives the outcome in one word.
func (f Fate) String() string {
	return word(f, "done", "open", "void", "undone")
}

// Past is one decision of the operator's ledger. It stays there also when it was
// undone.
type Past struct {
	ID string
	At time.Time
	// Operator is the account that decided.
	Operator string
	Decision Decision
	PlanID   string
	Step     int
	// To is where a request went, or where the record of a decision on a plan lies.
	To string
	// Hash is that of what was published, else of what was seen.
	Hash Fingerprint
	Fate Fate
	// UndoneBy is the id of the undo that took it back, empty for most decisions.
	UndoneBy string
}

// Since is what has happened to the traces of a decision since it was made.
type Since struct {
	// Standing says how the file of the decision is now: the published one, or the
	// request for which changes were wanted.
	Standing Standing
	// Carried is what a log says was done on an approval, nil when none does.
	Carried *Carried
	// Pending is a pending file that has the request's name again.
	Pending string
	// Followed is true when the agent has gone on with the plan.
	Followed bool
	// Touched is a file that was changed where the decision had changed it.
	Touched string
	// Forgotten is true when the ledger does not have what stood there before.
	Forgotten bool
}

// Undoable is a decision with the answer to whether it can be undone.
type Undoable struct {
	Past Past
	// On is what an undo acts on and what the operator looks at for it: the file
	// or the entry as the decision left it.
	On Ref
	// Why says why it cannot be undone, and Kind is the error that it comes to.
	Why  Reason
	Kind error
	// Newer are the operator's decisions since, newest first, that cannot be undone and
	// were passed over in search of this one.
	Newer []Undoable
}

// RefuseUndo reports why the newest decision that could be undone is none, if
// Undo cannot be taken back.
func (s Snapshot) RefuseUndo() Reason {
	switch {
	case s.ReadOnly != "":
		return Reason{Code: BecauseReadOnly, Text: s.ReadOnly}
	case s.Undo.Why.Given():
		return s.Undo.Why
	case s.Undo.Past.ID == "":
		return because(BecauseNoDecision)
	}
	return Reason{}
}

// RefuseUndo reports why by cannot undo the decision as things stand, and which
// error that is. An undo never takes away what an agent
// has acted on (PRODUCT.md, Headless contract).
func (p Past) RefuseUndo(by string, since Since) (why Reason, kind error) {
	if why := p.refuseEver(by); why.Given() {
		return why, ErrNotAllowed
	}
	if why := p.refuseSince(since); why.Given() {
		return why, ErrConflict
	}
	if since.Forgotten {
		return because(BecauseForgotten), ErrNotAllowed
	}
	return Reason{}, nil
}

// refuseEver asks what no agent can change.
func (p Past) refuseEver(by string) Reason {
	switch d := p.Decision; {
	case p.Fate == FateVoid:
		return because(BecauseDropped)
	case p.Fate == FateOpen:
		return because(BecauseHalfDone)
	case d.Choice == ChoiceUndo:
		return because(BecauseIsUndo)
	case p.UndoneBy != "":
		return because(BecauseUndoneAlready)
	case p.Operator != by:
		return Reason{Code: BecauseNotYours, Name: p.Operator}
	case d.Ref.Kind == KindSession:
		return because(BecauseLogOnlyGrows)
	}
	return Reason{}
}

// refuseSince asks what has happened since the decision.
func (p Past) refuseSince(since Since) Reason {
	file := cmp.Or(p.To, p.Decision.Ref.Path)
	asked := p.Decision.Choice == ChoiceChanges
	switch {
	case since.Carried != nil:
		return Reason{Code: BecauseCarriedOut, Name: since.Carried.Path}
	case since.Standing == StandingGone && asked:
		return because(BecauseNotPendingAnyMore)
	case since.Standing == StandingGone:
		return Reason{Code: BecausePickedUp, Name: file}
	case since.Standing == StandingAltered && asked:
		return because(BecauseAnswered)
	case since.Standing == StandingAltered:
		return Reason{Code: BecauseChangedSince, Name: file}
	case since.Pending != "":
		return Reason{Code: BecausePendingAgain, Name: since.Pending}
	case since.Followed:
		return because(BecauseGoneOn)
	case since.Touched != "":
		return Reason{Code: BecauseTouchedSince, Name: since.Touched}
	}
	return Reason{}
}

// BackTo is what a decision was about, which is what its undo brings back.
func (p Past) BackTo() Ref {
	ref := p.Decision.Ref
	if ref.Kind == KindJournal {
		ref.Item = ""
	}
	return ref
}
