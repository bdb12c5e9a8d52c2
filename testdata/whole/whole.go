// Package whole lets a test of a long product of cases try a part of it: the same part
// each time, and all of it with COLDSTART_WHOLE=1, as .ci/run does.
package whole

import (
	"flag"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"
)

// All tells whether every case is wanted.
func All() bool { return os.Getenv("COLDSTART_WHOLE") != "" }

// Some is n of the cases in their order, or all of them when all are wanted.
func Some[T any](t testing.TB, n int, cases []T) []T {
	t.Helper()
	if All() || n >= len(cases) {
		return cases
	}
	t.Logf("%d of %d cases; COLDSTART_WHOLE=1 tries all", n, len(cases))
	some := make([]T, 0, n)
	random := rand.New(rand.NewPCG(1, 2))
	for i, c := range cases {
		// Each of the cases that are left has the same chance.
		if random.IntN(len(cases)-i) < n-len(some) {
			some = append(some, c)
		}
	}
	return some
}

// Rounds is how often a test of random cases goes round: few times, or all the times
// when every case is wanted.
func Rounds(few, all int) int {
	if All() {
		return all
	}
	return few
}

// Quick speeds up the tests of a package when not every case is wanted: rapid tries fewer cases with
// a fixed seed, tests write to memory, and garbage is collected rarely. TestMain calls it; flags and
// variables of the command line win.
func Quick() {
	if All() {
		return
	}
	for name, value := range map[string]string{"rapid.checks": "20", "rapid.steps": "15", "rapid.seed": "1"} {
		if f := flag.Lookup(name); f != nil {
			_ = f.Value.Set(value)
		}
	}
	if dir := memory(); dir != "" && os.Getenv("TMPDIR") == "" {
		os.Setenv("TMPDIR", dir)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}
