package research

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
)

func told(repeats []Repeats) string {
	var rows []string
	for _, r := range repeats {
		rows = append(rows, r.ID+" by "+r.What)
	}
	return strings.Join(rows, "; ")
}

func TestRepeats(t *testing.T) {
	t.Parallel()
	lit := entry("LIT-001", "", "2026-03-01")
	dead := entry("PROOF-001", "FAILED", "2026-03-02", using("direct", "norm", "kernel"))
	running := func(edits ...func(*model.Entry)) model.Entry {
		return entry("PROOF-002", "IN_PROGRESS", "2026-03-03", edits...)
	}
	news := entry("COMP-001", "", "2026-03-09")
	for _, tt := range []struct {
		name string
		p    model.ResearchProblem
		want string
	}{
		{"nothing tried", tides(lit), ""},
		{"a dead end that nobody is about to repeat", tides(lit, dead), ""},
		{"the last approach, with news", tides(lit, dead, news), "PROOF-001 by the suggested next step"},
		{"an attempt with the same strategy", tides(lit, dead, running(using("direct"))), "PROOF-001 by PROOF-002, which is in progress,"},
		{"an attempt with two tags of it", tides(lit, dead, running(using("duality", "kernel", "norm"))), "PROOF-001 by PROOF-002, which is in progress,"},
		{"an attempt with one tag of it", tides(lit, dead, running(using("duality", "kernel"))), ""},
		{"an attempt that ended", tides(lit, dead, entry("PROOF-002", "SUCCEEDED", "2026-03-03", using("direct"))), ""},
		{"an attempt that says that it tries it again", tides(lit, dead, running(using("direct"), again("PROOF-001"))), ""},
		{"one marked as worth retrying", tides(lit, dead, running(using("direct")), entry("NOTE-001", "", "", again("PROOF-001"))), ""},
		{"one that says it tries itself again", tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("direct"), again("PROOF-001")), running(using("direct"))),
			"PROOF-001 by PROOF-002, which is in progress,"},
		{"another one than the one tried again", tides(lit, dead, entry("PROOF-003", "ABANDONED", "2026-03-02", using("direct")), running(using("direct"), again("PROOF-001"))),
			"PROOF-003 by PROOF-002, which is in progress,"},
		{"one that is in progress itself", withResearchProblem(tides(lit, running(using("direct"))), func(p *model.ResearchProblem) {
			p.Journal = listingJournal(p.Journal, [4]string{"PROOF-002", "direct", "failed"})
		}), ""},
		{"one of the same id", tides(lit, entry("PROOF-002", "FAILED", "2026-03-02", using("direct")), running(using("direct"), func(e *model.Entry) { e.Copy = 1 })),
			"PROOF-002 by PROOF-002, which is in progress,"},
		{"one that is only listed", withResearchProblem(tides(lit, running(using("direct"))), func(p *model.ResearchProblem) {
			p.Journal = listingJournal(p.Journal, [4]string{"PROOF-000", "direct", "abandoned"})
		}), "PROOF-000 by PROOF-002, which is in progress,"},
		{"the proof's strategy", withResearchProblem(tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("estimation"))), proven(1, 2)), "PROOF-001 by the proof's strategy"},
		{"a proof that is complete", withResearchProblem(tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("estimation"))), proven(2, 2)), ""},
		{"a proof with all steps and a gap", withResearchProblem(tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("estimation"))), proven(2, 2, model.Gap{ID: "GAP-1", Title: "x"})),
			"PROOF-001 by the proof's strategy"},
		{"a gap that names a strategy", withResearchProblem(tides(lit, dead), proven(1, 2, model.Gap{ID: "GAP-1", Title: "try a direct bound"})), "PROOF-001 by the suggested next step"},
		{"a gap that names two tags", withResearchProblem(tides(lit, dead), proven(1, 2, model.Gap{ID: "GAP-1", Title: "the norm", Text: "of the kernel"})), "PROOF-001 by the suggested next step"},
		{"each once", withResearchProblem(tides(lit, dead, running(using("direct", "norm", "kernel")), entry("PROOF-003", "IN_PROGRESS", "", using("direct"))), proven(1, 2, model.Gap{ID: "GAP-1", Title: "a direct bound on the norm of the kernel"})), "PROOF-001 by the suggested next step"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := told(RepeatsResearchProblem(tt.p)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestOnlyTheNewestAttemptsInProgressCount(t *testing.T) {
	t.Parallel()
	entries := []model.Entry{entry("LIT-001", "", "2026-03-01")}
	for n := range mostOpen + 1 {
		tags := []string{fmt.Sprint("a", n), fmt.Sprint("b", n)}
		entries = append(entries, entry(fmt.Sprintf("PROOF-1%02d", n), "FAILED", "2026-03-02", using("", tags...)),
			entry(fmt.Sprintf("PROOF-2%02d", n), "IN_PROGRESS", "2026-03-03", using("", tags...)))
	}
	got := RepeatsResearchProblem(tides(entries...))
	if len(got) != mostOpen || got[0].ID != "PROOF-101" || got[mostOpen-1].ID != "PROOF-120" {
		t.Errorf("got %s", told(got))
	}
}

func TestFindingResearchProblems(t *testing.T) {
	t.Parallel()
	other := withResearchProblem(tides(), func(p *model.ResearchProblem) {
		p.Slug, p.Path, p.Title, p.Current, p.Journal.Path = "knots", ".math/problems/knots", "", false, ".math/problems/knots/JOURNAL.md"
	})
	r := model.Research{Problems: []model.ResearchProblem{tides(), other}}
	if p, ok := r.Active(); !ok || p.Slug != "tides" || p.Name() != "Tides of the harbour" {
		t.Errorf("active: %+v", p)
	}
	if p, ok := r.Problem(other.Path); !ok || p.Name() != "knots" {
		t.Errorf("by folder: %+v", p)
	}
	if p, ok := r.Named("knots"); !ok || p.Path != other.Path {
		t.Errorf("by slug: %+v", p)
	}
	if p, ok := r.Holding(other.Journal.Path); !ok || p.Path != other.Path {
		t.Errorf("by journal: %+v", p)
	}
	_, byPath := r.Problem("")
	_, byName := r.Named("")
	_, byJournal := r.Holding("")
	_, active := model.Research{Problems: []model.ResearchProblem{other}}.Active()
	if byPath || byName || byJournal || active {
		t.Error("found what is not there")
	}
	for got, want := range map[string]string{
		model.NoProject:                   "No math project found. Run `/math:init` first.",
		model.NoActiveProblem:             "No active problem. Run `/math:init` to create one, or `/math:switch` to select an existing one.",
		model.NoProblemFolder("knots"):    "Problem directory for 'knots' not found. State may be corrupted. Run `/math:init` to reinitialize.",
		model.EmptyProblemFolder("knots"): "Problem directory for 'knots' is empty. Run `/math:init` to reinitialize.",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
