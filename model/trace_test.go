package model

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// traceOf has one step for each letter: c completed, i in progress, f failed, ?
// unknown.
func traceOf(status, letters string) Trace {
	words := map[rune]string{'c': "completed", 'i': "in-progress", 'f': "failed", '?': "paused"}
	t := Trace{Path: "runs/report/trace.md", Status: status, State: ParseStepState(status)}
	for i, c := range letters {
		t.Steps = append(t.Steps, TraceStep{Number: i + 1, Name: "Count", Status: words[c], State: ParseStepState(words[c])})
	}
	return t
}

// resumedTrace adds a Resume entry behind the first steps.
func resumedTrace(t Trace, after int, decision string) Trace {
	t.Resumes = append(slices.Clone(t.Resumes), TraceResume{After: after, Decision: decision})
	return t
}

func TestParseStepState(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]StepState{
		"in-progress": StepInProgress, "In Progress": StepInProgress, " in_progress\t": StepInProgress,
		"running": StepInProgress, "started": StepInProgress, "active": StepInProgress,
		"completed": StepCompleted, "COMPLETE": StepCompleted, "done": StepCompleted, "success": StepCompleted, "succeeded": StepCompleted,
		"failed": StepFailed, "error": StepFailed, "failure": StepFailed,
		"": StepUnknown, "paused": StepUnknown, "not completed": StepUnknown, "completed?": StepUnknown,
	} {
		if got := ParseStepState(word); got != want {
			t.Errorf("%q is read as %s, want %s", word, got, want)
		}
	}
	for state, want := range map[StepState]string{
		StepInProgress: "in-progress", StepCompleted: "completed", StepFailed: "failed", StepUnknown: "unknown",
	} {
		if state.String() != want || ParseStepState(want) != state {
			t.Errorf("%q and back is %q", want, ParseStepState(want))
		}
	}
}

func TestRecoveryRules(t *testing.T) {
	t.Parallel()
	const unclear = "The states match no recovery rule. Look at the file."
	for _, tt := range []struct {
		name   string
		trace  Trace
		want   Recovery
		word   string
		advice string
		human  bool
	}{
		{"rule 1: all completed", traceOf("completed", "cc"), RecoveryFinished, "finished",
			"It finished in an earlier session. Do not run it again.", false},
		{"rule 2: interrupted between two steps", traceOf("in-progress", "ccc"), RecoveryContinue, "continue",
			"It was interrupted between two steps. Resume it after step 3.", false},
		{"rule 3: interrupted within a step", traceOf("in-progress", "cci"), RecoveryInterrupted, "interrupted",
			"It was interrupted during step 3. Rerun the step, or inspect its files first.", true},
		{"rule 3 whatever the workflow says", traceOf("completed", "ci"), RecoveryInterrupted, "interrupted",
			"It was interrupted during step 2. Rerun the step, or inspect its files first.", true},
		{"rule 4: a step failed", traceOf("failed", "cf"), RecoveryFailed, "failed",
			"Step 2 failed. Read why first; nothing continues by itself.", true},
		{"rule 4 whatever the workflow says", traceOf("in-progress", "f"), RecoveryFailed, "failed",
			"Step 1 failed. Read why first; nothing continues by itself.", true},
		{"a failure that a later step left behind", traceOf("in-progress", "fc"), RecoveryContinue, "continue",
			"It was interrupted between two steps. Resume it after step 2.", false},
		{"a step in progress that is not the last", traceOf("in-progress", "cic"), RecoveryContinue, "continue",
			"It was interrupted between two steps. Resume it after step 3.", false},
		{"a failed workflow whose steps are completed", traceOf("failed", "cc"), RecoveryUnclear, "unclear", unclear, true},
		{"a workflow without a status", traceOf("", "cc"), RecoveryUnclear, "unclear", unclear, true},
		{"a step of unknown state", traceOf("in-progress", "c?"), RecoveryUnclear, "unclear", unclear, true},
		{"no step", traceOf("in-progress", ""), RecoveryUnclear, "unclear", unclear, true},
		{"no step, completed", traceOf("completed", ""), RecoveryFinished, "finished",
			"It finished in an earlier session. Do not run it again.", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.trace.Recovery()
			if got != tt.want || got.String() != tt.word {
				t.Errorf("got %s, want %s", got, tt.word)
			}
			if advice := Phrases.Advice(tt.trace); advice != tt.advice {
				t.Errorf("advice %q, want %q", advice, tt.advice)
			}
			if human := tt.trace.NeedsHuman(); human != tt.human {
				t.Errorf("needs a human: %v, want %v", human, tt.human)
			}
		})
	}
}

func TestAnsweredHoldsUntilSomethingFollows(t *testing.T) {
	t.Parallel()
	interrupted, failed := traceOf("in-progress", "ci"), traceOf("failed", "cf")
	for _, tt := range []struct {
		name  string
		trace Trace
		want  string
	}{
		{"nothing decided", interrupted, ""},
		{"run again", resumedTrace(interrupted, 2, "Re-run step 2"), "Re-run step 2"},
		{"run again with a note", resumedTrace(interrupted, 2, "Re-run step 2 — now (Operator ines)"), "Re-run step 2 — now (Operator ines)"},
		{"retry", resumedTrace(failed, 2, "Retry step 2"), "Retry step 2"},
		{"skip", resumedTrace(failed, 2, "Skip step 2"), "Skip step 2"},
		{"abort", resumedTrace(failed, 2, "Abort step 2 (Operator ines)"), "Abort step 2 (Operator ines)"},
		{"the newest of two", resumedTrace(resumedTrace(failed, 2, "Retry step 2"), 2, "Abort step 2"), "Abort step 2"},
		{"in an agent's own words", resumedTrace(interrupted, 2, "go on"), "go on"},
		{"an agent's entry without a decision", resumedTrace(interrupted, 2, ""), ""},
		{"and one behind ours", resumedTrace(resumedTrace(interrupted, 2, "Re-run step 2"), 2, ""), "Re-run step 2"},
		{"a step has followed", resumedTrace(interrupted, 1, "Re-run step 1"), ""},
		{"on another step than the last", resumedTrace(failed, 2, "Re-run step 1"), ""},
		{"on another step, behind one on the last", resumedTrace(resumedTrace(failed, 2, "Skip step 2"), 2, "Re-run step 1"), "Skip step 2"},
		{"step 2 is not step 20", resumedTrace(failed, 2, "Retry step 20"), ""},
		{"the second attempt failed in place", resumedTrace(failed, 2, "Re-run step 2"), ""},
		{"the retry was cut off in place", resumedTrace(interrupted, 2, "Retry step 2"), ""},
		{"the second attempt was completed in place", resumedTrace(traceOf("in-progress", "cc"), 2, "Re-run step 2"), ""},
		{"no step at all", resumedTrace(traceOf("", ""), 0, "go on"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := tt.trace.Answered()
			if got.Decision != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got.Decision, ok, tt.want)
			}
			if ok && tt.trace.NeedsHuman() {
				t.Error("it needs a human all the same")
			}
		})
	}
}

func TestStraySteps(t *testing.T) {
	t.Parallel()
	again := traceOf("in-progress", "ici")
	again.Steps[2].Number = 1
	for _, tt := range []struct {
		name  string
		trace Trace
		want  []int
	}{
		{"none", traceOf("in-progress", "cci"), nil},
		{"no step", traceOf("", ""), nil},
		{"two", traceOf("in-progress", "icific"), []int{1, 3, 5}},
		{"begun again later", again, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []int
			for _, s := range tt.trace.Stray() {
				got = append(got, s.Number)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTraceSteps(t *testing.T) {
	t.Parallel()
	trace := traceOf("in-progress", "cic")
	trace.Steps[2].Number = 2
	if s, ok := trace.Step(2); !ok || s.State != StepCompleted {
		t.Errorf("step 2 is %+v, want its last run", s)
	}
	if s, ok := trace.Step(3); ok {
		t.Errorf("step 3 is %+v", s)
	}
	if s, ok := (Trace{}).LastStep(); ok {
		t.Errorf("the last of no steps is %+v", s)
	}
	s := TraceStep{Fields: []TraceField{{"Challenges", "none"}, {"challenges", "Rows without a sign"}, {"Focus", "NONE"}}}
	for label, want := range map[string]string{"CHALLENGES": "Rows without a sign", "Focus": "", "Summary": ""} {
		if got := s.Field(label); got != want {
			t.Errorf("%s is %q, want %q", label, got, want)
		}
	}
}

func TestATraceOfATool(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, x := range []struct {
		tool, status string
		started      time.Time
		want         bool
	}{
		{"spec-kit", "running", now.Add(-23 * time.Hour), true},
		{"spec-kit", "running", now.Add(-25 * time.Hour), false},
		{"spec-kit", "running", time.Time{}, false},
		{"spec-kit", "interrupted", now, false},
		{"", "running", now, false},
	} {
		trace := Trace{Tool: x.tool, Steps: []TraceStep{{Number: 1, Status: x.status, State: StepInProgress, Started: Stamp{Time: x.started}}}}
		if got := trace.MayRun(now); got != x.want {
			t.Errorf("%+v: may run %v", x, got)
		}
	}
	if (Trace{Tool: "spec-kit"}).MayRun(now) {
		t.Error("a trace without steps may run")
	}
}

func TestTraceTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		trace Trace
		want  string
	}{
		{Trace{Path: "runs/x/trace.md", Name: "Report", Workflow: "quarterly"}, "Report"},
		{Trace{Path: "runs/x/trace.md", Workflow: "quarterly"}, "quarterly"},
		{Trace{Path: "runs/x/trace.md"}, "x"},
		{Trace{Path: "trace.md"}, "trace.md"},
	} {
		if got := tt.trace.Title(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestResumeEntry(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 2, 21, 12, 0, 0, 999, time.FixedZone("", 3600))
	for _, tt := range []struct {
		name     string
		step     TraceStep
		choice   Choice
		note     string
		operator string
		want     []string
	}{
		{
			"run again", TraceStep{Number: 3, Name: "Write figures"}, ChoiceRerun, "", "",
			[]string{"**Resuming from:** Step 3 — Write figures", "**Prior steps completed:** 2", "**Decision:** Re-run step 3"},
		},
		{
			"retry with a note and a name", TraceStep{Number: 1, Name: "Read"}, ChoiceRetry, " the export\nis there ", "ines",
			[]string{"**Resuming from:** Step 1 — Read", "**Prior steps completed:** 0", "**Decision:** Retry step 1 — the export is there (Operator ines)"},
		},
		{
			"skip goes on with the step after", TraceStep{Number: 2, Name: "Match"}, ChoiceSkip, "", "ines",
			[]string{"**Resuming from:** Step 3 — the step after Match", "**Prior steps completed:** 1", "**Decision:** Skip step 2 (Operator ines)"},
		},
		{
			"abort", TraceStep{Number: 4, Name: "Book"}, ChoiceAbort, "no rows", "",
			[]string{"**Resuming from:** Step 4 — Book", "**Prior steps completed:** 3", "**Decision:** Abort step 4 — no rows"},
		},
		{
			"a step zero", TraceStep{Name: "Prepare"}, ChoiceRerun, "", "",
			[]string{"**Resuming from:** Step 0 — Prepare", "**Prior steps completed:** 0", "**Decision:** Re-run step 0"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := append([]string{"---", "", "## Resume", "", "**Resumed:** 2026-02-21T11:00:00Z"}, tt.want...)
			if got := ResumeEntry(tt.step, tt.choice, tt.note, tt.operator, at); !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestResumeEntryCannotBeForged(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		step := TraceStep{Number: rapid.IntRange(0, 9).Draw(t, "number"), Name: hostile().Draw(t, "name")}
		choice := rapid.SampledFrom([]Choice{ChoiceRerun, ChoiceRetry, ChoiceSkip, ChoiceAbort}).Draw(t, "choice")
		entry := ResumeEntry(step, choice, hostile().Draw(t, "note"), hostile().Draw(t, "operator"), noon)
		if len(entry) != 8 || entry[2] != "## Resume" {
			t.Fatalf("entry %q", entry)
		}
		for _, line := range entry[5:] {
			if !strings.HasPrefix(line, "**") || strings.ContainsAny(line, "\r\n\u2028\u2029\u0085") {
				t.Fatalf("line %q", line)
			}
		}
	})
}

func TestArtifactNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value string
		want  []string
	}{
		{"", nil},
		{"None", nil},
		{"`figures.csv`, `draft.md`", []string{"figures.csv", "draft.md"}},
		{"figures.csv, draft.md;  notes/old draft.md ,", []string{"figures.csv", "draft.md", "notes/old draft.md"}},
		{"`figures, final.csv` (14 lines), and draft.md", []string{"figures, final.csv"}},
		{"`figures.csv", []string{"figures.csv"}},
		{"`` ` ` `a`", []string{"a"}},
		{", ;", nil},
	} {
		s := TraceStep{Fields: []TraceField{{"artifacts", tt.value}}}
		if got := s.ArtifactNames(); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.value, got, tt.want)
		}
	}
}
