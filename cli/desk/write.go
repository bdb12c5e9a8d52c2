package desk

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
	"coldstart/tui/phrase"
)

// unnamedAgent is who works at a desk when nobody is named.
const unnamedAgent = "agent"

// DeskDone says what one tool wrote.
type DeskDone struct {
	answer.Head
	Path string `json:"path"`
	// ID is the id of a journal entry or a session, else empty.
	ID string `json:"id"`
	// Written is the line or the text of what was written, where it is short.
	Written []string `json:"written"`
	Already bool     `json:"already"`
	Notices []string `json:"notices"`
}

// StartSession records a start, and gives its report.
func (d *Desk) StartSession(ctx context.Context, agent string) ([]byte, error) {
	if reason := model.RefuseAgent(agent); reason.Given() {
		return d.answer(nil, say.Usage(phrase.Reason(reason)))
	}
	before, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	mark, err := d.Store.StartSession(ctx, "", cmp.Or(agent, unnamedAgent), before.At)
	if err != nil {
		return d.answer(nil, err)
	}
	d.own = append(d.own, mark.Number)
	receipts, err := d.Store.HandOvers()
	if err != nil {
		mark.Notices = append(mark.Notices, phrase.Error(err))
	}
	d.since = answer.Pointer(answer.LastReport(before, mark.Number, receipts))
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	var out []byte
	told := d.Store.Deliver(ctx, model.Delivery{Session: mark.Number, At: s.At}, func(m model.Message, trouble error) error {
		if trouble != nil {
			mark.Notices = append(mark.Notices, trouble.Error())
		}
		out, err = d.answer(d.handOver(d.report(s, mark.Number, mark.Notices, m), s.At), nil)
		return err
	})
	if out != nil {
		// A message that could not be noted was given all the same, and will be again.
		return out, nil
	}
	return nil, told
}

// handOver keeps the receipt of a report, so that coldstart doctor knows of it.
func (d *Desk) handOver(report DeskReport, at time.Time) DeskReport {
	size := 0
	for _, l := range report.Report {
		size += utf8.RuneCountInString(l)
	}
	err := d.Store.KeepHandOver(model.HandOver{At: at, Session: report.Session, Format: "mcp", Size: size, Left: report.LeftOut})
	if err != nil {
		report.Notices = append(report.Notices, phrase.Error(err))
	}
	return report
}

// EndSession ends the agent's own session, or the current one. To end another is to say
// that it is dead, which is the operator's to say.
func (d *Desk) EndSession(ctx context.Context, session, agent string) ([]byte, error) {
	if reason := model.RefuseAgent(agent); reason.Given() {
		return d.answer(nil, say.Usage(phrase.Reason(reason)))
	}
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	current, running := s.Events.CurrentSession()
	if session == "" && len(d.own) > 0 {
		session = d.own[len(d.own)-1]
	}
	isCurrent := running && (session == "" || session == current.Label)
	if !isCurrent && !slices.Contains(d.own, session) {
		return d.answer(nil, fmt.Errorf("ending session %s: it was not started here and is not the current one; the operator acknowledges others: %w", session, model.ErrNotAllowed))
	}
	mark, err := d.Store.EndSession(ctx, session, agent, s.At)
	if err != nil {
		return d.answer(nil, err)
	}
	d.own = slices.DeleteFunc(d.own, func(own string) bool { return own == mark.Number })
	return d.answer(DeskDone{answer.HeadJSON(s), s.Events.Path, mark.Number, []string{}, mark.Already, answer.Same(mark.Notices)}, nil)
}

// LogReasoning adds a line to the log of a plan.
func (d *Desk) LogReasoning(ctx context.Context, plan, what, why string) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	var paths []string
	for _, p := range s.Plans {
		if p.Path == plan || p.SameID(plan) {
			paths = append(paths, p.Path)
		}
	}
	switch {
	case len(paths) == 0:
		return d.answer(nil, refs.NotFound(plan, "active_plan and context name plans"))
	case len(paths) > 1:
		shown, _ := first(paths, answer.MostNeeds)
		return d.answer(nil, say.Usage(fmt.Sprintf("%s fits %d plans", say.Quoted(plan), len(paths)), append([]string{"give one of these paths:"}, shown...)...))
	}
	line, err := d.Store.LogReasoning(ctx, paths[0], what, why, s.At)
	return d.answer(DeskDone{answer.HeadJSON(s), paths[0], "", []string{line}, false, []string{}}, err)
}

// WriteEntry writes an entry into a journal.
func (d *Desk) WriteEntry(ctx context.Context, slug string, draft model.Draft) ([]byte, error) {
	draft.Agent = cmp.Or(draft.Agent, unnamedAgent)
	if reason := cmp.Or(model.RefuseAgent(draft.Agent), draft.Refuse()); reason.Given() {
		return d.answer(nil, say.Usage(phrase.Reason(reason)))
	}
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	problem, err := refs.ProblemMeant(s.Research, slug)
	if err == nil {
		err = refs.Writable(problem.Journal, draft)
	}
	if err != nil {
		return d.answer(nil, err)
	}
	id, err := d.Store.WriteEntry(ctx, problem.Journal.Ref(), draft, s.At)
	notices := []string{}
	if draft.Category == model.CategoryProof && draft.Earlier == "" {
		for _, end := range problem.Journal.DeadEnds(draft.Strategy, draft.Tags) {
			notices = append(notices, phrase.Nudge(end)...)
		}
	}
	notices, _ = first(notices, mostRows)
	return d.answer(DeskDone{answer.HeadJSON(s), problem.Journal.Path, id, []string{}, false, notices}, err)
}

// DeskRequest is a request that was written and waits for a person.
type DeskRequest struct {
	answer.Head
	ID     string `json:"id"`
	Path   string `json:"path"`
	PlanID string `json:"plan_id"`
	Step   int    `json:"step"`
	SHA256 string `json:"sha256"`
	// Remarks are what the operator will see beside it.
	Remarks []string `json:"remarks"`
	Next    string   `json:"next"`
}

// DraftRequest writes a request, which waits for the operator.
func (d *Desk) DraftRequest(ctx context.Context, draft model.RequestDraft) ([]byte, error) {
	now := d.Now()
	out, err := d.Store.DraftRequest(ctx, draft, now)
	if err != nil {
		return d.answer(nil, err)
	}
	s, err := d.load(ctx)
	return d.answer(DeskRequest{
		answer.HeadJSON(s), model.Ref{Kind: model.KindRequest, Path: out.Path}.String(), out.Path, out.PlanID, out.Step, out.Seen.String(),
		say.Each(out.Doubts, model.Doubt.String),
		"Do not take the step before a person has approved it. context tells the decision and its reason.",
	}, err)
}
