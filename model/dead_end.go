package model

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Attempt is one approach that was tried, as the journal's index and its body
// tell of it. Either can be missing.
type Attempt struct {
	ID    string
	Entry *Entry
	Index *IndexRow
}

// fewestShared is how many shared tags make two approaches similar.
const fewestShared = 2

// Attempts lists what was tried: everything the index names and every PROOF entry
// of the body, in the order of the body, then of the index.
func (j Journal) Attempts() []Attempt {
	var out []Attempt
	at := map[string]int{}
	for i, e := range j.Entries {
		if e.Category != CategoryProof {
			continue
		}
		if e.Copy == 0 {
			at[e.ID] = len(out)
		}
		out = append(out, Attempt{ID: e.ID, Entry: &j.Entries[i]})
	}
	for i, row := range j.Index {
		if k, ok := at[row.ID]; ok {
			out[k].Index = &j.Index[i]
			continue
		}
		out = append(out, Attempt{ID: row.ID, Index: &j.Index[i]})
	}
	return out
}

// Strategy is the approach's strategy type, as the body has it if it says one.
func (a Attempt) Strategy() string {
	if a.Entry != nil && a.Entry.Strategy != "" {
		return a.Entry.Strategy
	}
	if a.Index != nil {
		return a.Index.Strategy
	}
	return ""
}

// Outcome is the word for how it ended, as the body has it if it says one.
func (a Attempt) Outcome() string {
	if a.Entry != nil && a.Entry.Outcome != "" {
		return a.Entry.Outcome
	}
	if a.Index != nil {
		return a.Index.Status
	}
	return ""
}

// Title is what the attempt is called.
func (a Attempt) Title() string {
	if a.Entry != nil {
		return a.Entry.Title
	}
	return a.ID
}

// Dead reports whether the index or the body says that the attempt failed or was
// abandoned: to hear of a dead end twice costs less than to miss it.
func (a Attempt) Dead() bool {
	return a.Entry != nil && a.Entry.Result().Dead() || a.Index != nil && ParseOutcome(a.Index.Status).Dead()
}

// Disagree says where index and body tell different stories, "" when they agree.
func (a Attempt) Disagree() string {
	switch {
	case a.Entry == nil:
		return "the front matter lists " + a.ID + ", which has no entry"
	case a.Index == nil:
		return a.ID + " is not in the front matter's list strategies_tried"
	case !sameOutcome(a.Index.Status, a.Entry.Outcome):
		return fmt.Sprintf("%s is %s in the front matter and %s in its entry", a.ID, a.Index.Status, a.Entry.Outcome)
	case a.Index.Strategy != a.Entry.Strategy:
		return fmt.Sprintf("%s has the strategy %s in the front matter and %s in its entry", a.ID, a.Index.Strategy, a.Entry.Strategy)
	case !sameTags(a.Index.Tags, a.Entry.Tags):
		return a.ID + " has other tags in the front matter than in its entry"
	}
	return ""
}

// sameOutcome compares the spellings of both writers: the seed document files a
// failure as abandoned and a partial success as in progress, the protocol does not.
func sameOutcome(status, outcome string) bool {
	s, o := ParseOutcome(status), ParseOutcome(outcome)
	switch {
	case s == OutcomeAbandoned && o == OutcomeFailed, s == OutcomeInProgress && o == OutcomePartial:
		return true
	case s == OutcomeNone && o == OutcomeNone:
		return status == outcome
	}
	return s == o
}

func sameTags(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// DeadEnd is an earlier attempt that a proposed approach would repeat.
type DeadEnd struct {
	Attempt
	// SameStrategy is true when the strategy type is the same; Shared are the tags
	// that both have, compared to the letter.
	SameStrategy bool
	Shared       []string
	// Since are the entries that came later and may have changed the conditions:
	// literature, computations, and proofs that succeeded.
	Since []Entry
}

// DeadEnds finds the earlier attempts that an approach would repeat: the same
// strategy type or at least two shared tags, and failed or abandoned (seed "Resume",
// function 2). Those of the same strategy come first, then the newest. What is
// found informs; it never forbids.
func (j Journal) DeadEnds(strategy string, tags []string) []DeadEnd {
	return similar(j.dead(), j.news(), strategy, tags)
}

// dead lists the attempts that failed or were abandoned.
func (j Journal) dead() []Attempt {
	return slices.DeleteFunc(j.Attempts(), func(a Attempt) bool { return !a.Dead() })
}

// similar finds the dead ends among some attempts; news is what may have changed
// their conditions, oldest first.
func similar(dead []Attempt, news []Entry, strategy string, tags []string) []DeadEnd {
	var out []DeadEnd
	for _, a := range dead {
		d := DeadEnd{Attempt: a}
		if a.Entry != nil {
			d.match(a.Entry.Strategy, a.Entry.Tags, strategy, tags)
		}
		if a.Index != nil {
			d.match(a.Index.Strategy, a.Index.Tags, strategy, tags)
		}
		if !d.SameStrategy && len(d.Shared) < fewestShared {
			continue
		}
		d.Since = since(news, a)
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b DeadEnd) int {
		if a.SameStrategy != b.SameStrategy {
			if a.SameStrategy {
				return -1
			}
			return 1
		}
		return cmp.Or(b.at().Time.Compare(a.at().Time), cmp.Compare(b.ID, a.ID))
	})
	return out
}

// match compares with one of the two places that tell of the attempt, and keeps
// the better answer.
func (d *DeadEnd) match(strategy string, tags []string, wanted string, proposed []string) {
	d.SameStrategy = d.SameStrategy || wanted != "" && strategy == wanted
	var shared []string
	for _, t := range proposed {
		if slices.Contains(tags, t) && !slices.Contains(shared, t) {
			shared = append(shared, t)
		}
	}
	if len(shared) > len(d.Shared) {
		d.Shared = shared
	}
}

func (d DeadEnd) at() Stamp {
	if d.Entry == nil {
		return Stamp{}
	}
	return d.Entry.At
}

// news lists the entries that may change the conditions of an earlier attempt,
// oldest first.
func (j Journal) news() []Entry {
	var out []Entry
	for _, e := range j.Entries {
		news := e.Category == CategoryLit || e.Category == CategoryComp ||
			e.Category == CategoryProof && e.Result() == OutcomeSucceeded
		if news && e.At.Known() {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return a.At.Time.Compare(b.At.Time) })
	return out
}

// since gives what is newer than an attempt. Without a readable time nothing can be
// said to be later.
func since(news []Entry, a Attempt) []Entry {
	if a.Entry == nil || !a.Entry.At.Known() {
		return nil
	}
	later := sort.Search(len(news), func(i int) bool { return news[i].At.Time.After(a.Entry.At.Time) })
	return slices.Clip(news[later:])
}

// Nudge gives the text of the seed for an operator or an agent who is about to
// repeat the attempt: one when conditions changed since, another when not.
func (d DeadEnd) Nudge() []string {
	var reasoning, insight string
	if d.Entry != nil {
		reasoning, insight = d.Entry.Reasoning, d.Entry.Insight
	}
	if len(d.Since) == 0 {
		return []string{
			fmt.Sprintf("Note: A similar approach was tried before — see %s.", d.ID),
			fmt.Sprintf("Strategy: %s. Outcome: %s.", d.Strategy(), d.Outcome()),
			fmt.Sprintf("Insight: %s.", unstopped(insight)),
			"",
			"Proceed with the new attempt anyway?",
		}
	}
	lines := []string{
		fmt.Sprintf("Previous attempt '%s' (%s) used %s", d.Title(), d.ID, d.Strategy()),
		fmt.Sprintf("and was %s because: %s.", d.Outcome(), unstopped(reasoning)),
		"",
		"However, since then:",
	}
	for _, e := range d.Since {
		lines = append(lines, fmt.Sprintf("- %s: %s (%s)", e.ID, e.Title, e.At.Raw))
	}
	return append(lines, "", "This may address the original blocker. Worth retrying?")
}

// unstopped takes the full stop from a sentence that gets one anyway.
func unstopped(text string) string { return strings.TrimSuffix(strings.TrimSpace(text), ".") }
