package dialect

import (
	"syscall"
	"time"
)

// ofThread asks for what the thread of the caller used.
const ofThread = 1

// used is the processor time of the thread of the caller: that of a busy machine goes to others.
func used() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(ofThread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
