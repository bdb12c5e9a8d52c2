//go:build !unix

package vault

import (
	"io/fs"
	"os"
)

// stampOf gives the stamp of what lies at an absolute path; a link is not followed.
// Inode and changed time are not known here.
func stampOf(at string) (stamp, bool) {
	info, err := os.Lstat(at)
	if err != nil {
		return stamp{}, false
	}
	return stamp{mode: uint32(info.Mode()), size: info.Size(), modified: info.ModTime().UnixNano()}, true
}

// stampOfInfo gives no stamp: what is known here does not tell two states of a file
// apart.
func stampOfInfo(fs.FileInfo) (stamp, bool) { return stamp{}, false }
