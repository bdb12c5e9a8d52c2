//go:build unix

package vault

import (
	"io/fs"
	"syscall"
)

// names counts the names that a file has (its hard links).
func names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// writable asks the system whether we may write in a folder, without trying.
func writable(dir string) error {
	const mayWrite = 2
	return syscall.Access(dir, mayWrite)
}
