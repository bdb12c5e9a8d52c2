//go:build !linux && !darwin

package disk

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// ChangeTime returns when a file's content, place or permissions last changed; here
// the system does not say.
func ChangeTime(fs.FileInfo) time.Time { return time.Time{} }

// ExchangeIn is not offered by this system.
func ExchangeIn(*os.File, string, string) error { return errors.ErrUnsupported }

// renameNewIn is not offered by this system.
func renameNewIn(*os.File, string, string) error { return errors.ErrUnsupported }

// FileSystemOf is not asked where no file system can exchange two names.
func FileSystemOf(string) (name string, whole bool) { return "", false }

// IsFull is not asked on this system.
func IsFull(string) bool { return false }

// Holes of files are read like anything else: the system does not tell where they are.
const (
	seekHole = -1
	seekData = -1
)

func mayHaveHoles(fs.FileInfo) bool { return false }

func isNoData(error) bool { return false }

// Writable cannot be asked without trying on this system; a decision that meets
// a read-only folder fails by itself and changes nothing.
func Writable(string) error { return nil }

// LinkCount counts the names that a file has; this system does not tell.
func LinkCount(fs.FileInfo) uint64 { return 1 }

// TryLock is not offered by this system.
func TryLock(*os.File, bool) (got bool, err error) { return false, errors.ErrUnsupported }

// OtherWriters cannot be told on this system.
func OtherWriters(string) (others []string, known bool) { return nil, false }

// notOurs cannot be told on this system.
func notOurs(fs.FileInfo) error { return nil }

// keepOwner does nothing: new files belong to whoever owns the folder here.
func keepOwner(_, _ *os.File) error { return nil }

// StampOf returns the stamp of what lies at an absolute path; a link is not followed.
// Inode and changed time are not known here.
func StampOf(at string) (Stamp, bool) {
	info, err := os.Lstat(at)
	if err != nil {
		return Stamp{}, false
	}
	return Stamp{mode: uint32(info.Mode()), size: info.Size(), modified: info.ModTime().UnixNano()}, true
}

// StampOfInfo returns no stamp: what is known here does not tell two states of a file
// apart.
func StampOfInfo(fs.FileInfo) (Stamp, bool) { return Stamp{}, false }
