package model

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Errors of a decision, for errors.Is.
var (
	// ErrConflict means that the file changed, or somebody else decided first.
	ErrConflict = errors.New("changed since it was seen")
	// ErrNotFound means that the thing is not there.
	ErrNotFound = errors.New("not found")
	// ErrNotAllowed means that the rules forbid the decision.
	ErrNotAllowed = errors.New("not allowed")
	// ErrLocked means that another coldstart holds the lock.
	ErrLocked = errors.New("another coldstart is writing")
	// ErrReadOnly means that the vault cannot or must not be written.
	ErrReadOnly = errors.New("read-only")
	// ErrNotReached means that another machine gives no answer.
	ErrNotReached = errors.New("not reached")
	// ErrNoVault means that the folder is not a vault.
	ErrNoVault = errors.New("no vault was made here")
)

// Unsettled is a failure after which the decision may still hold. Every other failure
// of a decision means that nothing was decided.
type Unsettled struct{ Err error }

// Error is what failed.
func (u Unsettled) Error() string { return u.Err.Error() }

// Unwrap is what failed.
func (u Unsettled) Unwrap() error { return u.Err }

// Replaced is an ErrConflict: another folder is in the place of the vault, such as a new clone of it.
type Replaced struct{ Dir string }

// Error says in whose place.
func (r Replaced) Error() string {
	return fmt.Sprintf("reading %s: the vault was moved away and another folder is there now; quit and open it again: %v", r.Dir, ErrConflict)
}

// Unwrap is ErrConflict.
func (r Replaced) Unwrap() error { return ErrConflict }

// Moved says that a pending file is gone because somebody decided.
type Moved struct {
	// Choice is the decision, To where the file lies now.
	Choice Choice
	To     string
}

// Error says where the file lies.
func (m Moved) Error() string {
	return "already " + strings.ToLower(m.Choice.Past()) + ": it is in " + m.To
}

// IsUnsettled reports whether a failed decision may still hold.
func IsUnsettled(err error) bool {
	_, ok := errors.AsType[Unsettled](err)
	return ok
}

// Settled is what became of a decision that was named beforehand.
type Settled struct {
	// Made says that it was made, with its Receipt. Otherwise it was not, and never will be.
	Made    bool
	Receipt Receipt
}

// MaxNote is how many characters a note or a reason can have.
const MaxNote = 2000

// Decision is what the operator wants, bound to what the operator saw. It never changes
// between preview and execution.
type Decision struct {
	// ID names the decision before it is made, so that somebody who lost the connection can ask what
	// became of it; empty for a new one. A decision with an id is made at most once.
	ID     string
	Ref    Ref
	Choice Choice
	// Seen is the hash of the bytes shown; other bytes are an ErrConflict.
	Seen Fingerprint
	// Foreseen is the plan as shown; another plan or text is an ErrConflict.
	Foreseen Foreseen
	// Note is the operator's remark, one line.
	Note string
	// Step is the step of a trace, zero for the last.
	Step int
	// Sure says that the operator confirmed twice, as a possibly live session needs.
	Sure bool
	// Scope is how far the approval of an action goes, the zero value for once.
	Scope Scope
	// Typed is the target as typed, to approve an expired request.
	Typed string
	// Entry is what ChoiceEntry writes.
	Entry Draft
	// Commit asks for a git commit of the files that it changes.
	Commit bool
	// Undoes is what ChoiceUndo undoes.
	Undoes Undone
	// How is by what it is made, and Under the agent under which the operator allowed it,
	// "" for none.
	How   How
	Under string
	At    time.Time
}

// Called names a decision in a few words, an undo by the id of what it takes back.
func (d Decision) Called() string {
	return strings.TrimSpace(d.Choice.String() + " " + cmp.Or(d.Ref.Path, d.Undoes.ID))
}

// ChangeKind says what happens to a file.
type ChangeKind int

// The kinds of change a decision makes.
const (
	ChangeMove ChangeKind = iota
	ChangeEdit
	ChangeAppend
	ChangeCreate
	ChangeCommit
	ChangeRemove
)

// String returns the kind as a verb for people and JSON.
func (k ChangeKind) String() string {
	return word(k, "move", "edit", "append", "create", "commit", "remove")
}

// Change is the effect of a decision on one file.
type Change struct {
	Kind ChangeKind
	// Effect is what the change does for the decision.
	Effect Effect
	Path   string
	// To is where a moved file goes.
	To string
	// Before and After are the lines removed and added, without line ends; of a commit, which is of all
	// the files, After is its subject and Path the first file.
	Before []string
	After  []string
	// Word is the one word that an edit replaces by NewWord, the status of a plan or a request; "" for other changes.
	Word, NewWord string
	// LogLine is the line that an edit of a plan also adds to its log, "" for none.
	LogLine string
	// Was is the hash of a plan before the edit, zero for other files.
	Was Fingerprint
	// Waits is the other request for which an approved plan stays blocked, "" for none.
	Waits string
}

// Making is what becomes of one place in a folder that is made a vault: a change, or nothing where it is Kept.
type Making struct {
	Change
	Kept bool
	// About is what it is, or why it stays, in a few words; Line is the number of the first line that is added.
	About string
	Line  int
}

// Effect is what a change does for a decision, as the rule says that makes it.
type Effect int

// What changes do besides the decision itself: they tell the reason, the plan, the day's log, and who
// signed.
const (
	_ Effect = iota
	EffectNote
	EffectPlan
	EffectDay
	EffectSigned
)

// String names what the change is for.
func (e Effect) String() string { return word(e, "decision", "note", "plan", "day", "signature") }

// Heading names the change in a list: by its file, or a commit, which is of all the files, by its
// subject, which is then not among the lines added.
func (c Change) Heading() (name string, added []string) {
	if c.Kind == ChangeCommit && len(c.After) > 0 {
		return c.After[0], nil
	}
	return c.Path, c.After
}

// Foreseen is the plan that a decision touches, as it was when the decision was shown. The
// zero value means that none was shown.
type Foreseen struct {
	Known bool
	// Plan is the plan's path, empty for none, and Seen the hash of its bytes. Of several plans
	// with one id these are all paths and a hash over all.
	Plan string
	Seen Fingerprint
	// Beside is the file by which the request was decided the other way, "" for none.
	Beside string
}

// Foresee finds the edited plan among the changes.
func Foresee(changes []Change) Foreseen {
	f := Foreseen{Known: true}
	for _, c := range changes {
		if !c.Was.IsZero() {
			f.Plan, f.Seen = c.Path, c.Was
		}
	}
	return f
}

// Covers is the plan that the token of a decision covers besides what it is about, "" for none.
func (d Decision) Covers() string {
	if d.Foreseen.Plan == d.Ref.Path {
		return ""
	}
	return d.Foreseen.Plan
}

// Token is one hash over all that was seen: the text, and the plan if the decision touches one.
func (d Decision) Token() Fingerprint {
	if d.Covers() == "" {
		return d.Seen
	}
	return d.Seen.Token(FingerprintOf([]byte(d.Foreseen.Plan + "\x00" + d.Foreseen.Seen.String())))
}

// Receipt says what a decision did.
type Receipt struct {
	ID       string
	Decision Decision
	Changes  []Change
	// Notices name what failed although the decision holds.
	Notices []string
	// Already is true when the same decision had been made before.
	Already bool
	// Void is true for a decision that was cut off before it changed anything.
	Void bool
	// TakenBack is true for a decision that somebody else took back before all of it was
	// written. What was left is left out.
	TakenBack bool
}

// TakenBack says that somebody else took a decision back, and what became of the rest.
func (d Decision) TakenBack() string {
	return fmt.Sprintf("%s %s was moved back by someone else; its plan and log are unchanged", d.Choice, d.Ref.Path)
}

// LogLine returns the line for a plan's reasoning log, for the whole request if step is
// zero. Its shape, "- [UTC] Actor: what — why", is one the reference program reads.
func (d Decision) LogLine(step int, subject string) string {
	what := d.Choice.Past() + " "
	if d.Choice == ChoiceUndo {
		what = undid + d.Undoes.Choice.Noun() + " "
	}
	if step > 0 {
		what += fmt.Sprintf("step %d", step)
	} else {
		what += "request"
	}
	why := OneLine(d.Note)
	if why == "" {
		why = OneLine(subject)
	}
	return fmt.Sprintf("- [%s] %s: %s — %s", FormatUTC(d.At), OperatorActor, what, why)
}

// undid begins the log line of an undo.
const undid = "Undid "

// Made is a decision that was carried out.
type Made struct {
	ID       string
	At       time.Time
	Decision Decision
	PlanID   string
	Step     int
	// To is where a request went.
	To string
}

// Choice is what an operator decides.
type Choice int

// The choices; the table below has a row for each.
const (
	ChoiceNone Choice = iota
	ChoiceApprove
	ChoiceReject
	// ChoiceChanges asks the agent for another version; the request stays pending.
	ChoiceChanges
	// ChoiceAck acknowledges a dead session, a changed approved file or a failure.
	ChoiceAck
	// ChoiceRerun to ChoiceAbort decide on a step of a trace.
	ChoiceRerun
	ChoiceRetry
	ChoiceSkip
	ChoiceAbort
	// ChoiceAccept and ChoiceDecline decide on what an agent proposes to remember.
	ChoiceAccept
	ChoiceDecline
	// ChoiceEntry writes into a research journal.
	ChoiceEntry
	// ChoiceSwitch makes a research problem the current one.
	ChoiceSwitch
	// ChoiceUndo takes one of the others back.
	ChoiceUndo

	choiceCount
)

// choices has the words for each choice.
var choices = [choiceCount]struct {
	// name is used in the ledger, in JSON and on the command line.
	name string
	// verb, doing and noun precede what is decided on; past is the verb in the past. Logs of
	// plans have the noun, so it stays as it is.
	verb, doing, past, noun string
	// order is the label on screen, key that of its key where it differs.
	order, key string
	// event names it in a day's log, undone its undo.
	event, undone string
	// remark begins the note written beside a request; a choice with one needs a reason.
	remark string
}{
	ChoiceNone: {name: "none", past: "Nothing decided on", noun: "nothing on"},
	ChoiceApprove: {
		name: "approve", doing: "approving", past: "Approved", noun: "approval of", order: "Approve",
		event: "approval_approved", undone: "approval_undone",
	},
	ChoiceReject: {
		name: "reject", doing: "rejecting", past: "Rejected", noun: "rejection of", order: "Reject",
		event: "approval_rejected", undone: "approval_rejection_undone", remark: "Rejected",
	},
	ChoiceChanges: {
		name: "changes", verb: "ask for changes to", doing: "asking for changes to", past: "Changes wanted on",
		noun: "wish for changes on", order: "Ask for changes",
		event: "approval_changes_wanted", undone: "approval_changes_undone", remark: "Changes wanted",
	},
	ChoiceAck: {
		name: "ack", doing: "acknowledging a session of", past: "Acknowledged", noun: "acknowledgement of", order: "Acknowledge",
		event: "session_acknowledged", undone: "approval_acknowledgement_undone",
	},
	ChoiceRerun: {name: "rerun", past: "Re-run", noun: "order to re-run", event: "trace_rerun", undone: "trace_rerun_undone"},
	ChoiceRetry: {name: "retry", past: "Retry", noun: "order to retry", event: "trace_retry", undone: "trace_retry_undone"},
	ChoiceSkip:  {name: "skip", past: "Skip", noun: "order to skip", event: "trace_skip", undone: "trace_skip_undone"},
	ChoiceAbort: {name: "abort", past: "Abort", noun: "order to abort", event: "trace_abort", undone: "trace_abort_undone"},
	ChoiceAccept: {
		name: "accept", doing: "accepting a proposal of", past: "Accepted", noun: "acceptance of", order: "Accept",
		event: "proposal_accepted", undone: "proposal_acceptance_undone",
	},
	ChoiceDecline: {
		name: "decline", doing: "declining a proposal of", past: "Declined", noun: "refusal of", order: "Decline",
		event: "proposal_declined", undone: "proposal_refusal_undone",
	},
	ChoiceEntry: {
		name: "entry", verb: "write an entry into", doing: "writing an entry into", past: "Wrote an entry into", noun: "entry",
		order: "Write", event: "journal_entry", undone: "journal_entry_undone",
	},
	ChoiceSwitch: {
		name: "switch", verb: "switch to", doing: "switching to", past: "Switched to", noun: "switch to",
		order: "Make current", key: "make it current", event: "problem_switched", undone: "problem_switch_undone",
	},
	ChoiceUndo: {name: "undo", doing: "undoing what was decided on", past: "Undone", noun: "undo of", order: "Undo"},
}

func (c Choice) known() Choice {
	if c < 0 || c >= choiceCount {
		return ChoiceNone
	}
	return c
}

// String returns the name used in the ledger and in JSON.
func (c Choice) String() string { return choices[c.known()].name }

// Verb returns the verb: "ask for changes to".
func (c Choice) Verb() string { return cmp.Or(choices[c.known()].verb, c.String()) }

// Doing returns the gerund: "approving".
func (c Choice) Doing() string { return cmp.Or(choices[c.known()].doing, "deciding on") }

// Does says what a yes does, in a hint: "approves".
func (c Choice) Does() string {
	switch c {
	case ChoiceApprove, ChoiceReject, ChoiceAccept:
		return c.String() + "s"
	case ChoiceDecline:
		return "declines"
	case ChoiceChanges:
		return "asks"
	}
	return "decides"
}

// Earlier names an earlier answer: "approved", "changes asked for".
func (c Choice) Earlier() string {
	if c == ChoiceChanges {
		return "changes asked for"
	}
	return strings.ToLower(c.Past())
}

// Past returns the past: "Approved".
func (c Choice) Past() string { return choices[c.known()].past }

// Noun returns the noun: "approval of".
func (c Choice) Noun() string { return choices[c.known()].noun }

// Order returns the label on screen: "Ask for changes".
func (c Choice) Order() string { return cmp.Or(choices[c.known()].order, c.Past()) }

// Key returns the label of the key: "ask for changes".
func (c Choice) Key() string { return cmp.Or(choices[c.known()].key, strings.ToLower(c.Order())) }

// OrderOn returns the label on screen. ByHand is true where a yes says that the operator did the step of a plan.
func (c Choice) OrderOn(byHand bool) string {
	if byHand && c == ChoiceApprove {
		return "Mark done"
	}
	return c.Order()
}

// KeyOn returns the label of the key.
func (c Choice) KeyOn(byHand bool) string {
	if label := c.OrderOn(byHand); label != c.Order() {
		return strings.ToLower(label)
	}
	return c.Key()
}

// Event names the choice in a day's log.
func (c Choice) Event() string { return choices[c.known()].event }

// Undone names the undo of the choice in a day's log.
func (c Choice) Undone() string { return choices[c.known()].undone }

// Remark begins the note beside a request, "" for a choice without one.
func (c Choice) Remark() string { return choices[c.known()].remark }

// NeedsNote reports whether the choice needs a reason.
func (c Choice) NeedsNote() bool { return c.Remark() != "" }

// ParseChoice reads a name; ChoiceNone for any other text.
func ParseChoice(name string) Choice {
	for c := range choiceCount {
		if c.String() == name {
			return c
		}
	}
	return ChoiceNone
}

// How says by what a decision was made.
type How int

// The ways to decide. Decisions of earlier versions do not say.
const (
	HowUnknown How = iota
	// HowScreen is a key of the screen, or its plain lines.
	HowScreen
	// HowTerminal is a command whose standard input is a terminal, HowScript any other.
	HowTerminal
	HowScript

	howCount
)

// String returns the name used in the ledger and in JSON.
func (h How) String() string { return word(h, "unknown", "screen", "terminal", "script") }

// ParseHow reads a name; HowUnknown for any other text.
func ParseHow(name string) How {
	for h := range howCount {
		if h.String() == name {
			return h
		}
	}
	return HowUnknown
}

// Interrupted is a decision that was confirmed and is not finished: it was cut off, or
// something that belongs to it could not be written yet.
type Interrupted struct {
	ID     string
	Choice Choice
	Path   string
	// Lies is where a decided request lies now, empty where it did not move or is gone.
	Lies string
	At   time.Time
	// Fate is FateOpen for a decision that was cut off, FateDone or FateVoid for one that has
	// something left all the same.
	Fate Fate
	// Holds is true for a decision that is known to count.
	Holds bool
	// Left says what is still to be done and why it could not be:
	// "write Plans/PLAN-1.md (no space left on device)". For a decision that was killed it
	// is empty.
	Left []string
}

// FinishHint says how unfinished decisions are finished.
const FinishHint = "opening coldstart, or the next decision, finishes it as soon as that is possible"

// String says in a sentence without an end how far the decision got and what is left.
func (i Interrupted) String() string {
	left := ""
	if len(i.Left) > 0 {
		left = "; still to do: " + strings.Join(i.Left, "; ")
	}
	switch {
	case i.Fate == FateVoid:
		return fmt.Sprintf("%s of %s had no effect%s", i.Choice, FormatUTC(i.At), left)
	case i.Fate == FateOpen && !i.Holds:
		return fmt.Sprintf("%s of %s was interrupted; the next start checks whether it took effect%s", i.Choice, FormatUTC(i.At), left)
	case left == "":
		left = "; it was interrupted, and its remaining changes are still to be made"
	}
	return fmt.Sprintf("%s of %s holds%s", i.Choice, FormatUTC(i.At), left)
}

// Problem makes it a row among the problems, so that it waits for the operator.
func (i Interrupted) Problem() Problem {
	return Problem{Path: cmp.Or(i.Lies, i.Path), Reason: i.String(), Hint: FinishHint, Unfinished: true}
}
