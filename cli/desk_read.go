package cli

import (
	"context"
	"fmt"

	"coldstart/model"
)

// deskPlan is the plan to resume, cut to what an agent needs to go on.
type deskPlan struct {
	jsonHead
	// Plan is null when there is none to resume.
	Plan         *jsonActivePlan `json:"active_plan"`
	StepsLeftOut int             `json:"steps_left_out"`
	LogLeftOut   int             `json:"log_left_out"`
}

func (d *desk) ActivePlan(ctx context.Context) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	j := deskPlan{jsonHead: headJSON(s)}
	r := s.Resume()
	if r.Plan == nil {
		return d.answer(j, nil)
	}
	p := planJSON(*r.Plan)
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
	others, _ := first(r.RunnersUp, mostNeeds)
	j.Plan = planForAgentJSON(p, r, others)
	return d.answer(j, nil)
}

// deskNeeds is the operator's queue.
type deskNeeds struct {
	jsonHead
	NeedsYou []jsonNeed `json:"needs_you"`
	LeftOut  int        `json:"left_out"`
	// Snoozed counts what the operator lets rest.
	Snoozed int `json:"snoozed"`
}

func (d *desk) NeedsYou(ctx context.Context) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	needs, left := first(s.NeedsYou(), mostRows)
	j := deskNeeds{headJSON(s), each(needs, needJSON), left, len(s.Snoozed())}
	for i := range j.NeedsYou {
		n := &j.NeedsYou[i]
		n.What, n.Who, n.Why = cutText(n.What, mostRow), cutText(n.Who, mostRow), cutText(n.Why, mostRow)
	}
	return d.answer(j, nil)
}

// deskReport is the report of a session start.
type deskReport struct {
	jsonHead
	// Session is the one that was just started, empty when none was.
	Session string `json:"session"`
	// Report are the lines of the text that coldstart start prints.
	Report  []string `json:"report"`
	LeftOut int      `json:"lines_left_out"`
	Notices []string `json:"notices"`
}

func (d *desk) Context(ctx context.Context) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	return d.answer(d.report(s, "", nil, model.Message{}), nil)
}

// report tells what coldstart start does, in the same words.
func (d *desk) report(s model.Snapshot, session string, notices []string, m model.Message) deskReport {
	made, err := d.store.Made(*d.since)
	if err != nil {
		notices = append(notices, err.Error())
	}
	decided, left := last(made, mostRows)
	if left > 0 {
		notices = append(notices, fmt.Sprintf("%d earlier decisions are not told; coldstart history lists them", left))
	}
	j := deskReport{jsonHead: headJSON(s), Session: session, Notices: same(notices)}
	lines, left := first(d.print(s, decided, m), 4*mostRows)
	j.LeftOut = left
	j.Report = each(lines, func(l string) string { return cutText(l, mostRow) })
	return j
}

// deskThing is one thing: what is known about it, and its text.
type deskThing struct {
	jsonHead
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
func (d *desk) Show(ctx context.Context, text string, from int) ([]byte, error) {
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	ref, _, err := findShown(s, text)
	if err != nil {
		return d.answer(nil, err)
	}
	doc, err := d.store.Read(ctx, ref)
	if err != nil {
		return d.answer(nil, err)
	}
	j := deskThing{
		jsonHead: headJSON(s), ID: ref.String(), Kind: ref.Kind.String(), Path: ref.Path, SHA256: doc.Seen.String(),
		FirstLine: from, Lines: []string{}, Facts: []deskFact{},
	}
	for _, f := range showFacts(s, ref) {
		if f.value != "" && f.value != j.ID {
			j.Facts = append(j.Facts, deskFact{f.name, cutText(f.value, mostRow)})
		}
	}
	rows := d.theme.Rows(string(doc.Bytes))
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

func (d *desk) DeadEnds(ctx context.Context, slug, strategy string, tags []string) ([]byte, error) {
	if strategy == "" && len(tags) < fewestTags {
		return d.answer(nil, usage("a check needs a strategy or two tags", "one tag alone finds none"))
	}
	s, err := d.load(ctx)
	if err != nil {
		return d.answer(nil, err)
	}
	problem, err := problemMeant(s.Research, slug)
	if err != nil {
		return d.answer(nil, err)
	}
	if why := problem.Journal.Unread; why != "" {
		return d.answer(nil, fmt.Errorf("looking for dead ends: %s", why))
	}
	found, _ := first(problem.Journal.DeadEnds(strategy, tags), mostRows)
	return d.answer(deadEndsJSON(s, problem.Slug, strategy, tags, found), nil)
}
