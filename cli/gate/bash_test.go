package gate

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/whole"
)

// standIns are the programs that bash finds; each writes down how it was called.
func standIns(t *testing.T) (dir, log string) {
	t.Helper()
	dir, log = t.TempDir(), filepath.Join(t.TempDir(), "log")
	record := "#!/bin/sh\nprintf '%s' \"${0##*/}\" >> \"$LOG\"\nfor a in \"$@\"; do printf ' %s' \"$a\" >> \"$LOG\"; done\nprintf '\\n' >> \"$LOG\"\n"
	for _, name := range []string{"git", "rm", "npm", "curl", "gh"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(record), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// These run what they are given, as the real ones do.
	for _, name := range []string{"sh", "bash", "env", "xargs", "timeout", "nohup", "nice", "setsid", "cat", "find", "awk", "tee", "dirname", "perl", "python3"} {
		if real, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(real, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir, log
}

// What bash really runs of the lines of the table, and a rule names, is asked for.
func TestWhatBashRunsIsAskedFor(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to compare with")
	}
	dir, log := standIns(t)
	rules := rulesOfTheTable()
	ran := 0
	all := slices.DeleteFunc(slices.Concat(allLines()...), func(line string) bool { return !harmless(line) })
	for _, line := range whole.Some(t, 100, all) {
		found := runs(t, shell, dir, log, line)
		ran += len(found)
		asked := Weigh(rules, bash(line)).Then == model.ThenAsk
		for _, command := range found {
			if Weigh(rules, bash(command)).Then == model.ThenAsk && !asked {
				t.Errorf("%s\n\truns %s, which is not asked for", line, command)
			}
		}
	}
	if ran < whole.Rounds(20, 60) {
		t.Errorf("only %d commands ran", ran)
	}
}

// harmless reports whether a line of the table ends by itself, and calls only programs that
// are there.
func harmless(line string) bool {
	for _, word := range []string{"while ", "vim", "tmux", "script", "at now", "ssh", "parallel", "watch", "/usr/", "bash < x", "node"} {
		if strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// runs gives the calls of the stand-ins.
func runs(t *testing.T, shell, dir, log, line string) []string {
	t.Helper()
	if err := os.WriteFile(log, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	home := t.TempDir()
	run := exec.CommandContext(ctx, shell, "-c", line, "bash")
	run.Dir, run.Env = home, []string{"PATH=" + dir, "HOME=" + home, "LOG=" + log}
	run.WaitDelay = time.Second
	// How it ends does not matter: many of the lines fail.
	_ = run.Run()
	b, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(string(b), "\n"), func(call string) bool { return call == "" })
}
