package decision_test

import (
	"reflect"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
)

const stepRecordFile = "2026-02-21T11-00-00Z_other_2026-001-step-2.md"

func TestDecideOnAPlanWithoutARequest(t *testing.T) {
	t.Parallel()
	const head = "---\naction_type: other\ncreated_date: \"2026-02-21T11:00:00Z\"\nplan_id: 2026-001\n"
	const tail = "step_description: \"Pay the harbour dues\"\nstep_id: 2\ntarget_recipient: operator\n---\n\n"
	for _, tt := range []struct {
		name   string
		choice model.Choice
		note   string
		more   files
		want   files
	}{
		{
			name: "approve", choice: model.ChoiceApprove,
			want: files{
				"Approved/" + stepRecordFile: head + "rationale: \"The operator decided on this step; the plan waited without a request.\"\nstatus: approved\n" + tail +
					"# Approved by the operator\n\nStep 2 of the plan: Pay the harbour dues\n",
				planFile: freedPlan("- [2026-02-21T11:00:00Z] Operator: Approved step 2 — " + stepRecordFile),
			},
		},
		{
			name: "approve where the name is taken", choice: model.ChoiceApprove, note: "go",
			more: files{"Approved/" + strings.ToUpper(stepRecordFile): "x", "Rejected/" + disk.BesideName(stepRecordFile, "2"): "y"},
			want: files{
				"Approved/" + disk.BesideName(stepRecordFile, "3"): head + "rationale: \"go\"\nstatus: approved\n" + tail +
					"# Approved by the operator\n\nStep 2 of the plan: Pay the harbour dues\n\ngo\n",
				planFile: freedPlan("- [2026-02-21T11:00:00Z] Operator: Approved step 2 — go"),
			},
		},
		{
			name: "reject", choice: model.ChoiceReject, note: "too --- \"much\"",
			want: files{
				"Rejected/" + stepRecordFile: head + "rationale: \"too -\\u002d- \\\"much\\\"\"\nstatus: rejected\n" + tail +
					"# Rejected by the operator\n\nStep 2 of the plan: Pay the harbour dues\n\ntoo --- \"much\"\n",
				"Rejected/" + stepRecordFile + ".note": "2026-02-21T11:00:00Z Operator: Rejected — too --- \"much\"\n",
				planFile:                               logged("- [2026-02-21T11:00:00Z] Operator: Rejected step 2 — too --- \"much\""),
			},
		},
		{
			name: "changes", choice: model.ChoiceChanges, note: "ask again",
			want: files{planFile: logged("- [2026-02-21T11:00:00Z] Operator: Changes wanted on step 2 — ask again")},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{planFile: examples.BlockedPlan}.With(tt.more))
			d := wish(t, v, planFile, tt.choice, tt.note)
			preview := must.Get(v.Preview(t.Context(), d))(t)
			receipt := mustDecide(t, v, d)
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) {
				t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
			}
			got := treeOf(t, v.Dir())
			event := map[model.Choice]string{model.ChoiceApprove: "approval_approved", model.ChoiceReject: "approval_rejected", model.ChoiceChanges: "approval_changes_wanted"}
			checkDay(t, got[dayFile], receipt, event[tt.choice])
			delete(got, dayFile)
			sameFiles(t, "afterwards", got, files{}.With(tt.more).With(tt.want))

			again, err := v.Decide(t.Context(), d)
			if err != nil || !again.Already {
				t.Errorf("the same decision again: %+v, %v", again, err)
			}
		})
	}
}

// splitAtDashes reads front matter as the reference program does.
func splitAtDashes(t *testing.T, text string) map[string]any {
	t.Helper()
	parts := strings.SplitN(text, "---", 3)
	if len(parts) != 3 || parts[0] != "" {
		t.Fatalf("no front matter between dashes: %q", text)
	}
	var fields map[string]any
	if err := yaml.Unmarshal([]byte(parts[1]), &fields); err != nil {
		t.Fatalf("front matter: %v in %q", err, parts[1])
	}
	return fields
}

func TestStepRecordIsReadAsItIsMeant(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"2026-001", "2026", "2026-01-01", "'2026'", "a---b", `"say \"hi\""`, "PLAN-x # comment", "|-\n  block"} {
		plan := "---\ntask_id: " + id + "\nstatus: Blocked\n---\n## Roadmap\n- [ ] ✋ Cut --- and \"paste\": \\ {x} \u00ad🜁\n\n## Reasoning Logs\n"
		v := decidingVault(t, files{"Plans/p.md": plan})
		d := wish(t, v, "Plans/p.md", model.ChoiceApprove, "----- a: b # c '")
		// Where the id is no text to the agents, it is typed.
		d.Typed = id
		receipt := mustDecide(t, v, d)
		got := splitAtDashes(t, treeOf(t, v.Dir())[receipt.Changes[0].Path])
		var want map[string]any
		must.Do(t, yaml.Unmarshal([]byte("task_id: "+id+"\n"), &want))
		for key, value := range map[string]any{
			"plan_id": want["task_id"], "step_id": 1, "status": "approved", "created_date": "2026-02-21T11:00:00Z",
			"step_description": "Cut --- and \"paste\": \\ {x} 🜁", "rationale": "----- a: b # c '",
			"action_type": "other", "target_recipient": "operator",
		} {
			if !reflect.DeepEqual(got[key], value) {
				t.Errorf("with task_id %s: %s is %#v, want %#v", id, key, got[key], value)
			}
		}
	}
}
