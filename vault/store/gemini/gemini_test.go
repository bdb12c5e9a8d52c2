package gemini

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
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
	var got strings.Builder
	for _, name := range told.Fixtures(t, "testdata/*.json*") {
		b := must.Get(os.ReadFile(name))(t)
		got.WriteString(told.Session(Store, filepath.Base(name), name, told.Whole(b)) + "\n")
	}
	told.Compare(t, got.String(), "testdata/expected.txt", *update)
}

// A file that is cut short says that the session died while it was written; a line that misses only
// its end is read.
func TestTornFile(t *testing.T) {
	t.Parallel()
	for _, name := range told.Fixtures(t, "testdata/*.json*") {
		b := must.Get(os.ReadFile(name))(t)
		b = bytes.TrimSpace(b)
		whole, ok := Store.Tell(name, told.Whole(append(b[:len(b):len(b)], '\n')), time.UTC)
		if cut, _ := Store.Tell(name, told.Whole(b), time.UTC); cut.Ending != whole.Ending {
			t.Errorf("%s without its last line end: %v, want %v", name, cut.Ending, whole.Ending)
		}
		if cut, _ := Store.Tell(name, told.Whole(b[:len(b)-1]), time.UTC); ok && cut.Ending != model.EndingInWriting {
			t.Errorf("%s cut at its end: %v", name, cut.Ending)
		}
	}
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
func FuzzChat(f *testing.F) {
	for _, name := range told.Fixtures(f, "testdata/*.json*") {
		b := must.Get(os.ReadFile(name))(f)
		f.Add(b, uint16(len(b)/2), uint16(len(b)/3))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := told.Whole(b)
		if h, l := int(head), int(tail); h+l < len(b) {
			e.Head, e.Tail, e.Gap = b[:h], b[len(b)-l:], int64(len(b)-h-l)
		}
		first, again := told.Session(Store, "x", "x", e), told.Session(Store, "x", "x", e)
		if first != again {
			t.Errorf("first\n%s\nthen\n%s", first, again)
		}
		s, _ := Store.Tell("x", e, time.UTC)
		if len(s.Title) > 4000 || len(s.Prompt) > 4000 || len(s.Said) > 4000 || len(s.Call.Says) > 4000 {
			t.Errorf("a field is too long: %d %d %d %d", len(s.Title), len(s.Prompt), len(s.Said), len(s.Call.Says))
		}
		folderOf(b)
	})
}

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	told.Agree(t, Store, "testdata/*.json*")
}
