package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Request is a file in the approvals folder. The folder makes it a request; most name no
// plan.
type Request struct {
	// Path is relative to the vault and identifies the request.
	Path string
	// Name is the last part of Path.
	Name    string
	Summary string
	Action  string
	Target  string
	Amount  string
	// PlanID and StepText are as written; Step is zero if StepText is no number.
	PlanID    string
	StepText  string
	Step      int
	StepNote  string
	Rationale string
	// Risk is as written.
	Risk   string
	Status string
	// Hidden counts the hidden characters of the file.
	Hidden  int
	Created Stamp
	Expires Stamp
	// About is the path of the document that is decided on, where that is another file than
	// the request's own. Seen then covers both.
	About string
	Seen  Fingerprint
	// Plan is the path of the one plan that PlanID names.
	Plan string
	// Probably is the path of a plan linked by source or file name only.
	Probably string
	Reading  RequestReading
	// Asked is the operator's last "changes wanted" on these bytes.
	Asked *Asked
	// Rejected is an earlier rejection of this name or these bytes.
	Rejected *Asked
	// Wished is the last wish for changes to an earlier version, of a request of another program.
	Wished *Asked
	// Carried is what the logs say about an approved request.
	Carried *Carried
	// DecidedAt is when it was decided: by this operator's ledger if DecidedHere, else by
	// when its file was moved; zero if unknown.
	DecidedAt   time.Time
	DecidedHere bool
	// Approved is an earlier approval of this name, these bytes, this step of its plan, or this
	// action on this target within 30 days; Repeated means the bytes.
	Approved *Asked
	Repeated bool
	// Twin is the path of a decided file of the same name: an approved one (TwinApproved)
	// first, then one among what is done (TwinDone).
	Twin                   string
	TwinApproved, TwinDone bool
	// Was is the former name of a decided request that was renamed.
	Was string
	// Doubts are the reasons to look twice, heaviest first.
	Doubts []Doubt
	// Ask is the action that the gate held up, nil for a request that an agent wrote itself.
	Ask *Ask
	// Unread is true for one of which only the name is known, since a load reads only so much.
	Unread bool
	// PlanUnread says which file is or has the plan it names and could not be read, and why; empty
	// for most.
	PlanUnread string
}

// Asked is an earlier answer of the operator.
type Asked struct {
	At   time.Time
	Note string
}

// Before gives the last approval of the same thing, the last rejection of this name or these
// bytes, or the last wish for changes to an earlier version; nil for none.
func (r Request) Before() (choice Choice, said *Asked) {
	choice, said = ChoiceReject, r.Rejected
	if r.Approved != nil && (said == nil || r.Approved.At.After(said.At)) {
		choice, said = ChoiceApprove, r.Approved
	}
	if r.Wished != nil && (said == nil || r.Wished.At.After(said.At)) {
		choice, said = ChoiceChanges, r.Wished
	}
	return choice, said
}

// Carried is the newest line of a log that names a request.
type Carried struct {
	// Path is the log's.
	Path   string
	At     Stamp
	Result string
	Why    string
	Failed bool
	// Known is true for an acknowledged failure.
	Known bool
}

// Line identifies the line of the log, so that acknowledging it does not cover the next
// failure.
func (c Carried) Line() string { return c.Path + " " + c.At.Raw + " " + c.Result }

// Failed reports an approved request with a logged failure that is not acknowledged.
func (r Request) Failed() bool {
	return r.Reading.Decision == DecisionApproved && r.Carried != nil && r.Carried.Failed && !r.Carried.Known
}

// Ref gives the request's identity.
func (r Request) Ref() Ref { return Ref{Kind: KindRequest, Path: r.Path} }

// Title gives the summary, else the file name.
func (r Request) Title() string {
	return cmp.Or(r.Summary, r.Name)
}

// Expired reports whether the request has expired; a date alone expires when that day
// ends.
func (r Request) Expired(now time.Time) bool {
	return r.Expires.Known() && r.Expires.End().Before(now)
}

// MustType is what has to be typed to approve an expired or doubtful request: its target,
// else its name if keys can write it, else the short hash. It is "" for any other request.
func (r Request) MustType(now time.Time) string {
	if len(r.WhyType(now)) == 0 {
		return ""
	}
	return typable(r.Seen, OneLine(r.Target), r.Name)
}

// typable gives the first text that keys can write, else a short hash.
func typable(seen Fingerprint, texts ...string) string {
	for _, text := range texts {
		if text != "" && len(text) <= mostTyped && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' }) {
			return text
		}
	}
	return seen.Short()
}

// MustType is what has to be typed for a decision, and all that asks for it; "" for most.
func (s Snapshot) MustType(ref Ref, choice Choice) (what string, why []Reason) {
	if choice != ChoiceApprove {
		return "", nil
	}
	switch ref.Kind {
	case KindRequest:
		r, _ := s.Request(ref.Path)
		return r.MustType(s.At), r.WhyType(s.At)
	case KindPlan:
		p, _ := s.Plan(ref.Path)
		return p.MustType(), p.WhyType()
	}
	return "", nil
}

// mostTyped is how many characters a person is made to type.
const mostTyped = 80

// WhyType lists all that asks for something to be typed, an earlier approval first.
func (r Request) WhyType(now time.Time) []Reason {
	why := reasonsOf(r.Doubts)
	if r.Expired(now) {
		again := len(where(r.Weighed(WeightAsk), func(d Doubt) bool { return d.Again }))
		why = slices.Insert(why, again, because(BecauseHasExpired))
	}
	return why
}

// Untyped refuses an approval without the word that has to be typed for it.
type Untyped struct {
	Path, Word string
	// Why is all that asks for the word.
	Why []Reason
}

// Error is one sentence with all reasons.
func (u *Untyped) Error() string {
	var why []string
	for _, r := range u.Why {
		why = append(why, r.Error())
	}
	return u.What() + ": " + strings.Join(why, "; ")
}

// What is the sentence without the reasons.
func (u *Untyped) What() string {
	return fmt.Sprintf("%s %s needs %q as confirmation", ChoiceApprove.Doing(), u.Path, u.Word)
}

// Unwrap gives the kind, which is ErrNotAllowed, and the reasons.
func (u *Untyped) Unwrap() []error {
	all := []error{ErrNotAllowed}
	for _, r := range u.Why {
		all = append(all, r)
	}
	return all
}

// Urgent reports whether the request expires within a day.
func (r Request) Urgent(now time.Time) bool {
	return r.Expires.Known() && r.Expires.End().Sub(now) < expirySoon
}
