package model

import (
	"cmp"
	"strings"
	"time"
)

// Request is one file that waits for a human in the approvals folder. The
// folder makes it a request, whatever the file says; most requests name no plan.
type Request struct {
	// Path is relative to the vault and is the request's identity.
	Path string
	// Name is the last part of Path.
	Name    string
	Summary string
	Action  string
	Target  string
	Amount  string
	// PlanID and StepText are as written; Step is zero when StepText is no number.
	PlanID    string
	StepText  string
	Step      int
	StepNote  string
	Rationale string
	// Risk is the risk the request itself declares, as written.
	Risk   string
	Status string
	// Hidden counts the characters of the whole file that do not show or that turn
	// the direction of others: honest requests have none.
	Hidden  int
	Created Stamp
	Expires Stamp
	Seen    Fingerprint
	// Plan is the path of the plan that PlanID names, empty when there is none or
	// more than one.
	Plan string
	// Probably is the path of a plan that this request may belong to, by its source or
	// the name of its file.
	Probably string
	Reading  RequestReading
	// Asked is the operator's last "changes wanted" on exactly these bytes.
	Asked *Asked
	// Rejected is the operator's earlier rejection of a request with this name or with
	// these very bytes.
	Rejected *Asked
	// Carried is what the logs say became of an approved request.
	Carried *Carried
	// DecidedAt is when it was approved or rejected: by this operator's ledger, and then
	// DecidedHere is true, else by when its file was moved to its folder. It is zero
	// for a pending request and where nothing tells.
	DecidedAt   time.Time
	DecidedHere bool
	// Approved is the operator's earlier approval of a request with this name or with
	// these very bytes; Repeated says that it was these bytes.
	Approved *Asked
	Repeated bool
	// Twin is the path of a file of the same name that was decided already, an approved
	// one where there are both; then TwinApproved is true.
	Twin         string
	TwinApproved bool
	// Was is the name under which a decided request was pending, empty when it kept it.
	Was string
	// Doubts are the reasons to look twice, heaviest first.
	Doubts []Doubt
}

// Asked is what the operator said of a request before: a wish for changes that the
// agent has not answered yet, or an earlier yes or no.
type Asked struct {
	At   time.Time
	Note string
}

// Before gives what the operator said last of an earlier request with this name or these
// bytes, a yes or a no; nil when nothing.
func (r Request) Before() (choice Choice, said *Asked) {
	if r.Approved != nil && (r.Rejected == nil || r.Approved.At.After(r.Rejected.At)) {
		return ChoiceApprove, r.Approved
	}
	return ChoiceReject, r.Rejected
}

// Carried is the newest line of a log that names a request.
type Carried struct {
	// Path is the log's.
	Path   string
	At     Stamp
	Result string
	Why    string
	Failed bool
	// Known is true for a failure that the operator has acknowledged.
	Known bool
}

// Line identifies the line of the log, so that an acknowledgement of it is not taken
// for one of the next failure.
func (c Carried) Line() string { return c.Path + " " + c.At.Raw + " " + c.Result }

// Failed reports an approved request of which a log says that it failed, unless the
// operator has acknowledged that.
func (r Request) Failed() bool {
	return r.Reading.Decision == DecisionApproved && r.Carried != nil && r.Carried.Failed && !r.Carried.Known
}

// Ref gives the request's identity.
func (r Request) Ref() Ref { return Ref{Kind: KindRequest, Path: r.Path} }

// Title gives the best one-line name: the summary, else the file name.
func (r Request) Title() string {
	return cmp.Or(r.Summary, r.Name)
}

// Expired reports whether the request's own expiry lies before now. A date alone
// expires when that day ends.
func (r Request) Expired(now time.Time) bool {
	return r.Expires.Known() && r.Expires.End().Before(now)
}

// MustType is what has to be typed to approve the request at a moment: the target of
// one that has expired or is doubtful, or its name when it has none that keys can
// write, or the short hash when there is neither; "" for any other.
func (r Request) MustType(now time.Time) string {
	if !r.WhyType(now).Given() {
		return ""
	}
	for _, text := range []string{OneLine(r.Target), r.Name} {
		if text != "" && len(text) <= mostTyped && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' }) {
			return text
		}
	}
	return r.Seen.Short()
}

// mostTyped is how many characters a person is made to type.
const mostTyped = 80

// WhyType says why something has to be typed to approve the request at a moment, if
// anything has.
func (r Request) WhyType(now time.Time) Reason {
	if r.Expired(now) {
		return because(BecauseHasExpired)
	}
	if asked := r.Weighed(WeightAsk); len(asked) > 0 {
		return asked[0].reason()
	}
	return Reason{}
}

// Urgent reports whether the request has expired or will within a day.
func (r Request) Urgent(now time.Time) bool {
	return r.Expires.Known() && r.Expires.End().Sub(now) < expirySoon
}
