package disk

import (
	"io/fs"
	"os"
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
	return time.Unix(st.Ctimespec.Unix())
}

// ExchangeIn lets two names of a folder change places in one step.
func ExchangeIn(dir *os.File, a, b string) error {
	return unix.RenameatxNp(int(dir.Fd()), a, int(dir.Fd()), b, unix.RENAME_SWAP)
}

// renameNewIn renames within a folder and fails where the new name exists.
func renameNewIn(dir *os.File, from, to string) error {
	return unix.RenameatxNp(int(dir.Fd()), from, int(dir.Fd()), to, unix.RENAME_EXCL)
}

// FileSystemOf returns the kind of file system that a folder lies on.
func FileSystemOf(dir string) (name string, whole bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return "", false
	}
	name = unix.ByteSliceToString(stat.Fstypename[:])
	return name, name == "apfs"
}
