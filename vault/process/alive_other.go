//go:build !unix

package process

import "os"

// alive reports whether the system finds a process.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return p.Release() == nil
}
