package model

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"strings"
	"time"
	"unicode"
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
	// Sender wrote the message that came in, or that is answered.
	Sender string
	Amount string
	// PlanID and StepText are as written; Step is zero if StepText is no number.
	PlanID    string
	StepText  string
	Step      int
	StepNote  string
	Rationale string
	// Priority and Risk are as written.
	Priority, Risk string
	Status         string
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
	Asked *EarlierAnswer
	// Rejected is an earlier rejection of this name or these bytes.
	Rejected *EarlierAnswer
	// Wished is the last wish for changes to an earlier version, of a request of another program.
	Wished *EarlierAnswer
	// Carried is what the logs say about an approved request.
	Carried *Carried
	// DecidedAt is when it was decided: by this operator's ledger if DecidedHere, else by
	// when its file was moved; zero if unknown.
	DecidedAt   time.Time
	DecidedHere bool
	// DecidedBy is who decided it, "user@host", by the ledger or by the log of the day; "" where neither says.
	DecidedBy string
	// DecidedOn is the hash of the bytes that were decided on, as a log says; zero where none does. Beside is the
	// file by which whoever decided knew that the same request had been decided otherwise.
	DecidedOn Fingerprint
	Beside    string
	// ByOthers is true for an approved file that came after the first look and is not by the operator, Elsewhere
	// for one that another operator approved, as a log says.
	ByOthers, Elsewhere bool
	// Against is how the same request was decided the other way, too, nil for most.
	Against *Contradiction
	// Approved is an earlier approval of this name, these bytes, this step of its plan, or this
	// action on this target within 30 days; Repeated means the bytes.
	Approved *EarlierAnswer
	Repeated bool
	// Twin is the path of a decided file of the same name: an approved one (TwinApproved)
	// first, then one among what is done (TwinDone).
	Twin                   string
	TwinApproved, TwinDone bool
	// Companion is a decided file that answers this request under another name, nil for most.
	Companion *Companion
	// Was is the former name of a decided request that was renamed.
	Was string
	// Doubts are the reasons to look twice, heaviest first.
	Doubts []Doubt
	// Ask is the action that the gate held up, nil for a request that an agent wrote itself.
	Ask *HeldAction
	// Unread is true for one of which only the name is known, since a load reads only so much.
	Unread bool
	// PlanUnread says which file is or has the plan it names and could not be read, and why; empty
	// for most.
	PlanUnread string
}

// Companion is a file that says by its name how another one was decided: "x_APPROVED.md".
type Companion struct {
	// Path is its own, Decision what its folder says, Author whom it names, "" for nobody.
	Path, Decision, Author string
	// Yours is true where the operator's ledger has it.
	Yours bool
}

// String says what it decided, and who.
func (c Companion) String() string {
	words := "already " + c.Decision + " by " + c.Path
	switch {
	case c.Yours:
		return words
	case c.Author == "":
		return words + ", which is not in your ledger"
	}
	return words + ", with " + Quoted(c.Author) + " as its author, not you"
}

// EarlierAnswer is an earlier answer of the operator.
type EarlierAnswer struct {
	At   time.Time
	Note string
}

// Before returns the last approval of the same thing, the last rejection of this name or these
// bytes, or the last wish for changes to an earlier version; nil for none.
func (r Request) Before() (choice Choice, said *EarlierAnswer) {
	choice, said = ChoiceReject, r.Rejected
	if r.Approved != nil && (said == nil || r.Approved.At.After(said.At)) {
		choice, said = ChoiceApprove, r.Approved
	}
	if r.Wished != nil && (said == nil || r.Wished.At.After(said.At)) {
		choice, said = ChoiceChanges, r.Wished
	}
	return choice, said
}

// Contradiction is a request that was decided both ways, as two people do whose copies of a vault are
// merged afterwards. While there are both files it is approved for nobody.
type Contradiction struct {
	// Title is that of the request.
	Title string
	// Approved and Rejected are the two decisions.
	Approved, Rejected Side
	// InGit is true where the vault lies in a git repository.
	InGit bool
}

// Side is one of two decisions that contradict each other.
type Side struct {
	// Path is where its file lies, or lay when only the ledger has it still: then Gone is true.
	Path string
	Gone bool
	// By is who decided, "user@host" or an author as git names them, "" where nothing says. At is when, zero
	// where nothing says. From is what says so: "ledger", "log", "signature" (which nobody checked) or "git", "" for
	// nothing.
	By, From string
	At       time.Time
}

// Sides says who decided what and when: "approved by sam@laptop 08:12, rejected by mira@attic 08:15". Times of
// other days than now have their date.
func (c Contradiction) Sides(now time.Time) string {
	first, second := c.Approved.said(ChoiceApprove, now), c.Rejected.said(ChoiceReject, now)
	if c.Rejected.At.Before(c.Approved.At) && !c.Rejected.At.IsZero() {
		first, second = second, first
	}
	return first + ", " + second
}

func (s Side) said(c Choice, now time.Time) string {
	at := s.At.In(now.Location())
	who := cmp.Or(s.By, "someone unknown")
	if s.By == "" && s.From == "ledger" {
		who = "you"
	}
	words := strings.ToLower(c.Past()) + " by " + who
	if s.From == "signature" {
		words = strings.ToLower(c.Past()) + " (signed as " + who + ")"
	}
	switch day := "2006-01-02"; {
	case s.At.IsZero():
		return words
	case at.Format(day) != now.Format(day):
		return words + at.Format(" 2006-01-02 15:04")
	}
	return words + at.Format(" 15:04")
}

// Problem is how it stands among what is wrong, and what settles it.
func (c Contradiction) Problem(now time.Time) Problem {
	p := Problem{
		Path: c.Path(), First: true, Title: c.Title, Reason: c.Sides(now), Fault: Fault{Short: "approved and rejected"}, Since: Stamp{Time: c.Approved.At},
	}
	if c.Rejected.At.After(c.Approved.At) || c.Approved.At.IsZero() {
		p.Since.Time = c.Rejected.At
	}
	p.Hint = c.Hint()
	return p
}

// Hint says what settles it.
func (c Contradiction) Hint() string {
	left, mine, word := c.Path(), ChoiceApprove, "rm "
	if c.Rejected.Gone {
		mine = ChoiceReject
	}
	if c.InGit {
		word = "git rm "
	}
	if c.Acknowledge() {
		return "your ledger has it as " + strings.ToLower(mine.Past()) + ", its file is in " + path.Dir(left) + "; coldstart ack " + inShell(left) + " acknowledges that"
	}
	return "to let the rejection stand: " + word + inShell(c.Approved.Path) + "; the approval: " + word + inShell(c.Rejected.Path) + "; until one is gone it is not approved"
}

// inShell is a path as it can be typed into a shell.
func inShell(name string) string {
	odd := func(c rune) bool {
		return c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("/._-+=@:", c)
	}
	if name != "" && name[0] != '-' && strings.IndexFunc(name, odd) < 0 {
		return name
	}
	if name != "" && name[0] == '-' {
		name = "./" + name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// Acknowledge reports whether there is nothing to remove: only the ledger has the one decision still, and the
// operator says that they know of the other.
func (c Contradiction) Acknowledge() bool { return c.Approved.Gone || c.Rejected.Gone }

// Path is where the file of the request lies, the approved one where there are two.
func (c Contradiction) Path() string {
	if c.Approved.Gone {
		return c.Rejected.Path
	}
	return c.Approved.Path
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

// Ref returns the request's identity.
func (r Request) Ref() Ref { return Ref{Kind: KindRequest, Path: r.Path} }

// Since is when it was decided, as the ledger or a log says, else when it was made; zero if unknown.
func (r Request) Since() time.Time {
	if r.DecidedBy != "" {
		return r.DecidedAt
	}
	return r.Created.Time
}

// Title returns the summary, else the file name.
func (r Request) Title() string {
	return cmp.Or(r.Summary, r.Name)
}

// Expired reports whether the request has expired; a date alone expires when that day
// ends.
func (r Request) Expired(now time.Time) bool {
	return r.Expires.Known() && r.Expires.End().Before(now)
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

// Unwrap returns the kind, which is ErrNotAllowed, and the reasons.
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

// Apart says by path what differs between requests that share a title: the first of target,
// amount and plan that no two of them share, else the part of the file's name that differs. Actions that wait differ by their folders.
func Apart(lists ...[]Request) map[string]string {
	titled, held := map[string][]*Request{}, map[string][]*Request{}
	add := func(r *Request) {
		switch {
		case r.Ask == nil:
			titled[r.Title()] = append(titled[r.Title()], r)
		case r.Reading.Decision == DecisionPending:
			held[r.Ask.Action.Called()] = append(held[r.Ask.Action.Called()], r)
		}
	}
	for _, list := range lists {
		for i := range list {
			add(&list[i])
		}
	}
	apart := map[string]string{}
	for _, same := range held {
		// The name of its file tells nobody anything.
		if len(same) > 1 {
			maps.Copy(apart, differing(same, func(r *Request) string { return r.Ask.Action.Dir }))
		}
	}
	for _, same := range titled {
		if len(same) == 1 {
			continue
		}
		maps.Copy(apart, telling(same))
	}
	return apart
}

// telling is what sets requests of one title apart, by path.
func telling(same []*Request) map[string]string {
	for _, value := range []func(*Request) string{
		func(r *Request) string { return r.Target },
		func(r *Request) string { return r.Sender },
		func(r *Request) string { return r.Amount },
		func(r *Request) string { return r.PlanID },
	} {
		if values := differing(same, value); values != nil {
			return values
		}
	}
	if names := differing(same, func(r *Request) string { return path.Base(r.Path) }); names != nil {
		return WithoutShared(names)
	}
	return WithoutShared(differing(same, func(r *Request) string { return r.Path }))
}

// WithoutShared takes the words off that all names of files begin and end with.
func WithoutShared(names map[string]string) map[string]string {
	var lead, tail string
	for _, n := range names {
		lead, tail = n, n
	}
	for _, n := range names {
		for !strings.HasPrefix(n, lead) {
			lead = lead[:len(lead)-1]
		}
		for !strings.HasSuffix(n, tail) {
			tail = tail[1:]
		}
	}
	lead = lead[:strings.LastIndexAny(lead, betweenWords)+1]
	if at := strings.IndexAny(tail, betweenWords); at >= 0 {
		tail = tail[at:]
	} else {
		tail = ""
	}
	short := map[string]string{}
	for p, n := range names {
		if len(lead)+len(tail) >= len(n) {
			return names
		}
		short[p] = n[len(lead) : len(n)-len(tail)]
	}
	return short
}

// betweenWords are the characters between words in the names of files.
const betweenWords = "_-. /"

// differing is a value of each request by path, nil if two have the same or one has none.
func differing(requests []*Request, value func(*Request) string) map[string]string {
	values, seen := map[string]string{}, map[string]bool{}
	for _, r := range requests {
		v := value(r)
		if v == "" || seen[v] {
			return nil
		}
		seen[v], values[r.Path] = true, v
	}
	return values
}
