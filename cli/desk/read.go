package desk

import (
	"context"
	"fmt"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/tui/phrase"
)

// DeskPlan is the plan to resume, cut to what an agent needs to go on.
type DeskPlan struct {
	answer.Head
	// Plan is null when there is none to resume.
	Plan         *answer.ActivePlan `json:"active_plan"`
	StepsLeftOut int                `json:"steps_left_out"`
	LogLeftOut   int                `json:"log_left_out"`
}

// ActivePlan tells the plan to go on with.
func (d *Desk) ActivePlan(ctx context.Context) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	j := DeskPlan{Head: answer.HeadJSON(s)}
	r := s.Resume()
	if r.Plan == nil {
		return d.answer(j, nil)
	}
	p := answer.PlanJSON(*r.Plan)
	for _, text := range []*string{&p.Objective, &p.Stated, &p.Context, &p.SourceLink, &p.Priority} {
		*text = cutText(*text, mostRow)
	}
	p.Steps, j.StepsLeftOut = first(p.Steps, 2*mostRows)
	for i := range p.Steps {
		p.Steps[i].Text = cutText(p.Steps[i].Text, mostRow)
	}
	p.Log, j.LogLeftOut = last(p.Log, mostRows/2)
	for i := range p.Log {
		p.Log[i].What, p.Log[i].Why = cutText(p.Log[i].What, mostRow), cutText(p.Log[i].Why, mostRow)
	}
	others, _ := first(r.RunnersUp, answer.MostNeeds)
	j.Plan = answer.PlanForAgentJSON(p, r, others)
	return d.answer(j, nil)
}

// DeskNeeds is the operator's queue.
type DeskNeeds struct {
	answer.Head
	NeedsYou []answer.Need `json:"needs_you"`
	LeftOut  int           `json:"left_out"`
	// Snoozed counts what the operator lets rest.
	Snoozed int `json:"snoozed"`
}

// NeedsYou tells what waits for the operator.
func (d *Desk) NeedsYou(ctx context.Context) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	needs, left := first(s.NeedsYou(), mostRows)
	j := DeskNeeds{answer.HeadJSON(s), say.Each(needs, answer.NeedJSON), left, len(s.Snoozed())}
	for i := range j.NeedsYou {
		n := &j.NeedsYou[i]
		n.What, n.Who, n.Why = cutText(n.What, mostRow), cutText(n.Who, mostRow), cutText(n.Why, mostRow)
	}
	return d.answer(j, nil)
}

// DeskReport is the report of a session start.
type DeskReport struct {
	answer.Head
	// Session is the one that was just started, empty when none was.
	Session string `json:"session"`
	// Report are the lines of the text that coldstart start prints.
	Report  []string `json:"report"`
	LeftOut int      `json:"lines_left_out"`
	Notices []string `json:"notices"`
}

// Context tells what a session start tells.
func (d *Desk) Context(ctx context.Context) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	return d.answer(d.report(s, "", nil, model.Message{}), nil)
}

// report tells what coldstart start does, in the same words.
func (d *Desk) report(s model.Snapshot, session string, notices []string, m model.Message) DeskReport {
	made, err := d.Store.Made(*d.since)
	if err != nil {
		notices = append(notices, phrase.Error(err))
	}
	decided, left := last(made, mostRows)
	if left > 0 {
		notices = append(notices, fmt.Sprintf("%d earlier decisions are not told; coldstart history lists them", left))
	}
	j := DeskReport{Head: answer.HeadJSON(s), Session: session, Notices: answer.Same(notices)}
	lines, left := first(d.Print(s, decided, m), 4*mostRows)
	j.LeftOut = left
	j.Report = say.Each(lines, func(l string) string { return cutText(l, mostRow) })
	return j
}

// DeskThing is one thing: what is known about it, and its text.
type DeskThing struct {
	answer.Head
	ID     string     `json:"id"`
	Kind   string     `json:"kind"`
	Path   string     `json:"path"`
	SHA256 string     `json:"sha256"`
	Facts  []deskFact `json:"facts"`
	// FirstLine counts from 1. NextLine is where to go on, zero at the end.
	FirstLine int      `json:"first_line"`
	Lines     []string `json:"lines"`
	NextLine  int      `json:"next_line"`
}

type deskFact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Show takes names of what the vault is known to hold and no others: no path of the
// agent's reaches the disk.
func (d *Desk) Show(ctx context.Context, text string, from int) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	ref, _, err := refs.FindShown(s, text)
	if err != nil {
		return d.answer(nil, err)
	}
	doc, err := d.Store.Read(ctx, ref)
	if err != nil {
		return d.answer(nil, err)
	}
	j := DeskThing{
		Head: answer.HeadJSON(s), ID: ref.String(), Kind: ref.Kind.String(), Path: ref.Path, SHA256: doc.Seen.String(),
		FirstLine: from, Lines: []string{}, Facts: []deskFact{},
	}
	for _, f := range answer.ShowFacts(s, ref) {
		if f.Value != "" && f.Value != j.ID {
			j.Facts = append(j.Facts, deskFact{f.Name, cutText(f.Value, mostRow)})
		}
	}
	rows := d.Theme.Rows(string(doc.Bytes))
	if from > len(rows) {
		return d.answer(nil, fmt.Errorf("showing %s: it has %d lines, none from %d on", ref.Path, len(rows), from))
	}
	size := 0
	for i, row := range rows[from-1:] {
		line := row.Whole().Fit(4 * mostRow).String()
		if size += len(line); size > mostAnswer/8 && i > 0 {
			j.NextLine = from + i
			break
		}
		j.Lines = append(j.Lines, line)
	}
	return d.answer(j, nil)
}

// DeadEnds tells what an approach would repeat.
func (d *Desk) DeadEnds(ctx context.Context, slug, strategy string, tags []string) ([]byte, error) {
	if strategy == "" && len(tags) < answer.FewestTags {
		return d.answer(nil, say.Usage("a check needs a strategy or two tags", "one tag alone finds none"))
	}
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	problem, err := refs.ProblemMeant(s.Research, slug)
	if err != nil {
		return d.answer(nil, err)
	}
	if why := problem.Journal.Unread; why != "" {
		return d.answer(nil, fmt.Errorf("looking for dead ends: %s", why))
	}
	found, _ := first(problem.Journal.DeadEnds(strategy, tags), mostRows)
	return d.answer(answer.DeadEndsJSON(s, problem.Slug, strategy, tags, found), nil)
}
