//go:build race

package cli

// underRace is true under the race detector, which makes starting a process many
// times slower and sees nothing of what two processes do to each other.
const underRace = true
