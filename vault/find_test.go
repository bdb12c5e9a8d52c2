package vault

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folderTree makes folders (names that end in a slash) and empty files below a new
// temporary folder and gives its path without links.
func folderTree(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		folder := path
		if !strings.HasSuffix(name, "/") {
			folder = filepath.Dir(path)
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == path {
			continue
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

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
