package dialect

import (
	"strings"
	"testing"

	"coldstart/vault/text"
)

func TestWhichPlansAreOwn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		own        bool
	}{
		{"PLAN-1.md", "", true},
		{"deep/PLAN-1.md", "anything", false},
		{"PLAN-1.md", "# Plan\n\n**Status:** in_progress\n\n## Roadmap\n- [ ] a\n", false},
		{"PLAN-1.md", "---\nstatus: Active\n---\n- [ ] a\n", true},
		{"PLAN-1.md", "---\nplan_id: X-1\nstatus: Draft\n---\n## Roadmap\n- [ ] a\n", false},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: complete\n---\n## Steps\n- [ ] a\n", false},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: complete\nblocked_reason: null\n---\n", true},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: complete\n---\n## Reasoning Logs\n", true},
		{"PLAN-1.md", "---\ntask_id: X-1\nstatus: Actve\n---\n", true},
		{"PLAN-1.md", "---\ntitle: a: b\n---\n\xff", true},
		{"plan-1.md", "---\nstatus: pending\n---\n", false},
		{"PLAN-1.markdown", "anything", false},
		{"PLAN_1.md", "anything", false},
		{"x.md", "---\ntask_id: 1\n---\n", true},
		{"x.md", "---\ntask_id: 1\nstatus: Active\n---\n", true},
		{"x.md", "---\nstatus: Active\n---\n## Roadmap\n- [ ] a\n", true},
		{"x.md", "---\nstatus: Active\n---\n## Steps\n- [ ] a\n", false},
		{"x.md", "---\nplan_id: X-1\nstatus: Active\n---\n## Roadmap\n- [ ] a\n", false},
		{"x.md", "---\ntask_id: 1\nstatus: pending\n---\n## Roadmap\n", false},
		{"x.md", "## Roadmap\n- [ ] a\n", false},
		{"x.md", "---\ntask_id: 1\nstatus: a\nstatus: b\n---\n", true},
		{"x.md", "---\ntitle: 1\nstatus: a\nstatus: b\n---\n", false},
		{"x.md", "---\ntask_id: 1\n---\n## Roadmap\n\xff", true},
		{"x.md", "---\ntask_id: 1\n---\n\xff", false},
	} {
		fm, err := text.ReadFront([]byte(tt.text))
		if got := IsOwnPlan("Plans/"+tt.name, []byte(tt.text), fm, err); got != tt.own {
			t.Errorf("%s %q: own is %t", tt.name, tt.text, got)
		}
	}
}

func TestHandDecidesWhetherAStepIsHuman(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		"- [ ] ✋ a": true, "- [ ] ✋\uFE0F a": true, "- [ ] a ✋": false, "- [ ] a": false,
		// The reference program calls such a step "✋".
		"- [ ] ✋": false, "- [ ] ✋\uFE0F": false,
	} {
		s, ok := ownStep(line)
		if !ok || s.Human != want {
			t.Errorf("%q: got %+v, %v", line, s, ok)
		}
	}
}

func TestWhatTheAgentsReadForTheIDOfAPlan(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"task_id: 2026-001": "", "task_id: '2026'": "", "task_id: \"001\"": "", "task_id: !!str 7": "", "task_id: 'a' # c": "", "title: x": "",
		"task_id: 2026": "the number 2026", "task_id: 001": "the number 1", "task_id: 1.0": "the number 1.0", "task_id: 12:30": "the number 750", "task_id: 0x1F": "the number 31",
		"task_id: 1_000": "the number 1000", "task_id: 2026-01-01": "the date 2026-01-01", "task_id: 2026-01-01 9:00:00": "the date 2026-01-01 09:00:00", "task_id: yes": "True",
		"task_id: [a]": "several values", "task_id: !!int '7'": "the number 7", "<<: {task_id: b}": "", "x: &a b\ntask_id: *a": "",
	} {
		b := []byte("---\n" + written + "\nstatus: Active\n---\n## Roadmap\n\n- [ ] ✋ Send\n\n## Reasoning Logs\n")
		fm, err := text.ReadFront(b)
		p, err := ReadOwnPlan("Plans/PLAN-a.md", b, fm, err, nil)
		if alias := strings.ContainsAny(written, "<*"); alias != (p.ID == "b") {
			t.Errorf("%s: called %q", written, p.ID)
		}
		if err != nil || p.Reading.IDAs != want {
			t.Errorf("%s: %q, %v, want %q", written, p.Reading.IDAs, err, want)
		}
	}
}
