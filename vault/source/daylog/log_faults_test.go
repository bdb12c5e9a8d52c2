package daylog

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/vault/dialect"
)

func TestBadLinesOfLogsAreToldByNumber(t *testing.T) {
	t.Parallel()
	good := `{"ts": "2026-03-19T12:00:00Z", "event": "x"}`
	for _, c := range []struct{ name, text, want string }{
		{"a.jsonl", good + "\n{\"ts\": \"2026\n" + good + "\n", "2: a line of the log cannot be read"},
		{"a.jsonl", good + "\n{\n" + good + "\nx\n", "2: 2 lines of the log cannot be read: 2, 4"},
		{"a.jsonl", good + strings.Repeat("\nx", 12), "2: 12 entries of the log cannot be read, in lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and so on"},
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
		for _, p := range LogProblems("Logs/"+c.name, dialect.ReadLog(dialect.Open(nil, "Logs/"+c.name, []byte(c.text)))) {
			got += fmt.Sprintf("%d: %s", p.Line, p.Reason)
		}
		if got != c.want {
			t.Errorf("%s %q: %q, want %q", c.name, c.text, got, c.want)
		}
	}
}
