//go:build linux || darwin

package program

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"coldstart/testdata/must"
)

// What is typed before a program starts is not for it.
func TestKeysTypedAheadDoNotReachTheProgram(t *testing.T) {
	t.Setenv("COLDSTART_TEST_PROGRAM", "listen")
	keyboard, terminal, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = keyboard.Close(); _ = terminal.Close() })
	must.Get(keyboard.WriteString("rm -rf *\n"))(t)
	time.Sleep(20 * time.Millisecond)
	p := New(t.TempDir(), []string{must.Get(os.Executable())(t)})
	var out bytes.Buffer
	p.SetStdin(terminal)
	p.SetStdout(&out)
	typed := time.AfterFunc(time.Second, func() { _, _ = keyboard.WriteString("hello\n") })
	defer typed.Stop()
	must.Do(t, p.Run())
	if got := out.String(); strings.Contains(got, "rm") || !strings.Contains(got, "hello") {
		t.Errorf("it read %q", got)
	}
}
