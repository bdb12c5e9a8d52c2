package cli

import (
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"github.com/creack/pty"

	"coldstart/testdata/must"
)

func TestIsTerminal(t *testing.T) {
	t.Parallel()
	null := must.Get(os.OpenFile(os.DevNull, os.O_RDWR, 0))(t)
	defer null.Close()
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "f")))(t)
	defer file.Close()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	closed := must.Get(os.Create(filepath.Join(t.TempDir(), "closed")))(t)
	closed.Close()
	for name, f := range map[string]*os.File{"the null device": null, "a file": file, "a pipe": read, "a closed file": closed} {
		if isTerminal(f) {
			t.Errorf("%s is taken for a terminal", name)
		}
	}
	master, terminal, err := pty.Open()
	if err != nil {
		t.Skipf("needs a pseudo-terminal: %v", err)
	}
	defer master.Close()
	defer terminal.Close()
	if !isTerminal(terminal) {
		t.Error("a terminal is not taken for one")
	}
}

func TestTheNameOfThisMachineHasNoDomain(t *testing.T) {
	t.Parallel()
	full, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	if got := host(); strings.Contains(got, ".") || !strings.HasPrefix(full, got) {
		t.Errorf("got %q of %q", got, full)
	}
}

func TestOperator(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		env  variables
		// system is how the system names the account.
		system, host string
		want         string
	}{
		{"none", variables{}, "", "attic", ""},
		{"only the system knows", variables{}, "mira", "attic", "mira@attic"},
		{"the user", variables{"USER": "sam", "LOGNAME": "kim"}, "mira", "attic", "sam@attic"},
		{"the login", variables{"LOGNAME": "kim"}, "mira", "attic", "kim@attic"},
		{"Windows", variables{"USERNAME": "alex"}, "", "attic", "alex@attic"},
		{"a machine without a name", variables{"USER": "sam"}, "", "", "sam"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := operator(tt.env.get, func() string { return tt.system }, tt.host); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A container often sets no variable that names the account.
func TestTheSystemNamesTheAccount(t *testing.T) {
	t.Parallel()
	u, err := user.Current()
	if err != nil {
		t.Skip(err)
	}
	if got := account(); got == "" || !strings.HasSuffix(u.Username, got) || strings.Contains(got, `\`) {
		t.Errorf("got %q of %q", got, u.Username)
	}
}
