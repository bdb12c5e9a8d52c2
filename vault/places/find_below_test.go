package places

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestFindBelow(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		folders []string
		want    []string
	}{
		{"nothing", nil, nil},
		{"nested", []string{"AI_Employee_Vault/Plans", "AI_Employee_Vault/Pending_Approval", "src"}, []string{"AI_Employee_Vault"}},
		{"two down", []string{"tiers/Gold/Needs_Action", "tiers/Gold/Done"}, []string{"tiers/Gold"}},
		{"three down is too far", []string{"a/b/c/Plans", "a/b/c/Done"}, nil},
		{"several, in order", []string{"silver/plans", "silver/logs", "bronze/Plans", "bronze/Inbox"}, []string{"bronze", "silver"}},
		{"one folder of a kind is not enough", []string{"app/plans", "site/done"}, nil},
		{"what lies in a vault is part of it", []string{"vault/Plans", "vault/Done", "vault/archive/Plans", "vault/archive/Done"}, []string{"vault"}},
		{"hidden folders are passed over", []string{".cache/Plans", ".cache/Done", "node_modules/x/Plans", "node_modules/x/Done"}, nil},
		{"a sign is enough", []string{"lab/.claude/haios"}, []string{"lab"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range tt.folders {
				if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(f)), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			got, err := Places{}.FindBelow(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got {
				name, err := filepath.Rel(dir, got[i])
				if err != nil {
					t.Fatal(err)
				}
				got[i] = filepath.ToSlash(name)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFindBelowFollowsNoLinks(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	for _, f := range []string{"Plans", "Done"} {
		if err := os.Mkdir(filepath.Join(other, f), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(other, filepath.Join(dir, "vault")); err != nil {
		t.Skip("links cannot be made here:", err)
	}
	if got, err := (Places{}).FindBelow(t.Context(), dir); err != nil || len(got) > 0 {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestFindBelowAFolderThatIsNotThere(t *testing.T) {
	t.Parallel()
	if got, err := (Places{}).FindBelow(t.Context(), filepath.Join(t.TempDir(), "no")); err == nil {
		t.Errorf("got %q and no error", got)
	}
}
