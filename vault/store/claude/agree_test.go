package claude

import (
	"testing"
	"time"

	"coldstart/model"
	say "coldstart/testdata/told"
)

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	say.Agree(t, Store, "testdata/*.jsonl")
}

// A result may come together with what a command of the program gave: nothing is open then.
func TestAResultWithOutputOfACommand(t *testing.T) {
	t.Parallel()
	b := []byte(`{"type":"assistant","uuid":"a","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","uuid":"b","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"text","text":"<local-command-stdout>a"}]}}
`)
	if s, ok := Store.Tell("x.jsonl", say.Whole(b), time.UTC); !ok || s.Ending != model.EndingUnanswered {
		t.Errorf("%v %v", ok, s.Ending)
	}
}
