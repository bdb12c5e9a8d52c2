package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/creack/pty"
)

func TestIsTerminal(t *testing.T) {
	t.Parallel()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	closed, err := os.Create(filepath.Join(t.TempDir(), "closed"))
	if err != nil {
		t.Fatal(err)
	}
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

func TestOperator(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		env  variables
		want string
	}{
		{"none", variables{}, ""},
		{"the user", variables{"USER": "sam", "LOGNAME": "kim"}, "sam"},
		{"the login", variables{"LOGNAME": "kim"}, "kim"},
		{"Windows", variables{"USERNAME": "alex"}, "alex"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := operator(tt.env.get); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
