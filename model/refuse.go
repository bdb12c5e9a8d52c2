package model

import (
	"fmt"
	"strings"
)

// Refuse reports why choice cannot be made on the thing that ref names, or ""
// when it can. Screen and command line ask the same question here.
func (s Snapshot) Refuse(ref Ref, choice Choice) (reason string) {
	return s.RefuseStep(ref, choice, 0)
}

// RefuseStep is Refuse for one step of a trace; step zero means the last one.
func (s Snapshot) RefuseStep(ref Ref, choice Choice, step int) (reason string) {
	if s.ReadOnly != "" {
		return "this vault is open read-only: " + s.ReadOnly
	}
	if reason := undecidable(ref.Kind); reason != "" {
		return reason
	}
	if at, stale := s.Stale[ref.Path]; stale {
		return "it could not be read again; what is shown is as of " + at.Format("15:04")
	}
	if s.Writing[ref.Path] {
		return "it is still being written"
	}
	if !ref.Kind.Allows(choice) {
		return "that is not a choice for a " + ref.Kind.Noun()
	}
	switch ref.Kind {
	case KindRequest:
		return s.refuseRequest(ref, choice)
	case KindPlan:
		p, ok := s.Plan(ref.Path)
		if !ok {
			return "the plan is no longer there"
		}
		if maybe := s.probablyFor(p.Path); len(maybe) > 0 && p.Status.State == StateBlocked {
			return "the plan probably waits for " + maybe[0].Path + ": decide that one"
		}
		return p.refuse(choice, len(s.RequestsFor(p.Path)))
	case KindSession:
		return s.refuseSession(ref)
	case KindProposal:
		return s.Memory.refuse(ref)
	case KindJournal, KindResearch:
		return s.Research.refuse(ref)
	}
	t, ok := s.Trace(ref.Path)
	if !ok {
		return "the trace is no longer there"
	}
	return t.refuse(choice, step)
}

// undecidable says why nothing can be decided on things of a kind, "" when
// something can.
func undecidable(k Kind) string {
	switch k {
	case KindProblem:
		return "this file cannot be read, so there is nothing to decide"
	case KindIntake:
		return "this waits for an agent to make a plan, not for a decision"
	case KindWork:
		return "a stuck work item is for the agent to go on with, not for a decision"
	case KindEntry:
		return "an entry of the journal is a record; nothing is decided on it"
	case KindMemory:
		return "choose a proposal to decide on"
	case KindOther:
		return "of this file only the name is known"
	case KindLearning:
		return "it is learned; nothing waits for a decision"
	case KindNone:
		return "nothing is selected"
	}
	return ""
}

// refuse answers for a proposal in the agent's own words.
func (m Memory) refuse(ref Ref) string {
	p, ok := m.Proposal(ref)
	switch {
	case !ok:
		return fmt.Sprintf("Proposal '%s' not found", ref.Item)
	case p.ID == "":
		return "the proposal has no id, so the agent could not tell which one is meant"
	case p.Twice:
		return fmt.Sprintf("several proposals have the id '%s', so the agent could not tell which one is meant", p.ID)
	case p.Type.List() == "":
		return fmt.Sprintf("the proposal is of the type '%s', which no list is for", p.Type)
	case p.Status != ProposalPending:
		return fmt.Sprintf("Proposal '%s' is already %s", p.ID, p.Status)
	}
	return ""
}

// refuse answers for a journal and for a problem as a whole.
func (r Research) refuse(ref Ref) string {
	if ref.Kind == KindJournal {
		if _, ok := r.Holding(ref.Path); !ok {
			return "there is no research problem with this journal"
		}
		return ""
	}
	p, ok := r.Problem(ref.Path)
	switch {
	case !ok:
		return "there is no such research problem"
	case p.Current:
		return "it is the current problem already"
	}
	return ""
}

// refuseRequest asks whether a request is pending, or for an acknowledgement whether
// something came of it that the operator has to know of.
func (s Snapshot) refuseRequest(ref Ref, choice Choice) string {
	r, pending := s.Request(ref.Path)
	switch {
	case choice == ChoiceAck && !s.ToKnow(ref):
		return "it is not an approved file that was changed since or that a log says failed"
	case choice == ChoiceAck:
		return ""
	case !pending:
		return "the request is no longer pending"
	}
	return r.refuse(choice)
}

func (r Request) refuse(choice Choice) string {
	if blocked := r.Weighed(WeightBlock); choice == ChoiceApprove && len(blocked) > 0 {
		return blocked[0].String()
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
	case p.isGranted():
		return p.GrantWords() + "; the agent has not gone on yet"
	case choice != ChoiceApprove && p.said(choice):
		return "you said so already; the agent has not answered yet"
	case p.waitingStep() == nil:
		return "the plan has no open step to decide on"
	case p.Reading.Foreign:
		return "the plan is in a notation of its own, which is never changed, and no request names it; answer in " + p.Path + " itself, or put the file that its agent looks for into the folder of what is approved"
	case choice == ChoiceChanges && !p.HasLog:
		return "the plan has no reasoning log that could take a note"
	}
	return ""
}

// said reports whether the operator's last word on the plan, which nothing has
// followed, is this choice.
func (p Plan) said(choice Choice) bool {
	last := p.Answered()
	return last != nil && strings.HasPrefix(last.What, choice.Past()+" ")
}

// waitingStep is the step a blocked plan waits for: its first open human step,
// else its first open step.
// In another notation than the agents' own, where nothing is decided on a plan itself,
// that is a human step also where others come first.
func (p Plan) waitingStep() *Step {
	if p.Reading.Foreign {
		for i := range p.Steps {
			if s := &p.Steps[i]; s.Human && !s.Done() {
				return s
			}
		}
	}
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

// refuseSession asks whether a session is an orphan.
func (s Snapshot) refuseSession(ref Ref) string {
	o, ok := s.Session(ref)
	switch c, current := s.Events.CurrentSession(); {
	case !ok:
		return "the event log does not know this session"
	case !o.Open():
		return "the session ended"
	case current && c.Key == o.Key:
		return "it is the current session: it started last"
	}
	return ""
}

// refuse asks whether a choice fits the state of a step.
func (t Trace) refuse(choice Choice, number int) string {
	step, ok := t.LastStep()
	if number > 0 {
		step, ok = t.Step(number)
	}
	if !ok {
		return "the trace has no such step"
	}
	if t.Recovery() == RecoveryFinished {
		return "the workflow finished; there is nothing to recover"
	}
	if last, ok := t.Answered(); ok && last.orders(choice, step.Number) {
		return "you ordered that already; the agent has not gone on yet"
	}
	switch {
	case step.State == StepInProgress && choice != ChoiceRerun:
		return fmt.Sprintf("step %d is in progress: run it again (rerun) or inspect it", step.Number)
	case step.State == StepFailed && choice == ChoiceRerun:
		return fmt.Sprintf("step %d failed: retry, skip or abort it", step.Number)
	case step.State != StepInProgress && step.State != StepFailed:
		return fmt.Sprintf("step %d is %s; only a step in progress or a failed one waits for you", step.Number, step.stateWord())
	}
	return ""
}

func (s TraceStep) stateWord() string {
	if s.State == StepUnknown && s.Status != "" {
		return s.Status
	}
	return s.State.String()
}
