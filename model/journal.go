package model

import (
	"fmt"
	"slices"
	"strings"
)

// Category is the part of a journal that an entry belongs to.
type Category string

// The categories of the journal protocol; their names begin the ids of entries.
const (
	CategoryProof Category = "PROOF"
	CategoryLit   Category = "LIT"
	CategoryComp  Category = "COMP"
	CategoryNote  Category = "NOTE"
)

// Categories lists them in the order of their sections.
func Categories() []Category {
	return []Category{CategoryProof, CategoryLit, CategoryComp, CategoryNote}
}

// Section returns the heading above the entries, "" for an unknown category.
func (c Category) Section() string {
	switch c {
	case CategoryProof:
		return "Proof Attempts"
	case CategoryLit:
		return "Literature Searches"
	case CategoryComp:
		return "Computations"
	case CategoryNote:
		return "General Notes"
	}
	return ""
}

// Journal is the record of one research problem: JOURNAL.md.
type Journal struct {
	// Path is relative to the vault, also when the file is missing.
	Path  string
	Found bool
	// Unread says why the file could not be read; empty if it was, or is missing.
	Unread string
	// Broken says why the front matter cannot be read.
	Broken string
	// Total and Last are what the front matter says; Total is -1 if absent.
	Total int
	Last  Stamp
	// Index is the front matter's list strategies_tried.
	Index []IndexRow
	// Entries are all entries of the body, in file order.
	Entries []Entry
	// Seen is the hash of the file, of no bytes if missing.
	Seen Fingerprint
}

// Ref returns the journal's identity.
func (j Journal) Ref() Ref { return Ref{Kind: KindJournal, Path: j.Path} }

// IndexRow is one attempt as the front matter lists it.
type IndexRow struct {
	ID       string
	Strategy string
	// Status is the word as written.
	Status string
	Tags   []string
}

// Entry is one journal entry; missing fields are empty.
type Entry struct {
	// Path is the journal's. ID is as written (PROOF-001); Copy counts earlier entries
	// with the same id.
	Path     string
	ID       string
	Copy     int
	Category Category
	Number   int
	Title    string
	At       Stamp
	Agent    string
	Strategy string
	Tags     []string
	Tried    string
	// Outcome is the word as written.
	Outcome   string
	Reasoning string
	Artifacts string
	Related   string
	Insight   string
	// Earlier are the ids of the entries that this one retries.
	Earlier []string
	// Line is that of the heading, from 1.
	Line int
	// Tool is the program whose file the entry is in, empty for a journal's own.
	Tool string
	// Seen is the hash of the entry's own bytes.
	Seen Fingerprint
}

// Ref returns the identity: its id in its journal, which agents only append to.
func (e Entry) Ref() Ref {
	return Ref{Kind: KindEntry, Path: e.Path, Item: copied(e.ID, e.Copy)}
}

// Result is the entry's outcome.
func (e Entry) Result() Outcome { return ParseOutcome(e.Outcome) }

// Words is the text that a search looks through.
func (e Entry) Words() string {
	return strings.Join([]string{e.ID, e.Title, e.Outcome, e.Result().Status(), e.Strategy, strings.Join(e.Tags, " "), e.Agent}, " ")
}

// Entry finds the first entry with an id.
func (j Journal) Entry(id string) (Entry, bool) {
	return First(j.Entries, func(e *Entry) bool { return e.ID == id })
}

// Of lists the entries of one category, in file order.
func (j Journal) Of(c Category) []Entry {
	return Where(j.Entries, func(e *Entry) bool { return e.Category == c })
}

// Newest returns the last entry of a category in the file.
func (j Journal) Newest(c Category) (Entry, bool) {
	for _, e := range slices.Backward(j.Entries) {
		if e.Category == c {
			return e, true
		}
	}
	return Entry{}, false
}

// Reattempts lists the other entries that retry an entry.
func (j Journal) Reattempts(id string) []Entry {
	return Where(j.Entries, func(e *Entry) bool { return e.ID != id && slices.Contains(e.Earlier, id) })
}

// mostDigits bounds the number of an entry.
const mostDigits = 9

// NextID returns the id for the next entry of a category: the highest number plus one, or
// the lowest free one after the last that fits.
func (j Journal) NextID(c Category) string {
	used := map[int]bool{}
	for _, e := range j.Entries {
		if e.Category == c {
			used[e.Number] = true
		}
	}
	for _, row := range j.Index {
		if number, ok := EntryNumber(row.ID, c); ok {
			used[number] = true
		}
	}
	next := 1
	for number := range used {
		next = max(next, number+1)
	}
	if len(fmt.Sprint(next)) > mostDigits {
		for next = 1; used[next]; {
			next++
		}
	}
	return fmt.Sprintf("%s-%03d", c, next)
}

// EntryNumber reads the number of an id, one to nine digits.
func EntryNumber(id string, c Category) (int, bool) {
	digits, ok := strings.CutPrefix(id, string(c)+"-")
	if !ok || digits == "" || len(digits) > mostDigits {
		return 0, false
	}
	n := 0
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, false
		}
		n = n*10 + int(d-'0')
	}
	return n, true
}

// Strategies lists the strategy types of the journal protocol, in its order.
func Strategies() []string {
	return []string{
		"direct", "contradiction", "induction", "contrapositive", "construction", "estimation", "reduction",
		"compactness", "density", "duality", "computation", "broad-survey", "targeted-search", "gap-identification",
	}
}

// IsStrategy reports whether word is a strategy type, to the letter.
func IsStrategy(word string) bool { return slices.Contains(Strategies(), word) }

// Outcome is how a journal entry says that an attempt ended.
type Outcome int

// The outcomes of the journal protocol; OutcomeNone stands for none or an unknown word.
const (
	OutcomeNone Outcome = iota
	OutcomeSucceeded
	OutcomeFailed
	OutcomePartial
	OutcomeAbandoned
	OutcomeInProgress
	// OutcomeRuledOut is a guess that turned out to be wrong: nothing was done that failed. No journal has it.
	OutcomeRuledOut

	outcomeCount
)

// outcomeWords has the words of entries and of the front matter's index.
var outcomeWords = [outcomeCount]struct{ entry, status string }{
	OutcomeNone:       {"N/A", ""},
	OutcomeSucceeded:  {"SUCCEEDED", "succeeded"},
	OutcomeFailed:     {"FAILED", "failed"},
	OutcomePartial:    {"PARTIAL", "partial"},
	OutcomeAbandoned:  {"ABANDONED", "abandoned"},
	OutcomeInProgress: {"IN_PROGRESS", "in-progress"},
	OutcomeRuledOut:   {"RULED_OUT", "ruled-out"},
}

func (o Outcome) known() Outcome {
	if o < 0 || o >= outcomeCount {
		return OutcomeNone
	}
	return o
}

// String returns the outcome as entries spell it: "IN_PROGRESS", or "N/A".
func (o Outcome) String() string { return outcomeWords[o.known()].entry }

// Status returns the outcome as the front matter spells it: "in-progress".
func (o Outcome) Status() string { return outcomeWords[o.known()].status }

// Dead reports whether an attempt with this outcome is a dead end.
func (o Outcome) Dead() bool { return o == OutcomeFailed || o == OutcomeAbandoned }

// ParseOutcome reads either spelling, in any case, joined by dash, blank or underscore.
func ParseOutcome(word string) Outcome {
	word = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(word)), "_", "-"), " ", "-")
	for o := OutcomeSucceeded; o < outcomeCount; o++ {
		if o.Status() == word {
			return o
		}
	}
	return OutcomeNone
}

// Outcomes lists the outcomes an entry can have.
func Outcomes() []Outcome {
	return []Outcome{OutcomeSucceeded, OutcomeFailed, OutcomePartial, OutcomeAbandoned, OutcomeInProgress}
}
