package codex

import (
	"flag"
	"os"
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
	told.Expect(t, Store, "testdata/*.jsonl", ending, *update)
}

// A last line that is cut short says that the session died while it wrote, wherever it is cut; one
// that misses only its end is read.
func TestTornLine(t *testing.T) {
	t.Parallel()
	told.Torn(t, Store, "testdata/*.jsonl")
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
func FuzzRollout(f *testing.F) { told.Fuzz(f, Store, "testdata/*.jsonl", 4*maxPlan, folderOf) }

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	told.Agree(t, Store, "testdata/*.jsonl")
}
