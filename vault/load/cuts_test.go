package load

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// TestNoKeyIsCutInTwo puts a key at every place around each cut of a session's words: all of it is
// there, or nothing, since half of one is not known for a key.
func TestNoKeyIsCutInTwo(t *testing.T) {
	t.Parallel()
	const key = "ghp_0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX"
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	repo, home, at := filepath.Join(dir, "kiosk"), filepath.Join(dir, "home"), time.Now()
	putFile(t, filepath.Join(repo, ".git", "HEAD"), "", at)
	pad := func(n int) string { return strings.Repeat("word ", n/5+1)[:n-1] + " " }
	quoted := func(s string) string { b, _ := json.Marshal(s); return string(b) }
	line := func(kind, message string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":"%x","timestamp":"2026-03-12T13:00:00Z","cwd":%q,"sessionId":"s1","message":{"content":%s,"stop_reason":"end_turn"}}`+"\n", kind, message[:min(len(message), 9)], repo, message)
	}
	for _, around := range []int{60, 80, 120, 300, 1000, 2048, 4096} {
		for n := max(1, around-44); n <= around+2; n += whole.Rounds(9, 3) {
			said := pad(n) + key + " and more " + pad(6000)
			claude := line("user", quoted(said)) + line("assistant", `[{"type":"text","text":`+quoted(said)+`},{"type":"tool_use","id":"c","name":"Bash","input":{"command":`+quoted(said)+`}}]`) +
				line("user", `[{"type":"tool_result","tool_use_id":"c","content":`+quoted("one\n"+said)+`}]`)
			putFile(t, filepath.Join(home, ".claude", "projects", "x", "s1.jsonl"), claude, at)
			args, _ := json.Marshal(map[string]string{"cmd": said})
			putFile(t, filepath.Join(home, ".codex", "sessions", "2026", "03", "12", "rollout-2026-03-12T13-52-00-a1.jsonl"), rollout("a1", repo, said,
				`{"timestamp":"2026-03-12T13:54:00.000Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","call_id":"c","arguments":`+quoted(string(args))+`}}`), at)
			s, read := sessionsIn(t, repo, home)
			if len(s.Transcripts) != 2 {
				t.Fatalf("%d sessions: %+v", len(s.Transcripts), s.Problems)
			}
			for _, tr := range s.Transcripts {
				doc := must.Get(read(model.Ref{Kind: model.KindTranscript, Path: tr.Path}))(t)
				all := fmt.Sprintf("%+v\n%+v", tr, doc.Events)
				if rest := strings.ReplaceAll(all, key, ""); strings.Contains(rest, key[:8]) || strings.Contains(rest, key[len(key)-8:]) {
					i := max(strings.Index(rest, key[:8]), strings.Index(rest, key[len(key)-8:]))
					t.Fatalf("%s, %d before the key: a part of it in …%s", tr.Tool, n, rest[max(0, i-40):min(len(rest), i+60)])
				}
			}
		}
	}
	must.Do(t, os.RemoveAll(home))
}
