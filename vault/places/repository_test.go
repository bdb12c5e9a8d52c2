package places_test

import (
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
}
