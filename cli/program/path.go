package program

import "os/exec"

// OnPath reports whether a program of this name is found by those who give no folder.
func OnPath(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}
