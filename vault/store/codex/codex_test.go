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

// The mark of its end does not make the answer of a turn: where an error came last, or no word at all, it is not the operator's turn.
func TestATurnWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	const (
		begun    = `{"timestamp":"2026-03-12T13:52:00Z","type":"session_meta","payload":{"id":"x","cwd":"/shop"}}` + "\n"
		started  = `{"timestamp":"2026-03-12T13:52:01Z","type":"event_msg","payload":{"type":"task_started"}}` + "\n"
		asked    = `{"timestamp":"2026-03-12T13:52:02Z","type":"event_msg","payload":{"type":"user_message","message":"weigh it"}}` + "\n"
		said     = `{"timestamp":"2026-03-12T13:52:03Z","type":"event_msg","payload":{"type":"agent_message","message":"I look."}}` + "\n"
		limit    = `{"timestamp":"2026-03-12T13:52:04Z","type":"event_msg","payload":{"type":"error","message":"You have hit your usage limit."}}` + "\n"
		retried  = `{"timestamp":"2026-03-12T13:52:04Z","type":"event_msg","payload":{"type":"stream_error","message":"Reconnecting 1/5"}}` + "\n"
		nothing  = `{"timestamp":"2026-03-12T13:52:05Z","type":"event_msg","payload":{"type":"task_complete","last_agent_message":null}}` + "\n"
		repeated = `{"timestamp":"2026-03-12T13:52:05Z","type":"event_msg","payload":{"type":"task_complete","last_agent_message":"I look."}}` + "\n"
		answered = `{"timestamp":"2026-03-12T13:52:05Z","type":"event_msg","payload":{"type":"task_complete","last_agent_message":"It is heavy."}}` + "\n"
	)
	for lines, want := range map[string]struct {
		ending  model.Ending
		trouble string
	}{
		started + asked + limit + nothing:                              {model.EndingUnanswered, "You have hit your usage limit."},
		started + asked + said + limit + nothing:                       {model.EndingUnanswered, "You have hit your usage limit."},
		started + asked + said + limit + repeated:                      {model.EndingUnanswered, "You have hit your usage limit."},
		started + asked + nothing:                                      {model.EndingUnanswered, ""},
		started + asked + said + nothing + started + asked + nothing:   {model.EndingUnanswered, ""},
		started + asked + said + nothing:                               {model.EndingYourTurn, ""},
		started + asked + retried + said + nothing:                     {model.EndingYourTurn, ""},
		started + asked + retried + answered:                           {model.EndingYourTurn, ""},
		started + asked + limit + nothing + started + asked + answered: {model.EndingYourTurn, ""},
		started + asked + said + repeated + started + asked + repeated: {model.EndingYourTurn, ""},
	} {
		s, ok := Store.Tell("x", told.Whole([]byte(begun+lines)), time.UTC)
		if !ok || s.Ending != want.ending || s.Trouble != want.trouble || s.Sure != model.BasisDeclared {
			t.Errorf("%s\n%v: %v, %v, %q, want %+v", lines, ok, s.Ending, s.Sure, s.Trouble, want)
		}
	}
}
