package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestUndoRefusesWhatAnAgentHasTakenUp(t *testing.T) {
	t.Parallel()
	seeded := files{places.SeedName: examples.Seed}
	for _, tt := range []struct {
		name      string
		files     files
		path      string
		choice    model.Choice
		meanwhile func(t *testing.T, v *vaulttest.Vault)
		kind      error
		want      string
	}{
		{
			"picked up", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/pay.md") },
			model.ErrConflict, "approval of pay.md: picked up: Approved/pay.md is gone",
		},
		{
			"changed", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", payRequest+"and a tip") },
			model.ErrConflict, "Approved/pay.md has changed since",
		},
		{
			"a link in its place", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) {
				v.MoveFile(t, "Approved/pay.md", "Done/pay.md")
				v.Overwrite(t, "Approved/pay.md/x", "")
			},
			model.ErrConflict, "picked up",
		},
		{
			"carried out by a log", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, "Logs/agent.jsonl", `{"timestamp": "2026-02-21T11:05:00Z", "action": "payment_executed", "target": "Approved/pay.md", "result": "success"}`+"\n")
			},
			model.ErrConflict, "Logs/agent.jsonl says that the agent has acted on it",
		},
		{
			"pending again", blockedVault(), payFile, model.ChoiceReject,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, "another") },
			model.ErrConflict, "a request with this name is pending again as " + payFile,
		},
		{
			"pending again in another case", blockedVault(), payFile, model.ChoiceReject,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Pending_Approval/more/PAY.md", "another") },
			model.ErrConflict, "pending again as Pending_Approval/more/PAY.md",
		},
		{
			"the plan's status changed", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, planFile, strings.Replace(v.TextOf(t, planFile), "status: Active", "status: Done", 1))
			},
			model.ErrConflict, `the agent has continued: ` + planFile + `, line 6: "status: Done"`,
		},
		{
			"the plan is gone", blockedVault(), payFile, model.ChoiceApprove,
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, planFile, "Done/plan.md") },
			model.ErrConflict, "picked up: " + planFile + " is gone",
		},
		{
			"the agent answered", blockedVault(), payFile, model.ChoiceChanges,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, payRequest+"berth 4") },
			model.ErrConflict, "the agent has written a new text since",
		},
		{
			"decided since", blockedVault(), payFile, model.ChoiceChanges,
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Approved/pay.md") },
			model.ErrConflict, "no longer pending",
		},
		{
			"the agent has continued with the plan", files{planFile: examples.BlockedPlan}, planFile, model.ChoiceReject,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, planFile, v.TextOf(t, planFile)+"\n- [2026-02-21T11:05:00Z] Agent: Understood — asking again\n")
			},
			model.ErrConflict, "Agent: Understood — asking again",
		},
		{
			"a session", files{eventFile: orphanLog}, eventFile + "#244", model.ChoiceAck,
			func(*testing.T, *vaulttest.Vault) {}, model.ErrNotAllowed, "the event log is append-only",
		},
		{
			"the workflow went on", files{tracePath: seedTrace("in-progress", "in-progress")}, tracePath, model.ChoiceRerun,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, tracePath, v.TextOf(t, tracePath)+"\n## Step 3\n")
			},
			model.ErrConflict, tracePath + " has changed since in the same place",
		},
		{
			"the learning was put otherwise", seeded, places.SeedName + "#pro_1", model.ChoiceAccept,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, places.SeedName, strings.Replace(v.TextOf(t, places.SeedName), "with photographs", "with pictures", 1))
			},
			model.ErrConflict, places.SeedName + " has changed since in the same place",
		},
		{
			"another problem is current", researching(""), ".math/problems/cogs", model.ChoiceSwitch,
			func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, configName, strings.Replace(v.TextOf(t, configName), `"cogs"`, `"wheels"`, 1))
			},
			model.ErrConflict, configName + " has changed since in the same place",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			made := mustDecide(t, v, wish(t, v, tt.path, tt.choice, "because"))
			tt.meanwhile(t, v)
			s := must.Get(v.Load(t.Context(), eleven))(t)
			if s.Undo.Past.ID != made.ID || !strings.Contains(phrase.RefuseUndo(s), tt.want) {
				t.Errorf("RefuseUndo = %q, want %q", phrase.RefuseUndo(s), tt.want)
			}
			before := treeOf(t, v.Dir())
			d := undoOf(t, v, made.ID)
			for _, try := range []func() error{
				func() error { _, err := v.Preview(t.Context(), d); return err },
				func() error { _, err := v.Decide(t.Context(), d); return err },
			} {
				if err := try(); !errors.Is(err, tt.kind) {
					t.Errorf("got %v, want %v", err, tt.kind)
				}
			}
			sameFiles(t, "afterwards", treeOf(t, v.Dir()), before)
		})
	}
}

// A newer decision that cannot be undone is named with the older one that can; one that
// is half done can be undone later, so that nothing older is offered.
func TestUndoNamesWhatItPassesOver(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{eventFile: orphanLog, "Pending_Approval/mail.md": "Mail\n"}))
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	later := mustDecide(t, v, wish(t, v, "Pending_Approval/mail.md", model.ChoiceApprove, ""))
	mustDecide(t, v, undoOf(t, v, later.ID))
	last := func() model.Undoable {
		s := must.Get(v.Load(t.Context(), eleven))(t)
		return s.Undo
	}
	if u := last(); u.Past.ID != made.ID || len(u.Newer) > 0 {
		t.Errorf("behind an undo: %+v", u)
	}
	mustDecide(t, v, wish(t, v, eventFile+"#244", model.ChoiceAck, ""))
	if u := last(); u.Past.ID != made.ID || u.Why.Given() || len(u.Newer) != 1 || !strings.Contains(phrase.NotUndoable(u.Newer[0]), "244: the event log is append-only") {
		t.Errorf("behind an acknowledgement: %+v", u)
	}
	open := "20260221T110001Z-x"
	lay(t, v, reached(open, "planned").With(line{"operator": "ines", "choice": "approve", "kind": "request", "path": "Pending_Approval/mail.md"}))
	if u := last(); u.Past.ID != open || !strings.Contains(phrase.NotUndoable(u), "half finished") {
		t.Errorf("with one that is half finished: %+v", u)
	}
}

func TestUndoKeepsWhatAgentsWroteMeanwhile(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	mustDecide(t, v, wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, ""))
	v.Overwrite(t, places.SeedName, "\n"+v.TextOf(t, places.SeedName)+"\n")
	mustDecide(t, v, undoOf(t, v, ""))
	if got := v.TextOf(t, places.SeedName); got != "\n"+examples.Seed+"\n" {
		t.Errorf("the memory is %q", got)
	}
}

func TestUndoOfOthers(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	d := undoOf(t, v, "")
	other := openVault(t, strings.TrimSuffix(v.Dir(), "/vault"), "state")
	other.Where.Opts.Operator = "kai"
	if _, err := other.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "ines decided it") {
		t.Errorf("kai undid it: %v", err)
	}
	s, err := other.Load(t.Context(), eleven)
	if err != nil || phrase.RefuseUndo(s) != "rejection of pay.md: ines decided it, and only ines can undo it" {
		t.Errorf("kai can undo: %q, %v", phrase.RefuseUndo(s), err)
	}
	undo := mustDecide(t, v, d)
	if _, err := v.Decide(t.Context(), model.Decision{
		Ref: d.Ref, Seen: d.Seen, Choice: model.ChoiceUndo, At: eleven, Undoes: model.Undone{ID: undo.ID, Choice: model.ChoiceUndo},
	}); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "decide again") {
		t.Errorf("an undo was undone: %v", err)
	}
	d.Undoes.ID = "nothing"
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a decision that was never made was undone: %v", err)
	}
	history, err := v.History()
	if err != nil || len(history) != 2 || history[1].ID != made.ID || history[1].UndoneBy != undo.ID ||
		history[1].Fate != model.FateUndone || history[0].Decision.Undoes.ID != made.ID || history[0].Fate != model.FateDone {
		t.Errorf("history = %+v, %v", history, err)
	}
	if list, err := v.Made(eleven.Add(-1)); err != nil || len(list) != 0 {
		t.Errorf("an agent would read %+v, %v", list, err)
	}
	if file, choice, err := v.Decided("pay.md"); err != nil || choice != model.ChoiceNone {
		t.Errorf("pay.md counts as decided: %s, %s, %v", file, choice, err)
	}
}

// TestUndoAtTheLastMoment has the agent come between the look and the withdrawal.
func TestUndoAtTheLastMoment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, op, target string
		do               func(t *testing.T, v *vaulttest.Vault)
		want             files
	}{
		{
			"the agent takes it", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/pay.md", "Done/pay.md") }, files{"-Approved/pay.md": "", "Done/pay.md": payRequest},
		},
		{
			"the agent changes it", "rename", ".retired",
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay.md", "theirs") }, files{"Approved/pay.md": "theirs"},
		},
		{
			"the agent asks again", "link", payFile,
			func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, payFile, payRequest) }, files{payFile: payRequest},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			before := treeOf(t, v.Dir())
			d := undoOf(t, v, "")
			done := false
			v.Where.Disk.Before = func(op, name string) {
				if !done && op == tt.op && strings.HasSuffix(name, tt.target) {
					done = true
					tt.do(t, v)
				}
			}
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) || !done {
				t.Errorf("Decide: %v, %v", err, done)
			}
			v.Where.Disk.Before = nil
			got := treeOf(t, v.Dir())
			for _, f := range []files{got, before} {
				delete(f, "Pending_Approval/")
				delete(f, "Approved/")
			}
			sameFiles(t, "afterwards", got, before.With(tt.want))
			if open := openLedger(t, v); len(open) > 0 {
				t.Errorf("open: %+v", open)
			}
		})
	}
}

func TestUndoOfAnAcknowledgementRingsAgain(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	v.Overwrite(t, "Approved/pay.md", "theirs")
	mustDecide(t, v, wish(t, v, "Approved/pay.md", model.ChoiceAck, ""))
	for _, want := range []int{0, 1} {
		s, err := v.Load(t.Context(), eleven)
		if err != nil || len(rule.Altered(s)) != want || len(s.Decided) != 1 || s.Decided[0].Carried != nil {
			t.Fatalf("altered = %+v, decided = %+v, %v, want %d", rule.Altered(s), s.Decided, err, want)
		}
		if want == 0 {
			mustDecide(t, v, undoOf(t, v, ""))
		}
	}
}

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
			must.Get(v.StartSession(t.Context(), "", "Spindle", "", eleven.Add(time.Minute)))(t)
			must.Get(v.EndSession(t.Context(), "", "Spindle", model.Handoff{}, eleven.Add(time.Minute)))(t)
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

func TestAnUndoBringsEverythingBack(t *testing.T) {
	t.Parallel()
	for _, tt := range decideCases {
		t.Run(tt.name, func(t *testing.T) { undoWhole(t, tt.files, tt.path, tt.choice, tt.note) })
	}
}

// withoutItsLog approves a request whose entry in the day's log cannot be written.
func withoutItsLog(t *testing.T) (*vaulttest.Vault, model.Decision) {
	t.Helper()
	v := decidingVault(t, blockedVault().With(files{dayFile + "/": ""}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	if made := mustDecide(t, v, d); len(made.Notices) != 1 {
		t.Fatalf("notices %q", made.Notices)
	}
	mustRemove(t, v, dayFile)
	return v, d
}

func moveIn(t *testing.T, v *vaulttest.Vault, from, to string) {
	t.Helper()
	at := func(name string) string { return filepath.Join(v.Dir(), filepath.FromSlash(name)) }
	must.Do(t, os.MkdirAll(filepath.Dir(at(to)), 0o755))
	must.Do(t, os.Rename(at(from), at(to)))
}

// What is pending again was not decided: nothing more is written in its name.
func TestWhatWasTakenBackIsNotWritten(t *testing.T) {
	t.Parallel()
	v, d := withoutItsLog(t)
	moveIn(t, v, "Approved/pay.md", payFile)
	before := treeOf(t, v.Dir())
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || !receipts[0].TakenBack {
		t.Fatalf("Recover = %+v, %v", receipts, err)
	}
	sameFiles(t, "taken back", treeOf(t, v.Dir()), before)
	wantFates(t, v, "taken back", model.FateTakenBack)
	s := mustLoad(t, v)
	if len(s.Interrupted) > 0 || s.Undo.Past.ID != "" {
		t.Errorf("unfinished %+v, to undo %+v", s.Interrupted, s.Undo)
	}
	if u, err := v.Undoable(receipts[0].ID, s); err != nil || u.Why.Code != model.BecauseTakenBack {
		t.Errorf("undo: %+v, %v", u, err)
	}
	if made, err := v.Made(d.At.Add(-1)); err != nil || len(made) > 0 {
		t.Errorf("told to an agent: %+v, %v", made, err)
	}
}

// The next decision says it, too.
func TestTheNextDecisionSaysThatOneWasTakenBack(t *testing.T) {
	t.Parallel()
	v, d := withoutItsLog(t)
	moveIn(t, v, "Approved/pay.md", payFile)
	d.Choice = model.ChoiceReject
	d.Note = "not now"
	made := mustDecide(t, v, d)
	want := "an earlier decision: approve " + payFile + " was moved back by someone else; its plan and log are unchanged"
	if !slices.Contains(made.Notices, want) {
		t.Errorf("notices %q", made.Notices)
	}
	if log := v.TextOf(t, dayFile); strings.Count(log, "\n") != 1 || !strings.Contains(log, made.ID) {
		t.Errorf("the log is %q", log)
	}
}

// An agent that took the file up, or a request that came again with another text, does not
// take the decision back.
func TestWhatStillStandsIsWritten(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(v *vaulttest.Vault){
		"in its place": func(*vaulttest.Vault) {},
		"taken up":     func(v *vaulttest.Vault) { moveIn(t, v, "Approved/pay.md", "In_Progress/pay.md") },
		"done":         func(v *vaulttest.Vault) { moveIn(t, v, "Approved/pay.md", "Done/pay.md") },
		"gone":         func(v *vaulttest.Vault) { mustRemove(t, v, "Approved/pay.md") },
		"another again": func(v *vaulttest.Vault) {
			mustRemove(t, v, "Approved/pay.md")
			makeFiles(t, v.Dir(), files{payFile: "another"})
		},
		"both": func(v *vaulttest.Vault) {
			makeFiles(t, v.Dir(), files{payFile: v.TextOf(t, "Approved/pay.md")})
		},
		"taken up and again": func(v *vaulttest.Vault) {
			b := v.TextOf(t, "Approved/pay.md")
			moveIn(t, v, "Approved/pay.md", "In_Progress/pay.md")
			makeFiles(t, v.Dir(), files{payFile: b})
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, _ := withoutItsLog(t)
			change(v)
			receipts, err := v.Recover(t.Context(), eleven)
			if err != nil || len(receipts) != 1 || receipts[0].TakenBack || !v.Where.Disk.Exists(dayFile) {
				t.Errorf("Recover = %+v, %v", receipts, err)
			}
			wantFates(t, v, name, model.FateDone)
		})
	}
}
