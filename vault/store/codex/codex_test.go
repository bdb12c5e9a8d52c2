package codex

import (
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
	for _, name := range told.Fixtures(t, "testdata/*.jsonl") {
		b := must.Get(os.ReadFile(name))(t)
		got.WriteString(told.Session(Store, strings.TrimSuffix(filepath.Base(name), ending), name, told.Whole(b)) + "\n")
	}
	told.Compare(t, got.String(), "testdata/expected.txt", *update)
}

// A last line that is cut short says that the session died while it wrote, wherever it is cut; one
// that misses only its end is read.
func TestTornLine(t *testing.T) {
	t.Parallel()
	for _, name := range told.Fixtures(t, "testdata/*.jsonl") {
		b := must.Get(os.ReadFile(name))(t)
		whole, ok := Store.Tell(name, told.Whole(b), time.UTC)
		if cut, _ := Store.Tell(name, told.Whole(b[:len(b)-1]), time.UTC); cut.Ending != whole.Ending {
			t.Errorf("%s without its last line end: %v, want %v", name, cut.Ending, whole.Ending)
		}
		if cut, _ := Store.Tell(name, told.Whole(b[:len(b)-5]), time.UTC); ok && cut.Ending != model.EndingInWriting {
			t.Errorf("%s cut in its last line: %v", name, cut.Ending)
		}
	}
}

// An archived session is done, however it ended.
func TestArchived(t *testing.T) {
	t.Parallel()
	b := must.Get(os.ReadFile("testdata/in-tool.jsonl"))(t)
	if s, ok := Store.Tell(archived+"/rollout-2026-03-12T13-52-00-x.jsonl", told.Whole(b), time.UTC); !ok || s.Ending != model.EndingDone || s.Sure != model.BasisFolder {
		t.Errorf("got %v %v %v", ok, s.Ending, s.Sure)
	}
}

// Where the middle was not read, what was open before it is not taken for open behind it, and a turn
// without an end is.
func TestGap(t *testing.T) {
	t.Parallel()
	lines := func(name string) []string {
		b := must.Get(os.ReadFile("testdata/" + name + ending))(t)
		return strings.SplitAfter(string(b), "\n")
	}
	tool, over := lines("in-tool"), lines("your-turn")
	tests := []struct {
		head, tail []string
		want       model.Ending
	}{
		{tool[:10], over[len(over)-3:], model.EndingYourTurn},
		{tool[:10], over[12:14], model.EndingUnanswered},
		{over, tool[9:], model.EndingInTool},
		{over, nil, model.EndingUnknown},
	}
	for i, tt := range tests {
		e := disk.Ends{Head: []byte(strings.Join(tt.head, "")), Tail: []byte(strings.Join(tt.tail, "")), Gap: 1 << 20}
		s, ok := Store.Tell("x", e, time.UTC)
		if !ok || s.Ending != tt.want || s.ID == "" || s.Dir == "" {
			t.Errorf("%d: %v, %v, want %v", i, ok, s.Ending, tt.want)
		}
		gaps := 0
		for _, ev := range Store.Events("x", e, time.UTC) {
			if ev.Gap > 0 {
				gaps++
			}
		}
		if gaps != 1 {
			t.Errorf("%d: %d gaps", i, gaps)
		}
	}
}

// Read and Events say the same twice, keep within their bounds, and take any bytes.
func FuzzRollout(f *testing.F) {
	for _, name := range told.Fixtures(f, "testdata/*.jsonl") {
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
		if len(s.Title) > 4000 || len(s.Prompt) > 4000 || len(s.Said) > 4000 || len(s.Call.Says) > 4000 || len(s.Plan) > 4*maxPlan {
			t.Errorf("a field is too long: %d %d %d %d", len(s.Title), len(s.Prompt), len(s.Said), len(s.Call.Says))
		}
		folderOf(b)
	})
}

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	told.Agree(t, Store, "testdata/*.jsonl")
}
