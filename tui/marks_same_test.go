package tui

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
)

// A thing has one mark wherever it stands, and help explains each mark on screen.
func TestAThingHasOneMarkEverywhere(t *testing.T) {
	for _, s := range []*fakeStore{workshop(), interrupted(), laboratory(), needy(), triage()} {
		d := newDriver(t, s, 80, 24)
		b := d.app.board
		marks := map[model.Ref]styles.Mark{}
		help := ""
		for _, l := range d.app.legend(200) {
			help += l.String() + "\n"
		}
		for i, rows := range b.rows {
			for _, r := range rows {
				if was, ok := marks[r.ref]; ok && was != r.mark {
					t.Errorf("%v has the mark %d on Home and %d on page %d", r.ref, was, r.mark, i+1)
				}
				marks[r.ref] = r.mark
				if symbol := d.app.th.MarkSymbol(r.mark).String(); !strings.Contains(help, "  "+symbol+" ") {
					t.Errorf("help does not explain %q of %v", symbol, r.ref)
				}
			}
		}
	}
	b := newDriver(t, needy(), 80, 24).app.board
	want := map[model.Kind]styles.Mark{model.KindProposal: styles.MarkRequest, model.KindMemory: styles.MarkMemory}
	seen := map[styles.Mark]bool{}
	for _, rows := range b.rows {
		for _, r := range rows {
			if mark, ok := want[r.ref.Kind]; ok && strings.Contains(r.section, "Proposed") && r.mark != mark {
				t.Errorf("%v has the mark %d, want %d", r.ref, r.mark, mark)
			}
			if r.ref.Path == failedTrace {
				seen[r.mark] = true
			}
		}
	}
	if len(seen) != 1 || !seen[styles.MarkProblem] {
		t.Errorf("the failed trace has the marks %v", seen)
	}
}
