package model

import (
	"cmp"
	"fmt"
)

// Repeats is a dead end that is about to be repeated.
type Repeats struct {
	DeadEnd
	// What would repeat it: "the suggested next step".
	What string
}

// approach is something that is about to be tried.
type approach struct {
	what, strategy string
	tags           []string
	// self is its entry, if it has one.
	self Ref
}

// mostOpen is how many of the newest attempts in progress are compared.
const mostOpen = 20

// approaches lists what is about to be tried.
func (p ResearchProblem) approaches() []approach {
	var next []approach
	s := p.Suggest()
	for _, strategy := range s.Strategies {
		next = append(next, approach{what: "the suggested next step", strategy: strategy, tags: s.Tags})
	}
	if len(s.Strategies) == 0 && len(s.Tags) > 0 {
		next = append(next, approach{what: "the suggested next step", tags: s.Tags})
	}
	var open []approach
	for _, e := range p.Journal.Entries {
		if e.Category == CategoryProof && e.Result() == OutcomeInProgress {
			open = append(open, approach{what: e.ID + ", which is in progress,", strategy: e.Strategy, tags: e.Tags, self: e.Ref()})
		}
	}
	next = append(next, open[max(0, len(open)-mostOpen):]...)
	if p.Proof.Found && !p.complete() {
		next = append(next, approach{what: "the proof's strategy", strategy: p.Proof.Strategy})
	}
	return next
}

// Repeats lists each dead end that the suggestion, an attempt in progress or the proof's
// strategy would repeat. It leaves out those retried or marked since, and strategies that
// succeeded since.
func (p ResearchProblem) Repeats() []Repeats {
	told, known := map[Attempt]bool{}, map[string]bool{}
	worked := map[string]Stamp{}
	for _, e := range p.Journal.Entries {
		for _, id := range e.Earlier {
			known[id] = known[id] || id != e.ID
		}
		if e.Category == CategoryProof && e.Result() == OutcomeSucceeded && e.At.Time.After(worked[e.Strategy].Time) {
			worked[e.Strategy] = e.At
		}
	}
	var out []Repeats
	for _, n := range p.approaches() {
		for _, d := range p.Journal.DeadEnds(n.strategy, n.tags) {
			itself := d.Entry != nil && d.Entry.Ref() == n.self
			overcome := d.SameStrategy && worked[d.Strategy()].Time.After(d.at().Time)
			if told[d.Attempt] || itself || known[d.ID] || overcome {
				continue
			}
			told[d.Attempt] = true
			out = append(out, Repeats{DeadEnd: d, What: n.what})
		}
	}
	return out
}

// Words names the dead end, what would repeat it, and what changed since.
func (r Repeats) Words() string {
	text := fmt.Sprintf("%s (%s, %s), repeated by %s", r.ID, cmp.Or(r.Strategy(), "no strategy"), r.Outcome(), r.What)
	if len(r.Since) == 0 {
		return text
	}
	return text + "; since then " + named(r.Since, false) + ": worth retrying?"
}

// researchAttention lists the approaches of the current problem that were tried before.
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

// attention is its row; journal stands for an attempt without an entry.
func (r Repeats) attention(journal Ref) Attention {
	a := Attention{
		Ref: Ref{Kind: journal.Kind, Path: journal.Path, Item: r.ID}, What: r.ID, Since: r.at().Time, Severity: SeverityLow,
		Why: []Reason{{Code: BecauseRepeats, Name: r.What, Other: r.Strategy(), Text: r.Outcome()}},
	}
	if len(r.Since) > 0 {
		a.Why = append(a.Why, Reason{Code: BecauseSinceThen, Text: named(r.Since, false)})
	}
	if r.Entry != nil {
		a.Ref, a.What, a.Who = r.Entry.Ref(), r.ID+": "+r.Title(), r.Entry.Agent
	}
	return a
}

// notRecorded stands for what the journal does not say.
const notRecorded = "not recorded"
