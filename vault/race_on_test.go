//go:build race

package vault_test

// racing says that the race detector is on, which makes starting a process many times slower.
const racing = true
