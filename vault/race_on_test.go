//go:build race

package vault

// stride is how many of the places to be killed at are left out: the race
// detector makes starting a process many times slower.
const stride = 4
