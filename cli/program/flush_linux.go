package program

import "golang.org/x/sys/unix"

// flush throws away what was typed into a terminal and not read. A terminal that cannot do that keeps it.
func flush(terminal uintptr) { _ = unix.IoctlSetInt(int(terminal), unix.TCFLSH, unix.TCIFLUSH) }
