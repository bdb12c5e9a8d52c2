package load_test

import (
	"slices"
	"testing"

	"coldstart/model/research"
)

func TestADamagedProofIsNamed(t *testing.T) {
	t.Parallel()
	const dir = ".math/problems/gap/"
	whole := "---\nopen_gaps: 0\n---\n# Proof\n"
	for _, tt := range []struct{ file, text, reason, gaps string }{
		{"PROOF.md", "", "the file is empty", "Open gaps: unknown, the text cannot be read"},
		{"PROOF.md", "\ufeff \n\n", "the file is empty", "Open gaps: unknown, the text cannot be read"},
		{"PROOF.md", "\x80\xfe\x00\n\xff", "text is not UTF-8", "Open gaps: unknown, the text cannot be read"},
		{"PROOF.md", "# Caf\xe9\n## Open Gaps\n### GAP-1: x\n", "text is not UTF-8", "Open gaps: 1"},
		{"PROOF.md", whole, "", "Open gaps: none"},
		{"STATE.md", "", "the file is empty", "Open gaps: none"},
		{"STATE.md", "\x80\xfe\x00", "text is not UTF-8", "Open gaps: none"},
		{"LITERATURE.md", "", "", "Open gaps: none"},
		{"NOTATION.md", "\xff", "text is not UTF-8", "Open gaps: none"},
	} {
		t.Run(tt.file+" "+tt.reason, func(t *testing.T) {
			files := contents{
				".math/config.json": `{"current_problem": "gap", "problems": {"gap": {}}}`,
				dir + "PROBLEM.md":  "# Problem: Gap\n", dir + "PROOF.md": whole, dir + "STATE.md": "---\ncurrent_state: x\n---\n",
			}
			files[dir+tt.file] = tt.text
			v, _ := openContents(t, files)
			s := mustLoad(t, v)
			if got := problemAt(s, dir+tt.file); got != tt.reason {
				t.Errorf("got %q of %+v", got, s.Problems)
			}
			if got := research.ProofLines(s.Research.Problems[0]); !slices.Contains(got, tt.gaps) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestAnEmptyPlanIsNamed(t *testing.T) {
	t.Parallel()
	const name = "Plans/PLAN-2026-014.md"
	const skipped = "the agents would resume no plan, because they skip this plan: it is empty\nthe file is empty"
	for text, want := range map[string]string{
		"": skipped, " \r\n\t\n": skipped, "---\ntask_id: 2026-014\ncreated_date: '2026-03-01'\n---\n": "",
	} {
		v, _ := openContents(t, contents{name: text})
		s := mustLoad(t, v)
		if got := problemAt(s, name); got != want {
			t.Errorf("%q: got %q", text, got)
		}
		if len(s.Plans) != 1 {
			t.Errorf("%q: it is listed no more", text)
		}
	}
}
