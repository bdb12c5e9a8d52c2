//go:build unix

package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// TestAnAnswerFromAnotherDevice runs the program of the page of hooks at a machine, and types what it
// mails on another one: it approves exactly what was mailed, and nothing once that changed.
func TestAnAnswerFromAnotherDevice(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "desk")
	dir := m.vault("vault")
	page := string(must.Get(os.ReadFile(filepath.Join("..", "docs", "hooks.md")))(t))
	_, script, ok := strings.Cut(page, "#!/bin/sh\n# tell:")
	script, _, closed := strings.Cut(script, "```")
	if !ok || !closed {
		t.Fatal("the page has no program")
	}
	write(t, m.home, "tell", "#!/bin/sh\n# tell:"+script)
	write(t, m.home, "bin/mail", "#!/bin/sh\ncat >\"$HOME/$3.$$\" && mv \"$HOME/$3.$$\" \"$HOME/mailed\"\n")
	must.Do(t, errors.Join(os.Chmod(filepath.Join(m.home, "tell"), 0o755), os.Chmod(filepath.Join(m.home, "bin/mail"), 0o755)))
	watch := exec.CommandContext(t.Context(), m.coldstart(), "--vault", dir, "watch", "--notify", "--", filepath.Join(m.home, "tell"))
	watch.Env = []string{"PATH=" + filepath.Join(m.home, "bin") + ":" + os.Getenv("PATH"), "HOME=" + m.home, "USER=sam"}
	ready := must.Get(watch.StderrPipe())(t)
	must.Do(t, watch.Start())
	t.Cleanup(func() { watch.Process.Kill(); watch.Wait() })
	if _, err := ready.Read(make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	mailed := func(name string) []string {
		write(t, dir, "Pending_Approval/"+name, "---\naction: send_email\nto: lou@bikes.example\n---\n\nThe invoice of March is ready.\n")
		file := filepath.Join(m.home, "mailed")
		m.until("it is mailed", func() bool { _, err := os.Stat(file); return err == nil })
		text := string(must.Get(os.ReadFile(file))(t))
		must.Do(t, os.Remove(file))
		return strings.Split(strings.TrimSpace(text), "\n")
	}
	typed := func(line string) (string, error) {
		command, ok := strings.CutPrefix(line, "ssh desk.example '")
		if !ok {
			t.Fatalf("mailed %q", line)
		}
		out, err := m.ssh(strings.TrimSuffix(command, "'")).CombinedOutput()
		return string(out), err
	}
	lines := mailed("invoice.md")
	if out, err := typed(lines[1]); err != nil || !strings.Contains(out, "The invoice of March") {
		t.Errorf("showing: %v: %s", err, out)
	}
	if out, err := typed(lines[2]); err != nil || !isFile(filepath.Join(dir, "Approved/invoice.md")) {
		t.Errorf("approving: %v: %s", err, out)
	}
	late := mailed("changed.md")
	write(t, dir, "Pending_Approval/changed.md", "---\naction: send_email\nto: eve@bikes.example\n---\n\nAnother one.\n")
	if out, err := typed(late[2]); err == nil || isFile(filepath.Join(dir, "Approved/changed.md")) {
		t.Errorf("what changed was approved: %s", out)
	}
	if wicked := mailed("x'; touch taken; '.md"); len(wicked) != 2 || wicked[1] != "answer it on the screen" {
		t.Errorf("a wicked name got %q", wicked)
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}
