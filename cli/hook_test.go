package cli

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/tui"
	"coldstart/tui/confirm"
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

// The card of a session shows what the start hook hands over.
func TestWhatAnAgentIsToldAtItsStart(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	var told [2]confirm.Told
	env.screen = func(ctx context.Context, vaults []tui.Vault, _ tui.Options, _ io.Reader, _ io.Writer) error {
		s, err := vaults[0].Store.Load(ctx, env.Now())
		if err == nil {
			told[0], err = vaults[0].Told(s, "Codex", "")
		}
		if err == nil {
			told[1], err = vaults[0].Told(s, "Claude Code", "")
		}
		return err
	}
	if got := run(env, "agent", "hook", "install", "--agent", "claude", "--yes"); got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	if got := run(env); got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	if told[0].Hook || len(told[0].Lines) > 0 {
		t.Errorf("Codex without a hook gets %+v", told[0])
	}
	if !told[1].Hook || told[1].Size < 500 || told[1].Size > 8000 || !slices.ContainsFunc(told[1].Lines, func(l string) bool { return strings.HasPrefix(l, "Next step: ") && strings.Contains(l, "2026-014") }) {
		t.Errorf("Claude Code gets %+v", told[1])
	}
}
