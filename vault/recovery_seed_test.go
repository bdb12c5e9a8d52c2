package vault

import (
	"encoding/json"
	"strings"
	"testing"

	"coldstart/model"
)

// The scenarios of the seed "Orphan Session Detection", in its own words.

func TestSeedDetectsAnOrphanWhenASessionStartedWithoutAnEnd(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t,
		`{"type": "SessionStarted", "session": 100, "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "SessionStarted", "session": 101, "timestamp": "2026-01-26T11:00:00"}`)
	orphans := log.Orphans()
	if len(orphans) != 1 || orphans[0].Key != "100" || len(problems) > 0 {
		t.Errorf("orphans %+v, problems %+v", orphans, problems)
	}
	if c, ok := log.CurrentSession(); !ok || c.Key != "101" {
		t.Errorf("current %+v", c)
	}
	if got, ok := log.PeerAnswer(); !ok || got != "100" {
		t.Errorf("the reference program's answer would be %q, %v", got, ok)
	}
}

func TestSeedFindsNoOrphanWhenAllSessionsEnded(t *testing.T) {
	t.Parallel()
	log, _ := readLog(t,
		`{"type": "SessionStarted", "session": 100, "timestamp": "2026-01-26T10:00:00"}`,
		`{"type": "SessionEnded", "session": 100, "timestamp": "2026-01-26T10:30:00"}`,
		`{"type": "SessionStarted", "session": 101, "timestamp": "2026-01-26T11:00:00"}`)
	if got := log.Orphans(); len(got) > 0 {
		t.Errorf("orphans %+v", got)
	}
	if got, ok := log.PeerAnswer(); ok {
		t.Errorf("the reference program's answer would be %q", got)
	}
}

func TestSeedFindsWorkThatWasEnteredAndNotLeft(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"docs/work/active/E2-999/WORK.md": "---\nid: E2-999\nnode_history:\n- node: doing\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n"})
	stuck := mustLoad(t, v).StuckWork()
	if len(stuck) != 1 || stuck[0].ID != "E2-999" || stuck[0].Node != "doing" || stuck[0].Since.Raw != "2026-01-26 10:00:00" {
		t.Errorf("stuck %+v", stuck)
	}
}

func TestSeedSessionStartIsRead(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t, `{"type": "SessionStarted", "session": 245, "agent": "Hephaestus", "timestamp": "2026-01-26T12:00:00.000001"}`)
	c, ok := log.CurrentSession()
	if !ok || c.Label != "245" || c.Agent != "Hephaestus" || c.Started.Raw != "2026-01-26T12:00:00.000001" || log.Records != 1 || len(problems) > 0 {
		t.Errorf("got %+v, %+v", log, problems)
	}
}

func TestSeedSessionEndIsWritten(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"events.jsonl": "{\"type\": \"SessionStarted\", \"session\": 245}\n{\"type\": \"SessionStarted\", \"session\": 246}\n"})
	mustDecide(t, v, ack(t, v, "events.jsonl", "245"))
	lines := strings.Split(strings.TrimSuffix(treeOf(t, v.dir)["events.jsonl"], "\n"), "\n")
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

func TestSeedOtherEventsStillWork(t *testing.T) {
	t.Parallel()
	log, problems := readLog(t,
		`{"type": "CyclePhaseEntered", "phase": "PLAN", "work_id": "E2-236", "agent": "Hephaestus"}`,
		`{"type": "ValidationOutcome", "gate": "preflight", "work_id": "E2-236", "result": "pass", "reason": "ok"}`)
	if log.Records != 2 || len(log.Sessions) > 0 || log.Current != -1 || len(problems) > 0 {
		t.Errorf("got %+v, %+v", log, problems)
	}
}

// seedTrace is a trace with these states of the workflow and its steps.
func seedTrace(workflow string, steps ...string) string {
	var b strings.Builder
	b.WriteString("# Trace: report\n\n**Workflow:** report\n**Status:** " + workflow + "\n")
	for i, state := range steps {
		b.WriteString("\n## Step " + string(rune('1'+i)) + ": Count\n\n**Status:** " + state + "\n**Challenges:** None\n")
	}
	return b.String()
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
