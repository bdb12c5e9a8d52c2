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
	for _, name := range strings.Fields(`sh bash dash zsh env xargs timeout nohup nice setsid cat find awk tee dirname perl python3 chmod cp mv ln mkdir
		rev base64 sed make tar sort split dd install touch head tr less ruby lua node mktemp seq flock busybox gcc`) {
		if real, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(real, filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir, log
}

// What a shell really runs of the lines of the tables, and a rule names, is asked for.
func TestWhatAShellRunsIsAskedFor(t *testing.T) {
	t.Parallel()
	all := slices.Concat(allLines()...)
	for _, k := range kinds() {
		all = append(all, k.lines...)
	}
	all = slices.DeleteFunc(all, func(line string) bool { return !harmless(line) })
	for _, name := range []string{"bash", "dash", "zsh"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shell := realShell(t, name)
			dir, log := standIns(t)
			ran := 0
			for _, line := range whole.Some(t, 100, all) {
				ran += asked(t, shell, dir, log, line)
			}
			if ran < whole.Rounds(20, 60) {
				t.Errorf("only %d commands ran", ran)
			}
			t.Logf("%d commands ran", ran)
		})
	}
}

// realShell finds a shell to compare with.
func realShell(t *testing.T, name string) string {
	t.Helper()
	shell, err := exec.LookPath(name)
	if err != nil {
		t.Skip("there is no " + name + " to compare with")
	}
	return shell
}

// shellTest is a test, also one of a drawn line.
type shellTest interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// asked runs a line in a shell and returns how many commands ran. Each that a rule names has to be asked for.
func asked(t shellTest, shell, dir, log, line string) int {
	t.Helper()
	found := runs(t, shell, dir, log, line)
	rules := rulesOfTheTable()
	for _, command := range found {
		if Weigh(rules, bash(command)).Then == model.ThenAsk && Weigh(rules, bash(line)).Then != model.ThenAsk {
			t.Errorf("%s\n\truns %s, which is not asked for", line, command)
		}
	}
	return len(found)
}

// harmless reports whether a line of the table ends by itself, and calls only programs that
// are there.
func harmless(line string) bool {
	for _, word := range []string{"while ", "vim", "tmux", "script", "at now", "at -f", "ssh", "parallel", "watch", "/usr/", "bash < x", "node", "less", "docker", "python3 -i", "sudo ", "su ", "crontab", "TMOUT", "sched", "zpty"} {
		if strings.Contains(line, word) {
			return false
		}
	}
	return true
}

// runs returns the calls of the stand-ins.
func runs(t shellTest, shell, dir, log, line string) []string {
	t.Helper()
	if err := os.WriteFile(log, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	home, err := os.MkdirTemp(filepath.Dir(log), "home")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(home)
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
