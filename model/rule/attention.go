package rule

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/research"
)

// queue is everything that needs a human, snoozed or not.
func queue(s model.Snapshot) []model.Attention {
	var out []model.Attention
	blocked, asked := map[string]*model.Plan{}, map[string]bool{}
	for i := range s.Plans {
		if p := &s.Plans[i]; p.Status.State == model.StateBlocked {
			blocked[p.Path] = p
		}
	}
	for _, r := range s.Requests {
		if r.Reading.Maybe {
			continue
		}
		// A plan with a request is not listed twice, nor is one whose own request its agent has again.
		asked[r.Plan], asked[r.Path] = true, true
		if Turn(r) == model.TurnOperator {
			asked[r.Probably] = true
			out = append(out, requestAttention(r, blocked, s.At))
		}
	}
	for _, p := range s.Plans {
		if moved := DisplacedPlan(p); len(moved) > 0 {
			out = append(out, displacedAttention(p, moved))
			continue
		}
		if asked[p.Path] {
			continue
		}
		if a, ok := planAttention(p); ok {
			out = append(out, a)
		} else if a, ok := restAttention(p, s.At); ok {
			out = append(out, a)
		}
	}
	putOff(out, s.At)
	out = append(out, alteredAttention(s)...)
	for _, c := range s.Contradictions {
		out = append(out, attentionContradiction(c, s.At))
	}
	for _, r := range model.Where(s.Decided, (*model.Request).Failed) {
		out = append(out, model.Attention{
			Ref: r.Ref(), What: r.Title(), Who: r.Target, Why: []model.Reason{failure(*r.Carried)},
			Since: r.Carried.At.Time, Severity: model.SeverityNormal, Failed: true,
		})
	}
	out = append(out, goesOnAttention(s)...)
	out = append(out, recoveryAttention(s)...)
	out = append(out, research.Attention(s)...)
	out = append(out, memoryAttention(s)...)
	out = append(out, problemAttention(s)...)
	return tellApart(s, sorted(out))
}

// sameSteps is how many blocked plans have a step that a program writes into all of its plans.
const sameSteps = 3

// putOff lets steps wait that a program writes into all of its plans, once they have stood there for a month: they
// come behind what is wanted now.
func putOff(list []model.Attention, now time.Time) {
	count := map[string]int{}
	for _, a := range list {
		if a.Human && a.Blocks {
			count[a.What]++
		}
	}
	for i := range list {
		if a := &list[i]; a.Human && a.Blocks && a.Pressing < model.PressingHigh && count[a.What] >= sameSteps && bandOf(a.Since, now) == model.AgeOlder {
			a.Blocks, a.Severity = false, model.SeverityLow
		}
	}
}

// sorted are rows in the order of the queue.
func sorted(rows []model.Attention) []model.Attention {
	in := make([]*model.Attention, len(rows))
	for i := range rows {
		in[i] = &rows[i]
	}
	SortQueue(in, func(a *model.Attention) *model.Attention { return a })
	out := make([]model.Attention, len(rows))
	for i, a := range in {
		out[i] = *a
	}
	return out
}

// problemAttention lists what is wrong, but for what another row says.
func problemAttention(s model.Snapshot) []model.Attention {
	var out []model.Attention
	for _, p := range s.Problems {
		if p.Path == s.Memory.Path && s.Memory.WouldBeWiped().Given() || p.First && p.Path != model.OpenMergePath {
			// The row of the memory, or of the request, says so.
			continue
		}
		a := model.Attention{Ref: p.Ref(), What: p.Path, Line: p.Line, Fault: p.Fault, Since: p.Since.Time, Why: []model.Reason{inItsWords(p.Reason)}, Severity: model.SeverityNormal}
		switch {
		case p.First:
			a.What, a.First, a.Blocks, a.Severity = p.Title, true, true, model.SeverityHigh
			a.Why = []model.Reason{inItsWords("finish it, nothing can be decided")}
		case p.Path == model.RefusedPath:
			a.What, a.Who = "Refused actions", p.Title
		case p.OfGate():
			a.What, a.Gate, a.Severity = cmp.Or(p.Title, "Alarm of the gate"), true, model.SeverityHigh
			if p.Type != "" {
				a.Why = []model.Reason{inItsWords(p.Type)}
			}
			if p.Alarm != "" && p.Title != "" {
				a.Pressing = model.PressingNow
			}
		case p.Agents, p.Gate:
			a.Severity = model.SeverityHigh
		case p.Tool != "":
			a.Severity = model.SeverityLow
		}
		out = append(out, a)
	}
	return out
}

// SortQueue puts rows in the order of the queue, by what each of them says. Of those with the same
// claim the first stays first.
func SortQueue[T any](rows []T, says func(T) *model.Attention) {
	slices.SortStableFunc(rows, func(a, b T) int { return byUrgency(says(a), says(b)) })
	newestCutOffFirst(rows, says)
}

// tellApart says what differs between requests that share a title.
func tellApart(s model.Snapshot, list []model.Attention) []model.Attention {
	apart := model.Apart(s.Requests, s.Decided)
	for i := range list {
		if list[i].Ref.Kind == model.KindRequest {
			list[i].Apart = apart[list[i].Ref.Path]
		}
	}
	return list
}

// requestAttention is the row of a pending request; blocked are the blocked plans by path.
func requestAttention(r model.Request, blocked map[string]*model.Plan, now time.Time) model.Attention {
	a := model.Attention{
		Ref: r.Ref(), What: r.Title(), Who: cmp.Or(r.Target, r.Sender, r.Reading.Tool),
		Action: r.Action, Amount: r.Amount, Alone: Doubtful(r) || r.Hidden > 0, Since: r.Created.Time, Severity: model.SeverityNormal,
		From: r.Target == "" && r.Sender != "",
	}
	if isLog(r) {
		a.Severity = model.SeverityLow
	}
	why := model.Because(model.BecauseWaitsForApproval)
	there := r.Reading.Tool != "" && !r.Reading.Polls
	if there {
		why = model.Reason{Code: model.BecauseToolAsks, Name: r.Reading.Tool, Text: r.Reading.Command}
	}
	if p, ok := blocked[r.Plan]; ok {
		a.Blocks, why = true, model.Reason{Code: model.BecauseBlocks, Name: p.ID}
		if r.Step > 0 {
			why = model.Reason{Code: model.BecauseBlocksAtStep, Name: p.ID, N: r.Step}
		}
	} else if p, ok := blocked[r.Probably]; ok && r.Plan == "" {
		a.Blocks, why = true, model.Reason{Code: model.BecauseProbablyBlocks, Name: p.ID}
	} else if r.Action != "" && !there {
		why = inItsWords(r.Action)
	}
	if choice, said := r.Before(); said != nil {
		a.Alone = true
		a.Why = append(a.Why, model.Reason{Code: model.BecauseDecidedBefore, Name: choice.Earlier(), Text: said.Note})
	}
	if never := Unapprovable(r); never.Given() {
		a.Why = append(a.Why, never)
	}
	if alarm := alarm(r, now); alarm != "" {
		a.Severity, a.Why, a.Expired = model.SeverityHigh, append(a.Why, model.Because(alarm)), alarm == model.BecauseExpired
	}
	if !r.Expired(now) && r.Urgent(now) {
		a.Until = r.Expires.End()
	}
	var hurry model.Reason
	if r.Ask == nil {
		a.Pressing, hurry = pressing(r, now)
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
		a.Why = append(a.Why, model.Reason{Code: model.BecauseToolAsks, Name: r.Reading.Tool, Text: r.Reading.Command})
	}
	if p, ok := blocked[r.Plan]; ok && r.Step > 0 && p.Own() {
		a.Why = append(a.Why, said(Miscount(*p, r.Step))...)
	}
	if r.Ask != nil {
		return attentionAsk(*r.Ask, a)
	}
	return a
}

// logEndings are those of files that programs write for themselves.
var logEndings = []string{".log", ".jsonl", ".ndjson", ".tmp", ".bak", ".out"}

// isLog reports whether a file among the requests is the log of a program by its name: it asks for nothing.
func isLog(r model.Request) bool {
	ending := path.Ext(r.Name)
	words := wordsOf(strings.TrimSuffix(r.Name, ending))
	named := len(words) > 0 && (words[len(words)-1] == "log" || words[len(words)-1] == "logs")
	return r.Ask == nil && r.Action+r.Target+r.PlanID == "" && (named || slices.Contains(logEndings, strings.ToLower(ending)))
}

// attentionAsk is the row of an action that the gate blocked: its agent cannot go on with it.
func attentionAsk(k model.HeldAction, row model.Attention) model.Attention {
	row.What, row.Who, row.Blocks, row.Waits = k.Action.Called(), k.Action.By(), true, k.Waits()
	why := model.Reason{Code: model.BecauseHeldUp, Name: k.Action.Client, Text: k.Why}
	if row.Waits {
		why.Code = model.BecauseAgentWaits
	}
	row.Why = append(slices.Clone(row.Why[:len(row.Why)-1]), why)
	return row
}

// goesOnAttention lists allowed actions with which an agent goes on only by a command of the
// operator.
func goesOnAttention(s model.Snapshot) []model.Attention {
	var out []model.Attention
	for _, r := range s.Decided {
		if k := r.Ask; k.Left(s.At) > 0 && len(k.Used) == 0 && s.Course(*k).Command != "" {
			out = append(out, model.Attention{
				Ref: r.Ref(), What: k.Action.Called(), Who: k.Action.By(), Since: r.DecidedAt, Blocks: true, Human: true, Severity: model.SeverityNormal,
				Why: []model.Reason{{Code: model.BecauseGoesOn, Name: k.Action.Client, Text: s.Course(*k).Command}},
			})
		}
	}
	return out
}

// said returns a sentence as a reason, none for "".
func said(sentence string) []model.Reason {
	if sentence == "" {
		return nil
	}
	return []model.Reason{inItsWords(sentence)}
}

// alarm is what makes a request urgent, "" for most.
func alarm(r model.Request, now time.Time) model.Code {
	switch {
	case r.Hidden > 0:
		return model.BecauseHiddenCharacters
	case CopyDiffers(r):
		return model.BecauseCopyDiffers
	case r.Expired(now):
		return model.BecauseExpired
	case r.Urgent(now):
		return model.BecauseExpiresSoon
	}
	return ""
}

// planAttention is the row of a plan that is blocked without a request file.
func planAttention(p model.Plan) (model.Attention, bool) {
	if !WaitsForYou(p) {
		return model.Attention{}, false
	}
	since, _ := BlockedSince(p)
	a := model.Attention{
		Ref: p.Ref(), What: p.ID, Why: []model.Reason{model.Because(model.BecauseBlockedWithoutRequest)},
		Since: since.Time, Blocks: true, Human: true, Severity: model.SeverityNormal, Pressing: ParsePriority(p.Priority),
	}
	if step, ok := WaitingStep(p); ok {
		a.What, a.Of = step.Text, p.ID
	}
	if p.BlockedReason != "" {
		a.Why = []model.Reason{inItsWords(p.BlockedReason)}
	}
	if p.Reading.Tool != "" {
		// What blocks it says more than the step at which it stands.
		a.Who, a.What, a.Of = p.Reading.Tool, cmp.Or(p.BlockedReason, a.What), p.ID
		a.Why = []model.Reason{{Code: model.BecauseBlocks, Name: p.ID}}
		if a.What == p.ID {
			a.What, a.Of = cmp.Or(p.Objective, p.ID), ""
		}
		a.Why = append(a.Why, typedFor(p.Reading.Tool, p.Reading.Command, model.KindPlan)...)
	}
	if why := WhyTypePlan(p); len(why) > 0 {
		a.Why = append(a.Why, why[0])
	}
	return a, true
}

// restAttention is the row of a plan of another program on which work was cut off, or was paused
// before a step of a human. From any other pause the agent goes on.
func restAttention(p model.Plan, now time.Time) (model.Attention, bool) {
	if !p.Stop.Holds(now) || p.Status.State == model.StateDone || p.Reading.Closed || p.Older {
		return model.Attention{}, false
	}
	if !p.Stop.Cut && NextPlan(p).Waits == nil {
		return model.Attention{}, false
	}
	a := model.Attention{
		Ref: p.Ref(), What: cmp.Or(p.Stop.Next, NextPlan(p).Words(), p.Objective), Of: p.ID, Who: p.Reading.Tool, Since: p.Stop.At.Time,
		Why: []model.Reason{{Code: model.BecausePausedWork, Name: p.Stop.From, Text: p.Stop.Why}}, Severity: model.SeverityLow, Pressing: ParsePriority(p.Priority),
	}
	if a.What == "" {
		a.What, a.Of = p.ID, ""
	}
	if p.Stop.Cut {
		a.Why[0].Code, a.Severity = model.BecauseCutOffWork, model.SeverityNormal
	}
	a.Why = append(a.Why, typedFor(p.Reading.Tool, p.Reading.Command, model.KindPlan)...)
	return a, true
}

// typedFor says what to type in the program whose thing it is, if that is known.
func typedFor(tool, command string, k model.Kind) []model.Reason {
	if tool == "" || command == "" {
		return nil
	}
	return []model.Reason{{Code: model.BecauseOfTool, Name: tool, Other: k.String(), Text: command}}
}

// alteredAttention lists approved files that changed since, and those that are not by the operator.
func alteredAttention(s model.Snapshot) []model.Attention {
	var out []model.Attention
	for _, v := range Altered(s) {
		out = append(out, model.Attention{
			Ref: model.Ref{Kind: model.KindRequest, Path: v.Path}, What: v.Path, Since: v.At, Severity: model.SeverityHigh,
			Why: []model.Reason{Reason(v)},
		})
	}
	for _, v := range ByOthers(s) {
		a := model.Attention{Ref: model.Ref{Kind: model.KindRequest, Path: v.Path}, What: v.Path, Since: v.At, Severity: model.SeverityHigh, Why: []model.Reason{WhyByOthers(s, v)}}
		if r, ok := s.RequestAnywhere(v.Path); ok {
			a.What, a.Who, a.Amount = r.Title(), r.Target, r.Amount
		}
		out = append(out, a)
	}
	return out
}

// recoveryAttention is what interrupted sessions left behind.
func recoveryAttention(s model.Snapshot) []model.Attention {
	var out []model.Attention
	for _, t := range model.Where(s.Traces, (*model.Trace).NeedsHuman) {
		out = append(out, attentionTrace(t))
	}
	for _, o := range s.Orphans() {
		if t, ok := s.Written(o.Ref()); ok && isAtGate(s, t) {
			continue
		}
		why := model.BecauseNeverEnded
		switch {
		case o.MaybeLive(s.At):
			why = model.BecauseMaybeLive
		case o.Returned():
			why = model.BecauseWroteAgain
		}
		out = append(out, orphanAttention(s, o, model.Because(why)))
	}
	for _, t := range s.ApartFromLog() {
		if t.NeedsYou(s.At) && !isAtGate(s, t) {
			out = append(out, t.Attention(s.At))
		}
	}
	for _, w := range s.StuckWork() {
		a := model.Attention{Ref: w.Ref(), What: w.ID, Why: []model.Reason{{Code: model.BecauseStuck, Name: w.Node}}, Since: w.Since.Time, Severity: model.SeverityLow}
		if w.Title != "" {
			a.What, a.Of = w.Title, w.ID
		}
		out = append(out, a)
	}
	return out
}

// isAtGate reports whether a session left a call to the operator, or asks for a yes to one, that is a
// request of the gate, which has a row of its own.
func isAtGate(s model.Snapshot, t model.Transcript) bool {
	e, _ := t.State(s.At)
	_, waits := model.First(s.Requests, func(r *model.Request) bool {
		return r.Ask != nil && r.Ask.Action.Session == t.ID && (t.Deferred || r.Ask.Prompt && e == model.EndingWaits)
	})
	_, allowed := model.First(s.Decided, func(r *model.Request) bool { return r.Ask.Left(s.At) > 0 && r.Ask.Action.Session == t.ID })
	return waits || t.Deferred && allowed
}

// orphanAttention is the row of a session of the event log that never ended. Its transcript, if
// there is one, says how that came, and whether it goes on.
func orphanAttention(s model.Snapshot, o model.Session, why model.Reason) model.Attention {
	a := model.Attention{
		Ref: o.Ref(), What: "Session " + o.Label, Who: o.Agent, Why: []model.Reason{why}, Since: o.Last.Time, Severity: model.SeverityNormal,
	}
	t, ok := s.Written(o.Ref())
	if !ok {
		return a
	}
	a.What, a.Since = t.Called(), t.Wrote()
	switch e, _ := t.State(s.At); {
	case e == model.EndingWaits:
		a.Blocks, a.Human, a.Why = true, true, []model.Reason{t.Why(s.At)}
	case e.Dead():
		a.Why = []model.Reason{t.Why(s.At)}
	case t.Runs(s.At):
		a.Why = []model.Reason{model.Because(model.BecauseMaybeLive)}
	}
	return a
}

func attentionTrace(t model.Trace) model.Attention {
	last, _ := t.LastStep()
	step := cmp.Or(last.Name, fmt.Sprintf("step %d", last.Number))
	a := model.Attention{
		Ref: t.Ref(), What: t.Title(), Why: []model.Reason{model.Because(model.BecauseNoRule)},
		Since: last.Started.Time, Severity: model.SeverityNormal, Who: t.Tool,
	}
	switch t.Recovery() {
	case model.RecoveryInterrupted:
		a.What, a.Of, a.Why = step, t.Title(), []model.Reason{{Code: model.BecauseCutOff, N: last.Number}}
	case model.RecoveryFailed:
		a.What, a.Of, a.Why = step, t.Title(), []model.Reason{{Code: model.BecauseFailedStep, N: last.Number, Text: last.Field("Challenges")}}
	}
	a.Why = append(a.Why, typedFor(t.Tool, t.Command, model.KindTrace)...)
	return a
}

// memoryAttention lists the proposals, and a memory that is about to be wiped.
func memoryAttention(s model.Snapshot) []model.Attention {
	m := s.Memory
	var out []model.Attention
	if why := m.WouldBeWiped(); why.Given() {
		out = append(out, model.Attention{
			Ref: m.Ref(), What: m.Path, Severity: model.SeverityHigh,
			Why: []model.Reason{{Code: model.BecauseWipes, N: len(m.Learned), More: len(m.Proposals)}, why},
		})
		if m.Broken {
			out[0].Fault = m.Faults[0].Fault
		}
	}
	known := m.Befores()
	for _, p := range m.Pending() {
		why := []model.Reason{{Code: model.BecauseProposed, Name: strings.ReplaceAll(string(p.Type), "_", " ")}}
		if same := known[p.Ref()]; same.Given() {
			why = append(why, same)
		}
		out = append(out, model.Attention{
			Ref: p.Ref(), What: p.Content, Who: p.Source, Why: why, Since: p.Extracted.Time, Severity: model.SeverityLow,
		})
	}
	return out
}

// inItsWords is a reason that quotes a text.
func inItsWords(text string) model.Reason {
	return model.Reason{Code: model.BecauseInItsWords, Text: text}
}

// failure is the reason that a log gives.
func failure(c model.Carried) model.Reason {
	if c.Why != "" {
		return model.Reason{Code: model.BecauseLogSaysFailed, Text: c.Why}
	}
	return model.Reason{Code: model.BecauseLogSays, Text: c.Result}
}

// Command is what to type to go on with a thing of another program, "" for the vault's own.
func Command(s model.Snapshot, ref model.Ref) string {
	if t, ok := s.Transcript(ref); ok {
		return t.Resume(s.At)
	}
	if t, ok := s.Written(ref); ok {
		return t.Resume(s.At)
	}
	if r, ok := model.First(s.Decided, func(r *model.Request) bool { return r.Ref() == ref }); ok && r.Ask.Left(s.At) > 0 {
		return s.Course(*r.Ask).Command
	}
	_, command := Tool(s, ref)
	return command
}
