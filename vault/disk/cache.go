package disk

import (
	"time"
)

// RestTime is how long a file must have rested before its stamp tells it from every
// later state: a change can fall into the same tick of the file system's clock as the
// one before, and the slowest of these clocks tick every other second.
const RestTime = 3 * time.Second

// RestedBefore reports whether a file had rested when a load began.
func (s Stamp) RestedBefore(began time.Time) bool {
	latest := began.Add(-RestTime).UnixNano()
	return s.modified < latest && s.changed < latest
}
