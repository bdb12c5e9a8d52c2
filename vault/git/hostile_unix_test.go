//go:build unix

package git

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// hooks are all that git knows, those of the server too.
const hooks = "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg " +
	"post-commit pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update " +
	"reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman p4-changelist " +
	"p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change"

// armed makes a repository in which everything that can be a program is one that
// leaves a mark. It returns the folder of the marks.
func armed(t *testing.T) (dir, marks string) {
	t.Helper()
	dir = started(t)
	// Of a file that is newer than the index git does not trust its size and time, and
	// reads it, through its filter, whenever it writes the index.
	later := time.Now().Add(24 * time.Hour)
	must.Do(t, os.Chtimes(filepath.Join(dir, "other.txt"), later, later))
	git(t, dir, "add", "other.txt")
	marks = filepath.Join(filepath.Dir(dir), "marks")
	must.Do(t, os.Mkdir(marks, 0o755))
	trap := func(name string) string {
		file := filepath.Join(filepath.Dir(dir), "traps", name)
		write(t, file, "#!/bin/sh\n: > '"+filepath.Join(marks, name)+"'\ncat\n")
		must.Do(t, os.Chmod(file, 0o755))
		return file
	}
	for hook := range strings.FieldsSeq(hooks) {
		for _, folder := range []string{filepath.Join(dir, ".git", "hooks"), filepath.Join(dir, ".githooks")} {
			must.Do(t, os.MkdirAll(folder, 0o755))
			if err := os.Symlink(trap("hook-"+hook), filepath.Join(folder, hook)); err != nil && !os.IsExist(err) {
				t.Fatal(err)
			}
		}
	}
	write(t, filepath.Join(dir, ".gitattributes"), "* filter=trap diff=trap merge=trap working-tree-encoding=UTF-16\n")
	var config strings.Builder
	for _, c := range []struct{ key, value string }{
		{"core.hooksPath", filepath.Join(dir, ".githooks")}, {"core.fsmonitor", trap("fsmonitor")}, {"core.editor", trap("editor")},
		{"sequence.editor", trap("sequence-editor")}, {"core.pager", trap("pager")}, {"pager.config", trap("pager-config")}, {"pager.var", trap("pager-var")},
		{"core.askPass", trap("askpass")}, {"core.sshCommand", trap("ssh")}, {"core.gitProxy", trap("proxy")}, {"core.alternateRefsCommand", trap("alternates")},
		{"credential.helper", "!" + trap("credential")}, {"filter.trap.clean", trap("clean")}, {"filter.trap.smudge", trap("smudge")},
		{"filter.trap.process", trap("process")}, {"filter.trap.required", "true"}, {"diff.external", trap("external-diff")},
		{"diff.trap.command", trap("diff-command")}, {"diff.trap.textconv", trap("textconv")}, {"merge.trap.driver", trap("merge-driver")},
		{"commit.gpgSign", "true"}, {"tag.gpgSign", "true"}, {"gpg.program", trap("gpg")}, {"gpg.ssh.program", trap("gpg-ssh")},
		{"gpg.ssh.defaultKeyCommand", trap("gpg-key")}, {"user.signingKey", "7"}, {"log.showSignature", "true"}, {"trailer.trap.command", trap("trailer")},
		{"trailer.trap.cmd", trap("trailer-cmd")}, {"uploadpack.packObjectsHook", trap("pack-objects")}, {"interactive.diffFilter", trap("diff-filter")},
		{"gc.auto", "1"}, {"maintenance.auto", "true"}, {"core.splitIndex", "true"}, {"core.untrackedCache", "true"}, {"feature.manyFiles", "true"},
		{"hook.trap.event", "reference-transaction"}, {"hook.trap.command", trap("config-hook")},
		{"hook.other=.trap.event", "post-index-change"}, {"hook.other=.trap.command", trap("config-hook-2")},
	} {
		section, name := c.key[:strings.LastIndexByte(c.key, '.')], c.key[strings.LastIndexByte(c.key, '.')+1:]
		part, below, _ := strings.Cut(section, ".")
		if below != "" {
			part += fmt.Sprintf(" %q", below)
		}
		fmt.Fprintf(&config, "[%s]\n\t%s = %q\n", part, name, c.value)
	}
	for _, command := range []string{"rev-parse", "config", "var", "check-ignore", "hash-object", "read-tree", "update-index", "write-tree", "commit-tree", "update-ref"} {
		fmt.Fprintf(&config, "[alias]\n\t%s = \"!%s\"\n", command, trap("alias-"+command))
	}
	had := must.Get(os.ReadFile(filepath.Join(dir, ".git", "config")))(t)
	write(t, filepath.Join(dir, ".git", "config"), string(had)+config.String())
	return dir, marks
}

func marked(t *testing.T, marks string) string {
	t.Helper()
	entries := must.Get(os.ReadDir(marks))(t)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestNothingOfTheRepositoryIsRun(t *testing.T) {
	dir, marks := armed(t)
	write(t, filepath.Join(dir, "seed.json"), "{}\n")
	t.Setenv("GIT_EDITOR", "/bin/false")
	if !Holds(t.Context(), seed(dir, "{}")) {
		t.Fatal("the repository is not found")
	}
	mustCommit(t, seed(dir, "{}\n"), true)
	mustCommit(t, seed(dir, "{}\n"), false)
	mustCommit(t, seed(dir, "{ }\n"), true)
	if got := marked(t, marks); got != "" {
		t.Errorf("it ran %s", got)
	}
	// The traps work: the user's own git steps into them.
	write(t, filepath.Join(dir, "other.txt"), "two\n")
	for _, args := range [][]string{
		{"status"}, {"-c", "filter.trap.process=", "status"},
		{"-c", "filter.trap.process=", "-c", "filter.trap.clean=", "-c", "filter.trap.required=false", "-c", "commit.gpgSign=false", "commit", "--allow-empty", "-m", "x"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		// The traps are not good programs, so that git may fail.
		_ = cmd.Run()
	}
	for _, trap := range []string{"fsmonitor", "process", "hook-pre-commit", "hook-reference-transaction", "hook-post-index-change"} {
		if got := marked(t, marks); !strings.Contains(got, trap) {
			t.Errorf("git itself did not run %s, but %s", trap, got)
		}
	}
	write(t, filepath.Join(dir, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n")
	expect(t, "the content", git(t, dir, "show", "--no-textconv", "HEAD:seed.json"), "{ }\n")
}

func TestWhatIsMissingIsNotFetched(t *testing.T) {
	dir, marks := armed(t)
	tree := strings.TrimSpace(git(t, dir, "rev-parse", "HEAD^{tree}"))
	must.Do(t, os.Remove(filepath.Join(dir, ".git", "objects", tree[:2], tree[2:])))
	had := must.Get(os.ReadFile(filepath.Join(dir, ".git", "config")))(t)
	trap := filepath.Join(filepath.Dir(dir), "traps", "ssh")
	for _, url := range []string{"ext::" + trap, "file://" + dir, "ssh://host.example/repo", dir} {
		write(t, filepath.Join(dir, ".git", "config"), strings.Replace(string(had), "repositoryformatversion = 0", "repositoryformatversion = 1", 1)+
			"[extensions]\n\tpartialClone = origin\n[remote \"origin\"]\n\tpromisor = true\n\turl = \""+url+"\"\n\tuploadpack = \""+trap+"\"\n[protocol]\n\tallow = always\n")
		if made, err := commit(t.Context(), seed(dir, "{}\n")); made || err == nil {
			t.Errorf("%s: Commit = %v, %v", url, made, err)
		}
		if got := marked(t, marks); got != "" {
			t.Fatalf("%s: it ran %s", url, got)
		}
	}
}

// leftOf returns what is left in words.
func leftOf(t *testing.T, dir string, since time.Time) string {
	t.Helper()
	left, err := Left(t.Context(), File{Dir: dir}, since)
	if err != nil {
		return "error: " + err.Error()
	}
	words := []string{"on " + left.Branch}
	for _, c := range left.Commits {
		words = append(words, "commit "+c.Subject+" by "+c.Author)
	}
	for _, f := range left.Files {
		words = append(words, fmt.Sprintf("%s %s +%d -%d", f.Kind, f.Path, f.Added, f.Removed))
	}
	return strings.Join(words, "; ")
}

func TestLeftTellsBranchCommitsAndFiles(t *testing.T) {
	dir := started(t)
	expect(t, "a clean one", leftOf(t, dir, time.Time{}), "on main")
	git(t, dir, "checkout", "-q", "-b", "figures")
	t.Setenv("GIT_COMMITTER_DATE", "2031-03-12T15:00:00Z")
	t.Setenv("GIT_AUTHOR_DATE", "2019-03-12T15:00:00Z")
	write(t, filepath.Join(dir, "runs", "figures.csv"), "a\nb\n")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-q", "-m", "Write\tfigures")
	began := time.Date(2031, 3, 12, 14, 0, 0, 0, time.UTC)
	write(t, filepath.Join(dir, "runs", "figures.csv"), "a\nc\nd\n")
	write(t, filepath.Join(dir, "other.txt"), "one\n")
	write(t, filepath.Join(dir, "new folder", "a.md"), "new\n")
	write(t, filepath.Join(dir, "staged\tü.md"), "new\nnew\n")
	git(t, dir, "add", "staged\tü.md")
	want := "on figures; commit Write\tfigures by Ines; changed runs/figures.csv +2 -1; new staged\tü.md +2 -0; new new folder/ +0 -0"
	expect(t, "in the middle of work", leftOf(t, dir, began), want)
	expect(t, "below the top", leftOf(t, filepath.Join(dir, "runs"), began), want)
	git(t, dir, "rm", "-q", "--cached", "other.txt")
	must.Do(t, os.Remove(filepath.Join(dir, "other.txt")))
	expect(t, "with a file gone", leftOf(t, dir, began.Add(2*time.Hour)), "on figures; gone other.txt +0 -1; changed runs/figures.csv +2 -1; new staged\tü.md +2 -0; new new folder/ +0 -0")

	tree := filepath.Join(filepath.Dir(dir), "tree")
	git(t, dir, "worktree", "add", "-q", "-b", "other", tree)
	write(t, filepath.Join(tree, "x.md"), "x\n")
	expect(t, "a worktree", leftOf(t, tree, began.Add(2*time.Hour)), "on other; new x.md +0 -0")
	git(t, tree, "checkout", "-q", "--detach")
	expect(t, "on no branch", leftOf(t, tree, began.Add(2*time.Hour)), "on ; new x.md +0 -0")

	empty := filepath.Join(filepath.Dir(dir), "empty")
	write(t, filepath.Join(empty, "a.md"), "a\n")
	expect(t, "no repository", leftOf(t, empty, began), "error: "+errNoneAround.Error())
	git(t, empty, "init", "-q")
	expect(t, "without a commit", leftOf(t, empty, began), "on main; new a.md +0 -0")
	// Its settings must not lead git through other folders.
	git(t, empty, "config", "core.worktree", filepath.Dir(dir))
	expect(t, "files elsewhere", leftOf(t, empty, began), "error: "+errElsewhere.Error())
}

// What lay there uncommitted before a session began is no work of the session.
func TestLeftTellsWhatWasThereBefore(t *testing.T) {
	dir := started(t)
	began := time.Date(2031, 3, 12, 14, 0, 0, 0, time.UTC)
	for name, at := range map[string]time.Time{"before.md": began.Add(-time.Hour), "after.md": began.Add(time.Hour), "folder/old.md": began.Add(-time.Hour)} {
		write(t, filepath.Join(dir, name), "x\n")
		must.Do(t, os.Chtimes(filepath.Join(dir, name), at, at))
	}
	for since, want := range map[time.Time]string{began: "after.md false before.md true folder/ false ", {}: "after.md false before.md false folder/ false "} {
		left, err := Left(t.Context(), File{Dir: dir}, since)
		got := ""
		for _, f := range left.Files {
			got += fmt.Sprint(f.Path, " ", f.Untouched, " ")
		}
		if err != nil || got != want {
			t.Errorf("since %v: %s, want %s (%v)", since, got, want, err)
		}
	}
}

func TestHowFarABranchIsFromTheOneThatItFollows(t *testing.T) {
	dir := started(t)
	ahead := func() [2]int {
		left, err := Left(t.Context(), File{Dir: dir}, time.Time{})
		if err != nil {
			t.Error(err)
		}
		return [2]int{left.Ahead, left.Behind}
	}
	if got := ahead(); got != [2]int{} {
		t.Errorf("a branch that follows none is %v ahead and behind", got)
	}
	git(t, dir, "branch", "up")
	git(t, dir, "branch", "-q", "--set-upstream-to=up")
	for range 2 {
		git(t, dir, "commit", "-q", "--allow-empty", "-m", "more")
	}
	if got := ahead(); got != [2]int{2, 0} {
		t.Errorf("%v ahead and behind, want 2 and 0", got)
	}
	git(t, dir, "reset", "-q", "--hard", "HEAD~2")
	git(t, dir, "branch", "-q", "-f", "other")
	git(t, dir, "checkout", "-q", "up")
	git(t, dir, "commit", "-q", "--allow-empty", "-m", "there")
	git(t, dir, "checkout", "-q", "-")
	if got := ahead(); got != [2]int{0, 1} {
		t.Errorf("%v ahead and behind, want 0 and 1", got)
	}
}

func TestLeftIsBounded(t *testing.T) {
	dir := started(t)
	for i := range mostLeft + 5 {
		write(t, filepath.Join(dir, fmt.Sprintf("new%03d", i)), "x\n")
	}
	t.Setenv("GIT_COMMITTER_DATE", "2031-03-12T15:00:00Z")
	for i := range mostCommits + 3 {
		git(t, dir, "commit", "-q", "--allow-empty", "-m", fmt.Sprint("Commit ", i))
	}
	left, err := Left(t.Context(), File{Dir: dir}, time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil || len(left.Files) != mostLeft || left.MoreFiles != 5 || len(left.Commits) != mostCommits || left.MoreCommits != 3 || left.Commits[0].Subject != "Commit 22" {
		t.Errorf("%d files and %d, %d commits and %d, %v", len(left.Files), left.MoreFiles, len(left.Commits), left.MoreCommits, err)
	}
	b := bounds{most: 5}
	for _, part := range []string{"abc", "def", "ghi"} {
		if n, err := b.Write([]byte(part)); n != 3 || err != nil {
			t.Error(n, err)
		}
	}
	if b.String() != "abcde" || !b.full {
		t.Errorf("it keeps %q", b.String())
	}
}

// A repository that agents can write to runs nothing while it is looked at.
func TestNothingIsRunToSeeWhatIsLeft(t *testing.T) {
	dir, marks := armed(t)
	began := time.Now().Add(-time.Hour)
	write(t, filepath.Join(dir, "other.txt"), "two\n")
	write(t, filepath.Join(dir, "new.txt"), "new\n")
	// A submodule has settings of its own.
	sub := filepath.Join(dir, "sub")
	for _, args := range [][]string{{"init", "-q", sub}, {"-C", sub, "commit", "-q", "--allow-empty", "-m", "First"}, {"-C", sub, "config", "core.fsmonitor", filepath.Join(filepath.Dir(dir), "traps", "fsmonitor")}} {
		git(t, filepath.Dir(dir), args...)
	}
	commit := strings.TrimSpace(git(t, sub, "-c", "core.fsmonitor=false", "rev-parse", "HEAD"))
	git(t, dir, "-c", "core.fsmonitor=false", "update-index", "--add", "--cacheinfo", "160000,"+commit+",sub")
	write(t, filepath.Join(sub, "new.txt"), "new\n")
	// To make it, traps were stepped into.
	must.Do(t, os.RemoveAll(marks))
	must.Do(t, os.Mkdir(marks, 0o755))
	plain := filepath.Join(filepath.Dir(dir), "included")
	had := must.Get(os.ReadFile(filepath.Join(dir, ".git", "config")))(t)
	// What is included counts as well, also by a condition.
	write(t, plain, string(had))
	write(t, filepath.Join(dir, ".git", "config"), "[core]\n\trepositoryformatversion = 0\n[include]\n\tpath = "+plain+"\n[includeIf \"onbranch:main\"]\n\tpath = "+plain+"\n"+
		"[alias]\n\tstatus = !"+filepath.Join(filepath.Dir(dir), "traps", "alias-config")+"\n\trev-list = !"+filepath.Join(filepath.Dir(dir), "traps", "alias-config")+"\n\tdiff-index = !"+filepath.Join(filepath.Dir(dir), "traps", "alias-config")+"\n")
	before := tree(t, filepath.Join(dir, ".git"))
	got := leftOf(t, dir, began)
	if !strings.Contains(got, "changed other.txt") || !strings.Contains(got, "new new.txt") || !strings.Contains(got, "commit First") {
		t.Errorf("it says %s", got)
	}
	if got := marked(t, marks); got != "" {
		t.Errorf("it ran %s", got)
	}
	if after := tree(t, filepath.Join(dir, ".git")); after != before {
		t.Errorf("it wrote:\n%s\n%s", before, after)
	}
}

// tree is the names, sizes and times of all files in a folder.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	must.Do(t, filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		// Of an index in two parts git notes that it is in use.
		if err == nil && !strings.HasPrefix(info.Name(), "sharedindex.") {
			fmt.Fprintln(&all, name, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
		return err
	}))
	return all.String()
}
