//go:build unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// LinkCount counts the names of a file.
func LinkCount(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// Writable asks the system whether we may write in a folder, without trying.
func Writable(dir string) error {
	const mayWrite = 2
	return syscall.Access(dir, mayWrite)
}

// keepOwner gives a new file the owner and group of another one, or only the group, as far
// as the system allows.
func keepOwner(f, like *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	old, err := like.Stat()
	if err != nil {
		return err
	}
	want, wantOK := old.Sys().(*syscall.Stat_t)
	have, haveOK := info.Sys().(*syscall.Stat_t)
	if !wantOK || !haveOK || want.Uid == have.Uid && want.Gid == have.Gid {
		return nil
	}
	if err = f.Chown(int(want.Uid), int(want.Gid)); mayNotGive(err) {
		err = f.Chown(-1, int(want.Gid))
	}
	if mayNotGive(err) {
		return nil
	}
	return err
}

// mayNotGive reports that the system does not let us give a file to somebody, or knows no
// owners.
func mayNotGive(err error) bool {
	return errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported)
}

// StampOf gives the stamp of what lies at an absolute path; a link is not followed.
func StampOf(at string) (Stamp, bool) {
	var s unix.Stat_t
	if err := unix.Lstat(at, &s); err != nil {
		return Stamp{}, false
	}
	// The fields have other widths on other systems.
	return Stamp{
		device: uint64(s.Dev), inode: uint64(s.Ino), mode: uint32(s.Mode), size: int64(s.Size),
		modified: s.Mtim.Nano(), changed: s.Ctim.Nano(),
	}, true
}

// StampOfInfo gives the stamp of what the system said already.
func StampOfInfo(info fs.FileInfo) (Stamp, bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	changed := ChangeTime(info)
	if !ok || changed.IsZero() {
		return Stamp{}, false
	}
	return Stamp{
		device: uint64(s.Dev), inode: uint64(s.Ino), mode: uint32(s.Mode), size: s.Size,
		modified: info.ModTime().UnixNano(), changed: changed.UnixNano(),
	}, true
}
