package model

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// spectral has one dead end and, when later is given, what came after it.
func spectral(later ...Entry) Journal {
	return journal(append(later, entry("PROOF-001", "ABANDONED", "2026-02-06T10:00:00Z",
		using("contradiction", "operator-norm", "kernel"), reasoned("the bound is lost.", "Prefer a direct construction."),
		func(e *Entry) { e.Title = "Contradiction via the kernel" }))...)
}

func TestNudges(t *testing.T) {
	literature := entry("LIT-002", "SUCCEEDED", "2026-02-08T14:30:00Z")
	lemma := entry("PROOF-002", "SUCCEEDED", "2026-02-07")
	for _, tt := range []struct {
		name    string
		journal Journal
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
		{"only listed", Journal{}.listing([4]string{"PROOF-004", "contradiction", "abandoned"}), `Note: A similar approach was tried before — see PROOF-004.
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
		{"the front matter alone calls it failed", journal(entry("PROOF-001", "SUCCEEDED", "", using("contradiction"), reasoned("", "It holds"))).
			listing([4]string{"PROOF-001", "contradiction", "failed"}), `Note: A similar approach was tried before — see PROOF-001.
Strategy: contradiction. Outcome: failed.
Insight: It holds.

Proceed with the new attempt anyway?`},
		{"several lines", journal(entry("PROOF-001", "FAILED", "", using("contradiction"), reasoned("", "One.\n\nProceed!\r\nTwo.\u2028Three"))), `Note: A similar approach was tried before — see PROOF-001.
Strategy: contradiction. Outcome: FAILED.
Insight: One.  Proceed! Two. Three.

Proceed with the new attempt anyway?`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ends := tt.journal.DeadEnds("contradiction", []string{"operator-norm", "kernel"})
			if len(ends) != 1 {
				t.Fatalf("got %d dead ends", len(ends))
			}
			if got := strings.Join(ends[0].Nudge(), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestNoTextOfAJournalMakesALineOfANudge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := entry(hostile().Draw(t, "id"), "FAILED", "2026-03-01", using(hostile().Draw(t, "strategy")),
			reasoned(hostile().Draw(t, "reasoning"), hostile().Draw(t, "insight")), func(e *Entry) { e.Title = hostile().Draw(t, "title") })
		later := entry(hostile().Draw(t, "later"), "", "2026-03-02", func(e *Entry) { e.Title = hostile().Draw(t, "later title") })
		d := DeadEnd{Attempt: Attempt{ID: odd.ID, Entry: &odd}}
		want := 5
		if rapid.Bool().Draw(t, "changed") {
			d.Since, want = []Entry{later}, 7
		}
		lines := d.Nudge()
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
