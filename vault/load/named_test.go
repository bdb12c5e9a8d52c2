package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// What has a name by which a program is known and was not understood is named, once, and not where a program understood it.
func TestKnownNamesAreNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing":               {map[string]string{"README.md": "# Shop\n"}, ""},
		"an empty handoff":      {map[string]string{"HANDOFF.md": ""}, "HANDOFF.md: 0 lines"},
		"free texts":            {map[string]string{"TODO.md": "a\nb\n", "IMPLEMENTATION_PLAN.md": "a\n"}, "IMPLEMENTATION_PLAN.md: 1 line, TODO.md: 2 lines"},
		"one long line":         {map[string]string{"TODO.md": strings.Repeat("x", 20_000)}, "TODO.md: 1 line"},
		"plans in prose":        {map[string]string{"docs/plans/a.md": "Saw it.\n", "TASKS.md": "a\n"}, "TASKS.md: 1 line, docs/plans: 1 entry"},
		"a plan in prose":       {map[string]string{"task_plan.md": "Saw it.\nGlue it.\n"}, "task_plan.md: 2 lines"},
		"a plan with boxes":     {map[string]string{"task_plan.md": "- [x] a\n- [x] b\n- [ ] c\n"}, ""},
		"another state":         {map[string]string{".planning/STATE.md": "It stands.\n"}, ".planning/STATE.md: 1 line"},
		"JSON of somebody else": {map[string]string{".taskmaster/tasks/tasks.json": `{"rows": 3}`}, ".taskmaster/tasks/tasks.json: 1 line"},
		"a folder":              {map[string]string{".kiro/specs/shop.yaml": "a: 1\n"}, ".kiro/specs: 1 entry"},
		"two programs in one":   {map[string]string{".planning/a/task_plan.md": "## Phases\n- [ ] a\n", ".planning/ROADMAP.md": "# Roads\n"}, ".planning/ROADMAP.md: 1 line"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			for file, text := range c.files {
				at := filepath.Join(base, file)
				must.Do(t, os.MkdirAll(filepath.Dir(at), 0o755))
				must.Do(t, os.WriteFile(at, []byte(text), 0o644))
			}
			root := must.Get(os.OpenRoot(base))(t)
			w := places.New(root, base, places.Options{Zone: time.UTC})
			t.Cleanup(func() { _ = w.Close() })
			l := New(w, state.Of(w), ledger.Open(w), nil)
			r := l.Reading("")
			defer r.Disk.Budget.Stop()
			left := l.readGuests(r)
			var got []string
			sortSnapshot(&left)
			for _, o := range left.KnownNames() {
				got = append(got, o.Path+": "+o.Kind)
				if strings.HasSuffix(o.Kind, "line") && (len(o.Begins) != 1) != (o.Size > 16<<10) || o.At.IsZero() {
					t.Errorf("%s begins with %q and changed at %v", o.Path, o.Begins, o.At)
				}
			}
			if all := strings.Join(got, ", "); all != c.want {
				t.Errorf("named %q, want %q", all, c.want)
			}
		})
	}
}
