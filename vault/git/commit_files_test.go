package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"coldstart/testdata/must"
)

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
