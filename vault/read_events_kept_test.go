package vault_test

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/source/events"
)

func readText(t *testing.T, text string) (model.EventLog, []model.Problem) {
	t.Helper()
	log, problems, err := events.Read("events.jsonl", strings.NewReader(text), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return log, problems
}
