package git

import (
	"bufio"
	"crypto/sha1"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

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
