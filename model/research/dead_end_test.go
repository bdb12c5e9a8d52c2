package research

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"coldstart/model"
)

func deadIDs(ends []DeadEnd) string {
	var ids []string
	for _, d := range ends {
		ids = append(ids, d.ID)
	}
	return strings.Join(ids, " ")
}

func TestDeadEndsByStrategyAndTags(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		has      string
		hasTags  string
		strategy string
		tags     string
		same     bool
		shared   string
		match    bool
	}{
		{"the same strategy", "direct", "", "direct", "", true, "", true},
		{"another strategy", "direct", "", "induction", "", false, "", false},
		{"no strategy on either side", "", "", "", "", false, "", false},
		{"one shared tag", "direct", "norm kernel", "induction", "norm", false, "norm", false},
		{"two shared tags", "direct", "norm kernel", "induction", "kernel norm", false, "norm kernel", true},
		{"two of many", "direct", "a norm b kernel", "induction", "kernel x norm y", false, "norm kernel", true},
		{"two shared tags without a strategy", "", "norm kernel", "", "norm kernel", false, "norm kernel", true},
		{"one tag proposed twice", "direct", "norm kernel", "induction", "norm norm", false, "norm", false},
		{"one tag listed twice", "direct", "norm norm", "induction", "norm kernel", false, "norm", false},
		{"tags to the letter", "direct", "Norm kernel", "induction", "norm kernel", false, "kernel", false},
		{"strategies to the letter", "Direct", "", "direct", "", false, "", false},
		{"both", "direct", "norm kernel", "direct", "norm kernel", true, "norm kernel", true},
	} {
		places := map[string]model.Journal{
			"body":         journal(entry("PROOF-001", "FAILED", "2026-03-01", using(tt.has, strings.Fields(tt.hasTags)...))),
			"front matter": listingJournal(model.Journal{}, [4]string{"PROOF-001", tt.has, "abandoned", tt.hasTags}),
		}
		for place, j := range places {
			t.Run(tt.name+", "+place, func(t *testing.T) {
				got := DeadEnds(j, tt.strategy, strings.Fields(tt.tags))
				if (len(got) == 1) != tt.match {
					t.Fatalf("got %+v", got)
				}
				if tt.match && (got[0].SameStrategy != tt.same || strings.Join(got[0].Shared, " ") != tt.shared) {
					t.Errorf("got %v, %q", got[0].SameStrategy, got[0].Shared)
				}
			})
		}
	}
}

func TestDeadEndsByOutcome(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		body, index string // "-" where that place does not know of the attempt
		want        string // how the dead end is called, "" when it is none
	}{
		{"FAILED", "-", "FAILED"},
		{"ABANDONED", "-", "ABANDONED"},
		{"failed", "-", "failed"},
		{"SUCCEEDED", "-", ""},
		{"PARTIAL", "-", ""},
		{"IN_PROGRESS", "-", ""},
		{"", "-", ""},
		{"N/A", "-", ""},
		{"-", "failed", "failed"},
		{"-", "abandoned", "abandoned"},
		{"-", "FAILED", "FAILED"},
		{"-", "succeeded", ""},
		{"-", "in-progress", ""},
		{"-", "partial", ""},
		{"-", "", ""},
		{"FAILED", "abandoned", "FAILED"},
		{"FAILED", "failed", "FAILED"},
		{"FAILED", "succeeded", "FAILED"},
		{"FAILED", "", "FAILED"},
		{"", "failed", "failed"},
		{"SUCCEEDED", "failed", "failed"},
		{"IN_PROGRESS", "abandoned", "abandoned"},
		{"SUCCEEDED", "succeeded", ""},
		{"IN_PROGRESS", "in-progress", ""},
	} {
		t.Run(tt.body+" and "+tt.index, func(t *testing.T) {
			var j model.Journal
			if tt.body != "-" {
				j = journal(entry("PROOF-001", tt.body, "2026-03-01", using("direct")))
			}
			if tt.index != "-" {
				j = listingJournal(j, [4]string{"PROOF-001", "direct", tt.index})
			}
			got := DeadEnds(j, "direct", nil)
			switch {
			case tt.want == "" && len(got) > 0, tt.want != "" && len(got) != 1:
				t.Errorf("got %+v", got)
			case tt.want != "" && got[0].Outcome() != tt.want:
				t.Errorf("it is called %q", got[0].Outcome())
			}
		})
	}
}

func TestOnlyProofsAreDeadEnds(t *testing.T) {
	t.Parallel()
	j := journal(entry("LIT-001", "FAILED", "", using("direct")), entry("COMP-001", "FAILED", "", using("direct")), entry("NOTE-001", "FAILED", "", using("direct")))
	if got := DeadEnds(j, "direct", nil); len(got) > 0 {
		t.Errorf("got %+v", got)
	}
}

func TestDeadEndsWhereBodyAndIndexDisagree(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		journal  model.Journal
		strategy string
		tags     string
		want     string
	}{
		{"the strategy of the index", listingJournal(journal(entry("PROOF-001", "FAILED", "", using("direct"))), [4]string{"PROOF-001", "duality", "failed"}), "duality", "", "PROOF-001"},
		{"the strategy of the body", listingJournal(journal(entry("PROOF-001", "FAILED", "", using("direct"))), [4]string{"PROOF-001", "duality", "failed"}), "direct", "", "PROOF-001"},
		{"the tags of the index", listingJournal(journal(entry("PROOF-001", "FAILED", "", using("direct", "x"))), [4]string{"PROOF-001", "direct", "failed", "norm kernel"}), "", "norm kernel", "PROOF-001"},
		{"one tag in each", listingJournal(journal(entry("PROOF-001", "FAILED", "", using("direct", "norm"))), [4]string{"PROOF-001", "direct", "failed", "kernel"}), "", "norm kernel", ""},
		{"listed twice, dead first", listingJournal(model.Journal{}, [4]string{"PROOF-001", "direct", "failed"}, [4]string{"PROOF-001", "direct", "in-progress"}), "direct", "", "PROOF-001"},
		{"listed twice, dead last", listingJournal(model.Journal{}, [4]string{"PROOF-001", "direct", "in-progress"}, [4]string{"PROOF-001", "direct", "failed"}), "direct", "", "PROOF-001"},
		{"listed twice, with an entry", listingJournal(journal(entry("PROOF-001", "", "", using("direct"))), [4]string{"PROOF-001", "direct", "failed"}, [4]string{"PROOF-001", "direct", "partial"}), "direct", "", "PROOF-001"},
		{"listed without ids", listingJournal(model.Journal{}, [4]string{"", "direct", "failed"}, [4]string{"", "duality", "failed"}), "direct", "", ""},
		{"two entries of one id", journal(entry("PROOF-001", "FAILED", "2026-03-01", using("direct")),
			entry("PROOF-001", "FAILED", "2026-03-02", using("direct"), func(e *model.Entry) { e.Copy = 1 })), "direct", "", "PROOF-001 PROOF-001"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := DeadEnds(tt.journal, tt.strategy, strings.Fields(tt.tags))
			if deadIDs(got) != tt.want || tt.name == "listed without ids" && len(got) != 1 {
				t.Errorf("got %d: %q, want %q", len(got), deadIDs(got), tt.want)
			}
		})
	}
}

func TestDisagree(t *testing.T) {
	t.Parallel()
	one := func(outcome, strategy, tags string) model.Journal {
		return journal(entry("PROOF-001", outcome, "", using(strategy, strings.Fields(tags)...)))
	}
	for _, tt := range []struct {
		name    string
		journal model.Journal
		want    string
	}{
		{"the same", listingJournal(one("SUCCEEDED", "direct", "a b"), [4]string{"PROOF-001", "direct", "succeeded", "b a"}), ""},
		{"a failure as the seed files it", listingJournal(one("FAILED", "direct", ""), [4]string{"PROOF-001", "direct", "abandoned"}), ""},
		{"a failure as the protocol files it", listingJournal(one("FAILED", "direct", ""), [4]string{"PROOF-001", "direct", "failed"}), ""},
		{"a part as the seed files it", listingJournal(one("PARTIAL", "direct", ""), [4]string{"PROOF-001", "direct", "in-progress"}), ""},
		{"an abandoned one as failed", listingJournal(one("ABANDONED", "direct", ""), [4]string{"PROOF-001", "direct", "failed"}), "PROOF-001 is failed in the front matter and ABANDONED in its entry"},
		{"other outcomes", listingJournal(one("SUCCEEDED", "direct", ""), [4]string{"PROOF-001", "direct", "abandoned"}), "PROOF-001 is abandoned in the front matter and SUCCEEDED in its entry"},
		{"the same odd word", listingJournal(one("paused", "direct", ""), [4]string{"PROOF-001", "direct", "paused"}), ""},
		{"other odd words", listingJournal(one("paused", "direct", ""), [4]string{"PROOF-001", "direct", "parked"}), "PROOF-001 is parked in the front matter and paused in its entry"},
		{"other strategies", listingJournal(one("FAILED", "direct", ""), [4]string{"PROOF-001", "duality", "failed"}), "PROOF-001 has the strategy duality in the front matter and direct in its entry"},
		{"other tags", listingJournal(one("FAILED", "direct", "a b"), [4]string{"PROOF-001", "direct", "failed", "a c"}), "PROOF-001 has other tags in the front matter than in its entry"},
		{"no entry", listingJournal(model.Journal{}, [4]string{"PROOF-001", "direct", "failed"}), "the front matter lists PROOF-001, which has no entry"},
		{"not listed", one("FAILED", "direct", ""), "PROOF-001 is not in the front matter's list strategies_tried"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Attempts(tt.journal)[0].Disagree(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	moved := Attempts(listingJournal(model.Journal{}, [4]string{"PROOF-001", "direct", "in-progress"}, [4]string{"PROOF-001", "duality", "partial"}))
	if len(moved) != 1 || moved[0].Strategy() != "duality" || moved[0].Outcome() != "partial" || moved[0].Title() != "PROOF-001" {
		t.Errorf("of two rows the later counts, got %+v", moved)
	}
	twice := listingJournal(journal(entry("PROOF-001", "FAILED", ""), entry("PROOF-001", "FAILED", "", func(e *model.Entry) { e.Copy = 1 })), [4]string{"PROOF-001", "", "failed"})
	if got := Attempts(twice)[1].Disagree(); got != "an earlier entry has the id PROOF-001 too" {
		t.Errorf("got %q", got)
	}
}

func TestDeadEndsOrder(t *testing.T) {
	t.Parallel()
	j := listingJournal(journal(
		entry("PROOF-001", "FAILED", "2026-03-01", using("direct")),
		entry("PROOF-002", "FAILED", "2026-03-09", using("duality", "norm", "kernel")),
		entry("PROOF-003", "FAILED", "2026-03-05", using("direct")),
		entry("PROOF-004", "FAILED", "2026-03-05", using("direct")),
		entry("PROOF-005", "FAILED", "some day", using("direct")),
		entry("PROOF-006", "FAILED", "2026-03-02", using("duality", "norm", "kernel")),
	), [4]string{"PROOF-999", "direct", "failed"}, [4]string{"PROOF-1000", "direct", "failed"})
	const want = "PROOF-004 PROOF-003 PROOF-001 PROOF-1000 PROOF-999 PROOF-005 PROOF-002 PROOF-006"
	if got := deadIDs(DeadEnds(j, "direct", []string{"norm", "kernel"})); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestWhatChangedSince(t *testing.T) {
	t.Parallel()
	others := []model.Entry{
		entry("LIT-002", "SUCCEEDED", "2026-03-08T10:00:00Z"),
		entry("LIT-001", "FAILED", "2026-03-05T09:59:59Z"),
		entry("LIT-003", "", "2026-03-05T10:00:00Z"),
		entry("LIT-004", "", "2026-03-05T11:00:00+02:00"),
		entry("COMP-001", "PARTIAL", "2026-03-06"),
		entry("COMP-002", "SUCCEEDED", "one day"),
		entry("PROOF-002", "SUCCEEDED", "2026-03-07"),
		entry("PROOF-003", "PARTIAL", "2026-03-07"),
		entry("PROOF-004", "IN_PROGRESS", "2026-03-07"),
		entry("PROOF-005", "FAILED", "2026-03-07"),
		entry("NOTE-001", "SUCCEEDED", "2026-03-07"),
		entry("LIT-005", "FAILED", "2026-03-05T10:00:00.001Z"),
	}
	dead := entry("PROOF-001", "FAILED", "2026-03-05T10:00:00Z", using("direct"))
	for _, tt := range []struct {
		name, want string
		journal    model.Journal
	}{
		{"later news, the oldest first", "LIT-005 COMP-001 PROOF-002 LIT-002", journal(append(others, dead)...)},
		{"no time", "", journal(append(others, entry("PROOF-001", "FAILED", "last week", using("direct")))...)},
		{"no entry", "", listingJournal(journal(others...), [4]string{"PROOF-001", "direct", "failed"})},
		{"nothing else", "", journal(dead)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := DeadEnds(tt.journal, "direct", nil)
			if len(got) != 1 || idsOf(got[0].Since) != tt.want {
				t.Errorf("got %+v", got)
			}
		})
	}
}

// similar states the rule by itself: what one place says about an attempt is like the
// proposal.
func similar(strategy string, tags []string, wanted string, proposed []string) bool {
	both := 0
	for _, tag := range []string{"a", "b", "c", "d"} {
		if slices.Contains(tags, tag) && slices.Contains(proposed, tag) {
			both++
		}
	}
	return strategy != "" && strategy == wanted || both >= 2
}

func TestDeadEndsByBruteForce(t *testing.T) {
	t.Parallel()
	strategies := rapid.SampledFrom([]string{"", "direct", "duality", "density"})
	tags := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 4)
	words := rapid.SampledFrom([]string{"FAILED", "failed", "ABANDONED", "abandoned", "SUCCEEDED", "partial", "IN_PROGRESS", "in-progress", "", "N/A"})
	isDead := []string{"FAILED", "failed", "ABANDONED", "abandoned"}
	times := rapid.SampledFrom([]string{"", "2026-03-01", "2026-03-02", "2026-03-03", "2026-03-03T00:00:01Z"})
	rapid.Check(t, func(t *rapid.T) {
		var j model.Journal
		wanted, proposed := strategies.Draw(t, "wanted"), tags.Draw(t, "proposed")
		want := map[string]bool{}
		for n := range rapid.IntRange(0, 7).Draw(t, "attempts") {
			id := fmt.Sprintf("PROOF-%03d", n)
			dead, like := false, false
			if place := rapid.IntRange(0, 2).Draw(t, "place"); place != 1 {
				e := entry(id, words.Draw(t, "outcome"), times.Draw(t, "at"), using(strategies.Draw(t, "strategy"), tags.Draw(t, "tags")...))
				j.Entries = append(j.Entries, e)
				dead = slices.Contains(isDead, e.Outcome)
				like = similar(e.Strategy, e.Tags, wanted, proposed)
				if place == 0 {
					mark(want, id, dead && like)
					continue
				}
			}
			r := model.IndexRow{ID: id, Strategy: strategies.Draw(t, "listed strategy"), Status: words.Draw(t, "status"), Tags: tags.Draw(t, "listed tags")}
			j.Index = append(j.Index, r)
			dead = dead || slices.Contains(isDead, r.Status)
			mark(want, id, dead && (like || similar(r.Strategy, r.Tags, wanted, proposed)))
		}
		for n := range rapid.IntRange(0, 4).Draw(t, "others") {
			id := fmt.Sprintf("%s-%03d", rapid.SampledFrom(model.Categories()[1:]).Draw(t, "category"), n)
			j.Entries = append(j.Entries, entry(id, words.Draw(t, "other outcome"), times.Draw(t, "other time"), using("direct", "a", "b")))
		}
		j.Entries = rapid.Permutation(j.Entries).Draw(t, "order")

		got := DeadEnds(j, wanted, proposed)
		found := map[string]bool{}
		for i, d := range got {
			found[d.ID] = true
			if i > 0 && worse(got[i-1], d) {
				t.Fatalf("%s stands before %s", got[i-1].ID, d.ID)
			}
			checkSince(t, j, d)
		}
		if len(found) != len(got) || fmt.Sprint(found) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", found, want)
		}
	})
}

func mark(want map[string]bool, id string, found bool) {
	if found {
		want[id] = true
	}
}

// worse reports whether a has to stand after b.
func worse(a, b DeadEnd) bool {
	if a.SameStrategy != b.SameStrategy {
		return b.SameStrategy
	}
	var older, newer time.Time
	if a.Entry != nil {
		older = a.Entry.At.Time
	}
	if b.Entry != nil {
		newer = b.Entry.At.Time
	}
	return older.Before(newer) || older.Equal(newer) && a.ID < b.ID
}

func checkSince(t *rapid.T, j model.Journal, d DeadEnd) {
	want := map[string]bool{}
	for _, e := range j.Entries {
		counts := e.Category == model.CategoryLit || e.Category == model.CategoryComp || e.Category == model.CategoryProof && e.Outcome == "SUCCEEDED"
		if counts && d.Entry != nil && d.Entry.At.Raw != "" && e.At.Time.After(d.Entry.At.Time) {
			want[e.ID] = true
		}
	}
	for _, e := range d.Since {
		if !want[e.ID] {
			t.Fatalf("%s is no news for %s", e.ID, d.ID)
		}
	}
	if len(d.Since) != len(want) {
		t.Fatalf("since %s came %d, want %v", d.ID, len(d.Since), want)
	}
}

// spectral has one dead end and, when later is given, what came after it.
func spectral(later ...model.Entry) model.Journal {
	return journal(append(later, entry("PROOF-001", "ABANDONED", "2026-02-06T10:00:00Z",
		using("contradiction", "operator-norm", "kernel"), reasoned("the bound is lost.", "Prefer a direct construction."),
		func(e *model.Entry) { e.Title = "Contradiction via the kernel" }))...)
}

func TestNudges(t *testing.T) {
	t.Parallel()
	literature := entry("LIT-002", "SUCCEEDED", "2026-02-08T14:30:00Z")
	lemma := entry("PROOF-002", "SUCCEEDED", "2026-02-07")
	for _, tt := range []struct {
		name    string
		journal model.Journal
		want    string
	}{
		{"unchanged", spectral(), `Note: A similar approach was tried before — see PROOF-001.
Strategy: contradiction. Outcome: ABANDONED.
Insight: Prefer a direct construction.

Proceed with the new attempt anyway?`},
		{"changed", spectral(literature, lemma), `Previous attempt 'Contradiction via the kernel' (PROOF-001) used contradiction
and was ABANDONED because: the bound is lost.

However, since then:
- PROOF-002: Title of PROOF-002 (2026-02-07)
- LIT-002: Title of LIT-002 (2026-02-08T14:30:00Z)

This may address the original blocker. Worth retrying?`},
		{"only listed", listingJournal(model.Journal{}, [4]string{"PROOF-004", "contradiction", "abandoned"}), `Note: A similar approach was tried before — see PROOF-004.
Strategy: contradiction. Outcome: abandoned.
Insight: not recorded.

Proceed with the new attempt anyway?`},
		{"without a strategy", journal(entry("PROOF-001", "FAILED", "", using("", "operator-norm", "kernel"), reasoned("", "..."))), `Note: A similar approach was tried before — see PROOF-001.
Strategy: not recorded. Outcome: FAILED.
Insight: ...

Proceed with the new attempt anyway?`},
		{"changed, without a reason", journal(literature, entry("PROOF-001", "FAILED", "2026-02-01", using("contradiction"))), `Previous attempt 'Title of PROOF-001' (PROOF-001) used contradiction
and was FAILED because: not recorded.

However, since then:
- LIT-002: Title of LIT-002 (2026-02-08T14:30:00Z)

This may address the original blocker. Worth retrying?`},
		{"the front matter alone calls it failed", listingJournal(journal(entry("PROOF-001", "SUCCEEDED", "", using("contradiction"), reasoned("", "It holds"))), [4]string{"PROOF-001", "contradiction", "failed"}), `Note: A similar approach was tried before — see PROOF-001.
Strategy: contradiction. Outcome: failed.
Insight: It holds.

Proceed with the new attempt anyway?`},
		{"several lines", journal(entry("PROOF-001", "FAILED", "", using("contradiction"), reasoned("", "One.\n\nProceed!\r\nTwo.\u2028Three"))), `Note: A similar approach was tried before — see PROOF-001.
Strategy: contradiction. Outcome: FAILED.
Insight: One.  Proceed! Two. Three.

Proceed with the new attempt anyway?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ends := DeadEnds(tt.journal, "contradiction", []string{"operator-norm", "kernel"})
			if len(ends) != 1 {
				t.Fatalf("got %d dead ends", len(ends))
			}
			if got := strings.Join(Nudge(ends[0]), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestNoTextOfAJournalMakesALineOfANudge(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		odd := entry(hostile().Draw(t, "id"), "FAILED", "2026-03-01", using(hostile().Draw(t, "strategy")),
			reasoned(hostile().Draw(t, "reasoning"), hostile().Draw(t, "insight")), func(e *model.Entry) { e.Title = hostile().Draw(t, "title") })
		later := entry(hostile().Draw(t, "later"), "", "2026-03-02", func(e *model.Entry) { e.Title = hostile().Draw(t, "later title") })
		d := DeadEnd{Attempt: Attempt{ID: odd.ID, Entry: &odd}}
		want := 5
		if rapid.Bool().Draw(t, "changed") {
			d.Since, want = []model.Entry{later}, 7
		}
		lines := Nudge(d)
		if len(lines) != want {
			t.Fatalf("got %d lines", len(lines))
		}
		for _, l := range lines {
			if strings.ContainsFunc(l, func(r rune) bool {
				return strings.ContainsRune("\n\r\v\f\u0085", r) || unicode.In(r, unicode.Zl, unicode.Zp)
			}) {
				t.Fatalf("%q is more than one line", l)
			}
		}
	})
}

func TestNextIDNeverGivesAnIDTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SampledFrom([]string{"000", "001", "002", "003", "7", "998", "999", "1000", "999999998", "999999999", "x"})
		var j model.Journal
		for range rapid.IntRange(0, 6).Draw(t, "entries") {
			j.Entries = append(j.Entries, entry("PROOF-"+numbers.Draw(t, "number"), "", ""))
		}
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			j = listingJournal(j, [4]string{"PROOF-" + numbers.Draw(t, "listed")})
		}
		for range 3 {
			id := j.NextID(model.CategoryProof)
			number, ok := model.EntryNumber(id, model.CategoryProof)
			if !ok || number < 1 {
				t.Fatalf("%s cannot be read back", id)
			}
			for _, a := range Attempts(j) {
				if taken, ok := model.EntryNumber(a.ID, model.CategoryProof); ok && taken == number {
					t.Fatalf("%s is taken by %s", id, a.ID)
				}
			}
			j.Entries = append(j.Entries, entry(id, "", ""))
		}
	})
}
