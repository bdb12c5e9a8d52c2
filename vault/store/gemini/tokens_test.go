package gemini

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/disk"
)

// A message that comes again counts once, by its last numbers; its thoughts are no part of its output.
func TestTokens(t *testing.T) {
	t.Parallel()
	text := strings.Join([]string{
		`{"sessionId":"s","startTime":"2026-03-14T09:00:00Z","kind":"main"}`,
		`{"id":"a","timestamp":"2026-03-14T09:00:00Z","type":"user","content":"go"}`,
		`{"id":"b","timestamp":"2026-03-14T09:01:00Z","type":"gemini","content":"","tokens":{"input":100,"output":5,"cached":40,"thoughts":7,"tool":2,"total":114}}`,
		`{"id":"b","timestamp":"2026-03-14T09:01:00Z","type":"gemini","content":"done","tokens":{"input":100,"output":9,"cached":40,"thoughts":7,"tool":2,"total":118}}`,
		"",
	}, "\n")
	got, ok := Store.Tell("tmp/x/chats/session-s.jsonl", disk.Ends{Head: []byte(text), Size: int64(len(text))}, nil)
	if want := (model.Tokens{In: 62, CacheRead: 40, Out: 16}); !ok || !got.Counted || len(got.Beats) != 1 || got.Beats[0].Tokens != want {
		t.Errorf("ok %v, counted %v, %+v; want %+v", ok, got.Counted, got.Beats, want)
	}
}
