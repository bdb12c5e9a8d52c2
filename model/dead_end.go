package model

import (
	"cmp"
	"fmt"
	"slices"
	"time"
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
// of the body, in the order of the body, then of the index. Where the index names
// an id twice, a row that tells of a dead end counts before one that does not, and
// else the later one counts.
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
		if k, ok := at[row.ID]; ok && row.ID != "" {
			if old := out[k].Index; old == nil || !ParseOutcome(old.Status).Dead() || ParseOutcome(row.Status).Dead() {
				out[k].Index = &j.Index[i]
			}
			continue
		}
		at[row.ID] = len(out)
		out = append(out, Attempt{ID: row.ID, Index: &j.Index[i]})
	}
	return out
}

// Strategy is the approach's strategy type, as the body has it if it says one.
func (a Attempt) Strategy() string {
	if a.Index != nil && (a.Entry == nil || a.Entry.Strategy == "") {
		return a.Index.Strategy
	}
	if a.Entry == nil {
		return ""
	}
	return a.Entry.Strategy
}

// Outcome is the word for how it ended, as the body has it if it says one. Where
// only the index tells of a dead end, it is the index's word: an attempt that
// counts as a dead end is never called anything else.
func (a Attempt) Outcome() string {
	said := ""
	if a.Entry != nil {
		said = a.Entry.Outcome
	}
	if a.Index != nil && (said == "" || a.Dead() && !ParseOutcome(said).Dead()) {
		return a.Index.Status
	}
	return said
}

// Title is what the attempt is called.
func (a Attempt) Title() string {
	if a.Entry != nil {
		return a.Entry.Title
	}
	return a.ID
}

// Tags are the attempt's tags, of the body and of the index.
func (a Attempt) Tags() []string {
	var tags []string
	if a.Entry != nil {
		tags = append(tags, a.Entry.Tags...)
	}
	if a.Index != nil {
		tags = append(tags, a.Index.Tags...)
	}
	return tags
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
	case a.Entry.Copy > 0:
		return "an earlier entry has the id " + a.ID + " too"
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
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// DeadEnd is an earlier attempt that a proposed approach would repeat.
type DeadEnd struct {
	Attempt
	// SameStrategy is true when the strategy type is the same; Shared are the tags
	// that both have, compared to the letter, in the order of the attempt.
	SameStrategy bool
	Shared       []string
	// Since are the entries that came later and may have changed the conditions:
	// literature, computations, and proofs that succeeded, the oldest first.
	Since []Entry
	// Again are the entries that say they try it again, or why that is worth it.
	Again []Entry
}

// DeadEnds finds the earlier attempts that an approach would repeat: the same
// strategy type or at least two shared tags, and failed or abandoned (seed "Resume",
// function 2). Those of the same strategy come first, then the newest. What is
// found informs; it never forbids.
func (j Journal) DeadEnds(strategy string, tags []string) []DeadEnd {
	proposed := map[string]bool{}
	for _, t := range tags {
		proposed[t] = true
	}
	var out []DeadEnd
	news, again := j.news(), j.triedAgain()
	for _, a := range j.Attempts() {
		if !a.Dead() {
			continue
		}
		d := DeadEnd{Attempt: a}
		if a.Entry != nil {
			d.match(a.Entry.Strategy, a.Entry.Tags, strategy, proposed)
		}
		if a.Index != nil {
			d.match(a.Index.Strategy, a.Index.Tags, strategy, proposed)
		}
		if !d.SameStrategy && len(d.Shared) < fewestShared {
			continue
		}
		d.Since, d.Again = since(news, a), again[a.ID]
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b DeadEnd) int {
		return cmp.Or(falseFirst(!a.SameStrategy, !b.SameStrategy), b.at().Time.Compare(a.at().Time), cmp.Compare(b.number(), a.number()), cmp.Compare(b.ID, a.ID))
	})
	return out
}

// number tells which attempt is newer where no time does.
func (d DeadEnd) number() int {
	n, _ := EntryNumber(d.ID, CategoryProof)
	return n
}

// match compares with one of the two places that tell of the attempt, and keeps
// the better answer.
func (d *DeadEnd) match(strategy string, tags []string, wanted string, proposed map[string]bool) {
	d.SameStrategy = d.SameStrategy || wanted != "" && strategy == wanted
	var shared []string
	seen := map[string]bool{}
	for _, t := range tags {
		if proposed[t] && !seen[t] {
			seen[t] = true
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

// news lists the entries that may change the conditions of an attempt, by time.
func (j Journal) news() []Entry {
	var out []Entry
	for _, e := range j.Entries {
		if e.Category == CategoryLit || e.Category == CategoryComp ||
			e.Category == CategoryProof && e.Result() == OutcomeSucceeded {
			out = append(out, e)
		}
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return a.At.Time.Compare(b.At.Time) })
	return slices.Clip(out)
}

// since is the part of the news that came after an attempt. Without a readable time
// nothing can be said to be later. Nothing is copied: a journal can have thousands
// of dead ends and of news.
func since(news []Entry, a Attempt) []Entry {
	if a.Entry == nil || !a.Entry.At.Known() {
		return nil
	}
	first, _ := slices.BinarySearchFunc(news, a.Entry.At.Time, func(e Entry, at time.Time) int {
		if e.At.Time.After(at) {
			return 1
		}
		return -1
	})
	return news[first:]
}
