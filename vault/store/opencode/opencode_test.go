package opencode

import (
	"flag"
	"math"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/told"
	"coldstart/vault/disk"
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

// A fork has the answers of the other session with their old times: they count there.
func TestTokens(t *testing.T) {
	t.Parallel()
	text := strings.Join([]string{
		`{"session":"ses_2","directory":"/srv/shop","title":"x","version":"1","created":"2026-03-15T14:00:00.000Z"}`,
		`{"message":"msg_0","at":"2026-03-15T13:00:00.000Z","last":"2026-03-15T13:00:00.000Z","data":{"role":"assistant","tokens":{"input":900,"output":90}},"parts":[]}`,
		`{"message":"msg_1","at":"2026-03-15T14:00:01.000Z","last":"2026-03-15T14:00:01.000Z","data":{"role":"user"},"parts":[{"at":"2026-03-15T14:00:01.000Z","data":{"type":"text","text":"go"}}]}`,
		`{"message":"msg_2","at":"2026-03-15T14:00:02.000Z","last":"2026-03-15T14:00:02.000Z","data":{"role":"assistant","finish":"stop","tokens":{"input":10,"output":5,"reasoning":3,"cache":{"read":7,"write":2}}},"parts":[{"at":"2026-03-15T14:00:02.000Z","data":{"type":"text","text":"done"}}]}`,
		"",
	}, "\n")
	got, ok := Store.Tell("opencode.db", disk.Ends{Head: []byte(text), Size: int64(len(text))}, nil)
	if want := (model.Tokens{In: 10, CacheWrite: 2, CacheRead: 7, Out: 5}); !ok || !got.Counted || len(got.Beats) != 1 || got.Beats[0].Tokens != want {
		t.Errorf("ok %v, counted %v, %+v; want %+v", ok, got.Counted, got.Beats, want)
	}
}
