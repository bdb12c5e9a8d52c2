package gsd

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/model"
)

func TestNumbersOfPhases(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"04-receipts": "4", "02.1-bell": "2.1", "10": "10", "00-start": "0", "12A-more": "12A", "BY-03-oars": "3", "7": "7",
		"receipts": "", "": "", "4th": "", "4x-a": "", "-1": "", "../7": "",
	} {
		if got := number(text); got != want {
			t.Errorf("%q is phase %q, want %q", text, got, want)
		}
	}
	got := []string{"10", "2.1", "2", "12A", "1", "12", "2.10", "999.1"}
	slices.SortFunc(got, compare)
	if want := "1 2 2.1 2.10 10 12 12A 999.1"; strings.Join(got, " ") != want {
		t.Errorf("in the order %v, want %s", got, want)
	}
}

func TestAStatusMeansWhatTheProgramTakesItFor(t *testing.T) {
	t.Parallel()
	for status, want := range map[string]model.Status{
		"Executing":                        {State: model.StateActive, Word: "executing"},
		"in-progress":                      {State: model.StateActive, Word: "executing"},
		"Stopped, was executing":           {State: model.StateActive, Word: paused},
		"Ready to plan":                    {State: model.StateDraft, Word: "planning"},
		"Phase 3 verified, all done":       {State: model.StateActive, Word: "verifying"},
		"v0.2 milestone complete":          {State: model.StateDone, Word: complete},
		"ready_to_execute":                 {State: model.StateDraft, Word: "ready to execute"},
		"Awaiting next milestone":          {Word: "Awaiting next milestone"},
		"Planning complete, in discussing": {State: model.StateDraft, Word: "planning"},
		"":                                 {},
	} {
		if got := (state{status: status}).meaning(); got != want {
			t.Errorf("%q means %+v, want %+v", status, got, want)
		}
	}
}

func TestCheckpointsOfAPlan(t *testing.T) {
	t.Parallel()
	for plan, want := range map[string][]checkpoint{
		`<task type="auto"><name>a</name></task>`: nil,
		`<task gate='blocking' type='checkpoint:human-action'><name>Task 2.1: Sign</name><action>At the desk</action></task>`: {{"do: Sign", "At the desk"}},
		`<task type="checkpoint:human-verify"><what-built>- One
		- Two</what-built><task type="auto">`: {{"check: One", "- Two"}},
		`<task type="checkpoint:decision"><options><option><name>A</name></option></options><decision>Which</decision>`: {{"decide: Which", ""}},
		`<task type="checkpoint:new-kind">`:                            {{"do: a checkpoint without a name", ""}},
		"```\n<task type=\"checkpoint:decision\">\n```\n":              nil,
		`<!-- <task type="checkpoint:decision"> --> <tasks><taskless>`: nil,
	} {
		if got := checkpoints(unfenced(plan)); !slices.Equal(got, want) {
			t.Errorf("%s\nhas %+v, want %+v", plan, got, want)
		}
	}
}

func TestPendingTests(t *testing.T) {
	t.Parallel()
	got := pending("### 1. One\nexpected: a\nresult: pass\n### 2. Two\nexpected: >\n  b\n  c\nresult: [pending]\n### 3. Three\nresult: pending\n" +
		"### 4-9. Many\nresult: [pending]\n## Gaps\nresult: [pending]\n```\n### 5. Five\nresult: [pending]\n```\n")
	if want := []question{{"Two", "b"}, {"Three", ""}}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// A plan that ends anywhere, or nests its elements, is read without a fault.
func FuzzCheckpoints(f *testing.F) {
	for _, s := range []string{
		`<task type="checkpoint:decision"><name>Task 1: a</name><options><option><name>x</name></options></task>`, "<task type='checkpoint:x'",
		"<task type=\"checkpoint:human-verify\">\n<what-built>\n- a\n</what-built><how-to-verify>1. b", "```\n<task>\n```\n<!-- <task",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, plan string) {
		for _, c := range checkpoints(unfenced(plan)) {
			if c.what == "" || strings.ContainsRune(c.what, '\n') || utf8.ValidString(plan) && !utf8.ValidString(c.what+c.details) {
				t.Errorf("%q has %+v", plan, c)
			}
		}
	})
}

// What is in the way blocks a plan only where the pause says so: there may be a way around it.
func TestWhatIsInTheWayOfAPause(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		handoff      handoff
		why, blocked string
	}{
		{handoff{status: "paused", why: "task 1"}, "task 1", ""},
		{handoff{status: "paused", why: "task 1", blockers: []string{"no paper", "no ink"}}, "task 1, in the way: no paper; no ink", ""},
		{handoff{blockers: []string{"no paper"}}, "in the way: no paper", ""},
		{handoff{status: "Blocked", why: "task 1", blockers: []string{"no paper"}}, "task 1", "no paper"},
		{handoff{status: "blocked"}, "", "it is marked as blocked"},
	} {
		if got := tt.handoff.rest(); got.Why != tt.why || got.blocked != tt.blocked {
			t.Errorf("%+v rests %q, blocked %q", tt.handoff, got.Why, got.blocked)
		}
	}
}

func TestARoadmapIsOverWhenItsPhasesAre(t *testing.T) {
	t.Parallel()
	past := []*roadPhase{{number: "1", past: true}, {number: "2", past: true}}
	for name, tt := range map[string]struct {
		state     state
		phases    []*roadPhase
		done, all int
		want      bool
	}{
		"all are past":         {state{status: "Both phases complete and verified"}, past, 0, 0, true},
		"a phase is verified":  {state{status: "verifying", phase: "2"}, past, 0, 0, false},
		"there are no phases":  {state{status: "verifying"}, nil, 0, 0, false},
		"work goes on":         {state{status: "in progress"}, past, 0, 0, false},
		"one of them is open":  {state{status: "verified"}, past, 1, 2, false},
		"each of them is done": {state{status: "in progress"}, past, 2, 2, true},
	} {
		s := &set{state: tt.state, road: roadmap{phases: tt.phases}}
		if got := s.allOver(tt.done, tt.all); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}
