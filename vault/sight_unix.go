//go:build unix

package vault

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// stampOf gives the stamp of what lies at an absolute path; a link is not followed.
func stampOf(at string) (stamp, bool) {
	var s unix.Stat_t
	if err := unix.Lstat(at, &s); err != nil {
		return stamp{}, false
	}
	// The fields have other widths on other systems.
	return stamp{
		device: uint64(s.Dev), inode: uint64(s.Ino), mode: uint32(s.Mode), size: int64(s.Size),
		modified: s.Mtim.Nano(), changed: s.Ctim.Nano(),
	}, true
}

// stampOfInfo is stampOf for what the system told already.
func stampOfInfo(info fs.FileInfo) (stamp, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	changed := changeTime(info)
	if !ok || changed.IsZero() {
		return stamp{}, false
	}
	return stamp{
		device: uint64(s.Dev), inode: uint64(s.Ino), mode: uint32(s.Mode), size: s.Size,
		modified: info.ModTime().UnixNano(), changed: changed.UnixNano(),
	}, true
}
