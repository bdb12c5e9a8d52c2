package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

const journalPath = ".math/problems/tides/JOURNAL.md"

// entry returns an entry of the category and number that the id tells.
func entry(id, outcome, at string, edits ...func(*Entry)) Entry {
	e := Entry{Path: journalPath, ID: id, Outcome: outcome, At: ParseStamp(at, nil), Title: "Title of " + id, Agent: "prover"}
	category, _, _ := strings.Cut(id, "-")
	e.Category = Category(category)
	e.Number, _ = EntryNumber(id, e.Category)
	for _, edit := range edits {
		edit(&e)
	}
	return e
}

func again(ids ...string) func(*Entry) { return func(e *Entry) { e.Earlier = ids } }

func journal(entries ...Entry) Journal {
	return Journal{Path: journalPath, Found: true, Entries: entries}
}

// listingJournal returns the journal with rows in its front matter: id, strategy, status,
// tags.
func listingJournal(j Journal, rows ...[4]string) Journal {
	for _, r := range rows {
		j.Index = append(j.Index, IndexRow{ID: r[0], Strategy: r[1], Status: r[2], Tags: strings.Fields(r[3])})
	}
	return j
}

func idsOf(entries []Entry) string {
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

func TestNextID(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		journal  Journal
		category Category
		want     string
	}{
		{"an empty journal", Journal{}, CategoryProof, "PROOF-001"},
		{"the second", journal(entry("LIT-001", "", "")), CategoryLit, "LIT-002"},
		{"each category counts by itself", journal(entry("LIT-007", "", "")), CategoryComp, "COMP-001"},
		{"after a hole", journal(entry("PROOF-001", "", ""), entry("PROOF-009", "", "")), CategoryProof, "PROOF-010"},
		{"not in order", journal(entry("PROOF-009", "", ""), entry("PROOF-002", "", "")), CategoryProof, "PROOF-010"},
		{"numbered twice", journal(entry("NOTE-003", "", ""), entry("NOTE-003", "", "")), CategoryNote, "NOTE-004"},
		{"only in the front matter", listingJournal(Journal{}, [4]string{"PROOF-004"}), CategoryProof, "PROOF-005"},
		{"higher in the front matter", listingJournal(journal(entry("PROOF-002", "", "")), [4]string{"PROOF-004"}), CategoryProof, "PROOF-005"},
		{"higher in the body", listingJournal(journal(entry("PROOF-006", "", "")), [4]string{"PROOF-004"}), CategoryProof, "PROOF-007"},
		{"the front matter lists another category", listingJournal(Journal{}, [4]string{"LIT-004"}), CategoryProof, "PROOF-001"},
		{"beyond three digits", journal(entry("PROOF-999", "", "")), CategoryProof, "PROOF-1000"},
		{"well beyond", journal(entry("PROOF-1234", "", "")), CategoryProof, "PROOF-1235"},
		{"without leading zeros", journal(entry("PROOF-12", "", "")), CategoryProof, "PROOF-013"},
		{"number zero", journal(entry("PROOF-000", "", "")), CategoryProof, "PROOF-001"},
		{
			"junk", listingJournal(Journal{}, [4]string{"PROOF-"}, [4]string{"PROOF-x7"}, [4]string{"PROOF--7"}, [4]string{"PROOF-7b"},
				[4]string{""}, [4]string{"proof-8"}, [4]string{"PROOF-9999999999"}, [4]string{" PROOF-3"}, [4]string{"PROOF-٣"}),
			CategoryProof, "PROOF-001",
		},
		{
			"no number is left above", listingJournal(journal(entry("PROOF-001", "", "")), [4]string{"PROOF-999999999"}, [4]string{"PROOF-003"}),
			CategoryProof, "PROOF-002",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.journal.NextID(tt.category); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestEntryNumber(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		id   string
		want int
		ok   bool
	}{
		{"PROOF-001", 1, true},
		{"PROOF-1", 1, true},
		{"PROOF-0", 0, true},
		{"PROOF-1000", 1000, true},
		{"PROOF-999999999", 999999999, true},
		{"PROOF-000000001", 1, true},
		{"PROOF-1000000000", 0, false},
		{"PROOF-0000000001", 0, false},
		{"PROOF-", 0, false},
		{"PROOF", 0, false},
		{"PROOF-+1", 0, false},
		{"PROOF--1", 0, false},
		{"PROOF-1 ", 0, false},
		{"PROOF-1e3", 0, false},
		{"LIT-001", 0, false},
		{"XPROOF-001", 0, false},
		{"", 0, false},
	} {
		if got, ok := EntryNumber(tt.id, CategoryProof); got != tt.want || ok != tt.ok {
			t.Errorf("%q: got %d, %v", tt.id, got, ok)
		}
	}
}

func TestJournalFinds(t *testing.T) {
	t.Parallel()
	second := entry("PROOF-001", "FAILED", "2026-03-03", func(e *Entry) { e.Copy = 1 })
	j := journal(entry("PROOF-001", "IN_PROGRESS", "2026-03-05"), second, entry("LIT-001", "", ""), entry("NOTE-001", "", "", again("PROOF-001")))
	if e, ok := j.Entry("PROOF-001"); !ok || e.Copy != 0 {
		t.Errorf("the first of an id is found, got %+v", e)
	}
	if _, ok := j.Entry("PROOF-002"); ok {
		t.Error("an entry that is not there was found")
	}
	if e, ok := j.Newest(CategoryProof); !ok || e.Copy != 1 {
		t.Errorf("the newest is the last of the file, got %+v", e)
	}
	if _, ok := j.Newest(CategoryComp); ok {
		t.Error("there is no computation")
	}
	if got := idsOf(j.Of(CategoryProof)); got != "PROOF-001 PROOF-001" {
		t.Errorf("got %q", got)
	}
	if a, b := j.Entries[0].Ref(), second.Ref(); a == b || b.String() != "entry:"+journalPath+"#PROOF-001~2" {
		t.Errorf("got %s and %s", a, b)
	}
	for _, word := range []string{"PROOF-001", "Title of", "FAILED", "failed", "prover"} {
		if !strings.Contains(second.Words(), word) {
			t.Errorf("%q is not among %q", word, second.Words())
		}
	}
}

func TestReattempts(t *testing.T) {
	t.Parallel()
	j := journal(
		entry("PROOF-001", "FAILED", "", again("PROOF-001")),
		entry("PROOF-002", "PARTIAL", "", again("PROOF-001", "PROOF-009")),
		entry("NOTE-001", "", "", again("PROOF-001")),
		entry("NOTE-002", "", ""),
	)
	for id, want := range map[string]string{"PROOF-001": "PROOF-002 NOTE-001", "PROOF-009": "PROOF-002", "PROOF-002": "", "": ""} {
		if got := idsOf(j.Reattempts(id)); got != want {
			t.Errorf("%q is tried again by %q, want %q", id, got, want)
		}
	}
}

func TestEveryCategoryHasASection(t *testing.T) {
	t.Parallel()
	var sections []string
	for _, c := range Categories() {
		sections = append(sections, c.Section())
	}
	if want := []string{"Proof Attempts", "Literature Searches", "Computations", "General Notes"}; !slices.Equal(sections, want) {
		t.Errorf("got %q", sections)
	}
	for _, c := range []Category{"", "proof", "PROOFS"} {
		if c.Section() != "" {
			t.Errorf("%q is no category", c)
		}
	}
}

func TestStrategies(t *testing.T) {
	t.Parallel()
	all := Strategies()
	if len(all) != 14 || all[0] != "direct" || all[13] != "gap-identification" || len(slices.Compact(slices.Sorted(slices.Values(all)))) != 14 {
		t.Errorf("the taxonomy has 14 types, got %q", all)
	}
	all[0] = "changed"
	for word, want := range map[string]bool{
		"direct": true, "broad-survey": true, "changed": false, "Direct": false, "": false, " direct": false, "direct-construction": false,
	} {
		if IsStrategy(word) != want {
			t.Errorf("%q: got %v", word, !want)
		}
	}
}

func TestParseOutcome(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		word string
		want Outcome
		dead bool
	}{
		{"SUCCEEDED", OutcomeSucceeded, false},
		{"succeeded", OutcomeSucceeded, false},
		{"FAILED", OutcomeFailed, true},
		{"failed", OutcomeFailed, true},
		{" Failed\t", OutcomeFailed, true},
		{"PARTIAL", OutcomePartial, false},
		{"partial", OutcomePartial, false},
		{"ABANDONED", OutcomeAbandoned, true},
		{"abandoned", OutcomeAbandoned, true},
		{"IN_PROGRESS", OutcomeInProgress, false},
		{"in-progress", OutcomeInProgress, false},
		{"In Progress", OutcomeInProgress, false},
		{"N/A", OutcomeNone, false},
		{"", OutcomeNone, false},
		{"-", OutcomeNone, false},
		{"not failed", OutcomeNone, false},
		{"FAILED.", OutcomeNone, false},
	} {
		if got := ParseOutcome(tt.word); got != tt.want || got.Dead() != tt.dead {
			t.Errorf("%q is %s, dead %v", tt.word, got, got.Dead())
		}
	}
}

func TestEveryOutcomeIsReadBackInBothSpellings(t *testing.T) {
	t.Parallel()
	// Nobody writes that something was ruled out, and nobody writes none.
	if got := len(Outcomes()); got != int(outcomeCount)-2 {
		t.Errorf("an entry can be written with %d outcomes", got)
	}
	for _, o := range Outcomes() {
		if ParseOutcome(o.String()) != o || ParseOutcome(o.Status()) != o {
			t.Errorf("%s, %s is read as %s, %s", o, o.Status(), ParseOutcome(o.String()), ParseOutcome(o.Status()))
		}
	}
	for _, o := range []Outcome{OutcomeNone, -1, outcomeCount, 99} {
		if o.String() != "N/A" || o.Status() != "" || o.Dead() {
			t.Errorf("outcome %d is %q, %q", int(o), o, o.Status())
		}
	}
}

func startedAt(text string, ended bool) Session {
	s := Session{Starts: 1, Line: 1, Started: ParseStamp(text, nil)}
	if ended {
		s.Ended = &SessionEnd{Line: 2}
	}
	return s
}

func TestTrendsCountDaysAndWeeks(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	log := EventLog{Current: 6, Sessions: []Session{
		startedAt("2025-12-01T10:00:00Z", false), // too old for both
		startedAt("2026-02-01T10:00:00Z", false),
		startedAt("2026-03-01T00:00:00Z", true), // the first of 14 days
		startedAt("2026-02-28T23:59:59Z", true), // the day before
		startedAt("2026-03-13T23:59:59Z", false),
		startedAt("2026-03-14T00:00:00Z", true),
		startedAt("2026-03-14T07:00:00Z", false), // runs now
		startedAt("2026-03-14T08:00:00Z", false), // ahead of now
		startedAt("some time", false),
		{Line: 3, Started: ParseStamp("2026-03-14T01:00:00Z", nil)}, // never started
	}}
	days, weeks := log.Trends(now)
	if want := []int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2}; !slices.Equal(days.Started, want) {
		t.Errorf("started by day: %v, want %v", days.Started, want)
	}
	if want := []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}; !slices.Equal(days.Orphans, want) {
		t.Errorf("orphans by day: %v, want %v", days.Orphans, want)
	}
	if want := []int{0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1, 3}; !slices.Equal(weeks.Started, want) {
		t.Errorf("started by week: %v, want %v", weeks.Started, want)
	}
	if started, orphans := weeks.Total(); started != 6 || orphans != 2 {
		t.Errorf("in all weeks %d and %d", started, orphans)
	}
}

// A day is one of the operator's calendar, and may have 23 hours.
func TestTrendsFollowTheCalendarOfNow(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	log := EventLog{Current: -1, Sessions: []Session{startedAt("2026-03-13T22:30:00Z", true), startedAt("2026-03-13T21:30:00Z", true)}}
	days, _ := log.Trends(time.Date(2026, 3, 14, 1, 0, 0, 0, zone))
	if n := len(days.Started); days.Started[n-1] != 1 || days.Started[n-2] != 1 {
		t.Errorf("by day: %v", days.Started)
	}
}

func TestSilenceInALog(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	at := func(text string) LogEntry { return LogEntry{At: ParseStamp(text, nil)} }
	p := Plan{Log: []LogEntry{
		at("2026-03-01T07:00:00Z"), at("2026-03-04T07:00:00Z"), at("?"), at("2026-03-05T06:59:00Z"),
		at("2026-03-04T00:00:00Z"), at("2026-03-12T07:00:00Z"),
	}}
	want := []string{"72h0m0s", "0s", "0s", "0s", "199h0m0s", "48h0m0s"}
	for i := range p.Log {
		if got := fmt.Sprint(p.SilenceAfter(i, now)); got != want[i] {
			t.Errorf("behind entry %d: %s, want %s", i, got, want[i])
		}
	}
	p.Status.State = StateDone
	if got := p.SilenceAfter(5, now); got != 0 {
		t.Errorf("nothing is awaited of a finished plan, and it is silent for %s", got)
	}
}
