package disk

import (
	"time"
)

// Stamp is what the system says of a file without opening it. A text of the same length
// with an older time set has another changed time, and a file that replaced another has
// another inode. Times are in nanoseconds.
type Stamp struct {
	device, inode     uint64
	mode              uint32
	size              int64
	modified, changed int64
}

// AsFolder is the stamp of a folder without its times: the files in it have stamps of their
// own.
func (s Stamp) AsFolder() Stamp { return Stamp{device: s.device, inode: s.inode, mode: s.mode} }

// Gone is the only name in the scan of a vault that is not at its path any more.
const Gone = "\x00gone"

// RestTime is how long a file must have rested before its stamp differs from every later
// one: two changes can fall into one tick of the file system's clock, which is up to two
// seconds long.
const RestTime = 3 * time.Second

// RestedBefore reports whether a file had rested when a load began.
func (s Stamp) RestedBefore(began time.Time) bool {
	latest := began.Add(-RestTime).UnixNano()
	return s.modified < latest && s.changed < latest
}

// GrewFrom reports whether a file is the same one as before, and longer.
func (s Stamp) GrewFrom(before Stamp) bool {
	return s.device == before.device && s.inode == before.inode && s.size > before.size
}
