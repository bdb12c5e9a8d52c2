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
