//go:build unix

package vault

import "syscall"

// writable asks the system whether we may write in a folder, without trying.
func writable(dir string) error {
	const mayWrite = 2
	return syscall.Access(dir, mayWrite)
}
