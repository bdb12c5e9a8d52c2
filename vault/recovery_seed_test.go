package vault_test

import (
	"encoding/json"
	"strings"
	"testing"

	"coldstart/model"
)

// readLog reads an event log of these lines, each ended by a line feed.
func readLog(t *testing.T, lines ...string) (model.EventLog, []model.Problem) {
	t.Helper()
	return readText(t, strings.Join(lines, "\n")+"\n")
}

func TestSeedFindsWorkThatWasEnteredAndNotLeft(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"docs/work/active/E2-999/WORK.md": "---\nid: E2-999\nnode_history:\n- node: doing\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n"})
	stuck := mustLoad(t, v).StuckWork()
	if len(stuck) != 1 || stuck[0].ID != "E2-999" || stuck[0].Node != "doing" || stuck[0].Since.Raw != "2026-01-26 10:00:00" {
		t.Errorf("stuck %+v", stuck)
	}
}

func TestSeedSessionEndIsWritten(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"events.jsonl": "{\"type\": \"SessionStarted\", \"session\": 245}\n{\"type\": \"SessionStarted\", \"session\": 246}\n"})
	mustDecide(t, v, ack(t, v, "events.jsonl", "245"))
	lines := strings.Split(strings.TrimSuffix(treeOf(t, v.Dir())["events.jsonl"], "\n"), "\n")
	var event map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &event); err != nil || len(lines) != 3 {
		t.Fatalf("got %q: %v", lines, err)
	}
	if event["type"] != "SessionEnded" || event["session"] != 245.0 {
		t.Errorf("got %v", event)
	}
	log, _ := readLog(t, lines...)
	if got := log.Orphans(); len(got) > 0 {
		t.Errorf("still an orphan: %+v", got)
	}
	if got, ok := log.PeerAnswer(); ok {
		t.Errorf("the reference program still finds %q", got)
	}
}

func TestSeedRecoveryRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		text  string
		want  model.Recovery
		human bool
		stray int
	}{
		{"completed and completed", seedTrace("completed", "completed", "completed"), model.RecoveryFinished, false, 0},
		{"completed and in progress", seedTrace("in-progress", "completed", "completed"), model.RecoveryContinue, false, 0},
		{"the last step in progress", seedTrace("in-progress", "completed", "in-progress"), model.RecoveryInterrupted, true, 0},
		{"the last step failed", seedTrace("in-progress", "completed", "failed"), model.RecoveryFailed, true, 0},
		{"a step in progress that is not the last", seedTrace("in-progress", "in-progress", "completed"), model.RecoveryContinue, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{"runs/report/trace.md": tt.text})
			traces := mustLoad(t, v).Traces
			if len(traces) != 1 {
				t.Fatalf("got %+v", traces)
			}
			got := traces[0]
			if got.Recovery() != tt.want || got.NeedsHuman() != tt.human || len(got.Stray()) != tt.stray {
				t.Errorf("got %s, needs a human %v, stray %v", got.Recovery(), got.NeedsHuman(), got.Stray())
			}
		})
	}
}
