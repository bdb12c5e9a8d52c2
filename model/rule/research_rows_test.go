package rule

import (
	"fmt"
	"testing"

	"coldstart/model"
)

func TestManyDeadEndsWithMuchNewsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const many = 4000
	var j model.Journal
	for n := range many {
		j.Entries = append(j.Entries,
			entry(fmt.Sprintf("PROOF-%d", n), "FAILED", "2026-03-01", using("direct", "norm", "kernel")),
			entry(fmt.Sprintf("PROOF-%d", many+n), "IN_PROGRESS", "2026-03-01", using("direct", "norm", "kernel")),
			entry(fmt.Sprintf("LIT-%d", n), "", "2026-03-02"))
	}
	p := model.ResearchProblem{Path: "p", Current: true, Journal: j, State: model.ResearchState{Found: true, Defined: true}}
	rows := NeedsYou(model.Snapshot{Research: model.Research{Problems: []model.ResearchProblem{p}}})
	if len(rows) != many {
		t.Fatalf("got %d rows", len(rows))
	}
	for _, r := range rows {
		if len(r.Why) > 200 {
			t.Fatalf("a row of %d bytes: %.300s", len(r.Why), r.Why)
		}
	}
}

func TestResearchAttention(t *testing.T) {
	t.Parallel()
	dead := entry("PROOF-001", "FAILED", "2026-03-02", using("direct"))
	plain := tides(entry("LIT-001", "", "2026-03-01"), dead, entry("PROOF-002", "IN_PROGRESS", "2026-03-03", using("direct")))
	listed := withResearchProblem(plain, func(p *model.ResearchProblem) {
		p.Journal = listingJournal(journal(entry("LIT-001", "", "2026-03-09"), entry("PROOF-002", "IN_PROGRESS", "2026-03-03", using("direct"))), [4]string{"PROOF-000", "direct", "abandoned"})
	})
	changed := withResearchProblem(plain, func(p *model.ResearchProblem) {
		p.Journal.Entries = append(p.Journal.Entries[:3:3], entry("LIT-002", "", "2026-03-09"), entry("COMP-001", "", "2026-03-08"))
	})
	row := need{
		Ref: dead.Ref(), What: "PROOF-001: Title of PROOF-001", Who: "prover", Since: dead.At.Time,
		Why: "PROOF-002, which is in progress, repeats it: direct, FAILED",
	}
	news := row
	news.Why += "; since then COMP-001, LIT-002"
	for _, tt := range []struct {
		name string
		r    model.Research
		want []need
	}{
		{"no research", model.Research{}, nil},
		{"a repetition", model.Research{Problems: []model.ResearchProblem{plain}}, []need{row}},
		{"a repetition with news", model.Research{Problems: []model.ResearchProblem{changed}}, []need{news}},
		{"without an entry", model.Research{Problems: []model.ResearchProblem{listed}}, []need{{
			Ref: model.Ref{Kind: model.KindJournal, Path: listed.Journal.Path, Item: "PROOF-000"}, What: "PROOF-000", Why: "PROOF-002, which is in progress, repeats it: direct, abandoned",
		}}},
		{"not the current problem", model.Research{Problems: []model.ResearchProblem{withResearchProblem(plain, func(p *model.ResearchProblem) { p.Current = false })}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needsOf(NeedsYou(model.Snapshot{Research: tt.r}))
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}
