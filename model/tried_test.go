package model

import (
	"strings"
	"testing"
	"time"
)

func spokes() Journal {
	on := func(day int) Stamp { return Stamp{Raw: "x", Time: time.Date(2026, 3, day, 20, 0, 0, 0, time.UTC)} }
	return Journal{
		Index: []IndexRow{{ID: "PROOF-009", Strategy: "duality", Status: "abandoned", Tags: []string{"linear-program"}}},
		Entries: []Entry{
			{ID: "PROOF-002", Category: CategoryProof, Title: "Affine lacings when 3 divides n", Outcome: "FAILED", Strategy: "construction", Tags: []string{"affine-maps"}, At: on(2)},
			{ID: "PROOF-003", Category: CategoryProof, Title: "Delete a spoke", Outcome: "ABANDONED", Strategy: "reduction", Insight: "A lacing in blocks would avoid it.", At: on(6)},
			{ID: "PROOF-004", Category: CategoryProof, Title: "Counting squares", Outcome: "PARTIAL", Strategy: "estimation", At: on(10)},
			{ID: "LIT-001", Category: CategoryLit, Title: "Two-block constructions", Outcome: "SUCCEEDED", At: on(11)},
			{ID: "COMP-001", Category: CategoryComp, Title: "Exhaustive search", Outcome: "SUCCEEDED", At: on(12)},
			{ID: "PROOF-005", Category: CategoryProof, Title: "Greedy shifts", Outcome: "IN_PROGRESS", At: on(13)},
		},
	}
}

func TestWhatWasTriedAndHowItEnded(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]struct {
		verdict Verdict
		hits    string
		times   int
	}{
		"":                  {NeverTried, "", 0},
		"pigeonhole":        {NeverTried, "", 0},
		"ffine":             {NeverTried, "", 0},
		"Affine":            {TriedAndFailed, "PROOF-002", 1},
		"affine pigeonhole": {TriedAndFailed, "PROOF-002", 1},
		"blocks":            {OnlySpokenOf, "LIT-001 PROOF-003", 2},
		"affine blocks":     {TriedAndFailed, "PROOF-002 LIT-001 PROOF-003", 1},
		"reduction":         {TriedAndGivenUp, "PROOF-003", 1},
		"linear":            {TriedAndGivenUp, "PROOF-009", 1},
		"squares":           {WorkedInPart, "PROOF-004", 1},
		"exhaustive search": {TriedAndWorked, "COMP-001", 1},
		"greedy":            {BeingTried, "PROOF-005", 1},
		"construction":      {TriedAndFailed, "PROOF-002 LIT-001", 1},
	} {
		got := spokes().Tried(words)
		var ids []string
		for _, h := range got.Hits {
			ids = append(ids, h.ID)
		}
		if got.Verdict != want.verdict || strings.Join(ids, " ") != want.hits || got.Times != want.times {
			t.Errorf("%q: %v, %d times, by %v; want %v", words, got.Verdict, got.Times, ids, want)
		}
	}
}

func TestOnlyAllWordsAreTheSame(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]bool{"": false, "pigeonhole": false, "affine": false, "exhaustive search": false, "affine blocks": true, "affine pigeonhole": true} {
		if got := spokes().Tried(words).NotAsSuch(); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}

func TestAHitSaysWhereItsWordsAreAndWhatCameSince(t *testing.T) {
	t.Parallel()
	hit := spokes().Tried("affine blocks").Hits[0]
	if got := strings.Join(hit.Matches[0].Parts, ", "); got != "its title, its tags" || strings.Join(hit.Missing, " ") != "blocks" {
		t.Errorf("affine is in %s, missing %q", got, hit.Missing)
	}
	if len(hit.Since) != 2 || hit.Since[0].ID != "LIT-001" {
		t.Errorf("since: %v", hit.Since)
	}
}
