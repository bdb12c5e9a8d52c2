package git

import (
	"bufio"
	"context"
	"crypto/sha1"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

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

// moved are the files of an approval: one that goes, one that comes, and one that was edited.
func moved(dir string) []File {
	return []File{
		{Dir: filepath.Join(dir, "Approved"), Name: "pay.md", Content: []byte("pay\n"), Mode: 0o644},
		{Dir: filepath.Join(dir, "Pending"), Name: "pay.md", Gone: true},
		{Dir: filepath.Join(dir, "Plans"), Name: "bill.md", Content: []byte("active\n"), Mode: 0o644},
		{Dir: filepath.Join(dir, "Logs"), Name: "day.json", Content: []byte("{}\n"), Mode: 0o644},
	}
}

// vaultIn makes a repository with a vault in the folder below.
func vaultIn(t *testing.T, below string) (top, dir string) {
	t.Helper()
	top = started(t)
	dir = filepath.Join(top, below)
	write(t, filepath.Join(dir, "Pending", "pay.md"), "pay\n")
	write(t, filepath.Join(dir, "Plans", "bill.md"), "blocked\n")
	git(t, top, "add", ".")
	git(t, top, "commit", "-q", "-m", "Second")
	must.Do(t, os.Remove(filepath.Join(dir, "Pending", "pay.md")))
	write(t, filepath.Join(dir, "Approved", "pay.md"), "pay\n")
	write(t, filepath.Join(dir, "Plans", "bill.md"), "active\nan agent's line\n")
	write(t, filepath.Join(dir, "Logs", "day.json"), "{}\n")
	return top, dir
}

var approved = Message{"Approve: approved 'pay.md'", ten}

// all commits files, of which none may be missed.
func all(t *testing.T, files []File, want bool) {
	t.Helper()
	if made, missed := Commit(t.Context(), approved, files); made != want || len(missed) > 0 {
		t.Fatalf("Commit = %v, %+v", made, missed)
	}
}

func changed(t *testing.T, dir string) string {
	t.Helper()
	return git(t, dir, "-c", "core.quotePath=false", "show", "--format=%s", "--no-renames", "--name-status", "HEAD")
}

func TestACommitHasAllFilesAndNothingElse(t *testing.T) {
	for _, below := range []string{"", "a b/ü,c"} {
		top, dir := vaultIn(t, below)
		write(t, filepath.Join(top, "other.txt"), "two\n")
		write(t, filepath.Join(top, "staged.txt"), "x\n")
		git(t, top, "add", "staged.txt")
		// It may be the last of its folder.
		must.Do(t, os.Remove(filepath.Join(dir, "Pending")))
		all(t, moved(dir), true)
		at := below
		if at != "" {
			at += "/"
		}
		expect(t, "the commit", changed(t, top), "Approve: approved 'pay.md'\n\nA\t"+at+"Approved/pay.md\nA\t"+at+"Logs/day.json\nD\t"+at+"Pending/pay.md\nM\t"+at+"Plans/bill.md\n")
		// What an agent wrote since is not ours to commit.
		expect(t, "the plan", git(t, top, "show", "HEAD:"+at+"Plans/bill.md"), "active\n")
		expect(t, "the status", git(t, top, "-c", "core.quotePath=false", "status", "--short"), " M "+quoted(at+"Plans/bill.md")+"\n M other.txt\nA  staged.txt\n")
		git(t, top, "fsck", "--strict")
		all(t, moved(dir), false)
	}
}

// quoted is a path as git status writes it.
func quoted(p string) string {
	if strings.Contains(p, " ") {
		return `"` + p + `"`
	}
	return p
}

func TestWhatWasNeverCommittedIsGoneFromTheIndexToo(t *testing.T) {
	dir := filepath.Join(alone(t), "repo")
	write(t, filepath.Join(dir, "Pending", "pay.md"), "pay\n")
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	must.Do(t, os.Remove(filepath.Join(dir, "Pending", "pay.md")))
	files := moved(dir)
	if made, missed := Commit(t.Context(), approved, files[1:2]); made || len(missed) > 0 {
		t.Errorf("of nothing it makes %v, %v", made, missed)
	}
	all(t, files[:2], true)
	expect(t, "the commit", git(t, dir, "show", "--format=", "--name-status", "HEAD"), "A\tApproved/pay.md\n")
	expect(t, "the index", git(t, dir, "ls-files"), "Approved/pay.md\n")
}

func TestIgnoredFilesAreLeftOut(t *testing.T) {
	top, dir := vaultIn(t, "")
	write(t, filepath.Join(top, ".git", "info", "exclude"), "Logs/\nPending/\nnever.md\n")
	files := append(moved(dir), File{Dir: dir, Name: "never.md", Gone: true})
	made, missed := Commit(t.Context(), approved, files)
	if !made || len(missed) != 1 || missed[0].File.Name != "day.json" || !errors.Is(missed[0].Why, errIgnored) {
		t.Errorf("Commit = %v, %+v", made, missed)
	}
	expect(t, "the commit", changed(t, top), "Approve: approved 'pay.md'\n\nA\tApproved/pay.md\nD\tPending/pay.md\nM\tPlans/bill.md\n")
	made, missed = Commit(t.Context(), approved, files[3:])
	if made || len(missed) != 1 {
		t.Errorf("Commit = %v, %+v", made, missed)
	}
}

func TestEachRepositoryGetsItsCommit(t *testing.T) {
	top, dir := vaultIn(t, "")
	logs := filepath.Join(dir, "Logs")
	git(t, logs, "init", "-q")
	write(t, filepath.Join(filepath.Dir(top), "none", "x.md"), "x\n")
	files := append(moved(dir), File{Dir: filepath.Join(filepath.Dir(top), "none"), Name: "x.md", Content: []byte("x\n")})
	made, missed := Commit(t.Context(), approved, files)
	if !made || len(missed) != 1 || missed[0].File.Name != "x.md" || !errors.Is(missed[0].Why, errNoRepository) {
		t.Errorf("Commit = %v, %+v", made, missed)
	}
	expect(t, "the outer commit", changed(t, top), "Approve: approved 'pay.md'\n\nA\tApproved/pay.md\nD\tPending/pay.md\nM\tPlans/bill.md\n")
	expect(t, "the inner commit", changed(t, logs), "Approve: approved 'pay.md'\n\nA\tday.json\n")
}

// Somebody who commits at the same time loses nothing, and neither do we.
func TestTwoCommitsAtOnceBothHold(t *testing.T) {
	top := started(t)
	var both sync.WaitGroup
	for _, name := range []string{"a", "b", "c"} {
		both.Go(func() {
			f := File{Dir: top, Name: name, Content: []byte(name), Mode: 0o644}
			for made := false; !made && t.Context().Err() == nil; {
				made, _ = Commit(t.Context(), Message{name, ten}, []File{f})
			}
		})
	}
	both.Wait()
	expect(t, "the files", git(t, top, "ls-tree", "--name-only", "HEAD"), "a\nb\nc\nother.txt\n")
	expect(t, "the commits", git(t, top, "rev-list", "--count", "HEAD"), "4\n")
}

func TestOpenSeesWhatGitLeavesInConflict(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, tt := range []struct {
		name, hash, version string
		// steps are done with b.md changed on two branches; the last one may fail.
		steps []string
		want  string
	}{
		{"clean", "sha1", "2", nil, ""},
		{"clean in version 4", "sha1", "4", nil, ""},
		{"clean with long hashes", "sha256", "2", nil, ""},
		{"stash pop", "sha1", "2", []string{"stash -q", "checkout -q other", "stash pop -q"}, "conflict"},
		{"stash pop in version 4", "sha1", "4", []string{"stash -q", "checkout -q other", "stash pop -q"}, "conflict"},
		{"stash pop with long hashes", "sha256", "2", []string{"stash -q", "checkout -q other", "stash pop -q"}, "conflict"},
		{"checkout -m", "sha1", "2", []string{"checkout -q -m other"}, "conflict"},
		{"given up", "sha1", "2", []string{"stash -q", "checkout -q other", "stash pop -q", "reset -q --merge"}, ""},
		{"picked one of several", "sha1", "2", []string{"commit -qam Mine", "cherry-pick main~1..other", "checkout -q --theirs .", "commit -qam Picked"}, "cherry-pick"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			git := func(args ...string) {
				cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=sam", "-c", "user.email=sam@ferry.example", "-c", "commit.gpgSign=false"}, args...)...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
				// What conflicts fails; what came of it is looked at.
				_ = cmd.Run()
			}
			put := func(name, text string) {
				must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
			}
			git("init", "-q", "-b", "main", "--object-format="+tt.hash)
			git("config", "index.version", tt.version)
			for _, name := range []string{"a.md", "b.md", "long/" + strings.Repeat("name", 9)} {
				must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
				put(name, "1\n")
			}
			git("add", ".")
			git("commit", "-q", "-m", "First")
			git("checkout", "-q", "-b", "other")
			put("b.md", "2\n")
			git("commit", "-qam", "Second")
			put("b.md", "3\n")
			git("commit", "-qam", "Third")
			git("checkout", "-q", "main")
			git("commit", "-q", "--allow-empty", "-m", "Apart")
			put("b.md", "4\n")
			for _, step := range tt.steps {
				git(strings.Fields(step)...)
			}
			if got := Open(filepath.Join(dir, ".git")); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			var want []string
			if tt.want == "conflict" {
				want = []string{"b.md"}
			}
			if first, n := InConflict(filepath.Join(dir, ".git"), 2); !slices.Equal(first, want) || n != len(want) {
				t.Errorf("in conflict are %q of %d, want %q", first, n, want)
			}
		})
	}
}

func TestAnIndexOfNoSenseIsInNoConflict(t *testing.T) {
	whole := "DIRC\x00\x00\x00\x02\x00\x00\x00\x01" + strings.Repeat("\x00", 60) + "\x10\x01a" + strings.Repeat("\x00", 9)
	inConflict := func(index string) bool {
		_, n := inConflict(bufio.NewReader(strings.NewReader(index)), sha1.Size, 1)
		return n > 0
	}
	if !inConflict(whole) {
		t.Fatal("a file in conflict is not seen")
	}
	for n := range len(whole) - 9 {
		if inConflict(whole[:n]) {
			t.Errorf("the first %d bytes count as a conflict", n)
		}
	}
}
