package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Undone names a decision that another one undoes.
type Undone struct {
	ID     string
	Choice Choice
}

// Operator is who decides.
type Operator struct {
	// Name is user@host, in decisions of earlier versions the user alone.
	Name string
	// Account is the account on the vault's machine that carries it out for an operator at another
	// one, "" for the operator's own.
	Account string
}

// Is reports whether two are the same operator. For those who decide under their own account the
// host does not count: the ledger is that account's, earlier versions wrote no host, and a machine
// may get another name.
func (o Operator) Is(other Operator) bool {
	own := o.Account == "" && other.Account == ""
	return o.Name == other.Name || own && (o.user() == other.user() || o.user() == other.Name || o.Name == other.user())
}

// user is the name without the host; it may have an @ itself.
func (o Operator) user() string {
	if at := strings.LastIndexByte(o.Name, '@'); at >= 0 {
		return o.Name[:at]
	}
	return o.Name
}

// String returns the name for people: "sam@laptop, as me@attic".
func (o Operator) String() string {
	switch {
	case o.Account == "":
		return o.Name
	case o.Name == "":
		return "as " + o.Account
	}
	return o.Name + ", as " + o.Account
}

// Fate says what became of a decision in the ledger.
type Fate int

// The fates. An open decision was cut off; a void one was dropped before it took effect; one
// that was taken back was moved back by somebody else before all of it was written.
const (
	FateDone Fate = iota
	FateOpen
	FateVoid
	FateUndone
	FateTakenBack
)

// String returns the outcome in one word.
func (f Fate) String() string {
	return word(f, "done", "open", "void", "undone", "taken back")
}

// Past is one decision of the ledger.
type Past struct {
	ID string
	At time.Time
	// Operator and Account say who decided, as in Operator.
	Operator, Account string
	Decision          Decision
	PlanID            string
	Step              int
	// To is where a request, or the record of a decision on a plan, went.
	To string
	// Hash is that of the published bytes, else of the seen ones.
	Hash Fingerprint
	Fate Fate
	// Left says what is still to be written, and why it could not be, as Interrupted does.
	Left []string
	// UndoneBy is the id of its undo, if any.
	UndoneBy string
	// Tool is the program that was answered, empty for what the vault's own agents asked.
	Tool string
	// Committed is true if a git commit was made of it, which an undo leaves.
	Committed bool
}

// By is who decided.
func (p Past) By() Operator { return Operator{Name: p.Operator, Account: p.Account} }

// Undone names the decision for its undo.
func (p Past) Undone() Undone { return Undone{ID: p.ID, Choice: p.Decision.Choice} }

// Since is what has happened since a decision.
type Since struct {
	// Standing is that of the published file, or of the request to be changed.
	Standing Standing
	// Carried is what a log says was done, nil for nothing.
	Carried *Carried
	// Pending is a new pending file of the same name.
	Pending string
	// Sign is what shows that an agent went on: BecauseGoneOn, BecauseTakenUp,
	// BecauseTakenFrom, or BecausePickedUp for its plan.
	Sign Reason
	// Touched is a file that was changed in the same place.
	Touched string
	// Ran is when the action that was approved was let through, zero for never and for all else.
	Ran time.Time
	// Forgotten is true if the ledger lacks the earlier text.
	Forgotten bool
}

// Undoable is a decision, and whether it can be undone.
type Undoable struct {
	Past Past
	// On is the file or entry that the undo changes.
	On Ref
	// Withdraws is the action whose yes was used, or whose file agents took up: its undo takes
	// back what is left of the yes and nothing else. nil for all other decisions.
	Withdraws *Ask
	// Why says why it cannot be undone, and Kind is the error.
	Why  Reason
	Kind error
	// Newer are later decisions that cannot be undone, newest first.
	Newer []Undoable
}

// RefuseUndo says why Undo cannot be undone.
func (s Snapshot) RefuseUndo() Reason {
	switch {
	case s.Closed().Given():
		return s.Closed()
	case s.Undo.Why.Given():
		return s.Undo.Why
	case s.Undo.Past.ID == "":
		return because(BecauseNoDecision)
	}
	return Reason{}
}

// RefuseUndo says why by cannot undo the decision, with the error. What an agent acted on
// stays.
func (p Past) RefuseUndo(by Operator, since Since) (why Reason, kind error) {
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

// refuseEver asks what nothing can change.
func (p Past) refuseEver(by Operator) Reason {
	switch d := p.Decision; {
	case p.Fate == FateVoid:
		return because(BecauseDropped)
	case p.Fate == FateTakenBack:
		return because(BecauseTakenBack)
	case p.Fate == FateOpen:
		return because(BecauseHalfDone)
	case d.Choice == ChoiceUndo:
		return because(BecauseIsUndo)
	case p.UndoneBy != "":
		return because(BecauseUndoneAlready)
	case !p.By().Is(by):
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
	case !since.Ran.IsZero():
		return Reason{Code: BecauseRan, At: since.Ran}
	case since.Carried != nil:
		return Reason{Code: BecauseCarriedOut, Name: since.Carried.Path}
	case since.Standing == StandingGone && asked:
		return because(BecauseNotPendingAnyMore)
	case since.Standing == StandingGone:
		return Reason{Code: BecausePickedUp, Name: file}
	case since.Standing == StandingAltered && asked:
		return because(BecauseAnswered)
	case since.Standing == StandingAltered:
		why := Reason{Code: BecauseChangedSince, Name: file}
		if p.Decision.Ref.Kind == KindRequest {
			why.Other = p.Decision.Ref.Path
		}
		return why
	case since.Pending != "":
		return Reason{Code: BecausePendingAgain, Name: since.Pending}
	case since.Sign.Given():
		return since.Sign
	case since.Touched != "":
		return Reason{Code: BecauseTouchedSince, Name: since.Touched}
	}
	return Reason{}
}

// BackTo is what the undo restores.
func (p Past) BackTo() Ref {
	ref := p.Decision.Ref
	if ref.Kind == KindJournal {
		ref.Item = ""
	}
	return ref
}

// Standing compares a published file with what the operator approved.
type Standing int

// The standings.
const (
	StandingSame Standing = iota
	StandingGone
	StandingAltered
	// StandingKnown is an acknowledged alteration.
	StandingKnown
	// StandingDisputed is for a request that somebody else rejected.
	StandingDisputed
	// StandingDisplaced is for a file as it was approved, at whose step another text stands now.
	StandingDisplaced
	// StandingByOthers is for a file that came after the first look, and that no decision of the operator put there.
	StandingByOthers
)

// String returns the standing in one word.
func (s Standing) String() string {
	return word(s, "same", "gone", "altered", "acknowledged", "contradicting", "another-step", "not-by-you")
}

// Verified is one approval compared with its file.
type Verified struct {
	// Path is that of the published file.
	Path string
	// At is when it was approved, ID the decision. By is who approved it, where that is not this operator and a log
	// says so; then there is no ID.
	At     time.Time
	ID, By string
	// Approved is the published hash, Now the current one.
	Approved, Now Fingerprint
	Standing      Standing
}

// Reason says that the file changed after its approval.
func (v Verified) Reason() Reason {
	r := Reason{Code: BecauseAltered, Name: v.Approved.Short(), Other: v.Now.Short(), Text: v.By}
	if v.By != "" {
		r.Code = BecauseAlteredElsewhere
	}
	return r
}

// Signed is a decided file and what its signature says. Without the list of allowed signers it says
// nothing: By, At and ID are what the record claims.
type Signed struct {
	Path string
	// Choice is what the folder says was decided, Hash that of the file as it is.
	Choice Choice
	Hash   Fingerprint
	// By is who signed, At when, ID the decision, and Key the key, as ssh-keygen shows it.
	By, ID, Key string
	At          time.Time
	// Why says what is wrong with the signature, "" for a valid one. OtherVault is the name of the vault in
	// the record where that is what is wrong.
	Why, OtherVault string
}

// OtherLedger is the ledger of another path that knows decided files of this
// vault.
type OtherLedger struct {
	// Dir is its folder, Knows how many of the files it has.
	Dir   string
	Knows int
}

// Unrecorded lists the approved files that the operator's record does not have.
func (s Snapshot) Unrecorded() []Request {
	return where(s.Decided, func(r *Request) bool { return r.Reading.Decision == DecisionApproved && !r.DecidedHere })
}

// ByOthers lists the files that lie approved since the first look, and not by a decision of the operator.
func (s Snapshot) ByOthers() []Verified {
	return where(s.Verified, func(v *Verified) bool { return v.Standing == StandingByOthers })
}

// Elsewhere counts by name what others approved since the first look and after a time, as the logs say.
func (s Snapshot) Elsewhere(after time.Time) []Claim {
	count := map[string]int{}
	for _, r := range s.Decided {
		if r.Elsewhere && !r.DecidedAt.Before(after) {
			count[r.DecidedBy]++
		}
	}
	var out []Claim
	for _, by := range slices.Sorted(maps.Keys(count)) {
		out = append(out, Claim{by, count[by]})
	}
	return out
}

// WhyByOthers says of a file that somebody else approved whom it names and what it unlocks.
func (s Snapshot) WhyByOthers(v Verified) Reason {
	r, _ := s.RequestAnywhere(v.Path)
	why := Reason{Code: BecauseByOthers, Name: r.Reading.Author}
	if p, ok := s.Plan(cmp.Or(r.Plan, r.Probably)); ok {
		why.Other, why.N = p.ID, r.Step
		if step, ok := numbered(p.Steps, r.Step); ok && step.Human {
			why.Text = step.Title()
		}
	}
	return why
}

// Standing is how the file of a decision stands: StandingDisputed where the request was decided both ways,
// StandingAltered where it has other bytes than were approved, StandingByOthers where the operator approved
// nothing, else StandingSame.
func (s Snapshot) Standing(file string) Standing {
	if s.contradicts(file).Given() {
		return StandingDisputed
	}
	return s.unexpected(file)
}

// unexpected is how an approved file stands that is not as the operator approved it, else StandingSame.
func (s Snapshot) unexpected(file string) Standing {
	v, _ := first(s.Verified, func(v *Verified) bool {
		return v.Path == file && (v.Standing == StandingAltered || v.Standing == StandingByOthers || v.Standing == StandingDisplaced)
	})
	return v.Standing
}

// Sound reports whether every approval is as it was given: no file or answer changed, none is by somebody else, nothing was decided both ways,
// and no other step stands at the number of an approved one.
func (s Snapshot) Sound() bool {
	displaced := slices.ContainsFunc(s.Plans, func(p Plan) bool { return len(p.Displaced()) > 0 })
	return !displaced && len(s.Altered())+len(s.ByOthers())+len(s.AlteredAnswers())+len(s.Contradictions) == 0
}

// Altered lists the approvals whose file changed.
func (s Snapshot) Altered() []Verified {
	return where(s.Verified, func(v *Verified) bool { return v.Standing == StandingAltered })
}

// AlteredAnswers lists the approvals of requests of other programs whose file or document changed.
// Only a new request of that program asks about the new text.
func (s Snapshot) AlteredAnswers() []Verified {
	return where(s.Answered, func(v *Verified) bool { return v.Standing == StandingAltered })
}

// AlteredAt finds the alteration of the file at path.
func (s Snapshot) AlteredAt(path string) (Verified, bool) {
	return first(s.Altered(), func(v *Verified) bool { return v.Path == path })
}

// ToKnow reports an approved file that changed, failed or is not by the operator, one that was decided otherwise than by this operator, a plan with a ticked step
// at whose number another was approved, or an alarm, which the operator acknowledges.
func (s Snapshot) ToKnow(ref Ref) bool {
	switch ref.Kind {
	case KindPlan:
		p, _ := s.Plan(ref.Path)
		d, ok := p.displaced()
		return ok && d.Now.Done()
	case KindRequest:
	default:
		return s.alarms(ref)
	}
	if now := s.unexpected(ref.Path); now == StandingAltered || now == StandingByOthers {
		return true
	}
	r, ok := s.RequestAnywhere(ref.Path)
	return ok && (r.Failed() || r.Against != nil && r.Against.Acknowledge())
}
