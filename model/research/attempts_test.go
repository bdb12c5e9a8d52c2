package research

import (
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
)

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
