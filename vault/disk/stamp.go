package disk

import (
	"time"
)

// Stamp is what the system says of a file without opening it. A text of equal
// length with an older time set behind it still has another changed time, and a
// file that replaced another one has another inode. Times are in nanoseconds.
type Stamp struct {
	device, inode     uint64
	mode              uint32
	size              int64
	modified, changed int64
}

// AsFolder is the stamp of a folder, whose own times do not count: what lies in it has
// stamps of its own.
func (s Stamp) AsFolder() Stamp { return Stamp{device: s.device, inode: s.inode, mode: s.mode} }

// Gone is the only name in the sight of a vault that is not at its path any more.
const Gone = "\x00gone"

// RestTime is how long a file must have rested before its stamp tells it from every
// later state: a change can fall into the same tick of the file system's clock as the
// one before, and the slowest of these clocks tick every other second.
const RestTime = 3 * time.Second

// RestedBefore reports whether a file had rested when a load began.
func (s Stamp) RestedBefore(began time.Time) bool {
	latest := began.Add(-RestTime).UnixNano()
	return s.modified < latest && s.changed < latest
}
