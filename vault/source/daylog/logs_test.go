package daylog

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/dialect"
)

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
		{"a.json", "x: [\n", "1: the log is not JSON, though its name says so"},
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
