package model

import (
	"fmt"
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
	var out []Repeats
	told := map[string]bool{}
	for _, n := range next {
		for _, d := range p.Journal.DeadEnds(n.strategy, n.tags) {
			if told[d.ID] || d.ID == n.self || len(p.Journal.Reattempts(d.ID)) > 0 {
				continue
			}
			told[d.ID] = true
			out = append(out, Repeats{DeadEnd: d, What: n.what})
		}
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
		for _, e := range r.Since {
			ids = append(ids, e.ID)
		}
		a.Why += "; since then " + strings.Join(ids, ", ")
	}
	return a
}
