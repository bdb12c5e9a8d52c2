package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/model/view"
)

// Plan is the plan to resume, cut to what an agent needs to go on.
type Plan struct {
	answer.Head
	// Plan is null when there is none to resume.
	Plan         *answer.ActivePlan `json:"active_plan"`
	StepsLeftOut int                `json:"steps_left_out"`
	LogLeftOut   int                `json:"log_left_out"`
}

// ActivePlan answers with the plan to resume.
func (t *Tools) ActivePlan(ctx context.Context) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	j := Plan{Head: answer.HeadJSON(s)}
	r := rule.ResumeOf(s)
	if r.Plan == nil {
		return t.answer(j, nil)
	}
	p := answer.PlanJSON(*r.Plan)
	for _, text := range []*string{&p.Objective, &p.Stated, &p.Context, &p.SourceLink, &p.Priority} {
		*text = t.cutText(*text, mostRow)
	}
	p.Steps, j.StepsLeftOut = first(p.Steps, 2*mostRows)
	for i := range p.Steps {
		p.Steps[i].Text = t.cutText(p.Steps[i].Text, mostRow)
	}
	p.Log, j.LogLeftOut = last(p.Log, mostRows/2)
	for i := range p.Log {
		p.Log[i].What, p.Log[i].Why = t.cutText(p.Log[i].What, mostRow), t.cutText(p.Log[i].Why, mostRow)
	}
	others, _ := first(r.RunnersUp, answer.MostNeeds)
	j.Plan = answer.PlanForAgentJSON(p, r, others)
	return t.answer(j, nil)
}

// Needs is the operator's queue.
type Needs struct {
	answer.Head
	NeedsYou []answer.Need `json:"needs_you"`
	LeftOut  int           `json:"left_out"`
	// Snoozed counts what the operator snoozed.
	Snoozed int `json:"snoozed"`
}

// NeedsYou answers with what waits for the operator.
func (t *Tools) NeedsYou(ctx context.Context) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	needs, left := first(rule.NeedsYou(s), mostRows)
	j := Needs{answer.HeadJSON(s), say.Each(needs, answer.NeedJSON), left, len(rule.Snoozed(s))}
	for i := range j.NeedsYou {
		n := &j.NeedsYou[i]
		n.What, n.Who, n.Why = t.cutText(n.What, mostRow), t.cutText(n.Who, mostRow), t.cutText(n.Why, mostRow)
	}
	return t.answer(j, nil)
}

// Report is the report of a session start.
type Report struct {
	answer.Head
	// Session is the one that was just started, else empty.
	Session string `json:"session"`
	// Report has the lines that coldstart agent start prints.
	Report  []string `json:"report"`
	LeftOut int      `json:"lines_left_out"`
	Notices []string `json:"notices"`
}

// Context answers with the report of a session start, without starting one.
func (t *Tools) Context(ctx context.Context) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	return t.answer(t.report(s, "", nil, model.Message{}), nil)
}

// report is the report of coldstart agent start.
func (t *Tools) report(s model.Snapshot, session string, notices []string, m model.Message) Report {
	made, err := t.Store.Made(*t.since)
	if err != nil {
		notices = append(notices, phrase.Error(err))
	}
	decided, left := last(made, mostRows)
	if left > 0 {
		notices = append(notices, model.Counted(left, "earlier decision")+" left out: see coldstart list decisions")
	}
	j := Report{Head: answer.HeadJSON(s), Session: session, Notices: answer.NotNull(notices)}
	lines, left := first(t.Print(s, decided, m), 4*mostRows)
	j.LeftOut = left
	j.Report = say.Each(lines, func(l string) string { return t.cutText(l, mostRow) })
	return j
}

// Guide is how agents work in this vault.
type Guide struct {
	answer.Head
	// Lines are those of coldstart agent guide, in Markdown.
	Lines []string `json:"lines"`
}

// Guide answers with the instructions for agents.
func (t *Tools) Guide(context.Context) ([]byte, error) {
	text, err := t.Instructions()
	return t.answer(Guide{t.head(), strings.Split(strings.TrimRight(text, "\n"), "\n")}, err)
}

// Sources answers with what was looked for, and what was found.
func (t *Tools) Sources(ctx context.Context) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	folders, err := t.Store.Folders()
	return t.answer(answer.SourcesJSON(s, folders, nil).Cut(mostOfSource, func(text string) string { return t.cutText(text, mostHit) }), err)
}

// Thing is one thing of the vault: what is known about it, and its text.
type Thing struct {
	answer.Head
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	// Token is what approve takes: of a request that is for a plan a hash over both files.
	Token string     `json:"token_hash"`
	Facts []jsonFact `json:"facts"`
	// FirstLine counts from 1. NextLine is where to continue, zero at the end.
	FirstLine int      `json:"first_line"`
	Lines     []string `json:"lines"`
	NextLine  int      `json:"next_line"`
}

type jsonFact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Show answers with one thing, from a line on. It takes only names of things in the
// snapshot: no path of the agent's reaches the disk.
func (t *Tools) Show(ctx context.Context, text string, from int) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	ref, _, err := refs.FindShown(s, text)
	if errors.Is(err, model.ErrNotFound) {
		ref, err = t.wasAsked(ctx, text, err)
	}
	if err != nil {
		return t.answer(nil, err)
	}
	doc, err := t.Store.Read(ctx, ref)
	if err != nil {
		return t.answer(nil, err)
	}
	j := Thing{
		Head: answer.HeadJSON(s), ID: ref.String(), Kind: ref.Kind.String(), Path: ref.Path, SHA256: doc.Seen.String(), Token: answer.Seen(s, ref, doc.Seen).Token().String(),
		FirstLine: from, Lines: []string{}, Facts: []jsonFact{},
	}
	for _, f := range view.Shown(s, ref) {
		j.Facts = append(j.Facts, jsonFact{f.Label, t.cutText(f.Text, mostRow)})
	}
	rows := t.Theme.Rows(string(doc.Bytes))
	if from > len(rows) {
		return t.answer(nil, fmt.Errorf("showing %s: it has only %s, so there is no line %d", ref.Path, model.Counted(len(rows), "line"), from))
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
	return t.answer(j, nil)
}

// wasAsked finds the file of a request by the id that it had when it waited. What is no request
// fails with notThere.
func (t *Tools) wasAsked(ctx context.Context, text string, notThere error) (model.Ref, error) {
	reply, err := t.Store.Reply(ctx, text, t.Now())
	switch {
	case errors.Is(err, model.ErrNotFound):
		return model.Ref{}, notThere
	case err == nil && reply.To == "":
		err = fmt.Errorf("showing %s: its file is gone; %s: %w", reply.Ref.Path, phrase.Replied(reply), model.ErrNotFound)
	}
	return model.Ref{Kind: model.KindRequest, Path: reply.To}, err
}

// Tried answers with what was tried, asked for or spoken of that has the words.
func (t *Tools) Tried(ctx context.Context, words string) ([]byte, error) {
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	commits, err := t.Store.Commits(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	trials := research.NewTrials(s, t.Theme.Blanked).With(commits)
	found := trials.Tried(words)
	if len(found.Words) == 0 {
		return t.answer(nil, say.Usage("a search needs a word to look for", "name a method, a tag or a thing"))
	}
	return t.answer(answer.TriedJSON(s, trials, found).Cut(mostHits, func(text string) string { return t.cutText(text, mostHit) }), nil)
}

// DeadEnds answers with the attempts that an approach would repeat.
func (t *Tools) DeadEnds(ctx context.Context, slug, strategy string, tags []string) ([]byte, error) {
	if strategy == "" && len(tags) < answer.FewestTags {
		return t.answer(nil, say.Usage("a check needs a strategy or two tags", "one tag alone matches nothing"))
	}
	s, err := t.load(ctx)
	if err != nil {
		return t.answer(nil, err)
	}
	problem, err := refs.ProblemMeant(s.Research, slug)
	if slug == "" && !s.Research.Found && len(s.Lessons.Entries) > 0 {
		err = nil
	}
	if err != nil {
		return t.answer(nil, err)
	}
	if why := problem.Journal.Unread; why != "" {
		return t.answer(nil, fmt.Errorf("looking for dead ends: %s", why))
	}
	found, _ := first(append(research.DeadEnds(problem.Journal, strategy, tags), research.DeadEnds(s.Lessons, strategy, tags)...), mostRows)
	return t.answer(answer.DeadEndsJSON(s, problem.Slug, strategy, tags, found), nil)
}
