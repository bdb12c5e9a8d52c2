package disk

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ChangeTime returns when a file's content, place or permissions last changed, zero
// where the system does not say.
func ChangeTime(info fs.FileInfo) time.Time {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(st.Ctim.Unix())
}

// keepAttributes returns a new file the access list and the user's attributes of another one,
// as far as the system allows.
func keepAttributes(f, like *os.File) error {
	// These are the kernel's limits.
	list, value := make([]byte, 64<<10), make([]byte, 64<<10)
	n, err := unix.Flistxattr(int(like.Fd()), list)
	if err != nil {
		return unlessRefused(err)
	}
	for name := range strings.SplitSeq(string(list[:n]), "\x00") {
		if name != accessList && !strings.HasPrefix(name, "user.") {
			continue
		}
		size, err := unix.Fgetxattr(int(like.Fd()), name, value)
		if err == nil {
			err = unix.Fsetxattr(int(f.Fd()), name, value[:size], 0)
		}
		if err = unlessRefused(err); err != nil {
			return err
		}
	}
	return nil
}

// listedWriters names the accounts and groups to which an access list gives the right to
// write, and says whether it gives it to the file's own group. Listed is false where there is
// no list. Its form is that of the kernel: a version, then a kind, rights and a number each.
func listedWriters(at string) (others []string, group, listed bool) {
	const version, write = 2, 2
	const anAccount, ownGroup, aGroup = 0x02, 0x04, 0x08
	list := make([]byte, 64<<10)
	n, err := unix.Getxattr(at, accessList, list)
	if err != nil || n < 4 || binary.LittleEndian.Uint32(list) != version {
		return nil, false, false
	}
	for entry := range slices.Chunk(list[4:n], 8) {
		if len(entry) < 8 || binary.LittleEndian.Uint16(entry[2:])&write == 0 {
			continue
		}
		switch id := binary.LittleEndian.Uint32(entry[4:]); binary.LittleEndian.Uint16(entry) {
		case anAccount:
			if isStranger(id) {
				others = append(others, fmt.Sprintf("account %d", id))
			}
		case aGroup:
			others = append(others, fmt.Sprintf("group %d", id))
		case ownGroup:
			group = true
		}
	}
	return others, group, true
}

const accessList = "system.posix_acl_access"

// unlessRefused ignores what a file system does not have or allow.
func unlessRefused(err error) error {
	if mayNotGive(err) {
		return nil
	}
	return err
}

// unnamedIn makes a file without a name in a folder.
func unnamedIn(dir *os.File, mode fs.FileMode) (*os.File, error) {
	for {
		fd, err := unix.Openat(int(dir.Fd()), ".", unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, uint32(mode.Perm()))
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), dir.Name()), nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EISDIR), errors.Is(err, unix.EINVAL), errors.Is(err, errors.ErrUnsupported):
			return nil, errNoUnnamed
		default:
			return nil, err
		}
	}
}

func openFileName(f *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", f.Fd()) }

// openAgain opens an open file once more, for reading.
func openAgain(f *os.File) (*os.File, error) {
	again, err := os.Open(openFileName(f))
	if errors.Is(err, fs.ErrNotExist) {
		// There is no /proc.
		return nil, errNoUnnamed
	}
	return again, err
}

// linkOpen returns an open file without a name one. It replaces nothing.
func linkOpen(f, dir *os.File, name string) error {
	err := unix.Linkat(unix.AT_FDCWD, openFileName(f), int(dir.Fd()), name, unix.AT_SYMLINK_FOLLOW)
	if LacksRename(err) {
		return errNoUnnamed
	}
	return err
}

// ExchangeIn lets two names of a folder change places in one step.
func ExchangeIn(dir *os.File, a, b string) error {
	return unix.Renameat2(int(dir.Fd()), a, int(dir.Fd()), b, unix.RENAME_EXCHANGE)
}

// renameNewIn renames within a folder and fails where the new name exists.
func renameNewIn(dir *os.File, from, to string) error {
	return unix.Renameat2(int(dir.Fd()), from, int(dir.Fd()), to, unix.RENAME_NOREPLACE)
}

// leaseBusy reports whether somebody has the file open for writing. If not, whoever wants
// to has to wait until the file is closed here. Files of others and some file systems grant
// no lease, and then nobody counts as writing.
func leaseBusy(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	return errors.Is(err, unix.EAGAIN)
}

// leaseAlone reports whether nobody else has the file open, and keeps others out until
// leaseEnd.
func leaseAlone(f *os.File) bool {
	_, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_WRLCK)
	return err == nil
}

// leaseEnd lets everybody write again.
func leaseEnd(f *os.File) {
	// Without a lease this does nothing.
	_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
}

// fileSystems are the kinds that are known to have all that decisions use, or not: those
// over a network, in another machine or of cameras lack one thing or another.
var fileSystems = map[int64]struct {
	name  string
	whole bool
}{
	unix.EXT4_SUPER_MAGIC: {"ext4", true}, unix.XFS_SUPER_MAGIC: {"xfs", true}, unix.BTRFS_SUPER_MAGIC: {"btrfs", true},
	unix.F2FS_SUPER_MAGIC: {"f2fs", true}, unix.OVERLAYFS_SUPER_MAGIC: {"overlay", true},
	// Files in memory are lost with the power, as their owner knows.
	unix.TMPFS_MAGIC:     {"tmpfs", true},
	unix.NFS_SUPER_MAGIC: {"nfs", false}, unix.SMB_SUPER_MAGIC: {"smb", false}, unix.SMB2_SUPER_MAGIC: {"smb", false}, unix.CIFS_SUPER_MAGIC: {"smb", false},
	unix.FUSE_SUPER_MAGIC: {"fuse", false}, unix.V9FS_MAGIC: {"9p", false}, unix.MSDOS_SUPER_MAGIC: {"vfat", false}, unix.EXFAT_SUPER_MAGIC: {"exfat", false},
}

// FileSystemOf returns the kind of file system that a folder lies on.
func FileSystemOf(dir string) (name string, whole bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return "", false
	}
	if known, ok := fileSystems[int64(uint32(stat.Type))]; ok {
		return known.name, known.whole
	}
	return fmt.Sprintf("type %#x", uint32(stat.Type)), false
}
