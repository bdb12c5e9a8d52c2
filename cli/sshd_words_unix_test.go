//go:build unix

package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/cli/remote"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// garbage is what a machine may print that wants to draw on the operator's screen.
const garbage = "\x1b]0;owned\x07\x1b[2J\x1b[31mDONE: approved\x1b[0m\r\n\x9b31m\u202e\x00\xff"

// The ways in which a machine cannot be used, each with what is said of it.
var unusable = []struct {
	name string
	// breaks makes the machine so.
	breaks func(m *sshd)
	words  string
}{
	{"down", func(m *sshd) { m.stop() }, "attic refused the connection"},
	{"key not known", func(m *sshd) { m.isKnown("another") }, "attic has an unknown host key"},
	{"key changed", func(m *sshd) {
		m.stop()
		m.newHostKey()
		m.start()
	}, "attic has another host key than before"},
	{"login refused", func(m *sshd) { m.rewrite(m.dir, "keys", "") }, "attic refused the login"},
	{"no such name", func(m *sshd) {
		m.rewrite(toolsDir, m.name+".host", "Host "+m.name+"\nHostName nowhere.invalid\n")
	}, "attic has no address: its name is unknown"},
	{"no coldstart", func(m *sshd) { os.Remove(m.coldstart()) }, "attic has no program coldstart where its shell looks"},
	{"not allowed to run", func(m *sshd) { os.Chmod(m.coldstart(), 0o644) }, "Permission denied"},
	{"an older coldstart", func(m *sshd) {
		m.runsInstead(`printf 'error: unknown command "serve-stdio"\nhint: coldstart help lists the commands\n' >&2; exit 2`)
	}, "attic has an older coldstart"},
	{"another version", func(m *sshd) {
		m.runsInstead("'" + m.coldstart() + `-real' serve-stdio < /dev/null | sed 's/"v":[0-9]*/"v":999/'`)
	}, "attic has another version of coldstart"},
	{"only files are copied there", func(m *sshd) {
		m.stop()
		m.configures("ForceCommand internal-sftp", "Subsystem sftp internal-sftp")
		m.start()
	}, "the connection to attic ended"},
	{"it only says something", func(m *sshd) {
		m.runsInstead("printf '" + octal(garbage) + "'; printf '" + octal(garbage) + "' >&2")
	}, "the connection to attic ended"},
	{"it ends at once", func(m *sshd) { m.runsInstead("exit 0") }, "attic"},
	{"it prints and never ends", func(m *sshd) { m.runsInstead("yes anything") }, "attic does not answer as coldstart does"},
	{"it fills standard error and never ends", func(m *sshd) { m.runsInstead("yes anything >&2") }, "attic does not answer"},
	{"it says nothing", func(m *sshd) { m.runsInstead("exec cat > /dev/null") }, "attic does not answer"},
	{"garbage behind the greeting", func(m *sshd) {
		m.runsInstead("'" + m.coldstart() + "-real' serve-stdio < /dev/null; cat /dev/urandom")
	}, "attic"},
}

// octal is a text as printf of a shell takes it.
func octal(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, `\%03o`, c)
	}
	return b.String()
}

// TestWhyAMachineCannotBeUsed holds that each way is told in words of its own, with what helps.
func TestWhyAMachineCannotBeUsed(t *testing.T) {
	t.Parallel()
	for _, tt := range whole.Some(t, 4, unusable) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t, "attic")
			m.vault("vault")
			tt.breaks(m)
			_, err := m.connect(m.name).Vaults(t.Context())
			var why remote.Unreachable
			if !errors.As(err, &why) {
				t.Fatalf("got %v", err)
			}
			if !strings.Contains(err.Error(), tt.words) {
				t.Errorf("want %q in: %v", tt.words, err)
			}
		})
	}
}

// TestALoginThatPrintsIsNoTrouble has the shell of the login, and sshd, print more than coldstart does.
func TestALoginThatPrintsIsNoTrouble(t *testing.T) {
	t.Parallel()
	banner := filepath.Join(t.TempDir(), "banner")
	must.Do(t, os.WriteFile(banner, []byte(garbage), 0o644))
	m := newMachine(t, "attic", "Banner "+banner)
	m.rewrite(m.home, ".bashrc", "printf '"+octal(garbage)+"'; printf '"+octal(garbage)+"' >&2\n")
	m.vault("vault")
	vaults, err := m.connect(m.name).Vaults(t.Context())
	if err != nil || len(vaults) != 1 {
		t.Errorf("got %v, %v", vaults, err)
	}
}
