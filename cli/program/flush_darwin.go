package program

import "golang.org/x/sys/unix"

// flush throws away what was typed into a terminal and not read. A terminal that cannot do that keeps it.
func flush(terminal uintptr) {
	_ = unix.IoctlSetPointerInt(int(terminal), unix.TIOCFLUSH, unix.TCIFLUSH)
}
