package vault

import (
	"encoding/json"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/source/daylog"
)

func TestDayEntryIsASCIIOnOneLine(t *testing.T) {
	t.Parallel()
	r := dayEntry{
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

func TestTheDayLogInTheVault(t *testing.T) {
	t.Parallel()
	for name, log := range map[string]string{"array": "[\n  {}\n]\n", "lines": "{\"timestamp\":1}\n{\"torn"} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().with(files{dayFile: log}))
			receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			got := treeOf(t, v.where.Dir)[dayFile]
			if len(receipt.Notices) > 0 || strings.Count(got, receipt.ID) != 1 {
				t.Errorf("the log is %q, notices %q", got, receipt.Notices)
			}
			change := receipt.Changes[len(receipt.Changes)-1]
			if change.Kind != model.ChangeAppend || !strings.Contains(got, strings.Join(change.After, "\n")) {
				t.Errorf("change = %+v", change)
			}
		})
	}
	t.Run("too large", func(t *testing.T) {
		log := "[" + strings.Repeat(" ", daylog.MaxDayLog) + "]"
		v := decidingVault(t, blockedVault().with(files{dayFile: log}))
		receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		if got := treeOf(t, v.where.Dir)[dayFile]; got != log || !strings.Contains(strings.Join(receipt.Notices, "\n"), "too large") {
			t.Errorf("the log has %d bytes, notices %q", len(got), receipt.Notices)
		}
	})
}
