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
	text := fmt.Sprintf("%s (%s, %s), repeated by %s", r.ID, orElse(r.Strategy(), "no strategy"), r.Outcome(), r.What)
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
		Why: fmt.Sprintf("%s repeats it: %s, %s", r.What, orElse(r.Strategy(), "no strategy"), r.Outcome()),
	}
	if r.Entry != nil {
		a.Ref, a.What, a.Who = r.Entry.Ref(), r.ID+": "+r.Title(), r.Entry.Agent
	}
	if len(r.Since) > 0 {
		a.Why += "; since then " + named(r.Since, false)
	}
	return a
}

// Nudge gives the text of the seed for an operator or an agent who is about to
// repeat the attempt: one when conditions changed since, another when not. No text
// of the journal reaches over the end of its line.
func (d DeadEnd) Nudge() []string {
	var reasoning, insight string
	if d.Entry != nil {
		reasoning, insight = d.Entry.Reasoning, d.Entry.Insight
	}
	strategy, outcome := orElse(d.Strategy(), notRecorded), orElse(d.Outcome(), notRecorded)
	var lines []string
	if len(d.Since) == 0 {
		lines = []string{
			fmt.Sprintf("Note: A similar approach was tried before — see %s.", d.ID),
			fmt.Sprintf("Strategy: %s. Outcome: %s.", strategy, outcome),
			fmt.Sprintf("Insight: %s.", orElse(unstopped(insight), notRecorded)),
			"",
			"Proceed with the new attempt anyway?",
		}
	} else {
		lines = []string{
			fmt.Sprintf("Previous attempt '%s' (%s) used %s", d.Title(), d.ID, strategy),
			fmt.Sprintf("and was %s because: %s.", outcome, orElse(unstopped(reasoning), notRecorded)),
			"",
			"However, since then:",
		}
		for _, e := range d.Since {
			lines = append(lines, fmt.Sprintf("- %s: %s (%s)", e.ID, e.Title, e.At.Raw))
		}
		lines = append(lines, "", "This may address the original blocker. Worth retrying?")
	}
	for i := range lines {
		lines[i] = unbroken(lines[i])
	}
	return lines
}

// notRecorded stands in a nudge for what the journal does not tell.
const notRecorded = "not recorded"

// unstopped takes the full stop from a sentence that gets one anyway.
func unstopped(text string) string { return strings.TrimSuffix(strings.TrimSpace(text), ".") }

// AgainLines say what was done about the dead end since: that it was tried again and
// how that ended, or why somebody thinks it is worth it.
func (d DeadEnd) AgainLines() []string {
	var lines []string
	for _, e := range d.Again {
		if e.Category == CategoryNote {
			lines = append(lines, unbroken(fmt.Sprintf("Worth retrying, says %s: %s", e.ID, orElse(e.Insight, e.Title))))
			continue
		}
		lines = append(lines, unbroken(fmt.Sprintf("Tried again in %s (%s): %s", e.ID, orElse(e.Outcome, notRecorded), e.Title)))
	}
	return lines
}
