package cli

import (
	"slices"
	"testing"

	"coldstart/cli/say"
	"coldstart/model"
)

func TestEntryFilter(t *testing.T) {
	t.Parallel()
	j := model.Journal{
		Index: []model.IndexRow{{ID: "PROOF-003", Strategy: "duality", Status: "abandoned"}},
		Entries: []model.Entry{
			{ID: "PROOF-001", Category: model.CategoryProof, Strategy: "duality", Outcome: "FAILED", Tags: []string{"a", "b"}},
			{ID: "PROOF-002", Category: model.CategoryProof, Strategy: "density", Outcome: "PARTIAL", Tags: []string{"b"}},
			{ID: "PROOF-003", Category: model.CategoryProof, Strategy: "duality", Outcome: "IN_PROGRESS", Tags: []string{"A"}},
			{ID: "PROOF-003", Copy: 1, Category: model.CategoryProof, Strategy: "duality", Outcome: "SUCCEEDED"},
			{ID: "COMP-001", Category: model.CategoryComp, Outcome: "ABANDONED"},
			{ID: "NOTE-001", Category: model.CategoryNote, Outcome: "N/A", Tags: []string{"a"}},
		},
	}
	for _, tt := range []struct {
		name   string
		filter entryFilter
		want   []string
	}{
		{"all", entryFilter{}, []string{"PROOF-001", "PROOF-002", "PROOF-003", "PROOF-003~2", "COMP-001", "NOTE-001"}},
		{"a category", entryFilter{category: model.CategoryComp}, []string{"COMP-001"}},
		{"an outcome", entryFilter{outcome: model.OutcomePartial}, []string{"PROOF-002"}},
		{"a strategy", entryFilter{strategy: "density"}, []string{"PROOF-002"}},
		{"a tag to the letter", entryFilter{tags: []string{"a"}}, []string{"PROOF-001", "NOTE-001"}},
		{"all tags", entryFilter{tags: []string{"b", "a"}}, []string{"PROOF-001"}},
		{"dead by entry or front matter", entryFilter{dead: true}, []string{"PROOF-001", "PROOF-003", "COMP-001"}},
		{"both", entryFilter{dead: true, strategy: "duality", tags: []string{"A"}}, []string{"PROOF-003"}},
		{"nothing", entryFilter{category: model.CategoryLit}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := say.Each(tt.filter.entries(j), func(e model.Entry) string { return e.Ref().Item })
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
