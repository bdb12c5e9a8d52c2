package vault

import (
	"io/fs"
	"syscall"
	"time"
)

// changeTime gives when a file's content, place or permissions last changed, zero
// where the system does not say.
func changeTime(info fs.FileInfo) time.Time {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return time.Time{}
	}
	return time.Unix(st.Ctim.Unix())
}
