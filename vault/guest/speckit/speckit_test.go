package speckit

import (
	"slices"
	"testing"

	"coldstart/vault/source"
)

func TestPhases(t *testing.T) {
	got := readTasks(source.Document{Text: `# Tasks: Hire out boats
- [x] T001 Ask for leave
## Phase 1: Setup (Priority: P0) first
- [x] T002 Buy a boat
## Phase 2: An empty one
### Phase 2.1 - Paint
- [ ] T003 Sand it
### Tests
- [ ] T004 Wet it
## Dependencies
- [ ] T005 after all phases
`})
	if want := []string{"Setup", "Paint"}; !slices.Equal(got.phases, want) {
		t.Errorf("phases %q, want %q", got.phases, want)
	}
	var in []int
	for _, x := range got.list {
		in = append(in, x.phase)
	}
	if want := []int{0, 1, 2, 2, 0}; !slices.Equal(in, want) || got.phase() != 2 {
		t.Errorf("tasks in the phases %v, want %v; now in %d", in, want, got.phase())
	}
}

func TestTasksWithoutBoxes(t *testing.T) {
	got := readTasks(source.Document{Text: "## Setup\n- T001: Buy a `boat`\n- T002\n- **T003** Paint it\n- T004, T005 together\n- T006 after T001\n"})
	if len(got.list) != 2 || !got.unkept || got.list[0].id+" "+got.list[0].Text != "T001 Buy a `boat`" || got.list[1].Text != "Paint it" {
		t.Errorf("%+v", got)
	}
	got = readTasks(source.Document{Text: "- T001: Buy a boat\n- [ ] Paint it\n"})
	if len(got.list) != 1 || got.unkept || got.list[0].Text != "Paint it" {
		t.Errorf("beside a box: %+v", got)
	}
}

func TestDeclared(t *testing.T) {
	for status, want := range map[string]string{
		"Draft": "Unknown", "": "Unknown", "✅ Implemented (2026)": "Done", "**Shipped**": "Done", "Superseded by 007": "Done",
		"Ready for Review": "Unknown", "Blocked - no paper": "Blocked", "Not implemented": "Unknown",
	} {
		if got := declares(status).state.String(); got != want {
			t.Errorf("%q means %s, want %s", status, got, want)
		}
	}
}

func TestQuestions(t *testing.T) {
	for spec, want := range map[string][]string{
		"Take [NEEDS CLARIFICATION: which\n  banks?] and [NEEDS CLARIFICATION: [A] or [B]?].":    {"which banks?", "[A] or [B]?"},
		"Take [NEEDS CLARIFICATION: which\n\nbanks?]":                                            nil,
		"Take [NEEDS CLARIFICATION] cards":                                                       nil,
		"Take [NEEDS CLARIFICATION: open":                                                        nil,
		"~~[NEEDS CLARIFICATION: which?]~~ **RESOLVED**: all":                                    nil,
		"**~~[NEEDS CLARIFICATION: which?]** all~~":                                              nil,
		"[NEEDS CLARIFICATION: which?] → **RESOLVED**: all":                                      nil,
		"[NEEDS CLARIFICATION: which?] Resolve it soon":                                          {"which?"},
		"`[NEEDS CLARIFICATION: which?]` [NEEDS CLARIFICATION: ...]":                             nil,
		"```\n[NEEDS CLARIFICATION: which?]\n```\n<!-- [NEEDS CLARIFICATION: which?] -->":        nil,
		"## Clarifications\n- [NEEDS CLARIFICATION: which?]\n## Next\n[NEEDS CLARIFICATION: a?]": {"a?"},
		"*Example of marking unclear requirements:*\n\n- via [NEEDS CLARIFICATION: auth method not specified - SSO?]\n- [NEEDS CLARIFICATION: how many a day?]": {"how many a day?"},
		"_Mark unclear requirements:_\n\n- [NEEDS CLARIFICATION: <what is missing>]":                                                                            nil,
		"Keep it for [NEEDS CLARIFICATION: retention period not specified - a year?]":                                                                           {"retention period not specified - a year?"},
	} {
		if got := questions(source.Document{Text: spec}); !slices.Equal(got, want) {
			t.Errorf("%q asks %q, want %q", spec, got, want)
		}
	}
}
