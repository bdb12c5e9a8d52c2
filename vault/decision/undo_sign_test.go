package decision_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/testdata/whole"
	"coldstart/vault/vaulttest"
)

// otherPlan is a plan that the decisions of these tests are not about.
const otherPlan = "---\ntask_id: 2026-002\ncreated_date: '2026-02-20T10:00:00Z'\nstatus: Draft\n---\n\n# Objective\n\nPaint.\n"

// oldLog names everything, ahead of the decision and without a zone.
const oldLog = `{"timestamp": "2026-02-21T10:59:00", "action": "request_created", "target": "Pending_Approval/pay.md", "plan": "PLAN-2026-001"}` + "\n"

// standingVault has every kind of file in which agents leave signs, with older ones.
func standingVault() files {
	return blockedVault().With(files{
		"Plans/PLAN-2026-002.md": otherPlan, eventFile: orphanLog,
		"Logs/agent.jsonl": oldLog, "Logs/list.json": "[\n  {\n    \"action\": \"seen\",\n    \"target\": \"pay.md\"\n  }\n]\n",
		"Done/Old/pay.md": "an earlier one\n",
	})
}

// signs are what agents leave behind a decision, with the words of the refusal.
var signs = []struct {
	name string
	do   func(t *testing.T, v *vaulttest.Vault)
	want string
}{
	{"a tick", func(t *testing.T, v *vaulttest.Vault) {
		v.Overwrite(t, planFile, strings.Replace(v.TextOf(t, planFile), "- [ ] ✋", "- [x] ✋", 1))
	}, `: "- [x] ✋ Pay the harbour dues"; tell the agent`},
	{"a line of the plan's log", func(t *testing.T, v *vaulttest.Vault) {
		v.Append(t, planFile, "\n- [2026-02-21T11:05:00Z] Agent: Completed step 4 — sent the email")
	}, `the agent has continued: ` + planFile + `, line`},
	{"another status", func(t *testing.T, v *vaulttest.Vault) {
		was := v.TextOf(t, planFile)
		v.Overwrite(t, planFile, strings.NewReplacer("status: Active", "status: Done", "status: Blocked", "status: Done").Replace(was))
	}, `the agent has continued: ` + planFile + `, line 6: "status: Done"`},
	{"a step less", func(t *testing.T, v *vaulttest.Vault) {
		v.Overwrite(t, planFile, strings.Replace(v.TextOf(t, planFile), "- [ ] Book the berth\n", "", 1))
	}, "the agent has continued: lines of " + planFile + " are gone"},
	{"the plan filed away", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, planFile, "Done/Plans/PLAN-2026-001.md") }, "picked up: " + planFile + " is gone"},
	{"an event that names nothing", func(t *testing.T, v *vaulttest.Vault) {
		v.Append(t, eventFile, `{"type": "ToolUsed", "tool": "mail", "timestamp": "2026-02-21T11:05:00", "session_id": 245}`+"\n")
	}, `the agent has continued: ` + eventFile + `, line 4: '{"type": "ToolUsed", "tool": "mail"`},
	{"an event about the plan", func(t *testing.T, v *vaulttest.Vault) {
		v.Append(t, eventFile, `{"type": "StepCompleted", "plan": "PLAN-2026-001", "after": "PLAN-2026-002", "session_id": 245}`+"\n")
	}, `'{"type": "StepCompleted"`},
	{"an entry of a list", func(t *testing.T, v *vaulttest.Vault) {
		was := v.TextOf(t, "Logs/list.json")
		v.Overwrite(t, "Logs/list.json", strings.TrimSuffix(was, "\n]\n")+",\n  {\n    \"action\": \"looked\",\n    \"target\": \"pay.md\"\n  }\n]\n")
	}, `the agent has continued: Logs/list.json, line 6: '{ "action": "looked"`},
	{"a line of a log", func(t *testing.T, v *vaulttest.Vault) {
		v.Append(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T11:05:00", "action": "queued", "detail": "plan PLAN-2026-001"}`+"\n")
	}, `Logs/agent.jsonl, line 2: '{"timestamp": "2026-02-21T11:05:00", "action": "queued"`},
	{"a log without a shape", func(t *testing.T, v *vaulttest.Vault) {
		v.Overwrite(t, "Logs/today.log", "2026-02-21 11:05:00 INFO taking pay.md from the folder\n")
	}, `Logs/today.log, line 1: "2026-02-21 11:05:00 INFO taking pay.md`},
	{"the same thing done", func(t *testing.T, v *vaulttest.Vault) {
		v.Append(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T11:05:00Z", "action": "payment_sent", "to": "dues@corran-harbour.example"}`+"\n")
	}, `"action": "payment_sent"`},
	{"a log that was begun anew", func(t *testing.T, v *vaulttest.Vault) {
		v.Overwrite(t, "Logs/agent.jsonl", `{"action": "took", "of": "PLAN-2026-001"}`+"\n")
	}, `Logs/agent.jsonl, line 1: '{"action": "took"`},
	{"a line of a long log", func(t *testing.T, v *vaulttest.Vault) {
		was := v.TextOf(t, "Logs/agent.jsonl")
		v.Overwrite(t, "Logs/agent.jsonl", was+`{"action": "took", "of": "PLAN-2026-001"}`+"\n"+strings.Repeat("{}\n", 1<<20/3))
	}, `Logs/agent.jsonl: '{"action": "took"`},
	{"a copy among work in progress", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "In_Progress/agent/pay.md", "x") }, "the agent has continued: In_Progress/agent/pay.md exists now"},
	{"a copy among what is done", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Done/Actions/PAY.md", "x") }, "the agent has continued: Done/Actions/PAY.md exists now"},
}

func TestUndoIsRefusedByWhatAgentsLeft(t *testing.T) {
	t.Parallel()
	for i, made := range []struct {
		path   string
		choice model.Choice
	}{
		{payFile, model.ChoiceApprove}, {payFile, model.ChoiceReject}, {payFile, model.ChoiceChanges}, {planFile, model.ChoiceApprove},
	} {
		for j, sign := range signs {
			// Each sign after one of two choices at least.
			if !whole.All() && (i+j)%2 > 0 {
				continue
			}
			ofPlan := made.path == planFile
			if ofPlan && (strings.Contains(sign.want, "pay") || strings.Contains(sign.want, "PAY") || strings.Contains(sign.want, "looked")) {
				continue
			}
			t.Run(made.choice.String()+" "+made.path+", "+sign.name, func(t *testing.T) {
				f := standingVault()
				if ofPlan {
					f = f.With(files{"-" + payFile: ""})
				}
				v := decidingVault(t, f)
				mustDecide(t, v, wish(t, v, made.path, made.choice, "because"))
				d := undoOf(t, v, "")
				sign.do(t, v)
				before := treeOf(t, v.Dir())
				if _, err := v.Preview(t.Context(), d); !errors.Is(err, model.ErrConflict) {
					t.Errorf("Preview: %v", err)
				}
				if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
					t.Errorf("Decide: %v", err)
				} else if !strings.Contains(phrase.Error(err), sign.want) {
					t.Errorf("Decide: %s, want %s", phrase.Error(err), sign.want)
				}
				if said := phrase.RefuseUndo(mustLoad(t, v)); !strings.Contains(said, sign.want) {
					t.Errorf("the screen says %q, want %s", said, sign.want)
				}
				sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
			})
		}
	}
}

// What is ours, older, or about something else is no sign.
func TestUndoIsNotRefusedByOtherThings(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		do   func(t *testing.T, v *vaulttest.Vault)
	}{
		{"nothing", func(*testing.T, *vaulttest.Vault) {}},
		{"an event of another plan", func(t *testing.T, v *vaulttest.Vault) {
			v.Append(t, eventFile, `{"type": "StepCompleted", "plan": "PLAN-2026-002", "session_id": 245}`+"\n")
		}},
		{"an event of a work item", func(t *testing.T, v *vaulttest.Vault) {
			v.Append(t, eventFile, `{"type": "CyclePhaseEntered", "phase": "DO", "work_id": "E2-224"}`+"\n")
		}},
		{"a session", func(t *testing.T, v *vaulttest.Vault) {
			if _, err := v.StartSession(t.Context(), "", "Spindle", "", eleven.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if _, err := v.EndSession(t.Context(), "", "Spindle", model.Handoff{}, eleven.Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
		}},
		{"a log about others", func(t *testing.T, v *vaulttest.Vault) {
			v.Append(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T11:05:00Z", "action": "mail_checked", "target": "inbox"}`+"\n")
		}},
		{"an entry of an earlier time", func(t *testing.T, v *vaulttest.Vault) {
			v.Append(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T10:30:00Z", "action": "asked", "target": "pay.md"}`+"\n")
		}},
		{"a name that begins like it", func(t *testing.T, v *vaulttest.Vault) {
			v.Append(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T11:05:00Z", "action": "asked", "target": "Pending_Approval/repay.md", "detail": "PLAN-2026-0011"}`+"\n")
		}},
		{"blanks and empty lines", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, planFile, strings.ReplaceAll(v.TextOf(t, planFile), "## Roadmap\n", "## Roadmap  \n\n"))
		}},
		{"the operator's later decision on the same plan", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, "Pending_Approval/berth.md", strings.NewReplacer("step_id: 2", "step_id: 3", "412.50", "12.50").Replace(payRequest))
			d := wish(t, v, "Pending_Approval/berth.md", model.ChoiceReject, "not now")
			d.At = eleven.Add(time.Minute)
			mustDecide(t, v, d)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, standingVault())
			made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			tt.do(t, v)
			mustDecide(t, v, undoOf(t, v, made.ID))
			if got := v.TextOf(t, payFile); got != payRequest {
				t.Errorf("the request is %q", got)
			}
		})
	}
}
