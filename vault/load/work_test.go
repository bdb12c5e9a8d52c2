package load_test

import (
	"strings"
	"testing"
)

func TestBothWorkRulesOnOneVault(t *testing.T) {
	t.Parallel()
	item := func(head string) string {
		return "---\n" + head + "\nnode_history:\n- node: DO\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n"
	}
	without := files{
		"docs/work/active/a/WORK.md": item("id: a\nstatus: active"), "docs/work/active/b/WORK.md": item("id: b\nstatus: complete"),
		"docs/work/blocked/c/WORK.md": item("id: c\nstatus: blocked"),
	}
	for _, tt := range []struct {
		name  string
		files files
		want  string
	}{
		{"no phases: everything that is open", without, "a b c"},
		{"phases: what is at work", without.With(files{"docs/work/active/d/WORK.md": item("id: d\nstatus: active\ncycle_phase: CHECK")}), "d"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := mustLoad(t, decidingVault(t, tt.files))
			var got []string
			for _, w := range s.StuckWork() {
				got = append(got, w.ID)
			}
			if strings.Join(got, " ") != tt.want || len(s.Problems) > 0 {
				t.Errorf("got %q by the rule %v, want %q", got, s.WorkRule(), tt.want)
			}
		})
	}
}
