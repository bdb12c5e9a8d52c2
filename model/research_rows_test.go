package model

import (
	"fmt"
	"testing"
)

func TestManyDeadEndsWithMuchNewsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const many = 4000
	var j Journal
	for n := range many {
		j.Entries = append(j.Entries,
			entry(fmt.Sprintf("PROOF-%d", n), "FAILED", "2026-03-01", using("direct", "norm", "kernel")),
			entry(fmt.Sprintf("PROOF-%d", many+n), "IN_PROGRESS", "2026-03-01", using("direct", "norm", "kernel")),
			entry(fmt.Sprintf("LIT-%d", n), "", "2026-03-02"))
	}
	p := ResearchProblem{Path: "p", Current: true, Journal: j, State: ResearchState{Found: true, Defined: true}}
	rows := Snapshot{Research: Research{Problems: []ResearchProblem{p}}}.NeedsYou()
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
	listed := plain.with(func(p *ResearchProblem) {
		p.Journal = journal(entry("LIT-001", "", "2026-03-09"), entry("PROOF-002", "IN_PROGRESS", "2026-03-03", using("direct"))).
			listing([4]string{"PROOF-000", "direct", "abandoned"})
	})
	changed := plain.with(func(p *ResearchProblem) {
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
		r    Research
		want []need
	}{
		{"no research", Research{}, nil},
		{"a repetition", Research{Problems: []ResearchProblem{plain}}, []need{row}},
		{"a repetition with news", Research{Problems: []ResearchProblem{changed}}, []need{news}},
		{"without an entry", Research{Problems: []ResearchProblem{listed}}, []need{{
			Ref: Ref{Kind: KindJournal, Path: listed.Journal.Path, Item: "PROOF-000"}, What: "PROOF-000", Why: "PROOF-002, which is in progress, repeats it: direct, abandoned",
		}}},
		{"not the current problem", Research{Problems: []ResearchProblem{plain.with(func(p *ResearchProblem) { p.Current = false })}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needsOf(Snapshot{Research: tt.r}.NeedsYou())
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}
