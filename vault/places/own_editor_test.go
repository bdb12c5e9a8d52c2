package places_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func TestWhatTheOperatorsEditorMayOpen(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	vaulttest.MakeFiles(t, base, vaulttest.Files{
		"vault/Plans/quote.md": "quote", "vault/Plans/deep/x.md": "x", "vault/seed.json": "{}", "elsewhere/secret.md": "s", "memory/seed.json": "{}",
		"vault/.math/problems/spokes/PROBLEM.md": "p",
	})
	dir := filepath.Join(base, "vault")
	for name, to := range map[string]string{
		"Plans/out.md": "../../elsewhere/secret.md", "Plans/in.md": "quote.md", "Shelf": "../elsewhere", "Copies": "Plans",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state"), HomeSeed: filepath.Join(base, "memory", "seed.json")}))(t)
	defer v.Close()
	named := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state"), Seed: filepath.Join(base, "memory", "seed.json")}))(t)
	defer named.Close()
	only := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state"), ReadOnly: true}))(t)
	defer only.Close()
	for _, tt := range []struct {
		name   string
		vault  *vaulttest.Vault
		kind   model.Kind
		path   string
		want   string // relative to the vault, "" when it is refused
		words  string
		reason error
	}{
		{"a plan", v, model.KindPlan, "Plans/quote.md", "Plans/quote.md", "", nil},
		{"a file with a problem", v, model.KindProblem, "Plans/deep/x.md", "Plans/deep/x.md", "", nil},
		{"a research problem", v, model.KindResearch, ".math/problems/spokes", ".math/problems/spokes/PROBLEM.md", "", nil},
		{"the vault's memory", v, model.KindProposal, "seed.json", "seed.json", "", nil},
		{"a memory elsewhere", named, model.KindMemory, memory.FileOf(named.Where).Shown, "", "is outside the vault", model.ErrNotAllowed},
		{"a link out of it", v, model.KindProblem, "Plans/out.md", "", "not a regular file: a link", disk.ErrNotRegular},
		{"a link in it", v, model.KindProblem, "Plans/in.md", "", "not a regular file: a link", disk.ErrNotRegular},
		{"behind a link out of it", v, model.KindOther, "Shelf/secret.md", "", "escapes", nil},
		{"behind a link in it", v, model.KindOther, "Copies/quote.md", "", "Copies is a link", model.ErrNotAllowed},
		{"up and out", v, model.KindOther, "../elsewhere/secret.md", "", "escapes", nil},
		{"a folder", v, model.KindProblem, "Plans", "", "not a regular file: a folder", disk.ErrNotRegular},
		{"gone", v, model.KindPlan, "Plans/gone.md", "", "not found", model.ErrNotFound},
		{"a state file", v, model.KindProblem, state.SnoozeName, "", "not found", model.ErrNotFound},
		{"read-only", only, model.KindPlan, "Plans/quote.md", "", "read-only", model.ErrReadOnly},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := tt.vault.File(t.Context(), model.Ref{Kind: tt.kind, Path: tt.path})
			if tt.want != "" {
				if want := filepath.Join(v.Dir(), filepath.FromSlash(tt.want)); got != want || err != nil {
					t.Errorf("got %q, %v", got, err)
				}
				return
			}
			if err == nil || got != "" || !strings.Contains(err.Error(), tt.words) || tt.reason != nil && !errors.Is(err, tt.reason) {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}
