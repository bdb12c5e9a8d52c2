package journal_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
	"coldstart/vault/text"
	"coldstart/vault/vaulttest"
)

// failing is what a check needs of a test.
type failing interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// without returns the lines that are not blank, without some of them, sorted.
func without(t failing, lines, gone []string) []string {
	var left []string
	count := map[string]int{}
	for _, l := range gone {
		count[l]++
	}
	for _, l := range lines {
		if count[l] > 0 {
			count[l]--
		} else if strings.TrimSpace(l) != "" {
			left = append(left, l)
		}
	}
	for l, n := range count {
		if n > 0 {
			t.Fatalf("the line %q is not there %d times", l, n)
		}
	}
	slices.Sort(left)
	return left
}

func FuzzReadResearch(f *testing.F) {
	artifacts := []string{places.ProblemFile, journal.StateFile, "NOTATION.md", "LITERATURE.md", "PROOF.md", "COMPUTATION.md"}
	for i, name := range artifacts {
		b := must.Get(os.ReadFile(filepath.Join("../../../testdata/demo", ".math/problems/twin-offset-lacings", name)))(f)
		f.Add([]byte(examples.ResearchConfig("wheels")), b, uint8(i))
	}
	f.Add([]byte(`{"current_problem": "../wheels", "problems": [{"slug": "wheels", "title": "a\nb"}]}`), []byte("<!-- \n a"), uint8(0))
	f.Add([]byte("{"), []byte("---\ntotal_steps: -1\n---\n## Open Gaps\n### GAP-1\n```\n"), uint8(4))
	dir := f.TempDir()
	v := must.Get(vaulttest.Open(dir, places.Options{}))(f)
	f.Cleanup(func() { v.Close() })
	must.Do(f, os.MkdirAll(filepath.Join(dir, vaulttest.Wheels), 0o755))
	f.Fuzz(func(t *testing.T, config, artifact []byte, which uint8) {
		name := filepath.Join(dir, vaulttest.Wheels, artifacts[int(which)%len(artifacts)])
		for file, b := range map[string][]byte{filepath.Join(dir, vaulttest.ConfigName): config, name: artifact} {
			must.Do(t, os.WriteFile(file, b, 0o644))
		}
		s := must.Get(v.Load(t.Context(), vaulttest.Eleven))(t)
		r := s.Research
		p, ok := r.Active()
		if !r.Found || ok == (r.Trouble != "") || ok && (p.Slug != "wheels" || r.Current != "wheels") || len(r.Problems) != 1 {
			t.Fatalf("research %+v", r)
		}
		p = r.Problems[0]
		if len(p.Statement.Preview) > journal.MaxPreview || len(p.Computation.Results) > journal.MaxResults || strings.ContainsAny(strings.Join(p.Statement.Preview, "")+p.Title+p.Literature.KeyResult, "\r\n") {
			t.Fatalf("problem %+v", p)
		}
		// Open gaps are -1 where the text does not tell.
		for _, n := range []int{p.State.Sessions, p.Literature.Papers, p.Literature.Confirmed, p.Proof.Steps, p.Proof.Done, p.Proof.Open + 1, p.Computation.Count} {
			if n < 0 {
				t.Fatalf("problem %+v", p)
			}
		}
		for _, g := range p.Proof.Gaps {
			if len(g.Text) > journal.MaxGapText || !strings.HasPrefix(g.ID, "GAP-") {
				t.Fatalf("gap %+v", g)
			}
		}
		if number, splices, err := journal.CountSession(artifact, vaulttest.Eleven); err == nil {
			next := text.Apply(artifact, splices)
			if again, _, err := journal.CountSession(next, vaulttest.Eleven); err != nil || again != number+1 {
				t.Fatalf("%q became %q: %d, %v", artifact, next, again, err)
			}
			before, after := text.Changed(artifact, splices)
			if !slices.Equal(without(t, text.Lines(artifact), before), without(t, text.Lines(next), after)) {
				t.Fatalf("more lines changed than were said\nfrom %q\n  to %q", artifact, next)
			}
		}
		must.Do(t, os.Remove(name))
	})
}
