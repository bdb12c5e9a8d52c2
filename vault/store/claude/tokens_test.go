package claude

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/store"
)

// An answer in two lines counts once, by its last line; what was copied from another session, what another agent said
// and what the program says in the agent's place count not at all.
func TestTokens(t *testing.T) {
	t.Parallel()
	line := func(id, request, extra, usage string) string {
		return `{"parentUuid":null,"isSidechain":false` + extra + `,"message":{"id":"` + id + `","role":"assistant","model":"m","content":[{"type":"text","text":"ok"}],"stop_reason":"end_turn","usage":` +
			usage + `},"requestId":"` + request + `","type":"assistant","uuid":"` + id + request + usage[len(usage)-3:len(usage)-1] + `","timestamp":"2026-03-14T09:00:10Z","cwd":"/srv","sessionId":"s","version":"2.1.330"}`
	}
	usage := func(in, write, read, out string) string {
		return `{"input_tokens":` + in + `,"cache_creation_input_tokens":` + write + `,"cache_read_input_tokens":` + read + `,"output_tokens":` + out + `}`
	}
	text := strings.Join([]string{
		`{"type":"user","message":{"role":"user","content":"go"},"uuid":"u","timestamp":"2026-03-14T09:00:00Z","cwd":"/srv","sessionId":"s","version":"2.1.330"}`,
		line("m1", "r1", "", usage("100", "1000", "5000", "11")), line("m1", "r1", "", usage("100", "1000", "5000", "50")),
		line("m2", "r2", "", usage("3", "0", "6000", "20")),
		line("m3", "r3", `,"forkedFrom":{"sessionId":"other"}`, usage("999", "0", "0", "30")),
		strings.Replace(line("m4", "r4", "", usage("999", "0", "0", "40")), `"isSidechain":false`, `"isSidechain":true`, 1),
		line("m5", "r5", "", usage("-5", "1e9", `"x"`, "99999999999999")),
		"",
	}, "\n")
	got, ok := Store.Tell("projects/x/s.jsonl", disk.Ends{Head: []byte(text), Size: int64(len(text))}, nil)
	if want := (model.Tokens{In: 103, CacheWrite: 1000, CacheRead: 11000, Out: 70}); !ok || !got.Counted || len(got.Beats) != 1 || got.Beats[0].Tokens != want {
		t.Errorf("ok %v, counted %v, %+v; want %+v", ok, got.Counted, got.Beats, want)
	}
	full := store.Builder{Full: true}
	read(&full, "projects/x/s.jsonl", disk.Ends{Head: []byte(text), Size: int64(len(text))}, nil)
	if full.Beats[0] != got.Beats[0] {
		t.Errorf("a full reading has %+v, a short one %+v", full.Beats, got.Beats)
	}
}

// The lines of an edit are those that the program says it changed, not all that it was called with; a failed one has none.
func TestLinesOfEdits(t *testing.T) {
	t.Parallel()
	call := func(id string) string {
		return `{"type":"assistant","message":{"id":"` + id + `","role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"Edit","input":{"file_path":"/srv/a.md","old_string":"one","new_string":"one\ntwo"}}]},"uuid":"` + id + `","timestamp":"2026-03-14T09:00:10Z","cwd":"/srv","sessionId":"s"}`
	}
	came := func(id, failed, result string) string {
		return `{"type":"user","message":{"role":"user","content":[{"tool_use_id":"` + id + `","type":"tool_result"` + failed + `,"content":"ok"}]},"toolUseResult":` + result + `,"uuid":"r` + id + `","timestamp":"2026-03-14T09:00:11Z","cwd":"/srv","sessionId":"s"}`
	}
	text := strings.Join([]string{
		`{"type":"user","message":{"role":"user","content":"go"},"uuid":"u","timestamp":"2026-03-14T09:00:00Z","cwd":"/srv","sessionId":"s"}`,
		call("t1"), came("t1", "", `{"filePath":"/srv/a.md","structuredPatch":[{"lines":[" one","+two"]}]}`),
		call("t2"), came("t2", `,"is_error":true`, `"Error: no such text"`), "",
	}, "\n")
	ends := disk.Ends{Head: []byte(text), Size: int64(len(text))}
	got, _ := Store.Tell("projects/x/s.jsonl", ends, nil)
	full := store.Builder{Full: true}
	read(&full, "projects/x/s.jsonl", ends, nil)
	for _, b := range [][]model.Beat{got.Beats, full.Beats} {
		if len(b) != 1 || b[0].Calls != 2 || b[0].Added != 1 || b[0].Removed != 0 {
			t.Errorf("the beats are %+v", b)
		}
	}
}
