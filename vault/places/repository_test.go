package places_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"coldstart/vault/places"
)

// What git calls the worktrees of a repository is what belongs to it, seen from each of them.
func TestRepositoryOfIsWhatGitSays(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{filepath.Join(filepath.Dir(file), "gone"), filepath.Join(file, "below")} {
		if got := places.Look(dir); !got.Gone || got.Root != dir {
			t.Errorf("%s: %+v", dir, got)
		}
	}
}
