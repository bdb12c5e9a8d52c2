package load_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// compareIDs says of pairs of YAML for a task_id and a plan_id whether the agents' check finds an approval: it
// compares the one as its type with the text of the other.
const compareIDs = `
import json, sys, yaml
json.dump([str(yaml.safe_load(asked)["x"]) == yaml.safe_load(task)["x"] for task, asked in json.load(sys.stdin)], sys.stdout)
`

// An id without quotes can be a number, a date or a word for yes to the agents, which then find no approval for
// it. Whether they do is asked of their language.
func TestAnIDThatIsNoTextToTheAgentsIsNamedBeforeTheYes(t *testing.T) {
	t.Parallel()
	var pairs [][2]string
	for _, id := range []string{"2026", "001", "1.0", "2026-01-01", "12:30", "yes", "0x1F", "1_000"} {
		quoted := "'" + id + "'"
		pairs = append(pairs, [2]string{id, id}, [2]string{id, quoted}, [2]string{quoted, id}, [2]string{quoted, quoted})
	}
	written := make([][2]string, len(pairs))
	for i, p := range pairs {
		written[i] = [2]string{"x: " + p[0], "x: " + p[1]}
	}
	input := must.Get(json.Marshal(written))(t)
	if err := exec.CommandContext(t.Context(), "python3", "-I", "-c", "import yaml").Run(); err != nil {
		t.Skipf("needs python3 with PyYAML: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-I", "-c", compareIDs)
	cmd.Stdin = strings.NewReader(string(input))
	output, err := cmd.Output()
	var found []bool
	if err == nil {
		err = json.Unmarshal(output, &found)
	}
	if err != nil || len(found) != len(pairs) {
		t.Fatalf("python3 said %q: %v", output, err)
	}
	for i, p := range pairs {
		id := strings.Trim(p[0], "'")
		v, _ := openContents(t, contents{
			"Plans/PLAN-" + id + ".md": "---\ntask_id: " + p[0] + "\ncreated_date: '2026-03-14T09:00:00Z'\nstatus: Blocked\n---\n## Roadmap\n\n- [x] Write\n- [ ] ✋ Send\n\n## Reasoning Logs\n",
			"Pending_Approval/send.md": "---\naction_type: email\ncreated_date: '2026-03-14T09:00:00Z'\nplan_id: " + p[1] + "\nrationale: due\nstatus: pending\nstep_description: Send\nstep_id: 2\ntarget_recipient: a@quay.example\n---\nHello.\n",
		})
		s := mustLoad(t, v)
		r := s.Requests[0]
		_, unlocks := rule.Unlocks(s, r)
		asked := len(rule.Weighed(r, model.WeightAsk)) > 0
		if unlocks != found[i] || !found[i] && !asked {
			t.Errorf("task_id: %s, plan_id: %s: unlocks %v, the agents find the approval: %v; doubts %+v", p[0], p[1], unlocks, found[i], r.Doubts)
		}
		bare := p[0] == id
		said := slices.ContainsFunc(s.Problems, func(pr model.Problem) bool {
			return pr.Line == 2 && strings.HasPrefix(pr.Reason, "no approval lets the agents tick a step of this plan: they read its task_id as ") && pr.Hint == fmt.Sprintf("put it in quotes: task_id: '%s'", id)
		})
		if said != bare {
			t.Errorf("task_id: %s: problems %+v", p[0], s.Problems)
		}
	}
}
