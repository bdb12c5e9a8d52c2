package plans

import (
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/vault/dialect"
)

const sound = "---\ntask_id: 2026-013\nstatus: Active\n---\n\n# Objective\n\nClaim the hubs.\n\n## Roadmap\n\n- [x] Count\n"

// Both sides of a conflict would count as steps, so it is named at its line.
func TestGitsMarksInTheTextOfAPlanAreAProblem(t *testing.T) {
	t.Parallel()
	marks := "<<<<<<< HEAD\n- [ ] Write\n=======\n- [x] Write\n>>>>>>> laptop\n"
	for name, text := range map[string]string{"PLAN-2026-013.md": sound, "Plans/hubs.md": "# Claim the hubs\n\nStatus: active\n\n## Steps\n\n- [x] Count\n"} {
		if _, problems := ReadPlan(new(dialect.Folders), name, []byte(text), time.UTC); len(problems) > 0 {
			t.Errorf("%s has %v", name, problems)
		}
		p, problems := ReadPlan(new(dialect.Folders), name, []byte(text+marks), time.UTC)
		if p == nil || len(problems) != 1 || problems[0].Line != strings.Count(text, "\n")+1 || problems[0].Fault.Name != "git merge conflict, not resolved" {
			t.Errorf("%s has %+v", name, problems)
		}
	}
}

func TestAStatusWithAWrongLetterIsADoubt(t *testing.T) {
	t.Parallel()
	p, _ := ReadPlan(new(dialect.Folders), "PLAN-2026-013.md", []byte(strings.Replace(sound, "Active", "Actve", 1)), time.UTC)
	if !slices.Contains(p.Reading.Doubts, "status Actve: did you mean Active?") {
		t.Errorf("doubts %q", p.Reading.Doubts)
	}
}
