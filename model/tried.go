package model

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Verdict answers whether something was tried before.
type Verdict int

// The verdicts, the one to be told first last.
const (
	NeverTried Verdict = iota
	OnlySpokenOf
	TriedAndWorked
	BeingTried
	WorkedInPart
	TriedAndGivenUp
	TriedAndFailed
)

// verdictWords has the verdict as a heading, and in a row.
var verdictWords = [...][2]string{
	NeverTried:      {"NEVER TRIED", ""},
	OnlySpokenOf:    {"ONLY SPOKEN OF", "spoken of"},
	TriedAndWorked:  {"WORKED", "worked"},
	BeingTried:      {"BEING TRIED", "being tried"},
	WorkedInPart:    {"WORKED IN PART", "in part"},
	TriedAndGivenUp: {"GIVEN UP", "given up"},
	TriedAndFailed:  {"TRIED AND FAILED", "failed"},
}

// String gives the verdict as a heading.
func (v Verdict) String() string { return verdictWords[v][0] }

// InRow gives it in lower case, for a row.
func (v Verdict) InRow() string { return verdictWords[v][1] }

// VerdictOf is what an outcome says of what was tried.
func VerdictOf(o Outcome) Verdict {
	switch o {
	case OutcomeSucceeded:
		return TriedAndWorked
	case OutcomeFailed:
		return TriedAndFailed
	case OutcomePartial:
		return WorkedInPart
	case OutcomeAbandoned:
		return TriedAndGivenUp
	case OutcomeInProgress:
		return BeingTried
	}
	return OnlySpokenOf
}

// Match says in which parts of an entry a word was found.
type Match struct {
	Word  string
	Parts []string
}

// Hit is an attempt or another entry that has sought words.
type Hit struct {
	Attempt
	Verdict Verdict
	// Ended is how the entry itself ended, whatever the words were found in.
	Ended Verdict
	// Matches are the words that it has, Missing those that it lacks.
	Matches []Match
	Missing []string
	// Since are later results that may change how it would end today.
	Since []Entry
	// central counts the places that say what the attempt was.
	central int
}

// Answer is what a journal says about sought words.
type Answer struct {
	Verdict Verdict
	// Words are the sought words, each once.
	Words []string
	// Hits have the most words first.
	Hits []Hit
	// Times is how many of the hits the verdict is about, all of which have as many words as
	// the first.
	Times int
}

// Tried searches what was tried for words: in titles, tags, strategies and texts. A word that is
// only mentioned, or only in the literature, was not tried. Whole words and their beginnings
// count, in any case, with or without a plural s.
func (j Journal) Tried(text string) Answer { return Tried(text, j) }

// Tried searches several journals, as [Journal.Tried] does one. An id means an entry of its own
// journal.
func Tried(text string, journals ...Journal) Answer {
	sought := soughtWords(text)
	if len(sought) == 0 {
		return Answer{}
	}
	a := Answer{Words: sought}
	for _, j := range journals {
		a.Hits = append(a.Hits, j.hits(sought)...)
	}
	slices.SortStableFunc(a.Hits, func(x, y Hit) int {
		return cmp.Or(cmp.Compare(len(y.Matches), len(x.Matches)), cmp.Compare(y.central, x.central), cmp.Compare(y.Verdict, x.Verdict), y.when().Compare(x.when()))
	})
	for _, hit := range a.Hits {
		if len(hit.Matches) == len(a.Hits[0].Matches) {
			a.Verdict = max(a.Verdict, hit.Verdict)
		}
	}
	for _, hit := range a.Hits {
		if len(hit.Matches) == len(a.Hits[0].Matches) && hit.Verdict == a.Verdict {
			a.Times++
		}
	}
	return a
}

// hits are the attempts and other entries that have one of the sought words.
func (j Journal) hits(sought []string) (hits []Hit) {
	news, attempts := j.news(), j.Attempts()
	for i, e := range j.Entries {
		if e.Category != CategoryProof {
			attempts = append(attempts, Attempt{ID: e.ID, Entry: &j.Entries[i]})
		}
	}
	for _, t := range attempts {
		if hit := t.hit(sought); len(hit.Matches) > 0 {
			hit.Since = since(news, t)
			hits = append(hits, hit)
		}
	}
	return hits
}

// Best is the hit that the verdict is about, the newest of several.
func (a Answer) Best() (Hit, bool) {
	var best Hit
	found := false
	for _, h := range a.Hits {
		if h.Verdict == a.Verdict && len(h.Matches) == len(a.Hits[0].Matches) && (!found || h.when().After(best.when())) {
			best, found = h, true
		}
	}
	return best, found
}

// NotAsSuch reports whether no entry has all of the words: the verdict is then about what is
// close to them.
func (a Answer) NotAsSuch() bool { return len(a.Hits) > 0 && len(a.Hits[0].Missing) > 0 }

// when orders hits.
func (h Hit) when() time.Time {
	if h.Entry == nil {
		return time.Time{}
	}
	return h.Entry.At.Time
}

// leastStem is the shortest word whose plural s is dropped.
const leastStem = 4

// soughtWords are the words of a question, each once.
func soughtWords(text string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;?!\"'“”", r) }) {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// part is a piece of an attempt that can be searched. A central one says what it was.
type part struct {
	name, text string
	central    bool
}

func (a Attempt) parts() []part {
	parts := []part{{"its tags", strings.Join(a.Tags(), " "), true}, {"its strategy", a.Strategy(), true}}
	if e := a.Entry; e != nil {
		parts = append([]part{{"its title", e.Title, true}}, append(parts,
			part{"what was tried", e.Tried, true}, part{"why it ended that way", e.Reasoning, false}, part{"what it taught", e.Insight, false})...)
	}
	return append(parts, part{"its number", a.ID, true})
}

// hit looks for words in an attempt.
func (a Attempt) hit(sought []string) Hit {
	h := Hit{Attempt: a, Ended: VerdictOf(ParseOutcome(a.Outcome())), Verdict: OnlySpokenOf}
	parts := a.parts()
	for _, w := range sought {
		m := Match{Word: w}
		for _, p := range parts {
			if hasWord(strings.ToLower(p.text), w) {
				m.Parts = append(m.Parts, p.name)
				if p.central {
					h.central++
				}
			}
		}
		if len(m.Parts) == 0 {
			h.Missing = append(h.Missing, w)
			continue
		}
		h.Matches = append(h.Matches, m)
	}
	if tried := a.Entry == nil || a.Entry.Category == CategoryProof || a.Entry.Category == CategoryComp; tried && h.central > 0 {
		h.Verdict = h.Ended
	}
	return h
}

// hasWord reports whether a word of a text begins with w, both in lower case, whether w has a
// plural s or not.
func hasWord(text, w string) bool {
	if stem := strings.TrimSuffix(w, "s"); len(stem) >= leastStem {
		w = stem
	}
	for at := 0; ; {
		i := strings.Index(text[at:], w)
		if i < 0 {
			return false
		}
		at += i
		if before, _ := utf8.DecodeLastRuneInString(text[:at]); !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
		at += len(w)
	}
}
