package cli

import (
	"coldstart/model"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestHookInstallAsksAtATerminal(t *testing.T) {
	t.Parallel()
	for answer, written := range map[string]bool{"yes\n": true, "Y\n": true, "no\n": false, "": false, "\n": false, "yes please\n": false} {
		env := machine(t, demoVault(t))
		env.StdinIsTerminal, env.StdoutIsTerminal = true, true
		env.Stdin = strings.NewReader(answer)
		got := run(env, "hook", "install")
		_, err := os.Stat(filepath.Join(env.Dir, ".claude", "settings.local.json"))
		if got.code != exitDone || !strings.Contains(got.out, "Make these changes?") || (err == nil) != written {
			t.Errorf("%q: got %+v, file %v", answer, got, err)
		}
	}
}

func TestShellQuoted(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("needs a POSIX shell")
	}
	for _, word := range []string{"/a/b", "/a b/c", "it's", `$(touch x)"\`, "", "~/x", "a\nb", "-x", "ü"} {
		out, err := exec.CommandContext(t.Context(), "sh", "-c", "printf %s "+model.ShellQuoted(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q became %q, %v", word, out, err)
		}
	}
}

func TestAHookThatFindsNoProgramIsSaid(t *testing.T) {
	t.Parallel()
	for there, want := range map[bool]bool{true: false, false: true} {
		env := machine(t, demoVault(t))
		env.find = func(name string) (string, error) {
			if there && name == "coldstart" {
				return "/bin/" + name, nil
			}
			return "", exec.ErrNotFound
		}
		got := run(env, "hook", "install", "--yes")
		if got.code != exitDone || strings.Contains(got.err, "on your PATH") != want {
			t.Errorf("with the program on the PATH %t: got %+v", there, got)
		}
	}
}
