//go:build unix

package cli

import (
	"io/fs"
	"syscall"
)

// takesNoRoom reports a file with holes.
func takesNoRoom(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Blocks*512 < info.Size()/2
}
