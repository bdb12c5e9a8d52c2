package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Severity orders what needs a human and blocks nothing.
type Severity int

// The severities, lowest first.
const (
	SeverityLow Severity = iota
	SeverityNormal
	SeverityHigh
)

// String returns the word used in JSON.
func (s Severity) String() string { return word(s, "low", "normal", "high") }

// Attention is one row of the queue "Needs you".
type Attention struct {
	Ref Ref
	// What names the thing alone; where it is a part, Of names the whole: the plan of a step, the
	// workflow of a trace, the journal's entry, the id of a work item. Apart says what sets it
	// apart from others of that name. Who asks or is affected, Why gives the reasons, most urgent
	// first. Line is that of a problem, 0 for none, and Fault what is wrong there.
	What  string
	Of    string
	Apart string
	Who   string
	Why   []Reason
	Line  int
	Fault Fault
	// Action is what a request asks for, as written. Turn is the agent's only in the rows of WithAgent.
	Action string
	Turn   Turn
	// Amount is that of a request, as written. Alone is true for a request that should not just be approved with
	// others: a doubt weighs on it, it hides characters, or it was decided before.
	Amount string
	Alone  bool
	// Pressing is how urgent somebody says it is.
	Pressing Pressing
	// Since is when the wait began, zero if unknown. Until is when it is too late, if that is
	// within a day, zero otherwise.
	Since, Until time.Time
	// Blocks is true when work waits for it, Waits when an agent stands still until it has an answer.
	Blocks   bool
	Waits    bool
	Severity Severity
	// Human is true when a human must act, not only allow. Failed is true when a log says that
	// what was approved failed.
	Human, Failed bool
	// Expired is true for a request that it is too late for: it comes after the live ones.
	Expired bool
	// First is true for what has to be settled before anything else, Gate for an alarm of the gate.
	First, Gate bool
}

// expirySoon is how long before its expiry a request becomes urgent.
const expirySoon = 24 * time.Hour

// queue is everything that needs a human, snoozed or not.
func (s Snapshot) queue() []Attention {
	var out []Attention
	blocked, asked := map[string]Plan{}, map[string]bool{}
	for _, p := range s.Plans {
		if p.Status.State == StateBlocked {
			blocked[p.Path] = p
		}
	}
	for _, r := range s.Requests {
		if r.Reading.Maybe {
			continue
		}
		// A plan with a request is not listed twice, nor is one whose own request its agent has again.
		asked[r.Plan], asked[r.Path] = true, true
		if r.Turn() == TurnOperator {
			asked[r.Probably] = true
			out = append(out, requestAttention(r, blocked, s.At))
		}
	}
	for _, p := range s.Plans {
		if moved := p.Displaced(); len(moved) > 0 {
			out = append(out, p.displacedAttention(moved))
			continue
		}
		if asked[p.Path] {
			continue
		}
		if a, ok := planAttention(p); ok {
			out = append(out, a)
		} else if a, ok := p.restAttention(s.At); ok {
			out = append(out, a)
		}
	}
	out = append(out, s.alteredAttention()...)
	for _, c := range s.Contradictions {
		out = append(out, c.attention(s.At))
	}
	for _, r := range where(s.Decided, (*Request).Failed) {
		out = append(out, Attention{
			Ref: r.Ref(), What: r.Title(), Who: r.Target, Why: []Reason{r.Carried.failure()},
			Since: r.Carried.At.Time, Severity: SeverityNormal, Failed: true,
		})
	}
	out = append(out, s.goesOnAttention()...)
	out = append(out, s.recoveryAttention()...)
	out = append(out, s.researchAttention()...)
	out = append(out, s.memoryAttention()...)
	out = append(out, s.problemAttention()...)
	return s.tellApart(sorted(out))
}

// sorted are rows in the order of the queue.
func sorted(rows []Attention) []Attention {
	in := make([]*Attention, len(rows))
	for i := range rows {
		in[i] = &rows[i]
	}
	SortQueue(in, func(a *Attention) *Attention { return a })
	out := make([]Attention, len(rows))
	for i, a := range in {
		out[i] = *a
	}
	return out
}

// problemAttention lists what is wrong, but for what another row says.
func (s Snapshot) problemAttention() []Attention {
	var out []Attention
	for _, p := range s.Problems {
		if p.Path == s.Memory.Path && s.Memory.WouldBeWiped().Given() || p.First && p.Path != OpenMergePath {
			// The row of the memory, or of the request, says so.
			continue
		}
		a := Attention{Ref: p.Ref(), What: p.Path, Line: p.Line, Fault: p.Fault, Since: p.Since.Time, Why: []Reason{inItsWords(p.Reason)}, Severity: SeverityNormal}
		switch {
		case p.First:
			a.What, a.First, a.Blocks, a.Severity = p.Title, true, true, SeverityHigh
			a.Why = []Reason{inItsWords("finish it, nothing can be decided")}
		case p.Path == RefusedPath:
			a.What, a.Who = "Refused actions", p.Title
		case p.OfGate():
			a.What, a.Gate, a.Severity = cmp.Or(p.Title, "Alarm of the gate"), true, SeverityHigh
			if p.Type != "" {
				a.Why = []Reason{inItsWords(p.Type)}
			}
			if p.Alarm != "" && p.Title != "" {
				a.Pressing = PressingNow
			}
		case p.Agents, p.Gate:
			a.Severity = SeverityHigh
		case p.Tool != "":
			a.Severity = SeverityLow
		}
		out = append(out, a)
	}
	return out
}

// SortQueue puts rows in the order of the queue, by what each of them says. Of those with the same
// claim the first stays first.
func SortQueue[T any](rows []T, says func(T) *Attention) {
	slices.SortStableFunc(rows, func(a, b T) int { return byUrgency(says(a), says(b)) })
	newestCutOffFirst(rows, says)
}

// tellApart says what differs between requests that share a title.
func (s Snapshot) tellApart(list []Attention) []Attention {
	apart := Apart(append(slices.Clone(s.Requests), s.Decided...))
	for i := range list {
		if list[i].Ref.Kind == KindRequest {
			list[i].Apart = apart[list[i].Ref.Path]
		}
	}
	return list
}

// requestAttention is the row of a pending request; blocked are the blocked plans by path.
func requestAttention(r Request, blocked map[string]Plan, now time.Time) Attention {
	a := Attention{
		Ref: r.Ref(), What: r.Title(), Who: cmp.Or(r.Target, r.Sender, r.Reading.Tool),
		Action: r.Action, Amount: r.Amount, Alone: r.Doubtful() || r.Hidden > 0, Since: r.Created.Time, Severity: SeverityNormal,
	}
	why := because(BecauseWaitsForApproval)
	there := r.Reading.Tool != "" && !r.Reading.Polls
	if there {
		why = Reason{Code: BecauseToolAsks, Name: r.Reading.Tool, Text: r.Reading.Command}
	}
	if p, ok := blocked[r.Plan]; ok {
		a.Blocks, why = true, Reason{Code: BecauseBlocks, Name: p.ID}
		if r.Step > 0 {
			why = Reason{Code: BecauseBlocksAtStep, Name: p.ID, N: r.Step}
		}
	} else if p, ok := blocked[r.Probably]; ok && r.Plan == "" {
		a.Blocks, why = true, Reason{Code: BecauseProbablyBlocks, Name: p.ID}
	} else if r.Action != "" && !there {
		why = inItsWords(r.Action)
	}
	if choice, said := r.Before(); said != nil {
		a.Alone = true
		a.Why = append(a.Why, Reason{Code: BecauseDecidedBefore, Name: choice.Earlier(), Text: said.Note})
	}
	if never := r.Unapprovable(); never.Given() {
		a.Why = append(a.Why, never)
	}
	if alarm := r.alarm(now); alarm != "" {
		a.Severity, a.Why, a.Expired = SeverityHigh, append(a.Why, because(alarm)), alarm == BecauseExpired
	}
	if !r.Expired(now) && r.Urgent(now) {
		a.Until = r.Expires.End()
	}
	var hurry Reason
	if r.Ask == nil {
		a.Pressing, hurry = r.pressing(now)
	}
	switch {
	case !hurry.Given():
		a.Why = append(a.Why, why)
	case a.Blocks:
		a.Why = append(a.Why, why, hurry)
	default:
		a.Why = append(a.Why, hurry, why)
	}
	if there && a.Blocks {
		a.Why = append(a.Why, Reason{Code: BecauseToolAsks, Name: r.Reading.Tool, Text: r.Reading.Command})
	}
	if p, ok := blocked[r.Plan]; ok && r.Step > 0 && p.Own() {
		a.Why = append(a.Why, said(p.Miscount(r.Step))...)
	}
	if r.Ask != nil {
		return r.Ask.attention(a)
	}
	return a
}

// attention is the row of an action that the gate held up: its agent cannot go on with it.
func (k Ask) attention(row Attention) Attention {
	row.What, row.Who, row.Blocks, row.Waits = k.Action.Called(), k.Action.By(), true, k.Waits()
	why := Reason{Code: BecauseHeldUp, Name: k.Action.Client, Text: k.Why}
	if row.Waits {
		why.Code = BecauseAgentWaits
	}
	row.Why = append(slices.Clone(row.Why[:len(row.Why)-1]), why)
	return row
}

// goesOnAttention lists allowed actions with which an agent goes on only by a command of the
// operator.
func (s Snapshot) goesOnAttention() []Attention {
	var out []Attention
	for _, r := range s.Decided {
		if k := r.Ask; k.Left(s.At) > 0 && len(k.Used) == 0 && s.Course(*k).Command != "" {
			out = append(out, Attention{
				Ref: r.Ref(), What: k.Action.Called(), Who: k.Action.By(), Since: r.DecidedAt, Blocks: true, Human: true, Severity: SeverityNormal,
				Why: []Reason{{Code: BecauseGoesOn, Name: k.Action.Client, Text: s.Course(*k).Command}},
			})
		}
	}
	return out
}

// said returns a sentence as a reason, none for "".
func said(sentence string) []Reason {
	if sentence == "" {
		return nil
	}
	return []Reason{inItsWords(sentence)}
}

// alarm is what makes a request urgent, "" for most.
func (r Request) alarm(now time.Time) Code {
	switch {
	case r.Hidden > 0:
		return BecauseHiddenCharacters
	case r.CopyDiffers():
		return BecauseCopyDiffers
	case r.Expired(now):
		return BecauseExpired
	case r.Urgent(now):
		return BecauseExpiresSoon
	}
	return ""
}

// planAttention is the row of a plan that is blocked without a request file.
func planAttention(p Plan) (Attention, bool) {
	if !p.WaitsForYou() {
		return Attention{}, false
	}
	since, _ := p.BlockedSince()
	a := Attention{
		Ref: p.Ref(), What: p.ID, Why: []Reason{because(BecauseBlockedWithoutRequest)},
		Since: since.Time, Blocks: true, Human: true, Severity: SeverityNormal, Pressing: ParsePriority(p.Priority),
	}
	if step, ok := p.WaitingStep(); ok {
		a.What, a.Of = step.Text, p.ID
	}
	if p.BlockedReason != "" {
		a.Why = []Reason{inItsWords(p.BlockedReason)}
	}
	if p.Reading.Tool != "" {
		// What blocks it says more than the step at which it stands.
		a.Who, a.What, a.Of = p.Reading.Tool, cmp.Or(p.BlockedReason, a.What), p.ID
		a.Why = []Reason{{Code: BecauseBlocks, Name: p.ID}}
		if a.What == p.ID {
			a.What, a.Of = cmp.Or(p.Objective, p.ID), ""
		}
		a.Why = append(a.Why, typedFor(p.Reading.Tool, p.Reading.Command, KindPlan)...)
	}
	if why := p.WhyType(); len(why) > 0 {
		a.Why = append(a.Why, why[0])
	}
	return a, true
}

// restAttention is the row of a plan of another program on which work was cut off, or was paused
// before a step of a human. From any other pause the agent goes on.
func (p Plan) restAttention(now time.Time) (Attention, bool) {
	if !p.Stop.Holds(now) || p.Status.State == StateDone || p.Reading.Closed || p.Older {
		return Attention{}, false
	}
	if !p.Stop.Cut && p.Next().Waits == nil {
		return Attention{}, false
	}
	a := Attention{
		Ref: p.Ref(), What: cmp.Or(p.Stop.Next, p.Next().Words(), p.Objective), Of: p.ID, Who: p.Reading.Tool, Since: p.Stop.At.Time,
		Why: []Reason{{Code: BecausePausedWork, Name: p.Stop.From, Text: p.Stop.Why}}, Severity: SeverityLow, Pressing: ParsePriority(p.Priority),
	}
	if a.What == "" {
		a.What, a.Of = p.ID, ""
	}
	if p.Stop.Cut {
		a.Why[0].Code, a.Severity = BecauseCutOffWork, SeverityNormal
	}
	a.Why = append(a.Why, typedFor(p.Reading.Tool, p.Reading.Command, KindPlan)...)
	return a, true
}

// typedFor says what to type in the program whose thing it is, if that is known.
func typedFor(tool, command string, k Kind) []Reason {
	if tool == "" || command == "" {
		return nil
	}
	return []Reason{{Code: BecauseOfTool, Name: tool, Other: k.String(), Text: command}}
}

// alteredAttention lists approved files that changed since, and those that are not by the operator.
func (s Snapshot) alteredAttention() []Attention {
	var out []Attention
	for _, v := range s.Altered() {
		out = append(out, Attention{
			Ref: Ref{Kind: KindRequest, Path: v.Path}, What: v.Path, Since: v.At, Severity: SeverityHigh,
			Why: []Reason{v.Reason()},
		})
	}
	for _, v := range s.ByOthers() {
		a := Attention{Ref: Ref{Kind: KindRequest, Path: v.Path}, What: v.Path, Since: v.At, Severity: SeverityHigh, Why: []Reason{s.WhyByOthers(v)}}
		if r, ok := s.RequestAnywhere(v.Path); ok {
			a.What, a.Who, a.Amount = r.Title(), r.Target, r.Amount
		}
		out = append(out, a)
	}
	return out
}

// recoveryAttention is what interrupted sessions left behind.
func (s Snapshot) recoveryAttention() []Attention {
	var out []Attention
	for _, t := range where(s.Traces, (*Trace).NeedsHuman) {
		out = append(out, t.attention())
	}
	for _, o := range s.Orphans() {
		if t, ok := s.Written(o.Ref()); ok && s.isAtGate(t) {
			continue
		}
		why := BecauseNeverEnded
		switch {
		case o.MaybeLive(s.At):
			why = BecauseMaybeLive
		case o.Returned():
			why = BecauseWroteAgain
		}
		out = append(out, s.orphanAttention(o, because(why)))
	}
	for _, t := range s.ApartFromLog() {
		if t.NeedsYou(s.At) && !s.isAtGate(t) {
			out = append(out, t.Attention(s.At))
		}
	}
	for _, w := range s.StuckWork() {
		a := Attention{Ref: w.Ref(), What: w.ID, Why: []Reason{{Code: BecauseStuck, Name: w.Node}}, Since: w.Since.Time, Severity: SeverityLow}
		if w.Title != "" {
			a.What, a.Of = w.Title, w.ID
		}
		out = append(out, a)
	}
	return out
}

// isAtGate reports whether a session left a call to the operator, or asks for a yes to one, that is a
// request of the gate, which has a row of its own.
func (s Snapshot) isAtGate(t Transcript) bool {
	e, _ := t.State(s.At)
	_, waits := first(s.Requests, func(r *Request) bool {
		return r.Ask != nil && r.Ask.Action.Session == t.ID && (t.Deferred || r.Ask.Prompt && e == EndingWaits)
	})
	_, allowed := first(s.Decided, func(r *Request) bool { return r.Ask.Left(s.At) > 0 && r.Ask.Action.Session == t.ID })
	return waits || t.Deferred && allowed
}

// orphanAttention is the row of a session of the event log that never ended. Its transcript, if
// there is one, says how that came, and whether it goes on.
func (s Snapshot) orphanAttention(o Session, why Reason) Attention {
	a := Attention{
		Ref: o.Ref(), What: "Session " + o.Label, Who: o.Agent, Why: []Reason{why}, Since: o.Last.Time, Severity: SeverityNormal,
	}
	t, ok := s.Written(o.Ref())
	if !ok {
		return a
	}
	a.What, a.Since = t.Called(), t.Wrote()
	switch e, _ := t.State(s.At); {
	case e == EndingWaits:
		a.Blocks, a.Human, a.Why = true, true, []Reason{t.why(s.At)}
	case e.Dead():
		a.Why = []Reason{t.why(s.At)}
	case t.Runs(s.At):
		a.Why = []Reason{because(BecauseMaybeLive)}
	}
	return a
}

func (t Trace) attention() Attention {
	last, _ := t.LastStep()
	step := cmp.Or(last.Name, fmt.Sprintf("step %d", last.Number))
	a := Attention{
		Ref: t.Ref(), What: t.Title(), Why: []Reason{because(BecauseNoRule)},
		Since: last.Started.Time, Severity: SeverityNormal, Blocks: true, Who: t.Tool,
	}
	switch t.Recovery() {
	case RecoveryInterrupted:
		a.What, a.Of, a.Why = step, t.Title(), []Reason{{Code: BecauseCutOff, N: last.Number}}
	case RecoveryFailed:
		a.What, a.Of, a.Why = step, t.Title(), []Reason{{Code: BecauseFailedStep, N: last.Number, Text: last.Field("Challenges")}}
	}
	a.Why = append(a.Why, typedFor(t.Tool, t.Command, KindTrace)...)
	return a
}

// memoryAttention lists the proposals, and a memory that is about to be wiped.
func (s Snapshot) memoryAttention() []Attention {
	m := s.Memory
	var out []Attention
	if why := m.WouldBeWiped(); why.Given() {
		out = append(out, Attention{
			Ref: m.Ref(), What: m.Path, Severity: SeverityHigh,
			Why: []Reason{{Code: BecauseWipes, N: len(m.Learned), More: len(m.Proposals)}, why},
		})
		if m.Broken {
			out[0].Fault = m.Faults[0].Fault
		}
	}
	known := m.Befores()
	for _, p := range m.Pending() {
		why := []Reason{{Code: BecauseProposed, Name: strings.ReplaceAll(string(p.Type), "_", " ")}}
		if same := known[p.Ref()]; same.Given() {
			why = append(why, same)
		}
		out = append(out, Attention{
			Ref: p.Ref(), What: p.Content, Who: p.Source, Why: why, Since: p.Extracted.Time, Severity: SeverityLow,
		})
	}
	return out
}

// inItsWords is a reason that quotes a text.
func inItsWords(text string) Reason { return Reason{Code: BecauseInItsWords, Text: text} }

// failure is the reason that a log gives.
func (c Carried) failure() Reason {
	if c.Why != "" {
		return Reason{Code: BecauseLogSaysFailed, Text: c.Why}
	}
	return Reason{Code: BecauseLogSays, Text: c.Result}
}
