//go:build linux || darwin

package disk

import (
	"errors"
	"fmt"
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

// OtherWriters names the accounts and groups beside ours and root that may write into a file
// or folder at an absolute path, by its owner, its mode and, on Linux, its access list. Known
// is false where the system does not tell.
func OtherWriters(at string) (others []string, known bool) {
	const groupWrites, everybodyWrites = 0o020, 0o002
	info, err := os.Stat(at)
	if err != nil {
		return nil, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil, false
	}
	if isStranger(stat.Uid) {
		what := "file"
		if info.IsDir() {
			what = "folder"
		}
		others = append(others, fmt.Sprintf("account %d, whose %s it is", stat.Uid, what))
	}
	if info.Mode()&groupWrites != 0 {
		// Where there is an access list, these bits are the most that it grants.
		listed, group, isListed := listedWriters(at)
		others = append(others, listed...)
		// Many systems give each account a group of its own, with the same number.
		if stat.Gid != stat.Uid && (group || !isListed) {
			others = append(others, fmt.Sprintf("group %d", stat.Gid))
		}
	}
	if info.Mode()&everybodyWrites != 0 {
		others = append(others, "every account")
	}
	return others, true
}

// TryLock locks an open file until it is closed, alone or together with others who only look.
// Got is false where somebody has it.
func TryLock(f *os.File, alone bool) (got bool, err error) {
	how := unix.LOCK_SH
	if alone {
		how = unix.LOCK_EX
	}
	for {
		err = unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// isStranger reports whether an account is neither ours nor root, who may write anyway.
func isStranger(uid uint32) bool { return int(uid) != os.Geteuid() && uid != 0 }

// notOurs fails for a file of another account.
func notOurs(info fs.FileInfo) error {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && isStranger(stat.Uid) {
		return fmt.Errorf("the file system assigns new files to account %d, which could change your decisions", stat.Uid)
	}
	return nil
}

// keepOwner returns a new file the owner and group of another one, or only the group, as far
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

// StampOf returns the stamp of what lies at an absolute path; a link is not followed.
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

// StampOfInfo returns the stamp of what the system said already.
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

// leastRoom is what a small decision takes on the disk, in bytes.
const leastRoom = 16 << 10

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
