//go:build unix

package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/creack/pty"

	"coldstart/cli/remote"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// canary is a file that is only there if somebody ran what was a name.
var canary = "coldstart-canary-" + strconv.Itoa(os.Getpid())

// wickedNames are names that a shell, or a program that takes options, would read as more than
// names.
func wickedNames() []string {
	run := "cd; touch " + canary
	return []string{
		"$(" + run + ")", "`" + run + "`", "'; " + run + "; '", `"; ` + run + `; "`, "; " + run + " #", "& " + run + " &", "| " + run,
		"a\n" + run + "\n", "\r" + run, "-oProxyCommand=" + run, "--config=x", "--", "-", "$HOME", "~lou", "* ?[a]{b,c}", `\`, `\'; ` + run,
		"!!", "a'b\"c", "tab\there", "\x1b[31mred\x1b[0m", "\u202eno\u202c 😀 é", "\xff\xfe",
	}
}

// noCanary fails if a name was run, here or there.
func noCanary(t *testing.T, m *sshd) {
	t.Helper()
	home, _ := os.UserHomeDir()
	here, _ := os.Getwd()
	for _, dir := range []string{home, here, m.home, m.dir, toolsDir} {
		file := filepath.Join(dir, canary)
		if _, err := os.Lstat(file); err == nil {
			os.Remove(file)
			t.Errorf("a name was run in %s", dir)
		}
	}
}

// TestNothingRunsByANameOverSSH has folders, references and notes that would be commands if a shell
// read them.
func TestNothingRunsByANameOverSSH(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	for i, name := range whole.Some(t, 2, wickedNames()) {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			dir := m.vault(name)
			conn := m.connectTo(remote.Host{Name: "attic", SSH: m.name, Dir: name}, operatorHere)
			vaults, err := conn.Vaults(t.Context())
			if err != nil || len(vaults) != 1 {
				t.Fatalf("%q: %v, %v", name, vaults, err)
			}
			e := thePrices()
			e.note = name
			if strings.ContainsAny(name, "\n\r") || !utf8.ValidString(name) {
				e.note = "prices are right"
			}
			if _, err := e.decide(t.Context(), conn.Store(vaults[0]), ""); err != nil {
				t.Fatalf("%q: %v", name, err)
			}
			if _, err := os.Stat(filepath.Join(dir, "Approved", pricesRequest)); err != nil {
				t.Errorf("%q: another folder was decided in: %v", name, err)
			}
			out, err := conn.Run(t.Context(), []string{"show", name})
			if err != nil || out.Exit == exitDone {
				t.Errorf("show %q: %+v, %v", name, out, err)
			}
			screenOpens(t, conn.Screen(vaults[0]))
			noCanary(t, m)
		})
	}
}

// screenOpens runs the command that opens a vault on its machine, and closes the screen again.
func screenOpens(t *testing.T, line []string) {
	t.Helper()
	command := exec.CommandContext(t.Context(), line[0], line[1:]...)
	command.Env = append(os.Environ(), "TERM=xterm-256color")
	terminal := must.Get(pty.StartWithSize(command, &pty.Winsize{Rows: 24, Cols: 80}))(t)
	defer terminal.Close()
	timer := time.AfterFunc(patience, func() { command.Process.Kill() })
	defer timer.Stop()
	var seen strings.Builder
	buffer := make([]byte, 4096)
	for quit := false; ; {
		n, err := terminal.Read(buffer)
		seen.Write(buffer[:n])
		if err != nil {
			break
		}
		if !quit && strings.Contains(seen.String(), "Home") {
			quit = true
			io.WriteString(terminal, "q")
		}
	}
	if err := command.Wait(); err != nil {
		t.Errorf("%q: %v: %q", line, err, seen.String())
	}
}
