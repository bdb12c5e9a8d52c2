package model

import "time"

// Snapshot is everything one load found, at one moment. Nobody changes it
// afterwards; a reload makes a new one.
type Snapshot struct {
	// Name is the vault folder's own name, for headers.
	Name string
	// At is the time that was "now" for the load.
	At       time.Time
	Plans    []Plan
	Requests []Request
	Intake   []Intake
	Problems []Problem
	// Decided are the requests in the folders for approved and rejected ones.
	Decided []Request
	// Verified holds the operator's approvals against the files that lie there now.
	Verified []Verified
	// Undo is the operator's newest decision that can be undone.
	Undo Undoable
	// Snoozes are what the operator lets rest, unchanged since.
	Snoozes []Snooze
	// Pin is the plan that the operator pinned, which may be gone.
	Pin Pin
	// Message is what the operator says to the next session, or said to the last one.
	Message Message
	// Others are the files that are neither plan nor request.
	Others []Other
	Events EventLog
	Work   []WorkItem
	// AskedRule is the rule for stuck work that the operator asked for.
	AskedRule WorkRule
	Traces    []Trace
	Research  Research
	Memory    Memory
	// ReadOnly says why nothing can be decided, empty when decisions can be made.
	ReadOnly string
	// Interrupted are decisions that a killed process left half done.
	Interrupted []Interrupted
	// Strange is true when nothing in the folder is what a vault has: it may be the
	// wrong folder.
	Strange bool
	// Instead has some names of what lies in a strange folder, the last one a count
	// when there are more.
	Instead []string
	// Writing are the files, by path, that are still being written.
	Writing map[string]bool
	// Stale are the files, by path, that are shown as they were at a load before,
	// since they could not be read again, with its time.
	Stale map[string]time.Time
	// LastLook is what the operator saw when they left the screen last; it is not known
	// at a first look, and outside the screen.
	LastLook Look
	// Said is what the operator said last, with a note, on plans and requests, by path.
	Said map[string]Said
	// HasPlansFolder is false when the vault has no plans folder at all.
	HasPlansFolder bool
}

// LookedFor says what makes a folder a vault: the files of the five sources.
const LookedFor = "folders as Plans, Pending_Approval and Needs_Action, events.jsonl, .claude, docs/work, a trace.md, .math, seed.json"

// Interrupted is a decision that was confirmed but whose steps were cut off.
type Interrupted struct {
	ID     string
	Choice Choice
	Path   string
	At     time.Time
}

// Plan finds a plan by path.
func (s Snapshot) Plan(path string) (Plan, bool) {
	return first(s.Plans, func(p Plan) bool { return p.Path == path })
}

// Request finds a pending request by path.
func (s Snapshot) Request(path string) (Request, bool) {
	return first(s.Requests, func(r Request) bool { return r.Path == path })
}

// RequestAnywhere finds a request by path, pending or decided.
func (s Snapshot) RequestAnywhere(path string) (Request, bool) {
	if r, ok := s.Request(path); ok {
		return r, true
	}
	return first(s.Decided, func(r Request) bool { return r.Path == path })
}

// probablyFor lists the pending requests that belong to the plan at path by their
// source or name only.
func (s Snapshot) probablyFor(path string) []Request {
	return where(s.Requests, func(r Request) bool { return r.Plan == "" && r.Probably == path })
}

// RequestsFor lists the pending requests that belong to the plan at path.
func (s Snapshot) RequestsFor(path string) []Request {
	return where(s.Requests, func(r Request) bool { return r.Plan == path })
}

// Watching says how changes of a vault are noticed.
type Watching struct {
	// Polling says why the system does not tell of every change, so that the vault is
	// looked at again and again. It is empty when the system tells.
	Polling string
	// Every is how often that happens.
	Every time.Duration
}

// Trace finds a trace by path.
func (s Snapshot) Trace(path string) (Trace, bool) {
	return first(s.Traces, func(t Trace) bool { return t.Path == path })
}

// first finds the first of a list that fits.
func first[T any](list []T, fits func(T) bool) (T, bool) {
	for _, v := range list {
		if fits(v) {
			return v, true
		}
	}
	var none T
	return none, false
}

// where lists those that fit.
func where[T any](list []T, fits func(T) bool) []T {
	var out []T
	for _, v := range list {
		if fits(v) {
			out = append(out, v)
		}
	}
	return out
}
