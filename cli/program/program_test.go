package program

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// The test program is run by itself: it says its arguments and its folder, or fails.
func TestMain(m *testing.M) {
	switch os.Getenv("COLDSTART_TEST_PROGRAM") {
	case "tell":
		dir, _ := os.Getwd()
		os.Stdout.WriteString(strings.Join(os.Args[1:], "\n") + "\n" + filepath.Base(dir))
		os.Exit(0)
	case "listen":
		line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		os.Stdout.WriteString(line)
		os.Exit(0)
	case "fail":
		os.Stderr.WriteString(strings.Repeat("much\n", 10_000) + "no such claim\n\n")
		os.Exit(3)
	}
	os.Exit(m.Run())
}

func TestArgumentsArriveAsTheyAre(t *testing.T) {
	t.Setenv("COLDSTART_TEST_PROGRAM", "tell")
	self := must.Get(os.Executable())(t)
	dir := filepath.Join(t.TempDir(), "vault")
	must.Do(t, os.Mkdir(dir, 0o755))
	words := []string{"$(touch x)", "a b; c", "*", "\"'`", "~", "%PATH%"}
	p := New(dir, append([]string{self}, words...))
	var out bytes.Buffer
	p.SetStdin(strings.NewReader(""))
	p.SetStdout(&out)
	p.SetStderr(&out)
	if err := p.Run(); err != nil || out.String() != strings.Join(words, "\n")+"\nvault" {
		t.Errorf("got %q and error %v", out.String(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("the folder has %v, error %v", entries, err)
	}
}

func TestAFailureHasTheLastComplaint(t *testing.T) {
	t.Setenv("COLDSTART_TEST_PROGRAM", "fail")
	self := must.Get(os.Executable())(t)
	if err := New(t.TempDir(), []string{self}).Run(); err == nil || err.Error() != "exit status 3: no such claim" {
		t.Errorf("got error %v", err)
	}
	var out bytes.Buffer
	shown := New(t.TempDir(), []string{self})
	shown.SetStderr(&out)
	if err := shown.Run(); err == nil || err.Error() != "exit status 3" || out.Len() < 50_000 {
		t.Errorf("got %d bytes and error %v", out.Len(), err)
	}
	if err := New(t.TempDir(), []string{"no-such-program-anywhere"}).Run(); err == nil || !strings.Contains(err.Error(), "no-such-program-anywhere") {
		t.Errorf("got error %v", err)
	}
}
