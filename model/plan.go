package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// State is what a plan's status means.
type State int

// The states of the seed's plan life cycle; StateUnknown stands for any other word.
const (
	StateUnknown State = iota
	StateDraft
	StateActive
	StateBlocked
	StateDone
)

// String returns the word that the reference program writes.
func (s State) String() string {
	return word(s, "Unknown", "Draft", "Active", "Blocked", "Done")
}

// Rank orders states for the choice of the active plan (seed "Initialize Session"), from 0.
func (s State) Rank() int {
	return slices.Index([]State{StateActive, StateBlocked, StateDraft, StateUnknown}, s)
}

// Status is a plan's state together with the word its file used for it.
type Status struct {
	State State
	Word  string
}

// ParseStatus reads a status word in any case. No word means Draft, as for the reference
// program.
func ParseStatus(word string) Status {
	w := strings.TrimSpace(word)
	if w == "" {
		return Status{StateDraft, w}
	}
	for s := StateDraft; s <= StateDone; s++ {
		if strings.EqualFold(w, s.String()) {
			return Status{s, w}
		}
	}
	return Status{StateUnknown, w}
}

// String returns the state's name, or an unknown word as written.
func (s Status) String() string {
	if s.State == StateUnknown && s.Word != "" {
		return s.Word
	}
	return s.State.String()
}

// Meant is the state that an unknown word misses by one letter, "" for none.
func (s Status) Meant() string {
	if s.State != StateUnknown {
		return ""
	}
	for known := StateDraft; known <= StateDone; known++ {
		if a, b := strings.ToLower(s.Word), strings.ToLower(known.String()); oneLetterApart(a, b) {
			return known.String()
		}
	}
	return ""
}

// oneLetterApart reports two words of which one has a letter more, or one letter is another.
func oneLetterApart(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) < 2 && len(b) < 2
}

// Plan is one plan file (seed "Initialize Session").
type Plan struct {
	// Path is relative to the vault and identifies the plan; ids repeat.
	Path string
	// ID is the task_id, else the file name without its ending.
	ID        string
	Objective string
	// Stated is the stated objective where it differs from the title.
	Stated string
	// Context is empty in what a screen keeps (Vault.LoadChanged); its page reads the file.
	Context string
	Status  Status
	// BlockedReason is empty when the file says null or nothing.
	BlockedReason string
	Priority      string
	Created       Stamp
	SourceLink    string
	Steps         []Step
	// Before counts what is done of a plan of another program and stands in no step.
	Before int
	Log    []LogEntry
	// Reading says how all this is known.
	Reading PlanReading
	// HasLog says that the file has a reasoning log to append to.
	HasLog bool
	// Older is true if a newer version of the same source exists; Folded counts the older
	// versions of a newest one.
	Older  bool
	Folded int
	// Grants are the approvals, AskedSteps the steps with a pending request, zero for a
	// request that names no step. AsksYou says that one of these requests waits for the operator.
	Grants     []Grant
	AskedSteps []int
	AsksYou    bool
	// Disputed are the steps of requests that were decided both ways, zero for a request that names none.
	Disputed []int
	// Approvals are those of its steps of which it is known what the step said then. Known are those of them that the
	// operator acknowledged, as Displaced.About names them.
	Approvals []Approval
	Known     []string
	// Approved and Rejected are the steps whose newest request lies decided so. A line of the log that says the
	// other counts for nothing: a merge of two copies of a vault may have brought it along.
	Approved, Rejected []int
	// Doubts are the reasons to look twice before the step is approved that the blocked plan
	// waits for, heaviest first.
	Doubts []Doubt
	// Stop says how work on a plan of another program came to rest, nil for most. Touched is
	// when something of it changed last, by its files; only such plans have it.
	Stop    *Stop
	Touched Stamp
	// Seen is the hash of the bytes this plan was read from.
	Seen Fingerprint
}

// Own reports whether the plan is in the agents' own schema.
func (p Plan) Own() bool { return !p.Reading.Foreign }

// Ref returns the plan's identity.
func (p Plan) Ref() Ref { return Ref{Kind: KindPlan, Path: p.Path} }

// Step is one box of a plan's roadmap.
type Step struct {
	// Number counts the steps of the plan from 1, in file order.
	Number int
	// Text is the step without its box and without a leading hand.
	Text string
	// Mark is the character in the box; only x and X mean done.
	Mark rune
	// Human is true for a step that needs a human (✋), Maybe for one that may.
	Human bool
	Maybe bool
	// Worded is true if Text itself says that a human is needed.
	Worded bool
	// Hand is true for an ordinary step that begins with a hand which the agents do not
	// take for one: they want a plain ✋ and a blank.
	Hand bool
}

// Done reports whether the step's box is ticked.
func (s Step) Done() bool { return s.Mark == 'x' || s.Mark == 'X' }

// Title returns the text, with a hand in front of a human's step.
func (s Step) Title() string {
	if s.Human && !s.Worded {
		return "✋ " + s.Text
	}
	return s.Text
}

// LogEntry is one line of a plan's reasoning log.
type LogEntry struct {
	At Stamp
	// Actor is who wrote it ("Agent", "Operator"), empty when not named.
	Actor string
	// What is the action, Why its reason behind the dash.
	What string
	Why  string
}

// Progress counts the ticked steps and all steps.
func (p Plan) Progress() (done, total int) {
	done = p.Before
	for _, s := range p.Steps {
		if s.Done() {
			done++
		}
	}
	return done, p.Before + len(p.Steps)
}

// Finished is the newest log entry that says that a step is done, in the words of the agents'
// own log: "Completed step 3".
func (p Plan) Finished(step int) (LogEntry, bool) {
	for _, e := range slices.Backward(p.Log) {
		if e.Completes(step) {
			return e, true
		}
	}
	return LogEntry{}, false
}

// completed begins the line with which the agents log that a step is done.
const completed = "Completed "

// Answered returns the newest log entry if the operator wrote it and did not undo it, else
// nil.
func (p Plan) Answered() *LogEntry {
	taken := 0
	for i := len(p.Log) - 1; i >= 0 && p.Log[i].Actor == OperatorActor; i-- {
		switch {
		case strings.HasPrefix(p.Log[i].What, undid):
			taken++
		case p.Overrules(p.Log[i]):
		case taken > 0:
			taken--
		default:
			return &p.Log[i]
		}
	}
	return nil
}

// OperatorActor is the operator's name in reasoning logs.
const OperatorActor = "Operator"

// SameID reports whether id names this plan, with or without "PLAN-" in front.
func (p Plan) SameID(id string) bool {
	return id != "" && BareID(id) == BareID(p.ID)
}

// BareID is a task id without "PLAN-", which reference programs write or leave out.
func BareID(id string) string {
	return strings.TrimPrefix(strings.TrimSpace(id), "PLAN-")
}

// NeedsHuman lists the steps that need a human, and those that may.
func (p Plan) NeedsHuman() (surely, maybe []int) {
	for _, s := range p.Steps {
		if s.Human {
			surely = append(surely, s.Number)
		} else if s.Maybe {
			maybe = append(maybe, s.Number)
		}
	}
	return surely, maybe
}

// Grant is an operator's approval of a plan, from a file or the plan's log.
type Grant struct {
	// Step is the approved step, zero for none named.
	Step int
	// At is when it was given, zero if unknown.
	At time.Time
	// From is the path of the approved file, or of the plan with the log.
	From string
	// Probably is true if only source or name link the file to the plan.
	Probably bool
	// ByOthers is true if the operator approved nothing: another program put the file there. Altered is true if the
	// file changed after the operator approved it.
	ByOthers, Altered bool
}

// Yours reports whether the approved file is the one that the operator approved.
func (g Grant) Yours() bool { return !g.ByOthers && !g.Altered }

// Allows reports whether the operator approved the step.
func (e LogEntry) Allows(step int) bool {
	return e.Actor == OperatorActor && e.What == fmt.Sprintf("%s step %d", ChoiceApprove.Past(), step)
}

// Overrules reports whether a line of the log says of a step the other than the folder in which its request lies.
func (p Plan) Overrules(e LogEntry) bool {
	return slices.ContainsFunc(p.Rejected, e.Allows) || slices.ContainsFunc(p.Approved, func(step int) bool {
		return e.Actor == OperatorActor && e.What == fmt.Sprintf("%s step %d", ChoiceReject.Past(), step)
	})
}

// Forbids reports whether the operator refused the step, the agent waits for it (again), or an
// approval of it was used: a step that is open again needs another one.
func (e LogEntry) Forbids(step int) bool {
	number := fmt.Sprintf("step %d", step)
	if e.Actor == OperatorActor {
		return e.What == ChoiceReject.Past()+" "+number || e.What == ChoiceChanges.Past()+" "+number
	}
	rest, blocked := strings.CutPrefix(e.What, "Plan blocked at step ")
	number, _, _ = strings.Cut(rest, " ")
	return blocked && number == strconv.Itoa(step) || e.Completes(step)
}

// Completes reports whether the agent says that the step is done.
func (e LogEntry) Completes(step int) bool {
	return e.Actor != OperatorActor && e.What == fmt.Sprintf("%sstep %d", completed, step)
}

// Undoes returns the line of the log that the operator took back with this one, if it is about
// the step.
func (e LogEntry) Undoes(step int) (line string, ok bool) {
	for _, c := range []Choice{ChoiceApprove, ChoiceReject, ChoiceChanges} {
		if e.Actor == OperatorActor && e.What == fmt.Sprintf("%s%s step %d", undid, c.Noun(), step) {
			return fmt.Sprintf("%s step %d", c.Past(), step), true
		}
	}
	return "", false
}

// Silence is the shortest gap that a log's timeline names.
const Silence = 24 * time.Hour

// SilenceAfter returns the gap in a plan's log behind entry i, up to now after the last one
// unless the plan is done. It is 0 if shorter than [Silence] or unknown.
func (p Plan) SilenceAfter(i int, now time.Time) time.Duration {
	if !p.Log[i].At.Known() {
		return 0
	}
	until, later := now, false
	for _, e := range p.Log[i+1:] {
		if e.At.Known() {
			until, later = e.At.Time, true
			break
		}
	}
	quiet := until.Sub(p.Log[i].At.Time)
	if quiet < Silence || !later && p.Status.State == StateDone {
		return 0
	}
	return quiet
}
