package load

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Ordinary repositories have files that are called like those of agents.
func TestALookalikeIsNoAlarmInAnOrdinaryFolder(t *testing.T) {
	t.Parallel()
	for name, file := range map[string]struct{ path, text string }{
		"a page on tracing":          {"docs/trace.md", "# Requirements trace\n\n| a | b |\n|---|---|\n"},
		"a page on tracing in steps": {"docs/trace.md", "# Tracing\n\n## Step 1: install\n\nnpm i\n\n## Step 2: configure\n\nfailed configs\n"},
		"the seed of a database":     {"seed.json", `[{"model": "auth.user", "pk": 1}]`},
		"another seed":               {"seed.json", `{"users": [{"name": "Ines"}]}`},
		"events of an application":   {"events.jsonl", "{\"event\": \"click\"}\n{\"event\": \"view\""},
		"somebody's work":            {"docs/work/active/x/WORK.md", "# Work\n\nHours 9-5\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			full := filepath.Join(dir, filepath.FromSlash(file.path))
			must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
			must.Do(t, os.WriteFile(full, []byte(file.text), 0o644))
			if s := opened(t, dir, "~/shop"); len(rule.NeedsYou(s)) > 0 || len(s.Problems) > 0 {
				t.Errorf("found: needs you %+v, problems %+v", rule.NeedsYou(s), s.Problems)
			}
			// In a vault the file is broken.
			must.Do(t, os.Mkdir(filepath.Join(dir, "Pending_Approval"), 0o755))
			if s := opened(t, dir, "~/shop"); len(s.Problems)+len(s.Traces) == 0 && !s.Memory.Found {
				t.Error("in a vault nothing is said")
			}
		})
	}
}

// opened loads a folder as one that was found.
func opened(t *testing.T, dir, upTo string) model.Snapshot {
	t.Helper()
	root := must.Get(os.OpenRoot(dir))(t)
	w := places.New(root, dir, places.Options{Zone: time.UTC, UpTo: upTo})
	t.Cleanup(func() { _ = w.Close() })
	s := must.Get(New(w, state.Of(w), ledger.Open(w), func(*model.Snapshot) {}).Screen(t.Context(), time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), Want{}, false))(t)
	return s.Snapshot
}

// What cannot be read in a program's own folder is not nothing.
func TestAGuestWhoseFileCannotBeReadIsThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(dir, ".beads"), 0o755))
	must.Do(t, os.WriteFile(filepath.Join(dir, ".beads", "issues.jsonl"), make([]byte, 20<<20), 0o644))
	s := opened(t, dir, "~/shop")
	if s.Strange || len(s.Guests) != 1 || s.Guests[0].Tool != "beads" || s.Guests[0].Unclear != 1 || len(s.Problems) != 1 {
		t.Errorf("strange %v, %+v, %+v", s.Strange, s.Guests, s.Problems)
	}
}
