package events

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
)

// readBy reads a log in chunks of a size, or line by line.
func readBy(t must.T, log string, size int) (model.EventLog, []model.Problem) {
	e := newReader("events.jsonl", time.UTC)
	if e.chunk = size; size == 0 {
		e.chunk, e.tell = chunkSize, func(model.SessionKey, []byte) {}
	}
	must.Do(t, e.read(strings.NewReader(log)))
	return e.log, e.problems
}

// manyLines are lines of all forms.
func manyLines() []string {
	return []string{
		`{"type": "SessionStarted", "session": 1, "agent": "Spindle", "timestamp": "2026-03-01T08:00:00Z"}`,
		`{"type": "SessionStarted", "session": "two", "agent": "Loom"}`,
		`{"type": "SessionEnded", "session": 1, "agent": "Spindle", "timestamp": "2026-03-01T09:00:00Z"}`,
		`{"type": "SessionEnded", "session": 1, "handoff": {"next": "Send it"}}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:10:00Z"}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:20:00Z"}`,
		`{"type": "Step", "timestamp": "2026-03-01T08:21:00Z", "session_id" : "two" , "note": "x, y}"}`,
		`{"session_id": "two", "type": "Step", "timestamp": "2026-03-01T08:22:00Z"}`,
		`{"type": "Step", "session_id": 1.0, "timestamp": "2026-03-01T08:23:00Z"}`,
		`{"type": "Step", "session_id": 0, "timestamp": "2026-03-01T08:24:00Z"}`,
		`{"type": "Step", "session_id": 9, "timestamp": null}`,
		`{"type": "Step", "session_id": 1}`,
		`{"type": "Step", "timestamp": "2026-03-01T08:25:00Z"}`,
		`{"type": "Note about \"Session", "session_id": 1, "timestamp": "2026-03-01T08:26:00Z"}`,
		`{"type": "\u0053essionEnded", "session": 1, "timestamp": "2026-03-01T08:27:00Z"}`,
		`{"type": "Step", "data": {"session_id": 1}, "timestamp": "2026-03-01T08:28:00Z"}`,
		`{"type": "Step", "data": ["session_id", 1], "session_id": 1, "timestamp": "2026-03-01T08:29:00Z"}`,
		`{"type": "SessionNote", "session_id": 1, "timestamp": "2026-03-01T08:30:00Z"}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:31:00Z", "text": "` + strings.Repeat("long ", 30) + `"}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:32:00Z", "agent": "` + strings.Repeat("x", maxEventField) + `"}`,
		`{"type": "Step", "session_id": 1, "timest`, `no JSON`, `[1]`, ``, "\t", "\xff", `{}`, `{"a": 1}{"b": 2}`, " {\"type\": \"Step\", \"session_id\": 1} ",
	}
}

// However a log is cut, it says what it says line by line.
func TestALogInChunksSaysWhatItsLinesSay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 30).Draw(t, "runs") {
			line := rapid.SampledFrom(manyLines()).Draw(t, "line")
			for range rapid.IntRange(1, 3).Draw(t, "times") {
				b.WriteString(line + rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n", "\r"}).Draw(t, "end"))
			}
		}
		log := b.String()
		log = log[:rapid.IntRange(0, len(log)).Draw(t, "cut")]
		want, problems := readBy(t, log, 0)
		for _, size := range []int{16, 100, 1000, chunkSize} {
			got, said := readBy(t, log, size)
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(said, problems) {
				t.Fatalf("in chunks of %d bytes:\n%s\ngot  %+v, %v\nwant %+v, %v", size, log, got, said, want, problems)
			}
		}
	})
}

// A run ends at the last of its lines that can be read, so that no broken line is the newest of a session.
func TestARunEndsWithALineThatCanBeRead(t *testing.T) {
	t.Parallel()
	const start = `{"type": "SessionStarted", "session": 1, "timestamp": "2026-03-01T08:00:00Z"}` + "\n"
	good := func(minute int) string {
		return fmt.Sprintf(`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:%02d:00Z"}`+"\n", minute)
	}
	const broken = `{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T09:00:00Z", oops}` + "\n"
	log, problems, err := Read("events.jsonl", strings.NewReader(start+good(1)+good(2)+broken+broken), time.UTC)
	if err != nil || log.Records != 3 || log.Bad != 2 || len(problems) != 2 || log.Sessions[0].LastLine != 3 || log.Sessions[0].Last.Time.Minute() != 2 {
		t.Errorf("got %+v, %v and error %v", log, problems, err)
	}
}
