package decision_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/vaulttest"
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
			receipt, _ := vaulttest.DecideAsShown(t, v, d)
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

const (
	duesStep  = "- [ ] ✋ Pay the harbour dues\n"
	wireStep  = "- [ ] ✋ Wire 90,000 EUR\n"
	berthStep = "- [ ] Book the berth\n"
)

// replan changes the steps of the plan, as its agent does.
func replan(t *testing.T, v *vaulttest.Vault, from, to string) {
	t.Helper()
	was := v.TextOf(t, planFile)
	if strings.Count(was, from) != 1 {
		t.Fatalf("%q is not once in the plan", from)
	}
	v.Overwrite(t, planFile, strings.Replace(was, from, to, 1))
}

// The four ways in which the number of an approved step came to mean another step (beside the agents' own check, which
// lets each of them be ticked): it counts as not approved, on top of what needs the operator, and verify says so.
func TestAStepThatChangedIsNotApproved(t *testing.T) {
	t.Parallel()
	approve := func(t *testing.T, v *vaulttest.Vault) { mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, "")) }
	for _, tt := range []struct {
		name     string
		happens  func(t *testing.T, v *vaulttest.Vault)
		says     string
		standing model.Standing
	}{
		{"another one was inserted", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			replan(t, v, duesStep, wireStep+duesStep)
		}, `step 2 was approved as "Pay the harbour dues" and is now "Wire 90,000 EUR"`, model.StandingDisplaced},
		{"its text was changed", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			replan(t, v, duesStep, wireStep)
		}, `step 2 was approved as "Pay the harbour dues" and is now "Wire 90,000 EUR"`, model.StandingDisplaced},
		{"it was carried out, ticked and planned anew", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			v.MoveFile(t, "Approved/pay.md", "Done/Actions/pay.md")
			replan(t, v, duesStep, strings.Replace(duesStep, "[ ]", "[x]", 1))
			mustLoad(t, v)
			replan(t, v, strings.Replace(duesStep, "[ ]", "[x]", 1), wireStep)
		}, `step 2 was approved as "Pay the harbour dues" and is now "Wire 90,000 EUR"`, model.StandingGone},
		{"it was approved when there was no such step", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, payFile, strings.NewReplacer("step_id: 2", "step_id: 4").Replace(payRequest))
			approve(t, v)
			replan(t, v, berthStep, berthStep+wireStep)
		}, `and is now "Wire 90,000 EUR"`, model.StandingDisplaced},
		{"it was ticked with another text", func(t *testing.T, v *vaulttest.Vault) {
			approve(t, v)
			replan(t, v, duesStep, strings.Replace(wireStep, "[ ]", "[x]", 1))
		}, `step 2 was approved as "Pay the harbour dues"; what is ticked there is "Wire 90,000 EUR"`, model.StandingDisplaced},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault())
			tt.happens(t, v)
			s := mustLoad(t, v)
			queue := rule.NeedsYou(s)
			if len(queue) == 0 || queue[0].Ref.Path != planFile || !strings.Contains(phrase.Why(queue[0]), tt.says) {
				t.Fatalf("the queue begins with %+v", queue)
			}
			p, _ := s.Plan(planFile)
			if g, granted := rule.Granted(p); granted && g.Step == rule.DisplacedPlan(p)[0].Now.Number {
				t.Errorf("it counts as approved: %+v", g)
			}
			if len(s.Verified) != 1 || s.Verified[0].Standing != tt.standing || rule.Sound(s) {
				t.Errorf("verified %+v, sound %v", s.Verified, rule.Sound(s))
			}
		})
	}
}

// What the operator can do about it is each a new line of the log: take the approval back although the agent wrote in the
// plan, approve the new text, or ask for changes.
func TestAnswersToAStepThatChanged(t *testing.T) {
	t.Parallel()
	changed := func(t *testing.T) (*vaulttest.Vault, model.Receipt) {
		t.Helper()
		v := decidingVault(t, blockedVault())
		made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		replan(t, v, duesStep, wireStep)
		return v, made
	}
	settled := func(t *testing.T, v *vaulttest.Vault, line string) model.Plan {
		t.Helper()
		s := mustLoad(t, v)
		p, _ := s.Plan(planFile)
		waits := func(d rule.Displaced) bool { return !d.Answered }
		if slices.ContainsFunc(rule.DisplacedPlan(p), waits) || !strings.Contains(v.TextOf(t, planFile), line) {
			t.Errorf("not settled: %+v\n%s", rule.DisplacedPlan(p), v.TextOf(t, planFile))
		}
		return p
	}
	t.Run("undo", func(t *testing.T) {
		t.Parallel()
		v, made := changed(t)
		mustDecide(t, v, undoOf(t, v, made.ID))
		settled(t, v, "Operator: Undid approval of step 2")
		if got := v.TextOf(t, payFile); got != payRequest {
			t.Errorf("the request came back as %q", got)
		}
	})
	t.Run("approve the new text", func(t *testing.T) {
		t.Parallel()
		v, _ := changed(t)
		d := wish(t, v, planFile, model.ChoiceApprove, "")
		if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) {
			t.Errorf("without the word: %v", err)
		}
		p, _ := mustLoad(t, v).Plan(planFile)
		d.Typed = rule.MustTypePlan(p)
		made := mustDecide(t, v, d)
		p = settled(t, v, "Operator: Approved step 2")
		if g, granted := rule.Granted(p); !granted || g.Step != 2 {
			t.Errorf("granted %+v", g)
		}
		record := func(c model.Change) bool {
			return c.Kind == model.ChangeCreate && strings.HasPrefix(c.Path, "Approved/")
		}
		if i := slices.IndexFunc(made.Changes, record); i < 0 || !strings.Contains(v.TextOf(t, made.Changes[i].Path), "Wire 90,000 EUR") {
			t.Errorf("no record of the new text: %+v", made.Changes)
		}
	})
	t.Run("changes", func(t *testing.T) {
		t.Parallel()
		v, _ := changed(t)
		mustDecide(t, v, wish(t, v, planFile, model.ChoiceChanges, "Ask me first"))
		p := settled(t, v, "Operator: Changes wanted on step 2 — Ask me first")
		if s := mustLoad(t, v); rule.Sound(s) || s.Verified[0].Standing != model.StandingDisplaced || len(rule.DisplacedPlan(p)) != 1 {
			t.Error("the approved file is there still, and nothing says that it lets the new step be ticked")
		}
		replan(t, v, wireStep, strings.Replace(wireStep, "[ ]", "[x]", 1))
		if p, _ := mustLoad(t, v).Plan(planFile); len(rule.DisplacedPlan(p)) != 1 {
			t.Error("it was ticked all the same, and nothing says so")
		}
		mustDecide(t, v, wish(t, v, planFile, model.ChoiceAck, ""))
		settled(t, v, "Operator: Changes wanted on step 2")
	})
}

// A plan blocked at another step stays blocked when the step that changed is approved.
func TestApprovingAChangedStepFreesNoOther(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan, payFile: payRequest})
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	replan(t, v, duesStep, wireStep+"- [ ] ✋ Sign the contract\n")
	replan(t, v, "status: Active", "status: Blocked")
	replan(t, v, "blocked_reason: null", `blocked_reason: "Step 3: Sign the contract"`)
	d := wish(t, v, planFile, model.ChoiceApprove, "")
	p, _ := mustLoad(t, v).Plan(planFile)
	d.Typed = rule.MustTypePlan(p)
	mustDecide(t, v, d)
	if p, _ := mustLoad(t, v).Plan(planFile); p.Status.State != model.StateBlocked || !rule.WaitsForYou(p) {
		t.Errorf("it is %v", p.Status)
	}
}

const plan001 = "Plans/PLAN-2026-001.md"

// TestADecisionIsBoundToThePlanThatWasShown changes the plan between the preview and the
// yes.
func TestADecisionIsBoundToThePlanThatWasShown(t *testing.T) {
	t.Parallel()
	rename := func(t *testing.T, v *vaulttest.Vault) {
		must.Do(t, os.Rename(filepath.Join(v.Dir(), plan001), filepath.Join(v.Dir(), "Plans", "renamed.md")))
	}
	for _, tt := range []struct {
		name    string
		between func(t *testing.T, v *vaulttest.Vault)
		words   string
	}{
		{"nothing", func(*testing.T, *vaulttest.Vault) {}, ""},
		{"renamed", rename, "it is for Plans/renamed.md, which was not shown"},
		{"gone", func(t *testing.T, v *vaulttest.Vault) { mustRemove(t, v, plan001) }, "its plan " + plan001 + " is no longer the one that it is for"},
		{"other bytes", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, plan001, strings.Replace(examples.BlockedPlan, "Blocked", "Active", 1))
		}, "its plan " + plan001 + " changed since it was seen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			unbound := d
			unbound.Typed = payTarget
			changes := must.Get(v.Preview(t.Context(), d))(t)
			d.Foreseen = model.Foresee(changes)
			if want := (model.Foreseen{Known: true, Plan: plan001, Seen: model.FingerprintOf([]byte(examples.BlockedPlan))}); d.Foreseen != want {
				t.Fatalf("foreseen is %+v, want %+v", d.Foreseen, want)
			}
			tt.between(t, v)
			if tt.words == "" {
				mustDecide(t, v, d)
				return
			}
			before := treeOf(t, v.Dir())
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("Decide: %v, want %q", err, tt.words)
			}
			sameFiles(t, "after the refusal", treeOf(t, v.Dir()), before)
			if open := openLedger(t, v); len(open) > 0 {
				t.Errorf("an intent was left: %+v", open)
			}
			mustDecide(t, v, unbound)
		})
	}
}

// TestAPlanThatWasNotThereAtThePreviewIsNotChanged has it appear before the yes.
func TestAPlanThatWasNotThereAtThePreviewIsNotChanged(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault().With(files{"-" + plan001: ""}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	changes, err := v.Preview(t.Context(), d)
	if d.Foreseen = model.Foresee(changes); err != nil || d.Foreseen != (model.Foreseen{Known: true}) {
		t.Fatalf("foreseen is %+v, %v", d.Foreseen, err)
	}
	makeFiles(t, v.Dir(), files{plan001: examples.BlockedPlan})
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
}

// TestAnUndoIsBoundToThePlanThatWasShown has the agent go on with the plan meanwhile.
func TestAnUndoIsBoundToThePlanThatWasShown(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	made := mustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "no"))
	d := undoOf(t, v, made.ID)
	changes, err := v.Preview(t.Context(), d)
	if d.Foreseen = model.Foresee(changes); err != nil || d.Foreseen.Plan != plan001 {
		t.Fatalf("foreseen is %+v, %v", d.Foreseen, err)
	}
	now := treeOf(t, v.Dir())[plan001]
	v.Overwrite(t, plan001, now+"\nMore.\n")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	v.Overwrite(t, plan001, now)
	mustDecide(t, v, d)
}

// TestAYesIsBoundToAPlanThatItOnlyUnlocks has another step under the number in a plan that gets no line.
func TestAYesIsBoundToAPlanThatItOnlyUnlocks(t *testing.T) {
	t.Parallel()
	text, _, _ := strings.Cut(strings.Replace(examples.BlockedPlan, "Blocked", "Active", 1), "## Reasoning Logs")
	v := decidingVault(t, blockedVault().With(files{plan001: text}))
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	s := mustLoad(t, v)
	d.Typed = payTarget
	if d.Foreseen = rule.Foresee(s, d.Ref, d.Choice); d.Foreseen.Plan != plan001 {
		t.Fatalf("foreseen is %+v", d.Foreseen)
	}
	v.Overwrite(t, plan001, text+"\nMore.\n")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	v.Overwrite(t, plan001, text)
	mustDecide(t, v, d)
}

// The agents' program reads each of these files as a plan of theirs with the id of the request, and coldstart as
// something else. A yes must not unlock a step in it that nobody saw.
func TestAYesUnlocksNoStepInAFileThatIsReadOtherwise(t *testing.T) {
	t.Parallel()
	const (
		id     = "task_id: 2026-001\n"
		merged = "<<: {task_id: 2026-001}\n"
		alias  = "x: &a 2026-001\ntask_id: *a\n"
		fenced = "- [x] Ask for the amount\n```\n- [ ] ✋ Wire 90,000 EUR\n```\n- [ ] ✋ Pay the harbour dues\n"
		wire   = "- [x] Ask\n- [ ] ✋ Wire 90,000 EUR\n"
		both   = `2 plans are called 2026-001: step 2 is "✋ Pay the harbour dues" in Plans/PLAN-2026-001.md and "✋ Wire 90,000 EUR" in `
		other  = `the agents read Plans/PLAN-2026-001.md as a plan of theirs: they read step 2 as "✋ Wire 90,000 EUR"`
	)
	plan := func(keys, steps, log string) string {
		return "---\n" + keys + "created_date: '2026-02-21T10:00:00Z'\npriority: high\n---\n\n# Objective\n\nBerth the ferry.\n\n## Roadmap\n\n" + steps + "\n" + log + "\n\n- [2026-02-21T10:00:00Z] Agent: Created plan\n"
	}
	for _, tt := range []struct {
		name, path, text, link, want string
		weight                       model.Weight
	}{
		{"the plan, by a merge key", planFile, plan(merged+"status: Active\n", fenced, "## Reasoning Logs"), "", other, model.WeightAsk},
		{"the plan, by its heading", planFile, plan(id+"status: Weekly\n", fenced, "## Reasoning Logsbook"), "", other, model.WeightAsk},
		{"a second one, by a merge key", "Plans/PLAN-zz.md", plan(merged+"status: Active\n", wire, "## Reasoning Logs"), "", both + "Plans/PLAN-zz.md", model.WeightBlock},
		{"a second one, by an alias", "Plans/PLAN-zz.md", plan(alias+"status: Active\n", wire, "## Reasoning Logs"), "", both + "Plans/PLAN-zz.md", model.WeightBlock},
		{"a template", "Plans/PLAN-template.md", plan(id+"status: Active\n", wire, "## Reasoning Logs"), "", both + "Plans/PLAN-template.md", model.WeightBlock},
		{"a link to one elsewhere", "Kept/zz.md", plan(id+"status: Active\n", wire, "## Reasoning Logs"), "../Kept/zz.md", both + "Plans/PLAN-zz.md", model.WeightBlock},
		{"a link out of the vault", "Kept/zz.md", "", "../../none.md", "the agents may take Plans/PLAN-zz.md for this plan, too, and let its step 2 be ticked: it is a link that coldstart does not follow", model.WeightAsk},
		{"one too large to be read", "Plans/PLAN-zz.md", plan(id+"status: Active\n", wire, "## Reasoning Logs") + strings.Repeat("x", 1<<20), "", "the agents may take Plans/PLAN-zz.md for this plan, too", model.WeightAsk},
		{"one of another id", "Plans/PLAN-template.md", plan("task_id: 2026-002\nstatus: Active\n", wire, "## Reasoning Logs"), "", "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v := decidingVault(t, blockedVault())
			v.Overwrite(t, tt.path, tt.text)
			if tt.link != "" {
				must.Do(t, os.Symlink(tt.link, filepath.Join(v.Dir(), "Plans", "PLAN-zz.md")))
			}
			s := mustLoad(t, v)
			r, _ := s.Request(payFile)
			found := ""
			for _, d := range r.Doubts {
				if strings.HasPrefix(d.What, tt.want) && d.Weight == tt.weight {
					found = d.What
				}
			}
			if tt.want != "" && found == "" || tt.want == "" && len(r.Doubts) > 0 {
				t.Errorf("doubts %v, want %q", r.Doubts, tt.want)
			}
			d := wish(t, v, payFile, model.ChoiceApprove, "")
			d.Typed = ""
			if _, err := v.Decide(t.Context(), d); (err == nil) != (tt.want == "") {
				t.Errorf("a yes without a typed word: %v", err)
			}
		})
	}
}

// Such a file may come after the yes as well.
func TestAFileThatIsReadOtherwiseComesAfterTheYes(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	v.Overwrite(t, "Plans/PLAN-template.md", "---\n<<: {task_id: 2026-001}\nstatus: Active\n---\n\n# Objective\n\nx\n\n## Roadmap\n\n- [x] Ask\n- [ ] ✋ Wire 90,000 EUR\n\n## Reasoning Logs\n")
	const want = `the agents read this file as the plan 2026-001, so your approval of step 2, "Pay the harbour dues", lets them tick "✋ Wire 90,000 EUR" here`
	for _, p := range mustLoad(t, v).Problems {
		if p.Reason == want && p.Path == "Plans/PLAN-template.md" {
			return
		}
	}
	t.Errorf("nothing says %s", want)
}
