package model

import (
	"testing"

	"pgregory.net/rapid"
)

func TestNextIDNeverGivesAnIDTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SampledFrom([]string{"000", "001", "002", "003", "7", "998", "999", "1000", "999999998", "999999999", "x"})
		var j Journal
		for range rapid.IntRange(0, 6).Draw(t, "entries") {
			j.Entries = append(j.Entries, entry("PROOF-"+numbers.Draw(t, "number"), "", ""))
		}
		for range rapid.IntRange(0, 6).Draw(t, "rows") {
			j = j.listing([4]string{"PROOF-" + numbers.Draw(t, "listed")})
		}
		for range 3 {
			id := j.NextID(CategoryProof)
			number, ok := EntryNumber(id, CategoryProof)
			if !ok || number < 1 {
				t.Fatalf("%s cannot be read back", id)
			}
			for _, a := range j.Attempts() {
				if taken, ok := EntryNumber(a.ID, CategoryProof); ok && taken == number {
					t.Fatalf("%s is taken by %s", id, a.ID)
				}
			}
			j.Entries = append(j.Entries, entry(id, "", ""))
		}
	})
}
