package model

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// cutLabel gives what stands behind a label of an entry.
func cutLabel(entry []string, label string) (value string, ok bool) {
	for _, line := range entry {
		if value, ok := strings.CutPrefix(line, label); ok {
			return value, true
		}
	}
	return "", false
}

func TestResumeEntry(t *testing.T) {
	at := time.Date(2026, 2, 21, 12, 0, 0, 999, time.FixedZone("", 3600))
	for _, tt := range []struct {
		name     string
		step     TraceStep
		choice   Choice
		note     string
		operator string
		want     []string
	}{
		{
			"run again", TraceStep{Number: 3, Name: "Write figures"}, ChoiceRerun, "", "",
			[]string{"**Resuming from:** Step 3 — Write figures", "**Prior steps completed:** 2", "**Decision:** Re-run step 3"},
		},
		{
			"retry with a note and a name", TraceStep{Number: 1, Name: "Read"}, ChoiceRetry, " the export\nis there ", "ines",
			[]string{"**Resuming from:** Step 1 — Read", "**Prior steps completed:** 0", "**Decision:** Retry step 1 — the export is there (Operator ines)"},
		},
		{
			"skip goes on with the step after", TraceStep{Number: 2, Name: "Match"}, ChoiceSkip, "", "ines",
			[]string{"**Resuming from:** Step 3 — the step after Match", "**Prior steps completed:** 1", "**Decision:** Skip step 2 (Operator ines)"},
		},
		{
			"abort", TraceStep{Number: 4, Name: "Book"}, ChoiceAbort, "no rows", "",
			[]string{"**Resuming from:** Step 4 — Book", "**Prior steps completed:** 3", "**Decision:** Abort step 4 — no rows"},
		},
		{
			"a step zero", TraceStep{Name: "Prepare"}, ChoiceRerun, "", "",
			[]string{"**Resuming from:** Step 0 — Prepare", "**Prior steps completed:** 0", "**Decision:** Re-run step 0"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := append([]string{"---", "", "## Resume", "", "**Resumed:** 2026-02-21T11:00:00Z"}, tt.want...)
			if got := ResumeEntry(tt.step, tt.choice, tt.note, tt.operator, at); !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestResumeEntryCannotBeForged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		step := TraceStep{Number: rapid.IntRange(0, 9).Draw(t, "number"), Name: hostile().Draw(t, "name")}
		choice := rapid.SampledFrom([]Choice{ChoiceRerun, ChoiceRetry, ChoiceSkip, ChoiceAbort}).Draw(t, "choice")
		entry := ResumeEntry(step, choice, hostile().Draw(t, "note"), hostile().Draw(t, "operator"), noon)
		if len(entry) != 8 || entry[2] != "## Resume" {
			t.Fatalf("entry %q", entry)
		}
		for _, line := range entry[5:] {
			if !strings.HasPrefix(line, "**") || strings.ContainsAny(line, "\r\n\u2028\u2029\u0085") {
				t.Fatalf("line %q", line)
			}
		}
	})
}
