//go:build race

package vault

// racing tells of the race detector, which makes starting a process many times slower.
const racing = true
