//go:build !linux

package state

import (
	"fmt"
	"os"
)

// processMark names this process for others on this machine by its number.
func processMark() string { return fmt.Sprintf(markBegin+"%d\n", os.Getpid()) }

// processOf returns the number of the process that a mark names, 0 for no mark. Whether it
// still runs is not known on this system.
func processOf(mark string) (pid int, gone bool) {
	if n, _ := fmt.Sscanf(mark, markBegin+"%d\n", &pid); n < 1 || pid < 1 {
		return 0, false
	}
	return pid, false
}
