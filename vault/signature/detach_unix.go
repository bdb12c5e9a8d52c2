//go:build unix

package signature

import (
	"os/exec"
	"syscall"
)

// detach keeps a program from the terminal, where it would write across the screen.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
