//go:build unix

package vault

import "golang.org/x/sys/unix"

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
