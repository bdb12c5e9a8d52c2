//go:build linux || darwin

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	seekHole = unix.SEEK_HOLE
	seekData = unix.SEEK_DATA
)

// mayHaveHoles reports a file that takes less room than it has bytes. It may also be packed.
func mayHaveHoles(info fs.FileInfo) bool {
	// The system counts in this unit, whatever the blocks are.
	const unit = 512
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Blocks*unit < info.Size()
}

// isNoData reports that there is no data behind an offset.
func isNoData(err error) bool { return errors.Is(err, syscall.ENXIO) }

// IsFull reports whether the file system of a folder is known to have no room for another
// small file. It asks without writing.
func IsFull(dir string) bool {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return false
	}
	free := stat.Bavail
	if os.Geteuid() == 0 {
		free = stat.Bfree
	}
	// Some count no files.
	return free*uint64(stat.Bsize) < leastRoom || stat.Files > 0 && stat.Ffree == 0
}
