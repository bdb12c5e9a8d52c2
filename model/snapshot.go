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
	// ReadOnly says why nothing can be decided, empty when decisions can be made.
	ReadOnly string
	// Interrupted are decisions that a killed process left half done.
	Interrupted []Interrupted
	// HasPlansFolder is false when the vault has no plans folder at all.
	HasPlansFolder bool
}

// Interrupted is a decision that was confirmed but whose steps were cut off.
type Interrupted struct {
	ID     string
	Choice Choice
	Path   string
	At     time.Time
}

// Resume chooses the plan to go on with.
func (s Snapshot) Resume() Resume { return ChooseActive(s.Plans) }

// Plan finds a plan by path.
func (s Snapshot) Plan(path string) (Plan, bool) {
	for _, p := range s.Plans {
		if p.Path == path {
			return p, true
		}
	}
	return Plan{}, false
}

// Request finds a pending request by path.
func (s Snapshot) Request(path string) (Request, bool) {
	for _, r := range s.Requests {
		if r.Path == path {
			return r, true
		}
	}
	return Request{}, false
}

// RequestsFor lists the pending requests that belong to the plan at path.
func (s Snapshot) RequestsFor(path string) []Request {
	var out []Request
	for _, r := range s.Requests {
		if r.Plan == path {
			out = append(out, r)
		}
	}
	return out
}

// Refuse reports why choice cannot be made on the thing that ref names, or ""
// when it can. Screen and command line ask the same question here.
func (s Snapshot) Refuse(ref Ref, choice Choice) (reason string) {
	if s.ReadOnly != "" {
		return "this vault is open read-only: " + s.ReadOnly
	}
	switch ref.Kind {
	case KindRequest:
		r, ok := s.Request(ref.Path)
		if !ok {
			return "the request is no longer pending"
		}
		return r.refuse(choice)
	case KindPlan:
		p, ok := s.Plan(ref.Path)
		if !ok {
			return "the plan is no longer there"
		}
		return p.refuse(choice, len(s.RequestsFor(p.Path)))
	case KindProblem:
		return "this file cannot be read, so there is nothing to decide"
	case KindIntake:
		return "this waits for an agent to make a plan, not for a decision"
	}
	return "nothing is selected"
}

func (r Request) refuse(choice Choice) string {
	if choice != ChoiceChanges && r.Twin != "" {
		return "a file of this name was decided before; move one of them first"
	}
	return ""
}

func (p Plan) refuse(choice Choice, requests int) string {
	switch {
	case p.Status.State != StateBlocked:
		return "the plan is " + p.Status.String() + ", not Blocked"
	case requests == 1:
		return "the plan waits for a request: decide that one"
	case requests > 1:
		return "the plan waits for several requests: decide those"
	case p.waitingStep() == nil:
		return "the plan has no open step to decide on"
	case choice == ChoiceChanges && !p.HasLog:
		return "the plan has no reasoning log that could take a note"
	}
	return ""
}

// waitingStep is the step a blocked plan waits for: its first open human step,
// else its first open step.
func (p Plan) waitingStep() *Step {
	c := p.Checkpoint()
	if c.Waiting != nil {
		return c.Waiting
	}
	return c.Next
}

// WaitingStep gives the step that a decision on the blocked plan itself is
// about, false when every step is done.
func (p Plan) WaitingStep() (Step, bool) {
	if s := p.waitingStep(); s != nil {
		return *s, true
	}
	return Step{}, false
}
