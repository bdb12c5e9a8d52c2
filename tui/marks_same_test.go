package tui

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
)

// A thing has one mark wherever it stands, and help explains each mark on screen.
func TestAThingHasOneMarkEverywhere(t *testing.T) {
	t.Parallel()
	for _, s := range []*fakeStore{workshop(), interrupted(), laboratory(), needy(), triage()} {
		d := newDriver(t, s, 80, 24)
		b := d.app.board
		marks := map[model.Ref]styles.Mark{}
		help := ""
		for _, l := range d.app.legend(200) {
			help += l.String() + "\n"
		}
		for i, rows := range b.Rows {
			for _, r := range rows {
				if r.What == "Next proof step was tried before" {
					// It warns of the next step, and only names the attempt.
					continue
				}
				if was, ok := marks[r.Ref]; ok && was != r.Mark {
					t.Errorf("%v has the mark %d on Home and %d on page %d", r.Ref, was, r.Mark, i+1)
				}
				marks[r.Ref] = r.Mark
				if symbol := d.app.th.MarkSymbol(r.Mark).String(); !strings.Contains(help, "  "+symbol+" ") {
					t.Errorf("help does not explain %q of %v", symbol, r.Ref)
				}
			}
		}
	}
	b := newDriver(t, needy(), 80, 24).app.board
	want := map[model.Kind]styles.Mark{model.KindProposal: styles.MarkMemory, model.KindMemory: styles.MarkMemory}
	seen := map[styles.Mark]bool{}
	for _, rows := range b.Rows {
		for _, r := range rows {
			if mark, ok := want[r.Ref.Kind]; ok && r.Section.Name == "Proposed" && r.Mark != mark {
				t.Errorf("%v has the mark %d, want %d", r.Ref, r.Mark, mark)
			}
			if r.Ref.Path == failedTrace {
				seen[r.Mark] = true
			}
		}
	}
	if len(seen) != 1 || !seen[styles.MarkProblem] {
		t.Errorf("the failed trace has the marks %v", seen)
	}
}
