//go:build unix

package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"coldstart/vault/disk"
)

// watcherVariable makes the test program watch a folder, and take whatever comes there.
const watcherVariable = "COLDSTART_TEST_WATCHED"

// takeAll opens every file that is not published yet in the moment in which it comes, gives
// every other one a second name, and writes into all of them for ever.
func takeAll(dir string) error {
	known := map[string]bool{}
	var taken []*os.File
	fmt.Println("ready")
	for n := 0; ; n++ {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			full := filepath.Join(dir, e.Name())
			if known[full] || !strings.HasPrefix(e.Name(), disk.PrivatePrefix) {
				continue
			}
			known[full] = true
			if f, err := os.OpenFile(full, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
				taken = append(taken, f)
			}
			if n%2 == 0 {
				// It may be gone already.
				_ = os.Link(full, filepath.Join(dir, "..", fmt.Sprintf("taken-%d", n)))
			}
		}
		for _, f := range taken {
			if _, err := f.WriteAt([]byte("swapped"), 0); err != nil {
				return err
			}
		}
	}
}
