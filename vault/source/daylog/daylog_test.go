package daylog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/dialect"
)

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

const entryText = `{"timestamp": "2026-02-21T11:00:00Z", "decision_id": "ID"}`

// withEntry adds entryText to a log as dayEdit does.
func withEntry(b []byte) ([]byte, error) {
	log, err := Read(b)
	if err != nil {
		return nil, err
	}
	if log.IsArray {
		_, next := log.Insert(entryText)
		return next, nil
	}
	gap := ""
	if len(b) > 0 && b[len(b)-1] != '\n' {
		gap = "\n"
	}
	return slices.Concat(b, []byte(gap+entryText+log.LineEnd())), nil
}

func TestTheDayLogKeepsItsShape(t *testing.T) {
	t.Parallel()
	const pretty = "{\n    \"timestamp\": \"2026-02-21T11:00:00Z\",\n    \"decision_id\": \"ID\"\n  }"
	for _, tt := range []struct{ name, log, want string }{
		{"nothing", "", entryText + "\n"},
		{"one object a line", `{"a":1}` + "\n" + `{"b":2}` + "\n", `{"a":1}` + "\n" + `{"b":2}` + "\n" + entryText + "\n"},
		{"one line with a timestamp", `{"timestamp":1}` + "\n", `{"timestamp":1}` + "\n" + entryText + "\n"},
		{"no line end", `{"timestamp":1}`, `{"timestamp":1}` + "\n" + entryText + "\n"},
		{"CRLF", "{\"a\":1}\r\n{}\r\n", "{\"a\":1}\r\n{}\r\n" + entryText + "\r\n"},
		{"torn line", `{"timestamp":1}` + "\n" + `{"timest`, `{"timestamp":1}` + "\n" + `{"timest` + "\n" + entryText + "\n"},
		{"byte order mark", "\ufeff{\"timestamp\":1}\n", "\ufeff{\"timestamp\":1}\n" + entryText + "\n"},
		{"empty array", "[]", "[\n  " + entryText + "\n]"},
		{"empty array over lines", "[\n]\n", "[\n  " + entryText + "\n]\n"},
		{"array on one line", `[{"a":1},{"b":2}]`, `[{"a":1},{"b":2},` + entryText + `]`},
		{"array on one line, blanks", `[{"a":1}, {"b":2}] `, `[{"a":1}, {"b":2}, ` + entryText + `] `},
		{"array of one", `[{"a":1}]`, `[{"a":1}, ` + entryText + `]`},
		{"one element a line", "[\n{\"a\":1},\n{\"b\":2}\n]\n", "[\n{\"a\":1},\n{\"b\":2},\n" + entryText + "\n]\n"},
		{"indented array", "[\n  {\n    \"a\": {\"b\": [1]}\n  }\n]\n", "[\n  {\n    \"a\": {\"b\": [1]}\n  },\n  " + pretty + "\n]\n"},
		{"indented array, CRLF", crlf("[\n  {\n    \"a\": 1\n  }\n]"), crlf("[\n  {\n    \"a\": 1\n  },\n  " + pretty + "\n]")},
		{"tabs", "[\n\t{\n\t\t\"a\": 1\n\t}\n]", "[\n\t{\n\t\t\"a\": 1\n\t},\n\t" + strings.ReplaceAll(strings.ReplaceAll(pretty, "    ", "\t\t"), "\n  }", "\n\t}") + "\n]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := withEntry([]byte(tt.log))
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v\nwant %q", got, err, tt.want)
			}
			again, err := Read(got)
			if err != nil || !again.Has("ID") {
				t.Errorf("the entry is not found in %q: %v", got, err)
			}
		})
	}
	for name, log := range map[string]string{
		"document":          `{"total": 3}`,
		"indented document": "{\n  \"timestamp\": 1\n}\n",
		"torn array":        `[{"a":1},`,
		"array of numbers":  `[1, 2]`,
		"mixed array":       `[{}, 1]`,
		"two arrays":        `[][]`,
		"text":              "# Log\n- 10:00 x\n",
		"string":            `"x"`,
		"glued objects":     `{"timestamp":1}{"timestamp":2}`,
		"torn first line":   `{"timestamp":`,
		"UTF-16":            "\xff\xfe[\x00]\x00",
	} {
		if got, err := withEntry([]byte(log)); !errors.Is(err, errShape) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestTheDayLogHasADecisionOnlyInAWholeEntry(t *testing.T) {
	t.Parallel()
	for log, want := range map[string]bool{
		`{"timestamp":1,"decision_id":"ID"}` + "\n":       true,
		`[{"decision_id": "ID"}]`:                         true,
		`{"timestamp":1,"decision_id":"ID2"}`:             false,
		`{"timestamp":1}` + "\n" + `{"decision_id":"ID",`: false,
	} {
		got, err := Read([]byte(log))
		if err != nil || got.Has("ID") != want {
			t.Errorf("%s: has = %v, %v", log, got.Has("ID"), err)
		}
	}
}

func FuzzDayLog(f *testing.F) {
	for _, seed := range []string{
		"", "[]", "[\r\n]", `[{"a":1}]`, "[\n  {\n    \"a\": \"}{\"\n  }\n]\n", `{"timestamp":1}`, "{}\n{}\n{", "\ufeff[{},{}]", "[{}\t,\n {}]", "[{\"\n\":1}]", "[{\n}]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		kept := bytes.Clone(b)
		got, err := withEntry(b)
		if !bytes.Equal(b, kept) {
			t.Fatal("the input was changed")
		}
		if err != nil {
			return
		}
		was := must.Get(Read(b))(t)
		now, err := Read(got)
		if err != nil || now.IsArray != was.IsArray || len(now.entries) != len(was.entries)+1 || !now.Has("ID") {
			t.Fatalf("%q became %q: %v", b, got, err)
		}
		for i := range was.entries {
			if !bytes.Equal(was.entries[i], now.entries[i]) {
				t.Errorf("entry %d was %q and is %q", i, was.entries[i], now.entries[i])
			}
		}
		// The old bytes are all there, around one inserted piece.
		same := 0
		for same < len(b) && b[same] == got[same] {
			same++
		}
		if !bytes.HasSuffix(got, b[same:]) {
			t.Errorf("%q became %q", b, got)
		}
	})
}

func TestDayEntryIsASCIIOnOneLine(t *testing.T) {
	t.Parallel()
	r := Entry{
		ID: "ID", At: eleven, Event: "event", Actor: "operator", PlanID: "P\"1\u202e\n", Detail: "é✋🜁\x7f\u2028</x>", File: "Pending/\xff\u0000.md", Hash: "aa",
	}
	text := r.String()
	for _, c := range text {
		if c < ' ' || c > '~' {
			t.Fatalf("%q in %s", c, text)
		}
	}
	var got map[string]any
	must.Do(t, json.Unmarshal([]byte(text), &got))
	for key, want := range map[string]any{
		"plan_id": r.PlanID, "detail": r.Detail, "file": "Pending/\ufffd\u0000.md", "sha256": "aa", "step_id": nil, "timestamp": "2026-02-21T11:00:00Z",
	} {
		if got[key] != want {
			t.Errorf("%s is %#v, want %#v", key, got[key], want)
		}
	}
	keys := []string{"timestamp", "event", "actor", "plan_id", "step_id", "result", "detail", "decision_id", "file", "sha256"}
	at := -1
	for _, key := range keys {
		next := strings.Index(text, `"`+key+`": `)
		if next <= at {
			t.Errorf("%s is missing or out of order in %s", key, text)
		}
		at = next
	}
}

func TestBadLinesOfLogsAreToldByNumber(t *testing.T) {
	t.Parallel()
	good := `{"ts": "2026-03-19T12:00:00Z", "event": "x"}`
	for _, c := range []struct{ name, text, want string }{
		{"a.jsonl", good + "\n{\"ts\": \"2026\n" + good + "\n", "2: a line of the log cannot be read"},
		{"a.jsonl", good + "\n{\n" + good + "\nx\n", "2: 2 lines of the log cannot be read: 2, 4"},
		{"a.jsonl", good + strings.Repeat("\nx", 12), "2: 12 lines of the log cannot be read: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and more"},
		{"a.json", "[\n" + good + ",\n" + good + ",\n{\"ts\"\n", "4: a line of the log cannot be read"},
		{"a.json", "\n[\n" + good + "\n", "3: a line of the log cannot be read"},
		{"a.json", "[" + good + ",\n1,\n2]\n", "2: 2 lines of the log cannot be read: 2, 3"},
		{"a.json", "{\n\"ts\": \"12:00\"\n}\n{\n\"ts\": \n}\n", "4: a line of the log cannot be read"},
		{"a.json", "", "0: the log is empty, though its name says JSON"},
		{"a.json", "{{{ not json\n", "1: a line of the log cannot be read"},
		{"a.json", "x: [\n", "1: the log is not JSON, despite its name"},
		{"a.json", "[\n" + good + "\n]\n", ""},
		{"a.json", good, ""},
		{"a.json", good + "\n" + good + "\n", ""},
		{"a.md", "# Log\n\n- 12:00 x\n", ""},
		{"a.json", "12:00 INFO x\n", ""},
		{"a.log", "", ""},
		{"a.txt", "{ what a day\n", ""},
	} {
		got := ""
		for _, p := range problemsOf("Logs/"+c.name, logRead{log: dialect.ReadLog(dialect.Open(nil, "Logs/"+c.name, []byte(c.text)))}) {
			got += fmt.Sprintf("%d: %s", p.Line, p.Reason)
		}
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}

func TestFailedWords(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"failed": true, "Failure": true, "send_failed": true, "sendFailed": true, "ERROR": true, "HTTPError": true, "false": true, "timeout": true,
		"not sent": true, "aborted": true, "unsuccessful": true,
		"success": false, "sent, 0 errors": false, "no error": false, "without failures": false, "done": false, "dry_run": false, "true": false, "falsework posted": false,
	} {
		if got := hasFailed(word); got != want {
			t.Errorf("%q: failed is %t", word, got)
		}
	}
}
