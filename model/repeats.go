package model

import (
	"cmp"
	"fmt"
)

// Repeats is a dead end that something which is about to be done would repeat.
type Repeats struct {
	DeadEnd
	// What says what is about to be done: "the suggested next step".
	What string
}

// approach is something that is about to be tried.
type approach struct {
	what, strategy string
	tags           []string
	// self is the entry that tells of it, if one does.
	self Ref
}

// mostOpen is how many attempts that are in progress are held against the dead
// ends, the newest of them: more are not worked on at a time.
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

// Repeats lists the dead ends that are about to be tried again, each once: by the
// suggested next action, by an attempt that is in progress, or by the strategy of
// the proof. One that was tried again or marked as worth retrying since is known
// and left out, and so is one whose strategy has succeeded since.
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

// Words says which dead end is about to be repeated, by what, and what has changed
// since.
func (r Repeats) Words() string {
	text := fmt.Sprintf("%s (%s, %s), repeated by %s", r.ID, cmp.Or(r.Strategy(), "no strategy"), r.Outcome(), r.What)
	if len(r.Since) == 0 {
		return text
	}
	return text + "; since then " + named(r.Since, false) + ": worth retrying?"
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

// notRecorded stands in a nudge for what the journal does not tell.
const notRecorded = "not recorded"
