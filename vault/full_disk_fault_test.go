//go:build linux

package vault_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Before a decision it is said what is full, without writing.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can mount file systems")
	}
	v := decidingVault(t, blockedVault().With(files{"Logs/": ""}))
	logs := filepath.Join(v.Dir(), "Logs")
	for size, full := range map[string]bool{"size=64k": false, "size=4k": true, "nr_inodes=1": true} {
		t.Run(size, func(t *testing.T) {
			mounted(t, "tmpfs", logs, "tmpfs", 0, size)
			around, err := v.Surroundings()
			if err != nil || slices.Contains(around.Full, "Logs") != full || slices.Contains(around.Full, "Plans") {
				t.Errorf("full: %q, %v", around.Full, err)
			}
		})
	}
}
