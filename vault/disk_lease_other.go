//go:build !linux

package vault

import "os"

// leaseBusy cannot be told on this system.
func leaseBusy(*os.File) bool { return false }

// leaseAlone cannot be told on this system.
func leaseAlone(*os.File) bool { return false }

// leaseEnd has nothing to give back on this system.
func leaseEnd(*os.File) {}
