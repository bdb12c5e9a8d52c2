package agent

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
)

// unnamedAgent is the agent that gives no name.
const unnamedAgent = "agent"

// Done is what one tool wrote.
type Done struct {
	answer.Head
	Path string `json:"path"`
	// ID is the id of a journal entry or a session, else empty.
	ID string `json:"id"`
	// Written is the text that was written, when it is short.
	Written []string `json:"written"`
	Already bool     `json:"already"`
	Notices []string `json:"notices"`
}

// isCalled notes what the agent's program calls its session: as it says, else the process for which its
// hook recorded one.
func (t *Tools) isCalled(caller string) {
	t.Caller = cmp.Or(caller, t.Caller)
	if t.Caller == "" {
		if number, err := t.Store.SessionOf(t.Client); err == nil && number != "" {
			t.Caller = t.Client
		}
	}
}

// StartSession records a session start and answers with its report.
func (t *Tools) StartSession(ctx context.Context, caller, agent string) ([]byte, error) {
	t.isCalled(caller)
	if reason := model.RefuseAgent(agent); reason.Given() {
		return t.answer(nil, say.Usage(phrase.Reason(reason)))
	}
	before, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	mark, err := t.Store.StartSession(ctx, "", cmp.Or(agent, unnamedAgent), t.Caller, before.At)
	if err != nil {
		return t.answer(nil, err)
	}
	if !slices.Contains(t.own, mark.Number) {
		t.own = append(t.own, mark.Number)
	}
	receipts, err := t.Store.HandOvers()
	if err != nil {
		mark.Notices = append(mark.Notices, phrase.Error(err))
	}
	t.since = new(answer.LastReport(before, mark.Number, receipts))
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	var out []byte
	told := t.Store.Deliver(ctx, model.Delivery{Session: mark.Number, At: s.At}, func(m model.Message, trouble error) error {
		if trouble != nil {
			mark.Notices = append(mark.Notices, trouble.Error())
		}
		out, err = t.answer(t.handOver(t.report(s, mark.Number, mark.Notices, m), s.At), nil)
		return err
	})
	if out != nil {
		// A delivery that could not be noted is repeated next time.
		return out, nil
	}
	return nil, told
}

// handOver keeps the receipt of a report, so that coldstart doctor knows of it.
func (t *Tools) handOver(report Report, at time.Time) Report {
	size := 0
	for _, l := range report.Report {
		size += utf8.RuneCountInString(l)
	}
	err := t.Store.KeepHandOver(model.HandOver{At: at, Session: report.Session, Caller: t.Caller, Format: "mcp", Size: size, Left: report.LeftOut})
	if err != nil {
		report.Notices = append(report.Notices, phrase.Error(err))
	}
	return report
}

// EndSession ends the agent's own session or the current one, with what it says to the next one. Others are for the operator to
// declare dead.
func (t *Tools) EndSession(ctx context.Context, caller, session, agent string, h model.Handoff) ([]byte, error) {
	t.isCalled(caller)
	if reason := cmp.Or(model.RefuseAgent(agent), h.Plain().Refuse()); reason.Given() {
		return t.answer(nil, say.Usage(phrase.Reason(reason)))
	}
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	current, running := s.Events.CurrentSession()
	if len(t.own) == 0 {
		// A hook of the agent's program may have recorded it.
		if number, err := t.Store.SessionOf(t.Caller); err == nil && number != "" {
			t.own = append(t.own, number)
		}
	}
	if session == "" && len(t.own) > 0 {
		session = t.own[len(t.own)-1]
	}
	isCurrent := running && (session == "" || session == current.Label)
	if !isCurrent && !slices.Contains(t.own, session) {
		return t.answer(nil, fmt.Errorf("ending session %s: it was not started here and is not the current one; only the operator can acknowledge others: %w", session, model.ErrNotAllowed))
	}
	mark, err := t.Store.EndSession(ctx, session, agent, h, s.At)
	if err != nil {
		return t.answer(nil, err)
	}
	t.own = slices.DeleteFunc(t.own, func(own string) bool { return own == mark.Number })
	return t.answer(Done{answer.HeadJSON(s), s.Events.Path, mark.Number, []string{}, mark.Already, answer.NotNull(mark.Notices)}, nil)
}

// LogReasoning adds a line to the log of a plan.
func (t *Tools) LogReasoning(ctx context.Context, plan, what, why string) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	var paths []string
	for _, p := range s.Plans {
		if p.Path == plan || p.SameID(plan) {
			paths = append(paths, p.Path)
		}
	}
	switch {
	case len(paths) == 0:
		return t.answer(nil, refs.NotFound(plan, "active_plan and context name plans"))
	case len(paths) > 1:
		shown, _ := first(paths, answer.MostNeeds)
		return t.answer(nil, say.Usage(fmt.Sprintf("%s matches %d plans", say.Quoted(plan), len(paths)), append([]string{"use one of these paths:"}, shown...)...))
	}
	line, err := t.Store.LogReasoning(ctx, paths[0], what, why, s.At)
	return t.answer(Done{answer.HeadJSON(s), paths[0], "", []string{line}, false, []string{}}, err)
}

// WriteEntry writes an entry into a journal.
func (t *Tools) WriteEntry(ctx context.Context, slug string, draft model.Draft) ([]byte, error) {
	draft.Agent = cmp.Or(draft.Agent, unnamedAgent)
	if reason := cmp.Or(model.RefuseAgent(draft.Agent), research.RefuseDraft(draft)); reason.Given() {
		return t.answer(nil, say.Usage(phrase.Reason(reason)))
	}
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	problem, err := refs.ProblemMeant(s.Research, slug)
	if err == nil {
		err = refs.Writable(problem.Journal, draft)
	}
	if err != nil {
		return t.answer(nil, err)
	}
	id, err := t.Store.WriteEntry(ctx, problem.Journal.Ref(), draft, s.At)
	notices := []string{}
	if draft.Category == model.CategoryProof && draft.Earlier == "" {
		for _, end := range research.DeadEnds(problem.Journal, draft.Strategy, draft.Tags) {
			notices = append(notices, phrase.Nudge(end)...)
		}
	}
	notices, _ = first(notices, mostRows)
	return t.answer(Done{answer.HeadJSON(s), problem.Journal.Path, id, []string{}, false, notices}, err)
}

// Request is a request that was written and waits for a person.
type Request struct {
	answer.Head
	ID     string `json:"id"`
	Path   string `json:"path"`
	PlanID string `json:"plan_id"`
	Step   int    `json:"step"`
	SHA256 string `json:"sha256"`
	// Remarks are the doubts that the operator will see.
	Remarks []string `json:"remarks"`
	Next    string   `json:"next"`
}

// DraftRequest writes a request that waits for the operator.
func (t *Tools) DraftRequest(ctx context.Context, draft model.RequestDraft) ([]byte, error) {
	now := t.Now()
	out, err := t.Store.DraftRequest(ctx, draft, now)
	if err != nil {
		return t.answer(nil, err)
	}
	s, err := t.load(ctx)
	return t.answer(Request{
		answer.HeadJSON(s), model.Ref{Kind: model.KindRequest, Path: out.Path}.String(), out.Path, out.PlanID, out.Step, out.Seen.String(),
		say.Each(out.Doubts, model.Doubt.String),
		"Do not take the step before a person has approved it. wait with this id returns once it is decided; decision returns the answer later, in another session too.",
	}, err)
}
