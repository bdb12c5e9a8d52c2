//go:build !linux && !darwin

package disk

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// ChangeTime gives when a file's content, place or permissions last changed; here
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
