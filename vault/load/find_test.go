package load_test

import (
	"strings"
	"testing"
)

func TestAFolderWithoutAnySourceIsStrange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		files contents
		want  string
	}{
		{contents{"JOURNAL.md": "x", "b": "x"}, "JOURNAL.md b"},
		{contents{"1": "", "2": "", "3": "", "4": "", "5": "", "6": "", "7": ""}, "1 2 3 4 5 and 2 more"},
		{contents{"Plans/a.md": "# A"}, ""},
		{contents{"events.jsonl": "{}"}, ""},
		{contents{".claude/governance-events.jsonl": "{}"}, ""},
		{contents{"flow/trace.md": "# Trace"}, ""},
		{contents{"docs/work/active/w/WORK.md": "x"}, ""},
		{contents{".math/config.json": "{}"}, ""},
	} {
		v, _ := openContents(t, c.files)
		s := mustLoad(t, v)
		if got := strings.Join(s.Instead, " "); got != c.want || s.Strange != (c.want != "") {
			t.Errorf("%v: %t, %q", c.files, s.Strange, got)
		}
	}
}
