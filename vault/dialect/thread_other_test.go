//go:build !linux

package dialect

import "time"

var begun = time.Now()

// used is the time that went by.
func used() time.Duration { return time.Since(begun) }
