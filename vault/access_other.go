//go:build !unix

package vault

import "io/fs"

// writable cannot be asked without trying on this system; a decision that meets
// a read-only folder fails by itself and changes nothing.
func writable(string) error { return nil }

// names counts the names that a file has; this system does not tell.
func names(fs.FileInfo) uint64 { return 1 }
