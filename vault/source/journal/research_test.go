package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
)

func TestAGapsTextIsBounded(t *testing.T) {
	t.Parallel()
	var r proofReader
	for _, line := range append([]string{"## Open Gaps", "### GAP-1: x"}, slices.Repeat([]string{strings.Repeat("y", 100)}, 1000)...) {
		r.line(line)
	}
	if got := len(r.proof.Gaps[0].Text); got > MaxGapText || got < MaxGapText-200 {
		t.Errorf("%d bytes", got)
	}
}

// demo is the example vault that the program carries.
const demo = "../../../testdata/demo"

func TestAJournalInTheProtocolsNotation(t *testing.T) {
	t.Parallel()
	if _, ok := examples.Dialects(t, dialects)["journal/JOURNAL.md"]; !ok {
		t.Fatal("expected.json says nothing of the journal")
	}
	b := must.Get(os.ReadFile(filepath.Join(dialects, "journal", FileName)))(t)
	j := Read("JOURNAL.md", b, nil)
	var ids []string
	for _, e := range j.Entries {
		ids = append(ids, e.ID)
	}
	if !slices.Equal(ids, []string{"PROOF-001", "LIT-001"}) || len(j.problems()) > 0 || j.Total != 2 {
		t.Errorf("ids %q, problems %+v", ids, j.problems())
	}
	if dead := research.DeadEnds(j.Journal, "", []string{"parity", "colouring"}); len(dead) != 1 || dead[0].Since[0].ID != "LIT-001" {
		t.Errorf("dead ends %+v", dead)
	}
	if e := j.Entries[0]; e.Result() != model.OutcomeAbandoned || e.Insight != "Three colours may be needed." || e.Line != 16 {
		t.Errorf("entry %+v", e)
	}
}
