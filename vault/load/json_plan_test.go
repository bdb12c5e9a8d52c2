package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// TestPlansInJSONTakePartInEverything: versions, links, resuming, problems; and no decision changes them.
func TestPlansInJSONTakePartInEverything(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Plans/plan_hutch_20260220_080000.json": `{"title": "Mend the hutch", "status": "pending", "steps": ["Measure the door"]}`,
		"Plans/plan_hutch_20260221_080000.json": `{"id": "HUTCH", "title": "Mend the hutch", "status": "pending", "steps": [{"action": "Measure the door", "status": "pending"}]}`,
		"Plans/plan_half.json":                  "{\n  \"title\": \"Half\",\n  \"steps\": [\"Go\",\n",
		"Plans/state.json":                      `{"last_id": 7}`,
		"In_Progress/vole/plan_fence.json":      `{"title": "Paint the fence", "tasks": ["Paint"]}`,
		"Done/plan_pens.json":                   `{"title": "Clean the pens", "tasks": ["Sweep"]}`,
		"Pending_Approval/order.json":           `{"action": "order", "to": "mill@oats.example", "plan": "Plans/plan_hutch_20260221_080000.json"}`,
		"Pending_Approval/bad.json":             "{\n\"to\": }\n",
	})
	s := mustLoad(t, v)
	states := map[string]model.State{}
	for _, p := range s.Plans {
		states[p.Path] = p.Status.State
	}
	if len(s.Plans) != 4 || states["Done/plan_pens.json"] != model.StateDone || states["In_Progress/vole/plan_fence.json"] != model.StateActive {
		t.Errorf("got %q", rows(s))
	}
	newest, _ := s.Plan("Plans/plan_hutch_20260221_080000.json")
	older, _ := s.Plan("Plans/plan_hutch_20260220_080000.json")
	if newest.Folded != 1 || !older.Older {
		t.Errorf("versions: %+v and %+v", newest.Reading, older.Reading)
	}
	r, _ := s.Request("Pending_Approval/order.json")
	if r.Plan != newest.Path || r.Target != "mill@oats.example" {
		t.Errorf("the request is %+v", r)
	}
	if p := rule.ResumeOf(s).Plan; p == nil || p.Path != "In_Progress/vole/plan_fence.json" {
		t.Errorf("resumes %+v", p)
	}
	lines := map[string]int{}
	for _, p := range s.Problems {
		lines[p.Path] = p.Line
	}
	if len(s.Problems) != 2 || lines["Plans/plan_half.json"] != 4 || lines["Pending_Approval/bad.json"] != 2 {
		t.Errorf("problems: %+v", s.Problems)
	}
	if len(s.Others) != 1 || s.Others[0].Path != "Plans/state.json" {
		t.Errorf("documents: %+v", s.Others)
	}
	before := must.Get(os.ReadFile(filepath.Join(dir, newest.Path)))(t)
	must.Get(v.Decide(t.Context(), model.Decision{Ref: r.Ref(), Choice: model.ChoiceApprove, At: s.At, Seen: r.Seen}))(t)
	after, err := os.ReadFile(filepath.Join(dir, newest.Path))
	if err != nil || string(after) != string(before) || !strings.Contains(string(before), "HUTCH") {
		t.Errorf("the plan became %q, %v", after, err)
	}
}
