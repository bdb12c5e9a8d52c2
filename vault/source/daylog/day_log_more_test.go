package daylog

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestDayEntryIsASCIIOnOneLine(t *testing.T) {
	t.Parallel()
	r := DayEntry{
		ID: "ID", At: eleven, Event: "event", Actor: "operator", PlanID: "P\"1\u202e\n", Detail: "é✋🜁\x7f\u2028</x>", File: "Pending/\xff\u0000.md", Hash: "aa",
	}
	text := r.String()
	for _, c := range text {
		if c < ' ' || c > '~' {
			t.Fatalf("%q in %s", c, text)
		}
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
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
