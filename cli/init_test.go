package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestInitAsksAtATerminal(t *testing.T) {
	t.Parallel()
	for answer, made := range map[string]bool{"y\n": true, "Y\n": true, "yes\n": true, "y": true, "\n": false, "": false, "n\n": false, "yy\n": false} {
		env := machine(t, t.TempDir())
		env.StdinIsTerminal, env.StdoutIsTerminal = true, true
		env.Stdin = strings.NewReader(answer)
		got := run(env, "init")
		_, err := os.Stat(filepath.Join(env.Dir, "Plans"))
		if got.code != exitDone || !strings.Contains(got.out, "Type y, then Enter:") || (err == nil) != made || strings.Contains(got.err, "nothing was written") == made {
			t.Errorf("%q: got %+v, folder %v", answer, got, err)
		}
	}
}

func TestInitNeedsAFolderWhereAVaultCanBe(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	env := machine(t, home)
	env.Getenv = variables{"HOME": home}.get
	root := env
	root.Dir = filepath.VolumeName(home) + string(filepath.Separator)
	for _, tt := range []struct {
		env  Env
		args []string
		code int
		says string
	}{
		{env, []string{"init", "--yes"}, exitUsage, "this is your home folder"},
		{env, []string{"init", "--remove", "--yes"}, exitUsage, "this is your home folder"},
		{root, []string{"init", "--dry-run"}, exitUsage, "this is the root of the file system"},
		{env, []string{"init", "none", "--yes"}, exitNotFound, "make the folder first: mkdir " + filepath.Join(home, "none")},
		{env, []string{"init", "a", "b"}, exitUsage, "unexpected argument"},
		{env, []string{"init", "a", "--vault", "b"}, exitUsage, "allows one folder"},
		{env, []string{"init", ""}, exitUsage, "the name is empty"},
		{env, []string{"init", ".", "--remove", "--example"}, exitUsage, "cannot be combined"},
		{env, []string{"init", ".", "--agent", "claud"}, exitUsage, "did you mean claude"},
		{env, []string{"init", ".", "--agent", ""}, exitUsage, "the agents are claude"},
		{env, []string{"init", ".", "--yes", "--read-only"}, exitFailed, "read-only"},
	} {
		if got := run(tt.env, tt.args...); got.code != tt.code || !strings.Contains(got.err, tt.says) {
			t.Errorf("%q: got %+v", tt.args, got)
		}
	}
	if entries, err := os.ReadDir(home); err != nil || len(entries) > 0 {
		t.Errorf("made %v, %v", entries, err)
	}
	if got := run(env, "init", ".", "--yes"); got.code != exitDone {
		t.Errorf("the home folder by its name: %+v", got)
	}
}

func TestTheAgentsOfInitAreOffered(t *testing.T) {
	t.Parallel()
	got := run(machine(t, t.TempDir()), "__complete", "init", "--agent", "")
	for _, want := range []string{"claude\n", "codex\n", "gemini\n", "opencode\n", "other\n"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is not among %q", want, got.out)
		}
	}
	if got := run(machine(t, t.TempDir()), "__complete", "start", "--agent", ""); strings.Contains(got.out, "claude") {
		t.Errorf("start offers %q", got.out)
	}
}
