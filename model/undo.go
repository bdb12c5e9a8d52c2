package model

import (
	"fmt"
	"path"
	"strings"
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
	switch f {
	case FateOpen:
		return "open"
	case FateVoid:
		return "void"
	case FateUndone:
		return "undone"
	}
	return "done"
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
	// Reason says why it cannot be undone and what to do instead, empty when it can;
	// Kind is the error that it comes to.
	Reason string
	Kind   error
	// Newer are the operator's decisions since, newest first, that cannot be undone and
	// were passed over in search of this one.
	Newer []Undoable
}

// RefuseUndo reports why the newest decision that could be undone is none, "" when
// Undo can be taken back.
func (s Snapshot) RefuseUndo() string {
	switch {
	case s.ReadOnly != "":
		return "this vault is open read-only: " + s.ReadOnly
	case s.Undo.Reason != "":
		return s.Undo.Reason
	case s.Undo.Past.ID == "":
		return "there is no decision of yours to undo"
	}
	return ""
}

// RefuseUndo reports why by cannot undo the decision as things stand, and which
// error that is; "" when it can be undone. An undo never takes away what an agent
// has acted on (PRODUCT.md, Headless contract).
func (p Past) RefuseUndo(by string, since Since) (reason string, kind error) {
	if reason := p.refuseEver(by); reason != "" {
		return reason, ErrNotAllowed
	}
	if reason := p.refuseSince(since); reason != "" {
		return reason, ErrConflict
	}
	if since.Forgotten {
		return "what stood there before was not kept; change it by hand", ErrNotAllowed
	}
	return "", nil
}

// refuseEver asks what no agent can change.
func (p Past) refuseEver(by string) string {
	switch d := p.Decision; {
	case p.Fate == FateVoid:
		return "it was dropped before it took effect, so there is nothing to undo"
	case p.Fate == FateOpen:
		return "it is half done; open the dashboard, which finishes it, and look again"
	case d.Choice == ChoiceUndo:
		return "an undo is not undone; decide again instead"
	case p.UndoneBy != "":
		return "it was undone already"
	case p.Operator != by:
		return "it is a decision of " + p.Operator + ", who has to undo it"
	case d.Ref.Kind == KindSession:
		return "the event log is only added to; a session that writes again comes back by itself"
	}
	return ""
}

// refuseSince asks what has happened since the decision.
func (p Past) refuseSince(since Since) string {
	file := p.To
	if file == "" {
		file = p.Decision.Ref.Path
	}
	asked := p.Decision.Choice == ChoiceChanges
	switch {
	case since.Carried != nil:
		return fmt.Sprintf("the agent acted on it: %s says so; tell the agent what to do instead", since.Carried.Path)
	case since.Standing == StandingGone && asked:
		return "the request is not pending any more; undo what was decided on it since, or leave it"
	case since.Standing == StandingGone:
		return fmt.Sprintf("picked up: %s is not there any more; tell the agent what to do instead", file)
	case since.Standing == StandingAltered && asked:
		return "the agent has answered with another text; decide on that one"
	case since.Standing == StandingAltered:
		return fmt.Sprintf("%s was changed since; look at it and move it by hand", file)
	case since.Pending != "":
		return fmt.Sprintf("a request of this name is pending again as %s; decide that one", since.Pending)
	case since.Followed:
		return "the agent has gone on with the plan since; tell the agent what to do instead"
	case since.Touched != "":
		return fmt.Sprintf("%s was changed since in the same place; change it by hand", since.Touched)
	}
	return ""
}

// BackTo is what a decision was about, which is what its undo brings back.
func (p Past) BackTo() Ref {
	ref := p.Decision.Ref
	if ref.Kind == KindJournal {
		ref.Item = ""
	}
	return ref
}

// What names a decision of the past in a few words: "approval of pay.md".
func (p Past) What() string {
	d := p.Decision
	what := path.Base(d.Ref.Path)
	switch {
	case d.Ref.Item != "":
		what = d.Ref.Item
	case d.Ref.Kind == KindTrace:
		what = path.Base(path.Dir(d.Ref.Path))
	case d.Ref.Kind == KindPlan && p.Step > 0:
		what = fmt.Sprintf("step %d of %s", p.Step, what)
	}
	return strings.TrimSpace(d.Choice.Noun() + " " + what)
}
