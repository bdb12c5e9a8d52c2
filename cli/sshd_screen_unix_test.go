//go:build unix

package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"coldstart/testdata/must"
)

// mostHere is how many vaults the test of the screen has on each of two machines.
const mostHere = 10

// workedIn puts vaults on the machine that are found by the sessions of agents in them.
func (m *sshd) workedIn(t *testing.T, name string, n int) {
	t.Helper()
	for i := range n {
		dir := m.vault(fmt.Sprintf("work/%s%02d", name, i))
		must.Do(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
		keepSession(t, m.home, dir, fmt.Sprintf("5be2c0d4-0000-4000-8000-%012d", i), "Make the figures", time.Hour, `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn"},`)
	}
}

// TestTwentyVaultsOnTwoHostsInOneScreen opens the real screen over two machines with ten vaults each, and
// a third that never answers: what is here is drawn at once, and all that answers behind it.
func TestTwentyVaultsOnTwoHostsInOneScreen(t *testing.T) {
	t.Parallel()
	attic, cellar, porch := newMachine(t, "attic"), newMachine(t, "cellar"), newMachine(t, "porch")
	attic.workedIn(t, "loom", mostHere)
	cellar.workedIn(t, "anvil", mostHere)
	r, stalled := porch.newRoad()
	r.after(1, there, r.hold)
	before := []map[string]string{files(t, filepath.Join(attic.home, "work")), files(t, filepath.Join(cellar.home, "work"))}

	home := t.TempDir()
	here := demoVault(t)
	write(t, home, "coldstart.yaml", fmt.Sprintf("hosts:\n  - {name: attic, ssh: %s, dir: --all}\n  - {name: cellar, ssh: %s, dir: --all}\n  - {name: porch, ssh: %s}\n", attic.name, cellar.name, stalled))
	program := must.Get(theProgram())(t)
	command := exec.CommandContext(t.Context(), program, "--hosts", "--vault", here, "--config", filepath.Join(home, "coldstart.yaml"), "--now", "2026-03-14T07:02:00Z")
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "TERM=xterm-256color", "USER=sam"}
	all := 2*mostHere + 1
	// Each vault has the same that needs somebody.
	queue := fmt.Sprint("Home ", 17*all)
	seen := drawnUntil(t, command, func(seen string) bool {
		return strings.Contains(seen, fmt.Sprint(all, " vaults, 3 hosts")) && strings.Contains(seen, queue)
	})
	mine, theirs := strings.Index(seen, "Home 17"), strings.Index(seen, "attic:")
	if mine < 0 || theirs < mine || !strings.Contains(seen, "porch connecting") {
		t.Errorf("what is here was not drawn before the hosts answered: %d, %d", mine, theirs)
	}
	after := []map[string]string{files(t, filepath.Join(attic.home, "work")), files(t, filepath.Join(cellar.home, "work"))}
	for i := range before {
		sameFiles(t, "the screen was opened", after[i], before[i])
	}
}

// drawnUntil runs a screen, goes to the list of vaults, and quits it when what it drew is enough. It gives
// all that was drawn.
func drawnUntil(t *testing.T, command *exec.Cmd, enough func(seen string) bool) string {
	t.Helper()
	terminal := must.Get(pty.StartWithSize(command, &pty.Winsize{Rows: 70, Cols: 120}))(t)
	defer terminal.Close()
	timer := time.AfterFunc(2*patience, func() { command.Process.Kill() })
	defer timer.Stop()
	var seen strings.Builder
	buffer := make([]byte, 64<<10)
	for chosen, quit := false, false; ; {
		n, err := terminal.Read(buffer)
		seen.Write(buffer[:n])
		if err != nil {
			break
		}
		if !chosen && strings.Contains(ansi.Strip(seen.String()), "connecting") {
			chosen = true
			io.WriteString(terminal, "0")
		}
		if !quit && enough(ansi.Strip(seen.String())) {
			quit = true
			io.WriteString(terminal, "q")
		}
	}
	if err := command.Wait(); err != nil {
		t.Errorf("%v: %q", err, ansi.Strip(seen.String()))
	}
	return ansi.Strip(seen.String())
}
