package model

import (
	"slices"
	"strings"
)

// State is what a plan's status means.
type State int

// The states of the seed's plan life cycle. StateUnknown stands for a word that
// is none of them; the word itself stays visible.
const (
	StateUnknown State = iota
	StateDraft
	StateActive
	StateBlocked
	StateDone
)

// String gives the word the reference program writes for s.
func (s State) String() string {
	return word(s, "Unknown", "Draft", "Active", "Blocked", "Done")
}

// rank orders states for the choice of the active plan (seed "Initialize
// Session": Active before Blocked before Draft). An unknown word ranks last, as
// in the reference program.
func (s State) rank() int {
	return slices.Index([]State{StateActive, StateBlocked, StateDraft, StateUnknown}, s)
}

// Status is a plan's state together with the word its file used for it.
type Status struct {
	State State
	Word  string
}

// ParseStatus maps a status word. No word at all means Draft, as the reference
// program reads it. Case is ignored here although the reference program heeds
// it, because a person who writes "done" means Done.
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

// String gives the known state's name, or the file's own word when unknown.
func (s Status) String() string {
	if s.State == StateUnknown && s.Word != "" {
		return s.Word
	}
	return s.State.String()
}

// Plan is one file of the plans folder, as the seed "Initialize Session" knows
// it: front matter, an objective, a roadmap of steps and a reasoning log.
type Plan struct {
	// Path is relative to the vault and is the plan's identity; ids repeat.
	Path string
	// ID is the task_id, or the file name without its ending when there is none.
	ID        string
	Objective string
	// Stated is the objective that the plan states, where its title is another one.
	Stated  string
	Context string
	Status  Status
	// BlockedReason is empty when the file says null or nothing.
	BlockedReason string
	Priority      string
	Created       Stamp
	SourceLink    string
	Steps         []Step
	Log           []LogEntry
	// HasLog says that the file has a reasoning-log section, so that a line can
	// be added to it.
	HasLog bool
	// Reading says how all this is known.
	Reading PlanReading
	// Older is true for a plan of which a newer version with the same source is there;
	// Folded counts the older versions behind a newest one.
	Older  bool
	Folded int
	// Grants are the files that approve something of the plan, AskedSteps the steps for
	// which a request is pending, zero for one that names no step.
	Grants     []Grant
	AskedSteps []int
	// Seen is the hash of the bytes this plan was read from.
	Seen Fingerprint
}

// Ref gives the plan's identity.
func (p Plan) Ref() Ref { return Ref{Kind: KindPlan, Path: p.Path} }

// Step is one box of a plan's roadmap.
type Step struct {
	// Number counts the steps of the plan from 1, in file order.
	Number int
	// Text is the step without its box and without a leading hand.
	Text string
	// Mark is what stands in the box: a blank, x, X, or another character that
	// some agents use and that does not count as done.
	Mark rune
	// Human is true for a step that a human has to do or to allow (✋), Maybe for one
	// of which the text says so with an if.
	Human bool
	Maybe bool
	// Worded is true when Text itself has the words that make it a human's.
	Worded bool
}

// Done reports whether the step's box is ticked.
func (s Step) Done() bool { return s.Mark == 'x' || s.Mark == 'X' }

// Title gives the text with the hand in front when the step is a human's.
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
	// What is the action and Why its reason, split at the dash.
	What string
	Why  string
}

// Progress counts the ticked steps and all steps.
func (p Plan) Progress() (done, total int) {
	for _, s := range p.Steps {
		if s.Done() {
			done++
		}
	}
	return done, len(p.Steps)
}

// Checkpoint is where a session resumes a plan.
type Checkpoint struct {
	// At is the time of the last reasoning-log entry that states one.
	At Stamp
	// Next is the first open step that is not a human's, or that a human has allowed;
	// nil when there is none.
	Next *Step
	// Waiting is the first open human step that stands before Next, nil when
	// nothing waits. The seed's algorithm walks past it; an operator must not.
	Waiting *Step
}

// Checkpoint finds where to resume (seed "Checkpoint Detection Algorithm").
func (p Plan) Checkpoint() Checkpoint {
	var c Checkpoint
	for i := len(p.Log) - 1; i >= 0 && !c.At.Known(); i-- {
		c.At = p.Log[i].At
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		switch {
		case s.Done():
		case s.Human:
			if _, granted := p.grant(*s); granted {
				c.Next = s
				return c
			}
			if c.Waiting == nil {
				c.Waiting = s
			}
		default:
			c.Next = s
			return c
		}
	}
	return c
}

// Answered reports the operator's last word on a plan that nothing has followed
// yet: the newest log entry when an operator wrote it, else nil. A word that was
// taken back counts no more than the line that says so.
func (p Plan) Answered() *LogEntry {
	taken := 0
	for i := len(p.Log) - 1; i >= 0 && p.Log[i].Actor == OperatorActor; i-- {
		switch {
		case strings.HasPrefix(p.Log[i].What, undid):
			taken++
		case taken > 0:
			taken--
		default:
			return &p.Log[i]
		}
	}
	return nil
}

// OperatorActor is the name our lines carry in a plan's reasoning log.
const OperatorActor = "Operator"

// SameID reports whether id names this plan. The reference programs use a task
// id with and without "PLAN-" in front for the same plan.
func (p Plan) SameID(id string) bool {
	return id != "" && BareID(id) == BareID(p.ID)
}

// BareID is what two spellings of one task id have in common: with and without
// "PLAN-" in front they name the same plan.
func BareID(id string) string {
	return strings.TrimPrefix(strings.TrimSpace(id), "PLAN-")
}

// NextOpen gives the text of the first open step, a human's or not, or the sentence
// that stands in place of steps. It is empty for a plan that is done.
func (p Plan) NextOpen() string {
	if p.Reading.Closed || p.Status.State == StateDone && p.Reading.Status != BasisDeclared {
		return ""
	}
	for _, s := range p.Steps {
		if !s.Done() {
			return s.Title()
		}
	}
	return p.Reading.Next
}

// NeedsHuman lists the numbers of the steps that surely need a human, and of those
// that may.
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

// BlockedSince gives the time a blocked plan started to wait, and whether that is the
// newest entry of its log: the reference program logs the block last, the logs of others
// end with anything. Else it is the plan's creation.
func (p Plan) BlockedSince() (since Stamp, logged bool) {
	if n := len(p.Log); n > 0 && p.Log[n-1].At.Known() {
		return p.Log[n-1].At, true
	}
	return p.Created, false
}
