package places_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// What git calls the worktrees of a repository is what belongs to it, seen from each of them.
func TestRepositoryOfIsWhatGitSays(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	kiosk, printer := filepath.Join(base, "kiosk"), filepath.Join(base, "trees", "printer")
	git := func(dir string, args ...string) {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Ana", "-c", "user.email=ana@kiosk.example"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git(base, "init", "-q", kiosk)
	git(kiosk, "commit", "-q", "--allow-empty", "-m", "First")
	git(kiosk, "worktree", "add", "-q", printer)
	want := []string{kiosk, printer}
	for _, from := range []string{kiosk, printer, filepath.Join(kiosk, ".git")} {
		got := places.RepositoryOf(from)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("from %s: %q, want %q", from, got, want)
		}
	}
	if got := places.RepositoryOf(base); !slices.Equal(got, []string{base}) {
		t.Errorf("outside: %q", got)
	}
	for _, from := range []string{kiosk, printer} {
		got := places.Look(from)
		if got.Root != kiosk || !slices.Equal(got.Trees, []string{printer}) || !got.Repository || got.Gone {
			t.Errorf("from %s: %+v", from, got)
		}
	}
	if got := places.Look(base); got.Root != base || got.Repository || got.Gone {
		t.Errorf("outside: %+v", got)
	}
	bare, one, two := filepath.Join(base, "bare.git"), filepath.Join(base, "one"), filepath.Join(base, "two")
	git(base, "clone", "-q", "--bare", kiosk, bare)
	git(bare, "worktree", "add", "-q", "-b", "one", one)
	git(bare, "worktree", "add", "-q", "-b", "two", two)
	for _, from := range []string{one, two} {
		if got := places.Look(from); got.Root != one || !slices.Equal(got.Trees, []string{two}) {
			t.Errorf("of a bare repository, from %s: %+v", from, got)
		}
	}
}

func TestAFolderThatIsGoneIsSaidToBeGone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	for _, dir := range []string{filepath.Join(filepath.Dir(file), "gone"), filepath.Join(file, "below")} {
		if got := places.Look(dir); !got.Gone || got.Root != dir {
			t.Errorf("%s: %+v", dir, got)
		}
	}
}

func TestAnOpenMergeIsFoundFromAllThatGitKeeps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// files are made in the repository, a folder ends in a slash.
		files map[string]string
		want  model.OpenMerge
	}{
		{"nothing", map[string]string{".git/HEAD": "x"}, ""},
		{"no repository", nil, ""},
		{"merge", map[string]string{".git/MERGE_HEAD": "x"}, "merge"},
		{"rebase", map[string]string{".git/rebase-merge/": "", ".git/CHERRY_PICK_HEAD": "x"}, "rebase"},
		{"rebase by patches", map[string]string{".git/rebase-apply/": ""}, "rebase"},
		{"patches", map[string]string{".git/rebase-apply/applying": ""}, "am"},
		{"cherry-pick", map[string]string{".git/CHERRY_PICK_HEAD": "x"}, "cherry-pick"},
		{"revert", map[string]string{".git/REVERT_HEAD": "x"}, "revert"},
		{"worktree", map[string]string{".git": "gitdir: {base}/main/.git/worktrees/w\n", "../main/.git/worktrees/w/MERGE_HEAD": "x"}, "merge"},
		{"a merge in another worktree", map[string]string{".git": "gitdir: {base}/main/.git/worktrees/w\n", "../main/.git/MERGE_HEAD": "x"}, ""},
		{"submodule", map[string]string{".git": "gitdir: ../above/.git/modules/vault\n", "../above/.git/modules/vault/REVERT_HEAD": "x"}, "revert"},
		{"no end of a file", map[string]string{".git": "gitdir: " + strings.Repeat("x", 1<<20), ".git2/MERGE_HEAD": "x"}, ""},
		{"nonsense", map[string]string{".git": "\x00\xff"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			repo := filepath.Join(base, "repo")
			vault := filepath.Join(repo, "plans", "vault")
			must.Do(t, os.MkdirAll(vault, 0o755))
			for name, text := range tt.files {
				full := filepath.Join(repo, filepath.FromSlash(name))
				err := os.MkdirAll(filepath.Dir(full), 0o755)
				if strings.HasSuffix(name, "/") {
					err = errors.Join(err, os.MkdirAll(full, 0o755))
				} else {
					err = errors.Join(err, os.WriteFile(full, []byte(strings.ReplaceAll(text, "{base}", base)), 0o644))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, dir := range []string{repo, vault} {
				if got := places.OpenMerge(dir); got != tt.want {
					t.Errorf("in %s: %q, want %q", dir, got, tt.want)
				}
			}
		})
	}
}
