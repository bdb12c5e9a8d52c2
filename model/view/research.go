package view

import (
	"cmp"
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
)

// ResearchParts says how far proof, literature and computations are.
func ResearchParts(p model.ResearchProblem) []Said {
	var all []Said
	if f := p.Proof; f.Found {
		all = append(all, Said{Other, "Proof", strings.Join(phrase.NotEmpty(proofWords(f), confidence(f)), "; "), Plain})
	}
	if l := p.Literature; l.Found {
		words := fmt.Sprintf("%d, %d confirmed", l.Papers, l.Confirmed)
		all = append(all, Said{Other, "Papers", strings.Join(phrase.NotEmpty(words, l.KeyResult), "; "), Plain})
	}
	if c := p.Computation; c.Found {
		all = append(all, Said{Other, "Runs", strings.Join(append([]string{fmt.Sprint(c.Count)}, c.Results...), "; "), Plain})
	}
	return all
}

func proofWords(f model.Proof) string {
	words := fmt.Sprintf("%d of %s done", f.Done, model.Counted(f.Steps, "step"))
	switch {
	case f.Open > 0:
		words += ", " + model.Counted(f.Open, "gap")
	case f.Open < 0:
		words += ", gaps not known"
	}
	return words
}

// confidence says what the marks [V], [S] and [~] of a proof count.
func confidence(f model.Proof) string {
	var parts []string
	for _, tier := range []struct {
		n    int
		word string
	}{{f.Verified, "verified"}, {f.Sketched, "sketched"}, {f.Speculative, "speculative"}} {
		if tier.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", tier.n, tier.word))
		}
	}
	return strings.Join(parts, ", ")
}

// StateName is the state of a problem in plain words: "proof in progress".
func StateName(text string) string {
	return cmp.Or(strings.ToLower(strings.ReplaceAll(text, "_", " ")), "no state yet")
}

// lesson is what another program wrote down as tried.
func (l Look) lesson(e model.Entry) []Said {
	tone := Plain
	if e.Result().Dead() {
		tone = Bad
	}
	return []Said{
		{Name, "Lesson", e.Title, Head},
		{Other, "Outcome", e.Outcome, tone},
		{Other, "Tried", e.Tried, Plain},
		{Why, "Why", e.Reasoning, Plain},
		{Other, "Insight", e.Insight, Accent},
		{Other, "When", l.stamp(e.At), Plain},
		{Other, "Noted by", e.Tool, Plain},
		{File, "File", fmt.Sprintf("%s:%d", e.Path, e.Line), Plain},
	}
}

// dashboard is that of a problem.
func (l Look) dashboard(p model.ResearchProblem) []Said {
	all := []Said{{Name, "Research", p.Name(), Head}}
	if !p.Current {
		all = append(all, Said{Other, "Standing", "not current; agents work on another problem", Muted})
	}
	all = append(all,
		Said{State, "State", StateName(p.State.Name), Accent},
		Said{Other, "Sessions", fmt.Sprint(p.State.Sessions), Plain},
	)
	all = append(all, l.next(p)...)
	all = append(all, ResearchParts(p)...)
	if last, ok := p.Journal.Newest(model.CategoryProof); ok {
		all = append(all, Said{Other, "Last tried", last.ID + ", " + last.Title, Plain})
	}
	if !p.Statement.Found {
		all = append(all, Said{Other, "Problem", research.ProblemLines(p)[0], Plain})
	}
	if p.Journal.Broken != "" {
		all = append(all, Said{Careful, "Careful", "Journal needs repair: " + p.Journal.Broken, Bad})
	}
	return append(all,
		Said{Other, "Active", l.known(p.LastActive), Plain},
		Said{File, "File", p.Path, Plain})
}

func (l Look) entry(p model.ResearchProblem, e model.Entry) []Said {
	tone := Plain
	if e.Result().Dead() {
		tone = Bad
	}
	all := []Said{
		{Name, "Entry", e.ID + ": " + e.Title, Head},
		{Other, "Outcome", e.Outcome, tone},
		{Other, "Strategy", e.Strategy, Plain},
		{Other, "Tags", strings.Join(e.Tags, ", "), Plain},
		{Other, "Insight", e.Insight, Accent},
		{Other, "By", e.Agent, Plain},
		{Other, "When", l.stamp(e.At), Plain},
		{Other, "Tries again", strings.Join(e.Earlier, ", "), Plain},
		{Other, "Again in", ids(p.Journal.Reattempts(e.ID)), Plain},
	}
	for _, r := range research.RepeatsResearchProblem(p) {
		if r.ID == e.ID {
			all = append(all, Said{Other, "Repeated", r.Words(), Warn})
		}
	}
	for _, a := range research.Attempts(p.Journal) {
		if a.ID == e.ID && a.Disagree() != "" {
			all = append(all, Said{Careful, "Careful", a.Disagree(), Bad})
		}
	}
	return append(all, Said{Other, "Problem", p.Name(), Plain}, Said{File, "File", e.Path, Plain})
}

// NextOf is what a problem suggests next, and the dead ends that would repeat.
func NextOf(p model.ResearchProblem) []Said {
	all := []Said{{Suggested, "Next", research.Suggest(p).Text, Plain}}
	for _, r := range research.RepeatsResearchProblem(p) {
		all = append(all, Said{Suggested, "Careful", repeatWords(r), Warn})
	}
	return all
}

// repeatWords say which dead end would be repeated, and what came since.
func repeatWords(r research.Repeats) string {
	words := r.ID + " " + research.VerdictOf(model.ParseOutcome(r.Outcome())).InRow() + " and would be repeated by " + r.What
	if len(r.Since) > 0 {
		words += "; since then " + ids(r.Since) + ": worth another look"
	}
	return words
}

// ids joins the ids of entries.
func ids(entries []model.Entry) string {
	var out []string
	for _, e := range entries {
		out = append(out, e.ID)
	}
	return strings.Join(out, ", ")
}

// research is a problem, its journal or an entry, nil if it is gone.
func (l Look) research(ref model.Ref) []Said {
	r := l.Research
	if p, ok := r.Problem(ref.Path); ok {
		return l.dashboard(p)
	}
	if e, ok := l.Lesson(ref); ok {
		return l.lesson(e)
	}
	p, ok := r.Holding(ref.Path)
	if !ok {
		return nil
	}
	for _, e := range p.Journal.Entries {
		if e.Ref() == ref {
			return l.entry(p, e)
		}
	}
	if ref.Kind != model.KindJournal {
		return nil
	}
	return []Said{
		{Name, "Problem", p.Name(), Head},
		{Other, "Journal", fmt.Sprintf("%d entries", len(p.Journal.Entries)), Plain},
		{Careful, "Careful", p.Journal.Broken, Bad},
		{File, "File", p.Journal.Path, Plain},
	}
}

// next is what a problem suggests, as worked out before where that was done.
func (l Look) next(p model.ResearchProblem) []Said {
	if next, ok := l.Next[p.Path]; ok {
		return next
	}
	return NextOf(p)
}
