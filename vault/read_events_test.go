package vault

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/source/events"
)

// readLog reads an event log of these lines, each ended by a line feed.
func readLog(t *testing.T, lines ...string) (model.EventLog, []model.Problem) {
	t.Helper()
	return readText(t, strings.Join(lines, "\n")+"\n")
}

func readText(t *testing.T, text string) (model.EventLog, []model.Problem) {
	t.Helper()
	log, problems, err := events.Read("events.jsonl", strings.NewReader(text), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return log, problems
}

// reasons returns problems as "line: reason".
func reasons(problems []model.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}
