package model

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Refuse says why choice cannot be made on ref.
func (s Snapshot) Refuse(ref Ref, choice Choice) Reason {
	return s.RefuseStep(ref, choice, 0)
}

// RefuseStep is Refuse for one step of a trace, zero for the last.
func (s Snapshot) RefuseStep(ref Ref, choice Choice, step int) Reason {
	if why := s.Closed(); why.Given() {
		return why
	}
	if s.alarms(ref) {
		return refuseAlarm(choice)
	}
	if !ref.Kind.Decidable() {
		return Reason{Code: BecauseNothingToDecide, Name: ref.Kind.String()}
	}
	if !utf8.ValidString(ref.Path) {
		return because(BecauseNameNoText)
	}
	if at, stale := s.Stale[ref.Path]; stale {
		return Reason{Code: BecauseStale, At: at}
	}
	if s.Writing[ref.Path] {
		return because(BecauseBeingWritten)
	}
	if why := s.ofTool(ref); why.Given() {
		return why
	}
	if !ref.Kind.allows(choice) {
		return Reason{Code: BecauseNotAChoice, Name: ref.Kind.Noun()}
	}
	switch ref.Kind {
	case KindRequest:
		return s.refuseRequest(ref, choice)
	case KindPlan:
		p, ok := s.Plan(ref.Path)
		if !ok {
			return gone(KindPlan)
		}
		if maybe := s.probablyFor(p.Path); len(maybe) > 0 && p.Status.State == StateBlocked {
			return Reason{Code: BecausePlanProbablyWaits, Name: maybe[0].Path}
		}
		return p.refuse(choice, s.RequestsFor(p.Path))
	case KindSession:
		return s.refuseSession(ref)
	case KindTranscript:
		return s.refuseTranscript(ref)
	case KindProposal:
		return s.Memory.refuse(ref)
	case KindJournal, KindResearch:
		return s.Research.refuse(ref)
	}
	t, ok := s.Trace(ref.Path)
	if !ok {
		return gone(KindTrace)
	}
	return t.refuse(choice, step)
}

func (m Memory) refuse(ref Ref) Reason {
	p, ok := m.Proposal(ref)
	switch {
	case !ok:
		return Reason{Code: BecauseNoProposal, Name: ref.Item}
	case p.ID == "":
		return because(BecauseProposalWithoutID)
	case p.Twice:
		return Reason{Code: BecauseProposalTwice, Name: p.ID}
	case p.Type.List() == "":
		return Reason{Code: BecauseProposalType, Name: string(p.Type)}
	case p.Status != ProposalPending:
		return Reason{Code: BecauseProposalDecided, Name: p.ID, Other: p.Status}
	}
	return Reason{}
}

func (r Research) refuse(ref Ref) Reason {
	if ref.Kind == KindJournal {
		if _, ok := r.Holding(ref.Path); !ok {
			return noSuch(KindJournal)
		}
		return Reason{}
	}
	p, ok := r.Problem(ref.Path)
	switch {
	case !ok:
		return noSuch(KindResearch)
	case p.Current:
		return because(BecauseResearchCurrent)
	}
	return Reason{}
}

// refuseRequest asks whether a request is pending, or has something to acknowledge.
func (s Snapshot) refuseRequest(ref Ref, choice Choice) Reason {
	r, pending := s.Request(ref.Path)
	switch {
	case choice == ChoiceAck && !s.ToKnow(ref):
		return because(BecauseNothingToKnow)
	case choice == ChoiceAck:
		return Reason{}
	case s.contradicts(ref.Path).Given():
		return s.contradicts(ref.Path)
	case !pending:
		return because(BecauseNotPending)
	}
	return r.refuse(choice)
}

// contradicts says of the file of a decision that another one contradicts it.
func (s Snapshot) contradicts(file string) Reason {
	for _, c := range s.Contradictions {
		if file == c.Approved.Path || file == c.Rejected.Path {
			return Reason{Code: BecauseContradicts, Text: c.Sides(s.At)}
		}
	}
	return Reason{}
}

// Tool names the program whose thing it is, and what to type there; both are empty for the
// vault's own.
func (s Snapshot) Tool(ref Ref) (tool, command string) {
	switch ref.Kind {
	case KindRequest:
		r, _ := s.Request(ref.Path)
		return r.Reading.Tool, r.Reading.Command
	case KindPlan:
		p, _ := s.Plan(ref.Path)
		return p.Reading.Tool, p.Reading.Command
	case KindTrace:
		t, _ := s.Trace(ref.Path)
		return t.Tool, t.Command
	}
	return "", ""
}

// ofTool refuses what is decided in another program, unless that waits for a change of the file,
// or a plan of it for requests of the vault.
func (s Snapshot) ofTool(ref Ref) Reason {
	tool, command := s.Tool(ref)
	if r, _ := s.Request(ref.Path); ref.Kind == KindRequest && r.Reading.Polls {
		return Reason{}
	}
	if tool == "" || ref.Kind == KindPlan && len(where(s.RequestsFor(ref.Path), func(r *Request) bool { return r.Reading.Tool == "" })) > 0 {
		return Reason{}
	}
	return Reason{Code: BecauseOfTool, Name: tool, Other: ref.Kind.String(), Text: command}
}

func (r Request) refuse(choice Choice) Reason {
	return refuseWeighed(r.Doubts, choice)
}

// Unapprovable returns what forbids approving the request, in a few words.
func (r Request) Unapprovable() Reason {
	blocked := r.Weighed(WeightBlock)
	if len(blocked) == 0 {
		return Reason{}
	}
	return Reason{Code: BecauseUnapprovable, Text: cmp.Or(blocked[0].Short, blocked[0].String())}
}

// refuseWeighed returns the doubt that forbids an approval.
func refuseWeighed(doubts []Doubt, choice Choice) Reason {
	if blocked := weighed(doubts, WeightBlock); choice == ChoiceApprove && len(blocked) > 0 {
		return inItsWords(blocked[0].String())
	}
	return Reason{}
}

func (p Plan) refuse(choice Choice, requests []Request) Reason {
	grant, granted := p.Granted()
	m, displaced := p.displaced()
	if all := p.Displaced(); choice == ChoiceApprove && !displaced && len(all) > 0 && p.Status.State != StateBlocked {
		// The operator said no to the new text, and may think again.
		m, displaced = all[0], true
	}
	if displaced {
		requests = where(requests, func(r *Request) bool { return r.Step == m.Now.Number })
	}
	switch r := p.Reading; {
	case choice == ChoiceAck && !(displaced && m.Now.Done()):
		return because(BecauseNothingToKnow)
	case choice == ChoiceAck:
		return Reason{}
	case displaced && m.Now.Done() && choice == ChoiceApprove:
		return Reason{Code: BecauseStepDone, N: m.Now.Number}
	case !displaced && len(p.Displaced()) > 0 && p.said(choice):
		return because(BecauseSaidAlready)
	case !displaced && p.Status.State != StateBlocked:
		return Reason{Code: BecausePlanNotBlocked, Name: p.Status.String()}
	case len(requests) > 0:
		return Reason{Code: BecausePlanHasRequests, N: len(requests)}
	case granted && !displaced && !grant.ByOthers:
		return grant.reason()
	case choice != ChoiceApprove && p.said(choice):
		return because(BecauseSaidAlready)
	case p.waitingStep() == nil:
		return because(BecauseNoOpenStep)
	case r.Foreign:
		return Reason{Code: BecauseForeignPlan, Name: p.Path}
	case choice == ChoiceChanges && !p.HasLog:
		return because(BecauseNoLog)
	}
	return refuseWeighed(p.Doubts, choice)
}

// said reports whether the operator's last answer to the plan is this choice.
func (p Plan) said(choice Choice) bool {
	last := p.Answered()
	return last != nil && strings.HasPrefix(last.What, choice.Past()+" ")
}

// waitingStep is the step a plan waits for: the one that stands where another was approved, else, if it is blocked,
// the one that the agents name, else its first open human step, else its first open step. In a foreign plan the human
// step may stand behind others.
func (p Plan) waitingStep() *Step {
	if all := p.Displaced(); len(all) > 0 && (!all[0].Answered || p.Status.State != StateBlocked) {
		return &all[0].Now
	}
	isHuman := func(s Step) bool { return s.Human && !s.Done() }
	if i := slices.IndexFunc(p.Steps, isHuman); p.Reading.Foreign && i >= 0 {
		return &p.Steps[i]
	}
	n := p.namedStep()
	if s, ok := numbered(p.Steps, n); ok && !s.Done() {
		return &p.Steps[n-1]
	}
	return cmp.Or(p.openSteps())
}

// WaitingStep returns the step that a decision on the blocked plan is about; false if all
// are done.
func (p Plan) WaitingStep() (Step, bool) {
	if s := p.waitingStep(); s != nil {
		return *s, true
	}
	return Step{}, false
}

// alarms reports an alarm of the gate that is not acknowledged.
func (s Snapshot) alarms(ref Ref) bool {
	_, ok := first(s.Problems, func(p *Problem) bool { return p.Alarm != "" && p.Ref() == ref })
	return ok
}

// refuseAlarm allows an alarm to be acknowledged, and nothing else.
func refuseAlarm(choice Choice) Reason {
	if choice != ChoiceAck {
		return Reason{Code: BecauseNotAChoice, Name: "alarm"}
	}
	return Reason{}
}

// refuseSession asks whether a session is an orphan.
func (s Snapshot) refuseSession(ref Ref) Reason {
	o, ok := s.Session(ref)
	switch c, current := s.Events.CurrentSession(); {
	case !ok:
		return noSuch(KindSession)
	case !o.Open():
		return because(BecauseSessionEnded)
	case current && c.Key == o.Key:
		return because(BecauseSessionCurrent)
	}
	return Reason{}
}

// refuseTranscript asks whether a session ended so that there is something to acknowledge.
func (s Snapshot) refuseTranscript(ref Ref) Reason {
	t, ok := s.Transcript(ref)
	if !ok {
		return noSuch(KindTranscript)
	}
	switch e, _ := t.State(s.At); {
	case !t.Acked.IsZero():
		return because(BecauseSessionKnown)
	case e == EndingRuns:
		return because(BecauseSessionRuns)
	case !e.Dead() && e != EndingWaits:
		return because(BecauseSessionNotCutOff)
	}
	return Reason{}
}

func (t Trace) refuse(choice Choice, number int) Reason {
	step, ok := t.LastStep()
	if number > 0 {
		step, ok = t.Step(number)
	}
	if !ok {
		return because(BecauseNoStep)
	}
	if t.Recovery() == RecoveryFinished {
		return because(BecauseTraceFinished)
	}
	if last, ok := t.Answered(); ok && last.orders(choice, step.Number) {
		return because(BecauseSaidAlready)
	}
	switch {
	case step.State == StepInProgress && choice != ChoiceRerun:
		return Reason{Code: BecauseStepInProgress, N: step.Number}
	case step.State == StepFailed && choice == ChoiceRerun:
		return Reason{Code: BecauseStepFailed, N: step.Number}
	case step.State != StepInProgress && step.State != StepFailed:
		return Reason{Code: BecauseStepWaitsForNobody, N: step.Number, Name: step.stateWord()}
	}
	return Reason{}
}

func (s TraceStep) stateWord() string {
	if s.State == StepUnknown && s.Status != "" {
		return s.Status
	}
	return s.State.String()
}

// YesTo returns the choice that the yes key stands for.
func (s Snapshot) YesTo(ref Ref) Choice {
	if s.ToKnow(ref) {
		return ChoiceAck
	}
	return ref.Kind.Yes()
}
