package model

import (
	"fmt"
	"slices"
	"strings"
)

// Repeats is a dead end that something which is about to be done would repeat.
type Repeats struct {
	DeadEnd
	// What says what is about to be done: "the suggested next step".
	What string
}

// Repeats lists the dead ends that are about to be tried again, each once: by the
// suggested next action, by an attempt that is in progress, or by the strategy of
// the proof. One that was tried again or marked as worth retrying since is known
// and left out.
func (p ResearchProblem) Repeats() []Repeats {
	type approach struct {
		what, strategy string
		tags           []string
		self           string
	}
	var next []approach
	s := p.Suggest()
	for _, strategy := range s.Strategies {
		next = append(next, approach{what: "the suggested next step", strategy: strategy, tags: s.Tags})
	}
	if len(s.Strategies) == 0 && len(s.Tags) > 0 {
		next = append(next, approach{what: "the suggested next step", tags: s.Tags})
	}
	for _, e := range p.Journal.Of(CategoryProof) {
		if e.Result() == OutcomeInProgress {
			next = append(next, approach{what: e.ID + ", which is in progress,", strategy: e.Strategy, tags: e.Tags, self: e.ID})
		}
	}
	if p.Proof.Found && !p.complete() {
		next = append(next, approach{what: "the proof's strategy", strategy: p.Proof.Strategy})
	}
	known := map[string]bool{}
	for _, e := range p.Journal.Entries {
		for _, id := range e.Earlier {
			known[id] = true
		}
	}
	// What is known leaves the list, so that a journal of many attempts is not compared
	// with itself.
	isKnown := func(a Attempt) bool { return known[a.ID] }
	dead, news := slices.DeleteFunc(p.Journal.dead(), isKnown), p.Journal.news()
	var out []Repeats
	for _, n := range next {
		for _, d := range similar(dead, news, n.strategy, n.tags) {
			if d.ID == n.self || known[d.ID] {
				continue
			}
			known[d.ID] = true
			out = append(out, Repeats{DeadEnd: d, What: n.what})
		}
		dead = slices.DeleteFunc(dead, isKnown)
	}
	return out
}

// researchAttention is what the current research problem has for a human: an
// approach that was tried before. It informs and blocks nothing.
func (s Snapshot) researchAttention() []Attention {
	p, ok := s.Research.Active()
	if !ok {
		return nil
	}
	var out []Attention
	for _, r := range p.Repeats() {
		out = append(out, r.attention(p.Journal.Ref()))
	}
	return out
}

// attention is the row for it; journal stands for an attempt that has no entry.
func (r Repeats) attention(journal Ref) Attention {
	a := Attention{
		Ref: journal, What: r.ID + ": " + r.Title(), Why: fmt.Sprintf("%s repeats it: %s, %s", r.What, r.Strategy(), r.Attempt.Outcome()),
		Since: r.at().Time, Severity: SeverityLow,
	}
	if r.Entry != nil {
		a.Ref, a.Who = r.Entry.Ref(), r.Entry.Agent
	}
	if len(r.Since) > 0 {
		var ids []string
		for _, e := range r.Since[:min(len(r.Since), mostNews)] {
			ids = append(ids, e.ID)
		}
		a.Why += "; since then " + strings.Join(ids, ", ")
		if more := len(r.Since) - mostNews; more > 0 {
			a.Why += fmt.Sprintf(" and %d more", more)
		}
	}
	return a
}

// mostNews is how many entries a row names as news.
const mostNews = 5
