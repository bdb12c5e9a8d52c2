package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

// TestTheTenLinesOfThePageLeadToAnApproval runs the commands at the top of the page about other machines, with
// a host that is a folder.
func TestTheTenLinesOfThePageLeadToAnApproval(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	page := must.Get(os.ReadFile("../docs/machines.md"))(t)
	lines := regexp.MustCompile("(?s)```sh\n(.*?)```").FindStringSubmatch(string(page))[1]
	if n := strings.Count(lines, "\n"); n > 10 {
		t.Errorf("%d lines of commands", n)
	}
	dir := t.TempDir()
	demo := os.DirFS(filepath.Join("..", "testdata", "demo"))
	must.Do(t, os.CopyFS(filepath.Join(dir, "attic", "vault"), demo))
	for name, script := range map[string]string{
		"ssh-copy-id": "exit 0",
		"scp":         `ln -s "$1" "$HOST/coldstart"`,
		"ssh":         `for words; do :; done; cd "$HOST" && HOME=$HOST XDG_CONFIG_HOME= USER=mira exec sh -c "$words"`,
	} {
		write(t, dir, "bin/"+name, "#!/bin/sh\n"+script+"\n")
		must.Do(t, os.Chmod(filepath.Join(dir, "bin", name), 0o755))
	}
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-e", "-c", lines)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{
		"HOME=" + filepath.Join(dir, "home"), "HOST=" + filepath.Join(dir, "attic"), "USER=sam", "LANG=C.UTF-8",
		"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), terminalVar + "=stdin",
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if text := readFile(t, dir, "attic/vault/Approved/2026-03-13T16-20-05Z_email_claims-northreach-hubs-example.md"); !strings.Contains(string(out), model.FingerprintOf([]byte(text)).String()) {
		t.Errorf("what was approved was not shown: %s", out)
	}
	approved, err := filepath.Glob(filepath.Join(dir, "attic", "vault", "Approved", "*northreach*"))
	if err != nil || len(approved) != 1 {
		t.Errorf("nothing was approved (%v): %s", err, out)
	}
}
