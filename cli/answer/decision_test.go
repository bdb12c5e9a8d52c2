package answer

import (
	"testing"

	"coldstart/model"
)

func TestEntryWritten(t *testing.T) {
	t.Parallel()
	const file = ".math/problems/x/JOURNAL.md"
	ref := model.Ref{Kind: model.KindJournal, Path: file}
	write := model.Decision{Ref: ref, Choice: model.ChoiceEntry, Entry: model.Draft{Category: model.CategoryProof}}
	for _, tt := range []struct {
		name    string
		d       model.Decision
		changes []model.Change
		want    string
	}{
		{"an added heading", write, []model.Change{{Path: file, After: []string{"", "### PROOF-007: A: b", "- **Tags:** []"}}}, "PROOF-007"},
		{"not one that stood there", write, []model.Change{{Path: file, Before: []string{"### PROOF-001: Old"}, After: []string{"### PROOF-001: Old", "### PROOF-002: New"}}}, "PROOF-002"},
		{"not of another file", write, []model.Change{{Path: "x", After: []string{"### PROOF-007: A"}}}, ""},
		{"not of another category", write, []model.Change{{Path: file, After: []string{"### NOTE-007: A"}}}, ""},
		{"not of another decision", model.Decision{Ref: ref, Choice: model.ChoiceAccept}, []model.Change{{Path: file, After: []string{"### PROOF-007: A"}}}, ""},
		{"nothing", write, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := entryWritten(model.Receipt{Decision: tt.d, Changes: tt.changes}); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
