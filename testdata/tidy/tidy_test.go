package tidy

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"testing"

	"coldstart/testdata/must"
)

// A client is gone, and what it left behind writes on: the folder goes all the same.
func TestAFolderGoesThoughSomethingStillWrites(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("nothing tells here where a process is at home")
	}
	dir := ""
	t.Run("client", func(t *testing.T) {
		dir = Folder(t)
		cmd := exec.Command("/bin/sh", "-c", `(while :; do mkdir -p "$HOME/$n" && echo x > "$HOME/$n/x"; n=$((n+1)); done) > "$HOME/log" 2>&1 &`)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir + "/home"}
		must.Do(t, os.Mkdir(dir+"/home", 0o755))
		must.Do(t, cmd.Run())
		if len(processesIn(dir)) == 0 {
			t.Error("nothing is left behind")
		}
	})
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is there: %v", err)
	}
	if left := processesIn(dir); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
}
