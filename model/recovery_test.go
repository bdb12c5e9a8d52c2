package model

import (
	"slices"
	"testing"
	"time"
)

// recovering is a vault with something of every kind that sessions leave behind.
func recovering() Snapshot {
	live := session("242", 30, lastAt("2026-03-10T11:55:00Z"))
	live.Agent = "Spindle"
	failed := traceOf("failed", "cf")
	failed.Path, failed.Name = "runs/import/trace.md", "Import"
	failed.Steps[1].Started = ParseStamp("2026-03-10T09:00:00Z", nil)
	failed.Steps[1].Fields = []TraceField{{"Challenges", "No sign"}}
	cut := traceOf("in-progress", "ci")
	cut.Name, cut.Steps[1].Name = "Report", ""
	odd := traceOf("", "c")
	odd.Path = "runs/odd/trace.md"
	finished := traceOf("completed", "c")
	finished.Path = "runs/done/trace.md"
	return Snapshot{
		At: noon,
		Events: EventLog{Path: "events.jsonl", Current: 0, Sessions: []Session{
			session("245", 90), live,
			session("241", 20, lastAt("2026-03-09T08:00:00Z")),
			session("240", 10, lastAt("2026-03-10T10:00:00Z"), declared(11), wrote(12)),
			session("239", 1, ended(2)),
		}},
		Work: []WorkItem{
			{Path: "docs/work/active/E2-1/WORK.md", ID: "E2-1", Title: "Figures", Node: "DO", Phase: "DO", Since: ParseStamp("2026-03-01", nil)},
			{Path: "docs/work/active/E2-2/WORK.md", ID: "E2-2", Node: "backlog", Phase: "backlog"},
			{Path: "docs/work/active/E2-3/WORK.md", ID: "E2-3", Node: "PLAN", Phase: "PLAN"},
		},
		Traces: []Trace{failed, cut, odd, finished, traceOf("failed", "f").resumed(1, "Skip step 1")},
	}
}

func TestRecoveryAttention(t *testing.T) {
	s := recovering()
	type line struct {
		ref, what, who, why string
		blocks              bool
		severity            Severity
	}
	want := []line{
		{"trace:runs/import/trace.md", "Import: Count", "", "the step failed: No sign", true, SeverityNormal},
		{"trace:runs/odd/trace.md", "odd", "", "its states fit no recovery rule", true, SeverityNormal},
		{"trace:runs/report/trace.md", "Report: step 2", "", "cut off within the step: run it again, or inspect it", true, SeverityNormal},
		{"session:events.jsonl#241", "Session 241", "", "started and never ended", false, SeverityNormal},
		{"session:events.jsonl#240", "Session 240", "", "wrote again after it was declared dead", false, SeverityNormal},
		{"session:events.jsonl#242", "Session 242", "Spindle", "may still be live", false, SeverityNormal},
		{"work:docs/work/active/E2-1/WORK.md", "E2-1: Figures", "", "stuck in 'DO'", false, SeverityLow},
		{"work:docs/work/active/E2-3/WORK.md", "E2-3", "", "stuck in 'PLAN'", false, SeverityLow},
	}
	var got []line
	for _, a := range s.NeedsYou() {
		got = append(got, line{a.Ref.String(), a.What, a.Who, a.Why, a.Blocks, a.Severity})
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if since := s.NeedsYou()[0].Since; !since.Equal(time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("the failed step waits since %v", since)
	}
}

func TestSnapshotFindsWhatSessionsLeft(t *testing.T) {
	s := recovering()
	if o, ok := s.Session(Ref{KindSession, "events.jsonl", "241"}); !ok || o.Label != "241" {
		t.Errorf("got %v, %v", o, ok)
	}
	for _, ref := range []Ref{{KindSession, "events.jsonl", `"241"`}, {KindSession, "other.jsonl", "241"}, {KindTrace, "events.jsonl", "241"}} {
		if o, ok := s.Session(ref); ok {
			t.Errorf("%s is %v", ref, o)
		}
	}
	for _, w := range s.Work {
		if got, ok := s.WorkItem(w.Ref().Path); !ok || got.ID != w.ID {
			t.Errorf("%s is %v", w.Ref(), got)
		}
	}
	if w, ok := s.WorkItem("E2-1"); ok {
		t.Errorf("got %v for a name that is no path", w)
	}
	if got, ok := s.Trace("runs/odd/trace.md"); !ok || got.Title() != "odd" {
		t.Errorf("got %v, %v", got, ok)
	}
	if got, ok := s.Trace("odd"); ok {
		t.Errorf("got %v for a name that is no path", got)
	}
	if got := s.WorkRule(); got != WorkRulePhase {
		t.Errorf("the rule is %s", got)
	}
	if got := len(s.Orphans()); got != 3 {
		t.Errorf("%d orphans", got)
	}
}
