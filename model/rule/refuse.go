package rule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
)

func gone(k model.Kind) model.Reason { return model.Reason{Code: model.BecauseGone, Name: k.Noun()} }

func noSuch(k model.Kind) model.Reason {
	return model.Reason{Code: model.BecauseNoSuch, Name: k.Noun()}
}

// Refuse says why choice cannot be made on ref.
func Refuse(s model.Snapshot, ref model.Ref, choice model.Choice) model.Reason {
	return RefuseStep(s, ref, choice, 0)
}

// RefuseStep is Refuse for one step of a trace, zero for the last.
func RefuseStep(s model.Snapshot, ref model.Ref, choice model.Choice, step int) model.Reason {
	if why := s.Closed(); why.Given() {
		return why
	}
	if alarms(s, ref) {
		return refuseAlarm(choice)
	}
	if !ref.Kind.Decidable() {
		return model.Reason{Code: model.BecauseNothingToDecide, Name: ref.Kind.String()}
	}
	if !utf8.ValidString(ref.Path) {
		return model.Because(model.BecauseNameNoText)
	}
	if at, stale := s.Stale[ref.Path]; stale {
		return model.Reason{Code: model.BecauseStale, At: at}
	}
	if s.Writing[ref.Path] {
		return model.Because(model.BecauseBeingWritten)
	}
	if why := ofTool(s, ref); why.Given() {
		return why
	}
	if !ref.Kind.Allows(choice) {
		return model.Reason{Code: model.BecauseNotAChoice, Name: "a " + ref.Kind.Noun(), Other: choice.TakenBy()}
	}
	switch ref.Kind {
	case model.KindRequest:
		return refuseRequest(s, ref, choice)
	case model.KindPlan:
		p, ok := s.Plan(ref.Path)
		if !ok {
			return gone(model.KindPlan)
		}
		if maybe := probablyFor(s, p.Path); len(maybe) > 0 && p.Status.State == model.StateBlocked {
			return model.Reason{Code: model.BecausePlanProbablyWaits, Name: maybe[0].Path}
		}
		return refusePlan(p, choice, s.RequestsFor(p.Path))
	case model.KindSession:
		return refuseSession(s, ref)
	case model.KindTranscript:
		return refuseTranscript(s, ref)
	case model.KindProposal:
		return refuseMemory(s.Memory, ref)
	case model.KindJournal, model.KindResearch:
		return refuseResearch(s.Research, ref)
	}
	t, ok := s.Trace(ref.Path)
	if !ok {
		return gone(model.KindTrace)
	}
	return refuseTrace(t, choice, step)
}

func refuseMemory(m model.Memory, ref model.Ref) model.Reason {
	p, ok := m.Proposal(ref)
	switch {
	case !ok:
		return model.Reason{Code: model.BecauseNoProposal, Name: ref.Item}
	case p.ID == "":
		return model.Because(model.BecauseProposalWithoutID)
	case p.Twice:
		return model.Reason{Code: model.BecauseProposalTwice, Name: p.ID}
	case p.Type.List() == "":
		return model.Reason{Code: model.BecauseProposalType, Name: string(p.Type)}
	case p.Status != model.ProposalPending:
		return model.Reason{Code: model.BecauseProposalDecided, Name: p.ID, Other: p.Status}
	}
	return model.Reason{}
}

func refuseResearch(r model.Research, ref model.Ref) model.Reason {
	if ref.Kind == model.KindJournal {
		if _, ok := r.Holding(ref.Path); !ok {
			return noSuch(model.KindJournal)
		}
		return model.Reason{}
	}
	p, ok := r.Problem(ref.Path)
	switch {
	case !ok:
		return noSuch(model.KindResearch)
	case p.Current:
		return model.Because(model.BecauseResearchCurrent)
	}
	return model.Reason{}
}

// refuseRequest asks whether a request is pending, or has something to acknowledge.
func refuseRequest(s model.Snapshot, ref model.Ref, choice model.Choice) model.Reason {
	r, pending := s.Request(ref.Path)
	switch {
	case choice == model.ChoiceAck && !ToKnow(s, ref):
		return model.Because(model.BecauseNothingToKnow)
	case choice == model.ChoiceAck:
		return model.Reason{}
	case contradicts(s, ref.Path).Given():
		return contradicts(s, ref.Path)
	case !pending:
		return model.Because(model.BecauseNotPending)
	}
	return refuseChoice(r, choice)
}

// contradicts says of the file of a decision that another one contradicts it.
func contradicts(s model.Snapshot, file string) model.Reason {
	for _, c := range s.Contradictions {
		if file == c.Approved.Path || file == c.Rejected.Path {
			return model.Reason{Code: model.BecauseContradicts, Text: c.Sides(s.At)}
		}
	}
	return model.Reason{}
}

// Tool names the program whose thing it is, and what to type there; both are empty for the
// vault's own.
func Tool(s model.Snapshot, ref model.Ref) (tool, command string) {
	switch ref.Kind {
	case model.KindRequest:
		r, _ := s.Request(ref.Path)
		return r.Reading.Tool, r.Reading.Command
	case model.KindPlan:
		p, _ := s.Plan(ref.Path)
		return p.Reading.Tool, p.Reading.Command
	case model.KindTrace:
		t, _ := s.Trace(ref.Path)
		return t.Tool, t.Command
	}
	return "", ""
}

// ofTool refuses what is decided in another program, unless that waits for a change of the file,
// or a plan of it for requests of the vault.
func ofTool(s model.Snapshot, ref model.Ref) model.Reason {
	tool, command := Tool(s, ref)
	if r, _ := s.Request(ref.Path); ref.Kind == model.KindRequest && r.Reading.Polls {
		return model.Reason{}
	}
	if tool == "" || ref.Kind == model.KindPlan && len(model.Where(s.RequestsFor(ref.Path), func(r *model.Request) bool { return r.Reading.Tool == "" })) > 0 {
		return model.Reason{}
	}
	return model.Reason{Code: model.BecauseOfTool, Name: tool, Other: ref.Kind.String(), Text: command, Tied: ref.Path}
}

func refuseChoice(r model.Request, choice model.Choice) model.Reason {
	return refuseWeighed(r.Doubts, choice)
}

// Unapprovable returns what forbids approving the request, in a few words.
func Unapprovable(r model.Request) model.Reason {
	blocked := Weighed(r, model.WeightBlock)
	if len(blocked) == 0 {
		return model.Reason{}
	}
	return model.Reason{Code: model.BecauseUnapprovable, Text: cmp.Or(blocked[0].Short, blocked[0].String())}
}

// refuseWeighed returns the doubt that forbids an approval.
func refuseWeighed(doubts []model.Doubt, choice model.Choice) model.Reason {
	if blocked := weighed(doubts, model.WeightBlock); choice == model.ChoiceApprove && len(blocked) > 0 {
		return inItsWords(blocked[0].String())
	}
	return model.Reason{}
}

func refusePlan(p model.Plan, choice model.Choice, requests []model.Request) model.Reason {
	grant, granted := Granted(p)
	m, displaced := displaced(p)
	if all := DisplacedPlan(p); choice == model.ChoiceApprove && !displaced && len(all) > 0 && p.Status.State != model.StateBlocked {
		// The operator said no to the new text, and may think again.
		m, displaced = all[0], true
	}
	if displaced {
		requests = model.Where(requests, func(r *model.Request) bool { return r.Step == m.Now.Number })
	}
	switch r := p.Reading; {
	case choice == model.ChoiceAck && !(displaced && m.Now.Done()):
		return model.Because(model.BecauseNothingToKnow)
	case choice == model.ChoiceAck:
		return model.Reason{}
	case displaced && m.Now.Done() && choice == model.ChoiceApprove:
		return model.Reason{Code: model.BecauseStepDone, N: m.Now.Number}
	case !displaced && len(DisplacedPlan(p)) > 0 && saidPlan(p, choice):
		return model.Because(model.BecauseSaidAlready)
	case !displaced && p.Status.State != model.StateBlocked:
		return model.Reason{Code: model.BecausePlanNotBlocked, Name: p.Status.String()}
	case len(requests) > 0:
		return model.Reason{Code: model.BecausePlanHasRequests, N: len(requests)}
	case granted && !displaced && !grant.ByOthers:
		return reason(grant)
	case choice != model.ChoiceApprove && saidPlan(p, choice):
		return model.Because(model.BecauseSaidAlready)
	case waitingStep(p) == nil:
		return model.Because(model.BecauseNoOpenStep)
	case r.Foreign:
		return model.Reason{Code: model.BecauseForeignPlan, Name: p.Path}
	case choice == model.ChoiceChanges && !p.HasLog:
		return model.Because(model.BecauseNoLog)
	}
	return refuseWeighed(p.Doubts, choice)
}

// saidPlan reports whether the operator's last answer to the plan is this choice.
func saidPlan(p model.Plan, choice model.Choice) bool {
	last := p.Answered()
	return last != nil && strings.HasPrefix(last.What, choice.Past()+" ")
}

// waitingStep is the step a plan waits for: the one that stands where another was approved, else, if it is blocked,
// the one that the agents name, else its first open human step, else its first open step. In a foreign plan the human
// step may stand behind others.
func waitingStep(p model.Plan) *model.Step {
	if all := DisplacedPlan(p); len(all) > 0 && (!all[0].Answered || p.Status.State != model.StateBlocked) {
		return &all[0].Now
	}
	isHuman := func(s model.Step) bool { return s.Human && !s.Done() }
	if i := slices.IndexFunc(p.Steps, isHuman); p.Reading.Foreign && i >= 0 {
		return &p.Steps[i]
	}
	n := namedStep(p)
	if s, ok := numbered(p.Steps, n); ok && !s.Done() {
		return &p.Steps[n-1]
	}
	return cmp.Or(openSteps(p))
}

// WaitingStep returns the step that a decision on the blocked plan is about; false if all
// are done.
func WaitingStep(p model.Plan) (model.Step, bool) {
	if s := waitingStep(p); s != nil {
		return *s, true
	}
	return model.Step{}, false
}

// alarms reports an alarm of the gate that is not acknowledged.
func alarms(s model.Snapshot, ref model.Ref) bool {
	if ref.Kind != model.KindProblem {
		return false
	}
	_, ok := model.First(s.Problems, func(p *model.Problem) bool { return p.Alarm != "" && p.Ref() == ref })
	return ok
}

// refuseAlarm allows an alarm to be acknowledged, and nothing else.
func refuseAlarm(choice model.Choice) model.Reason {
	if choice != model.ChoiceAck {
		return model.Reason{Code: model.BecauseNotAChoice, Name: "an alarm"}
	}
	return model.Reason{}
}

// refuseSession asks whether a session is an orphan.
func refuseSession(s model.Snapshot, ref model.Ref) model.Reason {
	o, ok := s.Session(ref)
	switch c, current := s.Events.CurrentSession(); {
	case !ok:
		return noSuch(model.KindSession)
	case !o.Open():
		return model.Because(model.BecauseSessionEnded)
	case current && c.Key == o.Key:
		return model.Because(model.BecauseSessionCurrent)
	}
	return model.Reason{}
}

// refuseTranscript asks whether a session ended so that there is something to acknowledge.
func refuseTranscript(s model.Snapshot, ref model.Ref) model.Reason {
	t, ok := s.Transcript(ref)
	if !ok {
		return noSuch(model.KindTranscript)
	}
	switch e, _ := t.State(s.At); {
	case !t.Acked.IsZero():
		return model.Because(model.BecauseSessionKnown)
	case e == model.EndingRuns:
		return model.Because(model.BecauseSessionRuns)
	case !e.Dead() && e != model.EndingWaits:
		return model.Because(model.BecauseSessionNotCutOff)
	}
	return model.Reason{}
}

func refuseTrace(t model.Trace, choice model.Choice, number int) model.Reason {
	step, ok := t.LastStep()
	if number > 0 {
		step, ok = t.Step(number)
	}
	if !ok {
		return model.Because(model.BecauseNoStep)
	}
	if t.Recovery() == model.RecoveryFinished {
		return model.Because(model.BecauseTraceFinished)
	}
	if last, ok := t.Answered(); ok && orders(last, choice, step.Number) {
		return model.Because(model.BecauseSaidAlready)
	}
	switch {
	case step.State == model.StepInProgress && choice != model.ChoiceRerun:
		return model.Reason{Code: model.BecauseStepInProgress, N: step.Number}
	case step.State == model.StepFailed && choice == model.ChoiceRerun:
		return model.Reason{Code: model.BecauseStepFailed, N: step.Number}
	case step.State != model.StepInProgress && step.State != model.StepFailed:
		return model.Reason{Code: model.BecauseStepWaitsForNobody, N: step.Number, Name: stateWord(step)}
	}
	return model.Reason{}
}

func stateWord(s model.TraceStep) string {
	if s.State == model.StepUnknown && s.Status != "" {
		return s.Status
	}
	return s.State.String()
}

// YesTo returns the choice that the yes key stands for.
func YesTo(s model.Snapshot, ref model.Ref) model.Choice {
	if ToKnow(s, ref) {
		return model.ChoiceAck
	}
	return ref.Kind.Yes()
}

// probablyFor lists the pending requests linked to the plan by source or name only.
func probablyFor(s model.Snapshot, path string) []model.Request {
	return model.Where(s.Requests, func(r *model.Request) bool { return r.Plan == "" && r.Probably == path })
}

// orders reports whether the entry is this choice on this step.
func orders(r model.TraceResume, c model.Choice, step int) bool {
	order := fmt.Sprintf("%s step %d", c.Past(), step)
	rest, ok := strings.CutPrefix(r.Decision, order)
	return ok && (rest == "" || rest[0] == ' ')
}
