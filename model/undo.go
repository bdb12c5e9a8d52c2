package model

import (
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

// Undoable is a decision, and whether it can be undone.
type Undoable struct {
	Past Past
	// On is the file or entry that the undo changes.
	On Ref
	// Withdraws is the action whose yes was used, or whose file agents took up: its undo takes
	// back what is left of the yes and nothing else. nil for all other decisions.
	Withdraws *HeldAction
	// Why says why it cannot be undone, and Kind is the error.
	Why  Reason
	Kind error
	// Newer are later decisions that cannot be undone, newest first.
	Newer []Undoable
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
