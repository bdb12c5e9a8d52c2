package gemini

import (
	"bytes"
	"flag"
	"math"
	"os"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/told"
	"coldstart/vault/disk"
)

var update = flag.Bool("update", false, "write what is said of the fixtures to testdata/expected.txt")

// What is said of each fixture stands in testdata/expected.txt.
func TestFixtures(t *testing.T) {
	t.Parallel()
	told.Expect(t, Store, "testdata/*.json*", "", *update)
}

// A file that is cut short says that the session died while it was written; a line that misses only
// its end is read.
func TestTornFile(t *testing.T) {
	t.Parallel()
	told.Torn(t, Store, "testdata/*.json*")
}

// Where the middle was not read, the head says what the session is and the tail how it ended, in the
// older form too.
func TestGap(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]model.Ending{"your-turn.jsonl": model.EndingYourTurn, "executing.jsonl": model.EndingInTool, "old.json": model.EndingYourTurn} {
		b := must.Get(os.ReadFile("testdata/" + name))(t)
		half := bytes.LastIndexByte(b[:len(b)/3], '\n') + 1
		rest := bytes.IndexByte(b[2*len(b)/3:], '\n') + 2*len(b)/3
		if name == "executing.jsonl" {
			rest = bytes.Index(b, []byte(`{"id":"b"`)) - 1
		}
		e := disk.Ends{Head: b[:half], Tail: b[rest:], Gap: int64(rest - half), Size: int64(len(b))}
		s, ok := Store.Tell(name, e, time.UTC)
		if !ok || s.Ending != want || s.ID == "" || !s.Began.Known() {
			t.Errorf("%s: %v, %v, want %v, id %q", name, ok, s.Ending, want, s.ID)
		}
	}
}

// Read and Events say the same twice, keep within their bounds, and take any bytes.
func FuzzChat(f *testing.F) { told.Fuzz(f, Store, "testdata/*.json*", math.MaxInt, folderOf) }

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	told.Agree(t, Store, "testdata/*.json*")
}
