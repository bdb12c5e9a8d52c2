package answer

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
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

func TestTheHistorySaysWhoDecidedAndAsWhom(t *testing.T) {
	t.Parallel()
	past := []model.Past{
		{ID: "2", Operator: "sam@porch", Account: "lou@attic", Decision: model.Decision{Choice: model.ChoiceReject}},
		{ID: "1", Operator: "lou@attic", Decision: model.Decision{Choice: model.ChoiceApprove}},
	}
	p := New(nil, styles.New(styles.Options{NoColor: true}), false)
	p.History(model.Snapshot{}, past, nil)
	if got := p.Text.String(); !strings.Contains(got, "  sam@porch, as lou@attic  reject  ") || !strings.Contains(got, "-  lou@attic   ") {
		t.Errorf("got %s", got)
	}
	if j := HistoryJSON(model.Snapshot{}, past, nil).Decisions; j[0].Operator != "sam@porch" || j[0].Account != "lou@attic" || j[1].Account != "" {
		t.Errorf("got %+v", j)
	}
}
