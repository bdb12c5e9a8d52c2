package load

import (
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/gate"
	"coldstart/vault/hook"
)

// A session that runs and calls tools, and that the gate has not heard of, is told; nothing else is.
func TestASessionThatTheGateHasNotHeardOfIsTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 9, 0, 0, 0, time.UTC)
	claude, _ := hook.AgentNamed("claude")
	session := func(change func(*model.Transcript)) model.Transcript {
		one := model.Transcript{
			Tool: claude.Title, ID: "5e", Dir: "/yard", Calls: 3, Changed: now,
			Process: &model.Process{PID: 7, Alive: true, Status: "busy"},
		}
		change(&one)
		return one
	}
	ended := func(began time.Duration) func(*model.Transcript) {
		return func(s *model.Transcript) {
			s.Process, s.Ending, s.Began = nil, model.EndingDone, model.Stamp{Time: now.Add(began), Raw: "x"}
		}
	}
	installed := hook.Guard{File: "/yard/.claude/hook.local.json", Since: now.Add(-time.Hour)}
	for name, tt := range map[string]struct {
		change func(*model.Transcript)
		heard  []gate.Heard
		told   bool
	}{
		"never heard":                            {func(*model.Transcript) {}, nil, true},
		"heard of another":                       {func(*model.Transcript) {}, []gate.Heard{{Client: "claude", Session: "6f"}, {Client: "codex", Session: "5e"}}, true},
		"heard":                                  {func(*model.Transcript) {}, []gate.Heard{{Client: "claude", Session: "5e"}}, false},
		"no tool was called":                     {func(s *model.Transcript) { s.Calls = 0 }, nil, false},
		"of another agent":                       {func(s *model.Transcript) { s.Tool = "Codex" }, nil, false},
		"in another folder":                      {func(s *model.Transcript) { s.Dir = "/shed" }, nil, false},
		"written before the gate":                {func(s *model.Transcript) { s.Changed = now.Add(-time.Hour) }, nil, false},
		"it ended":                               {ended(-time.Minute), nil, true},
		"it ended, and was heard":                {ended(-time.Minute), []gate.Heard{{Client: "claude", Session: "5e", At: now.Add(-time.Minute)}}, false},
		"it ended, and a later one was heard":    {ended(-2 * time.Minute), []gate.Heard{{Client: "claude", Session: "6f", At: now.Add(-time.Minute)}}, false},
		"it ended, and an earlier one was heard": {ended(-time.Minute), []gate.Heard{{Client: "claude", Session: "6f", At: now.Add(-2 * time.Minute)}}, true},
		"it ended, and another agent was heard":  {ended(-time.Minute), []gate.Heard{{Client: "codex", Session: "6f", At: now}}, true},
		"it began before the gate, and ended":    {ended(-2 * time.Hour), nil, false},
		"it ended without a tool": {func(s *model.Transcript) {
			ended(-time.Minute)(s)
			s.Calls = 0
		}, nil, false},
	} {
		s := &model.Snapshot{At: now, Transcripts: []model.Transcript{session(tt.change)}}
		if got := unheard(s, claude, "/yard", installed, tt.heard); (len(got) == 1) != tt.told {
			t.Errorf("%s: %+v", name, got)
		}
	}
	// What is known to be switched off, or not trusted, needs no second row.
	s := &model.Snapshot{At: now, Transcripts: []model.Transcript{session(ended(-time.Minute))}}
	installed.Faults = []hook.Fault{{Inactive: true}}
	if got := unheard(s, claude, "/yard", installed, nil); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// Hooks that lie where nobody looks, as those of a plugin do, are there when the gate was asked.
func TestAGateThatWasAskedIsThere(t *testing.T) {
	t.Parallel()
	claude, _ := hook.AgentNamed("claude")
	s := &model.Snapshot{Transcripts: []model.Transcript{
		{Tool: claude.Title, ID: "7a", Dir: "/yard"}, {Tool: claude.Title, ID: "5e", Dir: "/yard"}, {Tool: claude.Title, ID: "5e", Dir: "/shed"},
	}}
	heard := []gate.Heard{{Client: "claude", Session: "5e", Elsewhere: true}}
	if hears(s, claude, "/yard", heard) {
		t.Error("the last session there did not ask")
	}
	if !hears(s, claude, "/shed", heard) {
		t.Error("the last session there asked")
	}
	// A hook of the agent's own files is looked for there: one that is gone is gone.
	heard[0].Elsewhere = false
	if hears(s, claude, "/shed", heard) {
		t.Error("a hook that is gone was taken for one that lies elsewhere")
	}
}
