//go:build unix

package process

import (
	"errors"
	"os"
	"syscall"
)

// alive asks the system for a process by a signal that does nothing.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return err == nil || errors.Is(err, syscall.EPERM)
}
