package places

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
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

func TestFind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		names []string
		start string
		want  string // "-" when nothing is found
	}{
		{"plans alone", []string{"v/Plans/"}, "v", "v"},
		{"requests alone", []string{"v/pending-approval/"}, "v", "v"},
		{"any case and punctuation", []string{"v/03_PLANS/"}, "v", "v"},
		{"two other folders", []string{"v/Inbox/", "v/Done/"}, "v", "v"},
		{"one other folder is not enough", []string{"v/Logs/"}, "v", "-"},
		{"two spellings of one folder are not two", []string{"v/Logs/", "v/log/"}, "v", "-"},
		{"a file with a folder's name", []string{"v/Plans"}, "v", "-"},
		{"session events", []string{"v/.claude/haios/"}, "v", "v"},
		{"a folder .claude alone", []string{"v/.claude/settings.json"}, "v", "-"},
		{"journal", []string{"v/.math/config.json"}, "v", "v"},
		{"memory", []string{"v/seed.json"}, "v", "v"},
		{"from below", []string{"v/Plans/", "v/a/b/c/"}, "v/a/b/c", "v"},
		{"the nearest one", []string{"v/Plans/", "v/a/Plans/", "v/a/b/"}, "v/a/b", "v/a"},
		{"from the archive inside", []string{"v/Plans/", "v/Done/Plans/", "v/Done/Actions/"}, "v/Done/Actions", "v"},
		{"from two levels of parts", []string{"v/Plans/", "v/Done/Done/Plans/"}, "v/Done/Done", "v"},
		{"a vault that is named like a part", []string{"Inbox/Plans/"}, "Inbox", "Inbox"},
		{"an empty folder", []string{"v/"}, "v", "-"},
		{"a folder that is gone below a vault", []string{"v/Plans/"}, "v/gone/too", "v"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			base := folderTree(t, tt.names...)
			got, err := Places{}.Find(filepath.Join(base, filepath.FromSlash(tt.start)))
			if tt.want == "-" {
				if !errors.Is(err, model.ErrNotFound) {
					t.Fatalf("got %q and error %v, want not found", got, err)
				}
				return
			}
			if want := filepath.Join(base, filepath.FromSlash(tt.want)); err != nil || got != want {
				t.Fatalf("got %q and error %v, want %q", got, err, want)
			}
		})
	}
}

func TestFindDoesNotFollowSignsOutOfTheFolder(t *testing.T) {
	t.Parallel()
	base := folderTree(t, "out/haios/", "v/")
	if err := os.Symlink(filepath.Join(base, "out"), filepath.Join(base, "v", ".claude")); err != nil {
		t.Skipf("needs links: %v", err)
	}
	if got, err := (Places{}).Find(filepath.Join(base, "v")); err == nil {
		t.Fatalf("got %q, want nothing", got)
	}
}

func TestIsFolder(t *testing.T) {
	t.Parallel()
	base := folderTree(t, "d/", "f")
	for name, want := range map[string]bool{"d": true, "f": false, "none": false, "f/below": false} {
		if got := IsFolder(filepath.Join(base, filepath.FromSlash(name))); got != want {
			t.Errorf("IsFolder(%s) = %v", name, got)
		}
	}
}

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
