// Package model has the words and values of coldstart: plans, requests, decisions, sessions, and their
// kinds.
//
// Everything here is a value or a pure function of values. The package imports
// the standard library only, and of that nothing that touches the machine: no
// files, no clock, no environment. Bytes come from package vault, and the time comes
// in as an argument, so that every rule can be read, tested and trusted on its own.
//
// What a rule says against something is a Reason; package phrase has its sentence.
// The sentences that stand here are written into files: the seeds' own, and the
// doubts that the ledger keeps.
//
// Strings that came from a vault are kept exactly as they stood there. They are
// made safe for a terminal at the edge, by package styles, and never before.
package model

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Snapshot is everything one load found. It is immutable.
type Snapshot struct {
	// Name is that of the vault folder.
	Name string
	// At is the time of the load.
	At       time.Time
	Plans    []Plan
	Requests []Request
	Intake   []Intake
	Problems []Problem
	// Managed are the plans as the agents' plan manager reads them.
	Managed []ManagedPlan
	// AgentPlans are files that the agents take for plans and that are read otherwise here.
	AgentPlans []AgentPlan
	// Decided are the approved and rejected requests.
	Decided []Request
	// Finished are the newest files among what is done that read as requests.
	Finished []Request
	// Asks are the newest actions that the gate held up, oldest first.
	Asks []HeldAction
	// Alarms are what ran otherwise than it was allowed, oldest first.
	Alarms []Alarm
	// Refused are the actions that were refused without asking the operator, oldest first.
	Refused []Refusal
	// Approvals are the operator's own, oldest first, but for those that were undone.
	Approvals []Approval
	// Verified compares the operator's approvals with the files.
	Verified []Verified
	// Unchecked are the files and folders among the approved ones that were not read.
	Unchecked []Problem
	// NeverLooked is true until what lay approved at the first look was written down.
	NeverLooked bool
	// Answered compares those that are in the files of other programs.
	Answered []Verified
	// History are the newest decisions of the ledger, at most MostHistory, newest first.
	History []Past
	// Undo is the operator's newest decision that can be undone.
	Undo Undoable
	// Snoozes are what the operator snoozed and has not changed since.
	Snoozes []Snooze
	// Pin is the pinned plan, which may be gone.
	Pin Pin
	// Message is the operator's message to the next session, or to the last one.
	Message Message
	// Others are the files that are neither plan nor request.
	Others []Other
	// Unlisted are the folders of which files are counted and not listed.
	Unlisted []Unlisted
	Events   EventLog
	Work     []WorkItem
	// AskedRule is the operator's rule for stuck work.
	AskedRule WorkRule
	Traces    []Trace
	Research  Research
	Memory    Memory
	// Guests are the other programs that left something here. What they left is among the
	// plans, requests and traces.
	Guests []Guest
	// Lessons are what other programs wrote down as tried: eliminated hypotheses, errors,
	// findings that were parked. Its path is empty.
	Lessons Journal
	// Transcripts are the sessions that agents' programs wrote down of the work in this repository,
	// the newest first. TranscriptsLeft counts older ones that were not read.
	Transcripts     []Transcript
	TranscriptsLeft int
	// ReadOnly says why nothing can be decided, if so.
	ReadOnly string
	// Merging is what git has open in the repository around the vault. Nothing can be decided then.
	Merging OpenMerge
	// Conflicts are the files that keep it open, as far as they are known.
	Conflicts Conflicts
	// Contradictions are the requests that were decided both ways.
	Contradictions []Contradiction
	// Interrupted are decisions that are not finished.
	Interrupted []Interrupted
	// Strange is true if the folder has nothing that a vault has.
	Strange bool
	// Search is what was looked for.
	Search Search
	// Instead names some files of a strange folder, then counts the rest.
	Instead []string
	// Writing are the files, by path, that are still being written.
	Writing map[string]bool
	// Stale are the files, by path, that are shown as of an earlier load, with its time.
	Stale map[string]time.Time
	// Notices are what the operator should hear with this load, such as what became of a decision whose
	// answer was lost.
	Notices []string
	// Unsettled are decisions whose answer was lost, and of which nobody knows yet what became.
	Unsettled []Decision
	// LastLook is what the operator saw last; only the screen has it.
	LastLook Look
	// Said is the operator's last decision with a note, by path.
	Said map[string]Said
	// Notes are the texts of the notes beside requests, by path of the request, whoever wrote them.
	Notes map[string]Said
	// HasPlansFolder says whether the vault has a plans folder.
	HasPlansFolder bool
	// LeftOut is what was not read, since one load reads only so much.
	LeftOut []LeftOut
	// Late is true if something was left out because the time was over; another load may
	// read more.
	Late bool
	// index is made by Index, nil before.
	index *index
}

// MostHistory is how many past decisions a snapshot has.
const MostHistory = 1000

// Plans is the word for the plans that a load left out.
const Plans = "plans"

// LeftOut counts the files of one kind that a load did not read.
type LeftOut struct {
	// What is the word for several of them: "requests".
	What      string
	Files, Of int
	// Later is true if another load of the same program reads on.
	Later bool
}

// String returns the count in words.
func (l LeftOut) String() string {
	if l.Later {
		return fmt.Sprintf("%d of %d %s are not read yet", l.Files, l.Of, l.What)
	}
	return fmt.Sprintf("%d of %d %s were not read: one read of a vault has a limit", l.Files, l.Of, l.What)
}

// Problem reports it for a folder; first names the files that are read first, with their verb: "the newest are".
func (l LeftOut) Problem(folder, first string) Problem {
	p := Problem{Path: folder, Reason: l.String(), Hint: first + " read first; move finished files to another folder"}
	if l.Later {
		p.Hint = first + " read first; the rest follows"
	}
	return p
}

// HasLeftOut reports whether files of a kind were not read.
func (s Snapshot) HasLeftOut(what string) bool {
	_, ok := First(s.LeftOut, func(l *LeftOut) bool { return l.What == what })
	return ok
}

// Watching says how changes of a vault are noticed.
type Watching struct {
	// Polling says why changes are polled; empty if the system reports them.
	Polling string
	// Every is the interval of polling.
	Every time.Duration
}

// First finds the first of a list that fits.
func First[T any](list []T, fits func(*T) bool) (T, bool) {
	for i := range list {
		if fits(&list[i]) {
			return list[i], true
		}
	}
	var none T
	return none, false
}

// Where lists those that fit.
func Where[T any](list []T, fits func(*T) bool) []T {
	var out []T
	for i := range list {
		if fits(&list[i]) {
			out = append(out, list[i])
		}
	}
	return out
}

// OpenMerge is what git has open in a repository: "merge", "rebase", "cherry-pick", "revert", or "am"
// for a series of patches, or "conflict" for files in conflict alone; "" for nothing. Until it ends nobody knows which decisions hold.
type OpenMerge string

// String gives it with its article, "" for nothing.
func (m OpenMerge) String() string {
	switch m {
	case "":
		return ""
	case "am":
		return "a series of patches"
	}
	return "a " + string(m)
}

// Open begins a sentence that says that it is open.
func (m OpenMerge) Open() string {
	what := m.String()
	return strings.ToUpper(what[:1]) + what[1:] + " is open"
}

// Finish returns the commands that end it: the one that keeps the result, and the one that gives up.
func (m OpenMerge) Finish() (keep, giveUp string) {
	switch m {
	case "merge":
		return "git commit", "git merge --abort"
	case "conflict":
		return "git add -A", "git reset --merge"
	}
	return "git " + string(m) + " --continue", "git " + string(m) + " --abort"
}

// OpenMergePath stands for git's own state, which is in no file of the vault.
const OpenMergePath = "git"

// Conflicts are files in conflict: the paths of the first, and how many there are besides.
type Conflicts struct {
	First []string
	More  int
}

// String names them in one line, "" for none.
func (c Conflicts) String() string {
	names := strings.Join(c.First, ", ")
	if names != "" && c.More > 0 {
		names += " and " + strconv.Itoa(c.More) + " more"
	}
	return names
}

// shortName is how much of a name has room in a row.
const shortName = 18

// short names the first in a few words.
func (c Conflicts) short() string {
	name := []rune(path.Base(c.First[0]))
	if len(name) > shortName {
		name = append(name[:shortName-3], []rune("...")...)
	}
	if more := len(c.First) - 1 + c.More; more > 0 {
		return string(name) + " and " + strconv.Itoa(more) + " more"
	}
	return string(name)
}

// MergeProblem is how an open merge stands among what is wrong.
func (s Snapshot) MergeProblem() Problem {
	keep, giveUp := s.Merging.Finish()
	what := s.Merging.Open()
	title := what + " in this repository"
	if len(s.Conflicts.First) > 0 {
		title = what + ": " + s.Conflicts.short()
	}
	if keep != "git add -A" {
		keep = "git add -A, then " + keep
	}
	return Problem{
		Path: OpenMergePath, First: true, Title: title,
		Reason: s.Merging.String() + " is open in this repository: finish it, nothing can be decided", Fault: Fault{Short: "finish it first"},
		Hint: "resolve what conflicts, " + keep + "; " + giveUp + " abandons it",
	}
}

// Closed says why nothing at all can be decided here now: the vault is read-only, or git has a
// merge open.
func (s Snapshot) Closed() Reason {
	switch {
	case s.ReadOnly != "":
		return Reason{Code: BecauseReadOnly, Text: s.ReadOnly}
	case s.Merging != "":
		return s.Merging.Reason()
	}
	return Reason{}
}

// Reason says that nothing can be decided before it is finished.
func (m OpenMerge) Reason() Reason { return Reason{Code: BecauseMerging, Name: m.String()} }

// Problem is something that could not be read.
type Problem struct {
	Path string
	// Title is what it is called in a list where that is not its file, "" for most. First is true for what has
	// to be settled before anything else: a merge that is open, and decisions that contradict each other.
	Title string
	First bool
	// Line counts from 1; zero when the whole file is meant.
	Line   int
	Reason string
	// Fault names the place in the line, if there is a better name than Reason.
	Fault Fault
	// Hint says what follows from it and what the operator can do, if anything.
	Hint string
	// Since is when it came about; for a line of a log, the time of the line before.
	Since Stamp
	// By is the session that wrote the line before, if known.
	By Ref
	// Unread is true if nothing of the file or folder could be read.
	Unread bool
	// Agents is true if it is the agents' own programs that stop here, or go on elsewhere.
	Agents bool
	// Gate is true where agents may act without the operator's gate, and Type is what to type then.
	Gate bool
	Type string
	// Unfinished is true for a decision that is not finished.
	Unfinished bool
	// Tool is the program whose file it is, empty for the vault's own.
	Tool string
	// Alarm is the id of an alarm of the gate, which the operator acknowledges; empty for others.
	Alarm string
	// Seen is the hash of the text of an alarm, zero for others.
	Seen Fingerprint
}

// Fault is where a line stops making sense, and why, for people.
type Fault struct {
	// Column is the byte of the line, from 1, which may be one after its last; zero when the
	// whole line is meant.
	Column int
	// Name is the reason in a few words, Short in two or three where Name has more, Cause in one
	// or two sentences.
	Name, Short, Cause string
	// Help says what puts this line right, if that is known.
	Help string
}

// OfGate reports an alarm of the gate.
func (p Problem) OfGate() bool { return p.Gate || p.Alarm != "" }

// Advice is what puts the line right, then the hint.
func (p Problem) Advice() string {
	if p.Fault.Help == "" || p.Hint == "" {
		return p.Fault.Help + p.Hint
	}
	return p.Fault.Help + " " + strings.ToUpper(p.Hint[:1]) + p.Hint[1:]
}

// Ref returns the problem's identity.
func (p Problem) Ref() Ref {
	item := p.Reason
	if p.Alarm != "" {
		item = p.Alarm
	} else if p.Line > 0 {
		item = strconv.Itoa(p.Line) + ": " + item
	}
	return Ref{Kind: KindProblem, Path: p.Path, Item: item}
}

// Intake is a file in the inbox or the needs-action folder.
type Intake struct {
	Path   string
	Title  string
	Folder string
	Since  Stamp
	// Message is the id of the message that it is, "" for most.
	Message string
	// Draft is the pending request or the open plan that was made of it, zero for none.
	Draft Ref
}

// Ref returns the item's identity.
func (i Intake) Ref() Ref { return Ref{Kind: KindIntake, Path: i.Path} }

// Other is a file or folder that is neither plan nor request. Only its name is shown, unless that is known:
// vaults hold credentials.
type Other struct {
	Path string
	// Kind is what the file is, in a few words; Why is half a sentence.
	Kind string
	Why  string
	// Size is in bytes.
	Size int64
	// Asks is true for a text that says it needs an approval.
	Asks bool
	// Known is true for a name by which a program of agents is known, of what was not understood. Begins are the first
	// lines of such a file, At is when it changed.
	Known  bool
	Begins []string
	At     time.Time
}

// Begin finds the first lines of a file with a known name.
func (s Snapshot) Begin(ref Ref) []string {
	o, _ := First(s.Others, func(o *Other) bool { return o.Ref() == ref })
	return o.Begins
}

// KnownNames are those files and folders that have a name by which a program of agents is known, and were not understood.
func (s Snapshot) KnownNames() []Other {
	return Where(s.Others, func(o *Other) bool { return o.Known })
}

// Unlisted is a folder of which files are counted and not listed.
type Unlisted struct {
	// Folder is its path in the vault.
	Folder string
	Files  int
	// Why is half a sentence about the files.
	Why string
	// Taken counts those that somebody works on, By is who: the name of the folder, "" for nobody named.
	Taken int
	By    string
}

// Claim is how many things somebody works on.
type Claim struct {
	// By is as the folder or the plan calls them, "" for nobody named.
	By    string
	Count int
}

// InProgress counts the files and open plans that are claimed, by who claimed them, nobody named last.
func (s Snapshot) InProgress() []Claim {
	count := map[string]int{}
	for _, u := range s.Unlisted {
		count[u.By] += u.Taken
	}
	for _, p := range s.Plans {
		if p.Reading.Claimed != "" && !p.Older && !p.Reading.Closed && p.Status.State != StateDone {
			count[p.Reading.Claimed]++
		}
	}
	var out []Claim
	for _, by := range slices.Sorted(maps.Keys(count)) {
		if by != "" && count[by] > 0 {
			out = append(out, Claim{by, count[by]})
		}
	}
	if n := count[""]; n > 0 {
		out = append(out, Claim{"", n})
	}
	return out
}

// Asking counts those that say they need an approval.
func Asking(others []Other) int {
	return len(Where(others, func(o *Other) bool { return o.Asks }))
}

// Ref returns the file's identity.
func (o Other) Ref() Ref { return Ref{Kind: KindOther, Path: o.Path} }
