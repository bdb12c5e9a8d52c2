package git

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"coldstart/testdata/must"
)

var ten = time.Date(2026, 2, 21, 10, 0, 0, 0, time.FixedZone("", 3600))

// alone makes a folder in which git finds no settings but those of the test.
func alone(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	t.Setenv("HOME", base)
	t.Setenv("XDG_CONFIG_HOME", base)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(base))
	write(t, filepath.Join(base, ".gitconfig"), "[user]\n\tname = Ines\n\temail = ines@ferry.example\n[init]\n\tdefaultBranch = main\n")
	return base
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
	must.Do(t, os.WriteFile(name, []byte(text), 0o644))
}

// git runs the user's own git.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// started makes a repository with one commit of a file that is not ours. It is made
// once and copied.
func started(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(alone(t), "repo")
	made.Do(func() {
		write(t, filepath.Join(dir, "other.txt"), "one\n")
		git(t, dir, "init", "-q", "--template=")
		git(t, dir, "add", ".")
		git(t, dir, "commit", "-q", "-m", "First")
		model = fstest.MapFS{}
		must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if e.IsDir() {
				model[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
				return nil
			}
			b, err := os.ReadFile(filepath.Join(dir, name))
			model[name] = &fstest.MapFile{Data: b, Mode: 0o644}
			return err
		}))
	})
	if _, err := os.Stat(dir); err == nil {
		return dir // the one that was copied
	}
	must.Do(t, os.CopyFS(dir, model))
	return dir
}

var (
	made  sync.Once
	model fstest.MapFS
)

func seed(dir, text string) File {
	return File{Dir: dir, Name: "seed.json", Content: []byte(text), Mode: 0o644}
}

// commit commits one file, and says why not.
func commit(ctx context.Context, f File) (made bool, why error) {
	made, missed := Commit(ctx, Message{"Confirm: accepted 'é'", ten}, []File{f})
	if len(missed) > 0 {
		why = missed[0].Why
	}
	return made, why
}

func mustCommit(t *testing.T, f File, want bool) {
	t.Helper()
	if made, err := commit(t.Context(), f); err != nil || made != want {
		t.Fatalf("Commit = %v, %v, want %v", made, err, want)
	}
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%swant\n%s", what, got, want)
	}
}

func TestACommitHasTheOneFileAndNothingElse(t *testing.T) {
	dir := started(t)
	write(t, filepath.Join(dir, "seed.json"), "{}\n")
	write(t, filepath.Join(dir, "staged.txt"), "staged\n")
	write(t, filepath.Join(dir, "other.txt"), "two\n")
	write(t, filepath.Join(dir, "new.txt"), "new\n")
	git(t, dir, "add", "staged.txt", "other.txt")
	write(t, filepath.Join(dir, "other.txt"), "three\n")
	mustCommit(t, seed(dir, "{}\n"), true)
	expect(t, "the commit", git(t, dir, "show", "--format=%an <%ae> %ad|%cn <%ce> %cd|%B", "--name-status", "HEAD"),
		"Ines <ines@ferry.example> Sat Feb 21 10:00:00 2026 +0100|Ines <ines@ferry.example> Sat Feb 21 10:00:00 2026 +0100|Confirm: accepted 'é'\n\n\nA\tseed.json\n")
	expect(t, "the content", git(t, dir, "show", "HEAD:seed.json"), "{}\n")
	expect(t, "the status", git(t, dir, "status", "--short"), "MM other.txt\nA  staged.txt\n?? new.txt\n")
	expect(t, "the branch", git(t, dir, "rev-list", "--count", "main"), "2\n")
	git(t, dir, "fsck", "--strict")

	mustCommit(t, seed(dir, "{}\n"), false)
	write(t, filepath.Join(dir, "seed.json"), "{\"a\": 1}\n")
	mustCommit(t, seed(dir, "{\"a\": 1}\n"), true)
	expect(t, "the second commit", git(t, dir, "show", "--format=", "--name-status", "HEAD"), "M\tseed.json\n")
	expect(t, "the status", git(t, dir, "status", "--short"), "MM other.txt\nA  staged.txt\n?? new.txt\n")
}

func TestCommittedIsWhatWasGiven(t *testing.T) {
	dir := started(t)
	write(t, filepath.Join(dir, "seed.json"), "somebody else's\n")
	git(t, dir, "add", "seed.json")
	mustCommit(t, seed(dir, "\ufeff{}\r\n\x00"), true)
	expect(t, "the content", git(t, dir, "show", "HEAD:seed.json"), "\ufeff{}\r\n\x00")
	expect(t, "the status", git(t, dir, "status", "--short"), " M seed.json\n")
}

func TestWhereACommitGoes(t *testing.T) {
	t.Run("a folder below", func(t *testing.T) {
		dir := started(t)
		below := filepath.Join(dir, "a b", "ü,c")
		write(t, filepath.Join(below, "seed.json"), "{}")
		mustCommit(t, seed(below, "{}"), true)
		expect(t, "the commit", git(t, dir, "-c", "core.quotePath=false", "show", "--format=", "--name-status", "HEAD"), "A\ta b/ü,c/seed.json\n")
		expect(t, "the status", git(t, dir, "status", "--short"), "")
	})
	t.Run("nothing was ever committed", func(t *testing.T) {
		dir := filepath.Join(alone(t), "repo")
		write(t, filepath.Join(dir, "seed.json"), "{}")
		write(t, filepath.Join(dir, "staged.txt"), "x")
		git(t, dir, "init", "-q")
		git(t, dir, "add", "staged.txt")
		mustCommit(t, seed(dir, "{}"), true)
		expect(t, "the commits", git(t, dir, "log", "--format=%s", "--name-only", "main"), "Confirm: accepted 'é'\n\nseed.json\n")
		expect(t, "the status", git(t, dir, "status", "--short"), "A  staged.txt\n")
	})
	t.Run("no branch is checked out", func(t *testing.T) {
		dir := started(t)
		git(t, dir, "checkout", "-q", "--detach")
		write(t, filepath.Join(dir, "seed.json"), "{}")
		mustCommit(t, seed(dir, "{}"), true)
		expect(t, "HEAD", git(t, dir, "rev-list", "--count", "HEAD"), "2\n")
		expect(t, "the branch", git(t, dir, "rev-list", "--count", "main"), "1\n")
		expect(t, "the status", git(t, dir, "status", "--short"), "")
	})
	t.Run("another working tree of the repository", func(t *testing.T) {
		dir := started(t)
		tree := filepath.Join(filepath.Dir(dir), "tree")
		git(t, dir, "worktree", "add", "-q", "-b", "side", tree)
		write(t, filepath.Join(tree, "seed.json"), "{}")
		mustCommit(t, seed(tree, "{}"), true)
		expect(t, "the branch", git(t, dir, "rev-list", "--count", "side"), "2\n")
		expect(t, "the status", git(t, tree, "status", "--short"), "")
		expect(t, "the other status", git(t, dir, "status", "--short"), "")
	})
	t.Run("a file that can be run", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("has no such mode")
		}
		dir := started(t)
		write(t, filepath.Join(dir, "seed.json"), "{}")
		must.Do(t, os.Chmod(filepath.Join(dir, "seed.json"), 0o755))
		f := seed(dir, "{}")
		f.Mode = 0o755
		mustCommit(t, f, true)
		expect(t, "the entry", git(t, dir, "ls-tree", "--format=%(objectmode)", "HEAD", "seed.json"), "100755\n")
		expect(t, "the status", git(t, dir, "status", "--short"), "")
	})
}

func TestWhyThereIsNoCommit(t *testing.T) {
	t.Run("no repository", func(t *testing.T) {
		dir := alone(t)
		if made, err := commit(t.Context(), seed(dir, "{}")); made || !errors.Is(err, errNoRepository) || Holds(t.Context(), seed(dir, "{}")) {
			t.Errorf("Commit = %v, %v", made, err)
		}
	})
	t.Run("in the folder of git itself", func(t *testing.T) {
		dir := filepath.Join(started(t), ".git")
		if made, err := commit(t.Context(), seed(dir, "{}")); made || !errors.Is(err, errNoRepository) || Holds(t.Context(), seed(dir, "{}")) {
			t.Errorf("Commit = %v, %v", made, err)
		}
	})
	t.Run("no git", func(t *testing.T) {
		dir := started(t)
		t.Setenv("PATH", t.TempDir())
		if made, err := commit(t.Context(), seed(dir, "{}")); made || !errors.Is(err, errNoGit) || Holds(t.Context(), seed(dir, "{}")) {
			t.Errorf("Commit = %v, %v", made, err)
		}
	})
	t.Run("a git of agents", func(t *testing.T) {
		f := seed(started(t), "{}")
		f.Shuns = func(program string) bool { return strings.Contains(filepath.Base(program), "git") }
		if made, err := commit(t.Context(), f); made || err == nil || !strings.HasSuffix(err.Error(), ", in the vault, where agents write") || Holds(t.Context(), f) {
			t.Errorf("Commit = %v, %v", made, err)
		}
	})
	t.Run("no author", func(t *testing.T) {
		dir := started(t)
		must.Do(t, os.Remove(filepath.Join(os.Getenv("HOME"), ".gitconfig")))
		t.Setenv("EMAIL", "somebody@ferry.example")
		t.Setenv("GIT_AUTHOR_NAME", "somebody")
		if made, err := commit(t.Context(), seed(dir, "{}")); made || !errors.Is(err, errNoAuthor) {
			t.Errorf("Commit = %v, %v", made, err)
		}
		expect(t, "the status", git(t, dir, "status", "--short"), "")
	})
	t.Run("an ignored file", func(t *testing.T) {
		dir := started(t)
		write(t, filepath.Join(dir, ".git", "info", "exclude"), "*.json\n")
		write(t, filepath.Join(dir, "seed.json"), "{}")
		if made, err := commit(t.Context(), seed(dir, "{}")); made || !errors.Is(err, errIgnored) {
			t.Errorf("Commit = %v, %v", made, err)
		}
		git(t, dir, "add", "-f", "seed.json")
		mustCommit(t, seed(dir, "{}"), true)
	})
	t.Run("a merge under way", func(t *testing.T) {
		dir := started(t)
		write(t, filepath.Join(dir, ".git", "MERGE_HEAD"), git(t, dir, "rev-parse", "HEAD"))
		if made, err := commit(t.Context(), seed(dir, "{}")); made || err == nil || err.Error() != "a merge is in progress in the repository" {
			t.Errorf("Commit = %v, %v", made, err)
		}
	})
	t.Run("no time", func(t *testing.T) {
		dir := started(t)
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("enough")
		cancel(why)
		if made, err := commit(ctx, seed(dir, "{}")); made || !errors.Is(err, why) {
			t.Errorf("Commit = %v, %v", made, err)
		}
	})
	// A commit that the index does not have would be taken back by the user's next one.
	t.Run("an index that somebody else is writing", func(t *testing.T) {
		dir := started(t)
		write(t, filepath.Join(dir, "seed.json"), "{}")
		write(t, filepath.Join(dir, ".git", "index.lock"), "")
		made, err := commit(t.Context(), seed(dir, "{}"))
		if made || err == nil || !strings.HasPrefix(err.Error(), "git update-index: ") {
			t.Errorf("Commit = %v, %v", made, err)
		}
		expect(t, "the branch", git(t, dir, "rev-list", "--count", "main"), "1\n")
		must.Do(t, os.Remove(filepath.Join(dir, ".git", "index.lock")))
		mustCommit(t, seed(dir, "{}"), true)
	})
}

func TestVariablesOfTheCallerLeadNowhereElse(t *testing.T) {
	dir := started(t)
	other := filepath.Join(filepath.Dir(dir), "other")
	write(t, filepath.Join(other, "x"), "x")
	git(t, other, "init", "-q")
	write(t, filepath.Join(dir, "seed.json"), "{}")
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other, "index"))
	t.Setenv("GIT_OBJECT_DIRECTORY", other)
	mustCommit(t, seed(dir, "{}"), true)
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"} {
		must.Do(t, os.Unsetenv(name))
	}
	expect(t, "the commits", git(t, dir, "rev-list", "--count", "main"), "2\n")
	expect(t, "the status", git(t, dir, "status", "--short"), "")
	expect(t, "the other status", git(t, other, "status", "--short"), "?? x\n")
}
