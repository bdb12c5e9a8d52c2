package opencode

import (
	"flag"
	"math"
	"testing"

	"coldstart/testdata/told"
)

var update = flag.Bool("update", false, "write what is said of the fixtures to testdata/expected.txt")

const fixtures = "testdata/*.jsonl"

// What is said of each fixture stands in testdata/expected.txt.
func TestFixtures(t *testing.T) {
	t.Parallel()
	told.Expect(t, Store, fixtures, ".jsonl", *update)
}

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	told.Agree(t, Store, fixtures)
}

// Read and Events say the same twice, keep within their bounds, and take any bytes.
func FuzzCourse(f *testing.F) {
	told.Fuzz(f, Store, fixtures, math.MaxInt, func([]byte) string { return "" })
}
