package load_test

import (
	"path/filepath"
	"slices"
	"testing"

	"coldstart/model/research"
)

func TestTheDemoResearch(t *testing.T) {
	t.Parallel()
	s := mustLoad(t, openAt(t, demo))
	for _, p := range s.Problems {
		if filepath.Dir(p.Path) == researchFolder {
			t.Errorf("problem %+v", p)
		}
	}
	r := s.Research
	if !r.Found || r.Trouble != "" || r.Current != "twin-offset-lacings" || len(r.Problems) != 2 || r.Problems[1].Slug != "skid-patch-rotation" {
		t.Fatalf("research %+v", r)
	}
	p := r.Problems[0]
	if !p.Current || p.Title != "Twin-offset spoke lacings" || p.Domain != "combinatorics" || p.State.Sessions != 9 || len(p.Statement.Preview) != 5 {
		t.Errorf("problem %+v", p)
	}
	if l := p.Literature; l.Papers != 3 || l.Confirmed != 2 || l.KeyResult == "" {
		t.Errorf("literature %+v", l)
	}
	if f := p.Proof; f.Steps != 6 || f.Done != 4 || f.Open != 2 || len(f.Gaps) != 2 || f.Verified != 1 || f.Sketched != 3 || f.Speculative != 2 {
		t.Errorf("proof %+v", f)
	}
	if c := p.Computation; c.Count != 2 || len(c.Results) != 2 {
		t.Errorf("computation %+v", c)
	}
	j := p.Journal
	if len(j.Entries) != 8 || j.Total != 8 || len(j.Index) != 4 || j.Broken != "" {
		t.Errorf("journal of %d entries, total %d, index %+v, broken %q", len(j.Entries), j.Total, j.Index, j.Broken)
	}
	var dead []string
	for _, a := range research.Attempts(j) {
		if a.Dead() {
			dead = append(dead, a.ID)
		}
	}
	if !slices.Equal(dead, []string{"PROOF-002", "PROOF-003"}) {
		t.Errorf("dead ends %q", dead)
	}
	if got := research.Suggest(p); got.Rule != 4 || got.Text[:len("The proof has a gap at GAP-1 ")] != "The proof has a gap at GAP-1 " {
		t.Errorf("suggestion %+v", got)
	}
	for _, e := range j.Entries {
		if e.Insight == "" || e.Agent == "" || !e.At.Known() || len(e.Tags) == 0 || e.Tried == "" || e.Reasoning == "" {
			t.Errorf("entry %+v", e)
		}
	}
}
