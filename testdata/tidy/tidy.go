// Package tidy has folders that go although something still writes into them.
package tidy

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"coldstart/testdata/must"
)

// Folder returns a temporary folder without a link on the way, for a home and a repository. When the test is
// over, the processes that are at home or work in it are ended, where the system tells which these are:
// clients leave some behind, and a folder into which somebody writes cannot be removed.
func Folder(t testing.TB) string {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	// It runs ahead of the removal.
	t.Cleanup(func() {
		for left := processesIn(dir); len(left) > 0; left = processesIn(dir) {
			for _, p := range left {
				_ = p.Kill()
			}
		}
	})
	return dir
}

// processesIn are those whose environment or folder names a folder. One that has ended names none.
func processesIn(dir string) (all []*os.Process) {
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		pid, err := strconv.Atoi(filepath.Base(name))
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, _ := os.ReadFile(filepath.Join(name, "environ"))
		at, _ := os.Readlink(filepath.Join(name, "cwd"))
		if !bytes.Contains(append(env, at+"/"...), []byte(dir+"/")) {
			continue
		}
		if p, err := os.FindProcess(pid); err == nil {
			all = append(all, p)
		}
	}
	return all
}
