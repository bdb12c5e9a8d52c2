package decision_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/disk"
	"coldstart/vault/vaulttest"
)

// againFile is a request for the same step with another name and a byte more.
const againFile = "Pending_Approval/again.md"

// What was approved before is asked, whoever approved it and wherever its file went, and
// approved only with the target typed.
func TestApprovingTheSameTwiceIsAsked(t *testing.T) {
	t.Parallel()
	other := strings.NewReplacer("step_id: 2", "step_id: 3", "412.50", "99").Replace(payRequest)
	for _, tt := range []struct {
		name   string
		before func(t *testing.T, v *vaulttest.Vault)
		again  string
		want   string
	}{
		{"the step", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		}, payRequest + "\n", "step 2 of this plan was approved before, on 2026-02-21: Approved/pay.md"},
		{"the step, its file gone and the plan's log with it", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			v.MoveFile(t, "Approved/pay.md", "elsewhere/pay.md")
			v.Overwrite(t, planFile, examples.BlockedPlan)
		}, payRequest + "\n", "step 2 of this plan was approved before, on 2026-02-21: Approved/pay.md"},
		{"the step, by somebody else's file", func(t *testing.T, v *vaulttest.Vault) {
			v.MoveFile(t, payFile, "Approved/pay.md")
		}, payRequest + "\n", "step 2 of this plan was approved before"},
		{"the step, by the plan's log", func(t *testing.T, v *vaulttest.Vault) {
			v.MoveFile(t, payFile, "elsewhere/pay.md")
			v.Append(t, planFile, "\n"+approvedLine)
		}, payRequest + "\n", "step 2 of this plan was approved before, on 2026-02-21: " + planFile},
		{"the action and the target", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			v.MoveFile(t, "Approved/pay.md", "elsewhere/pay.md")
		}, other, "the same action on the same target was approved before, on 2026-02-21: Approved/pay.md"},
		{"the action and the target among what is done", func(t *testing.T, v *vaulttest.Vault) {
			v.MoveFile(t, payFile, "Done/Actions/paid.md")
		}, other, "the same action on the same target was approved before"},
		{"the name among what is done", func(t *testing.T, v *vaulttest.Vault) {
			v.MoveFile(t, payFile, "elsewhere/pay.md")
			v.Overwrite(t, "Done/2026/again.md", "---\naction: order\n---\nDone.\n")
		}, other, "a file with this name is already among the finished files: Done/2026/again.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault())
			tt.before(t, v)
			v.Overwrite(t, againFile, tt.again)
			d := wish(t, v, againFile, model.ChoiceApprove, "")
			s := mustLoad(t, v)
			r, _ := s.Request(againFile)
			before, _ := phrase.Before(r)
			if said := phrase.Reason(rule.WhyTypeRequest(r, eleven)[0]); !strings.HasPrefix(said, tt.want) || before == "" && r.Twin == "" {
				t.Errorf("it says %q and %q in the list, want %q; doubts %+v", said, before, tt.want, r.Doubts)
			}
			d.Typed = ""
			if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), tt.want) {
				t.Errorf("untyped: %v", err)
			}
			d.Typed = payTarget
			mustDecide(t, v, d)
		})
	}
}

// An agent that waits again for a step that was approved gets no second yes by a y alone.
func TestApprovingTheStepOfAPlanTwiceIsAsked(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan})
	mustDecide(t, v, wish(t, v, planFile, model.ChoiceApprove, ""))
	v.MoveFile(t, "Approved/"+onlyFile(t, v, "Approved"), "Done/Actions/done.md")
	v.Overwrite(t, planFile, examples.BlockedPlan+"\n- [2026-02-21T11:30:00Z] Agent: Plan blocked at step 2 — awaiting payment approval: pay.md")
	d := wish(t, v, planFile, model.ChoiceApprove, "")
	d.Typed = ""
	const want = "step 2 of this plan was approved before, on 2026-02-21: Approved/"
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), want) {
		t.Errorf("untyped: %v", err)
	}
	p, _ := mustLoad(t, v).Plan(planFile)
	d.Typed = rule.MustTypePlan(p)
	mustDecide(t, v, d)
}

// A plan that is blocked again without a word in its log waits for the operator, who is asked
// as for any other repeat.
func TestAPlanThatIsBlockedAgainIsNoDeadEnd(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{planFile: examples.BlockedPlan})
	mustDecide(t, v, wish(t, v, planFile, model.ChoiceApprove, ""))
	if p, _ := mustLoad(t, v).Plan(planFile); rule.WaitsForYou(p) {
		t.Error("it waits right after the approval")
	}
	v.Overwrite(t, planFile, strings.Replace(v.TextOf(t, planFile), "status: Active", "status: Blocked", 1))
	p, _ := mustLoad(t, v).Plan(planFile)
	if _, granted := rule.Granted(p); granted || !rule.WaitsForYou(p) {
		t.Errorf("granted %v, waits %v", granted, rule.WaitsForYou(p))
	}
	d := wish(t, v, planFile, model.ChoiceApprove, "")
	d.At = eleven.Add(time.Minute)
	d.Typed = ""
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), "was approved before") {
		t.Errorf("untyped: %v", err)
	}
	d.Typed = rule.MustTypePlan(p)
	mustDecide(t, v, d)
	if text := v.TextOf(t, planFile); !strings.Contains(text, "status: Active") {
		t.Errorf("the plan is\n%s", text)
	}
}

// onlyFile is the name of the only file in a folder.
func onlyFile(t *testing.T, v *vaulttest.Vault, dir string) string {
	t.Helper()
	entries, err := disk.ReadDir(v.Where.Disk.Root, dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%s has %v, %v", dir, entries, err)
	}
	return entries[0].Name()
}

// What was undone, and what was asked for by another name on another target, is quiet.
func TestApprovingAnotherThingIsNotAsked(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	mustDecide(t, v, undoOf(t, v, ""))
	v.Overwrite(t, againFile, strings.NewReplacer("step_id: 2", "step_id: 3", "payment", "email", "dues@", "desk@").Replace(payRequest))
	for _, name := range []string{payFile, againFile} {
		d := wish(t, v, name, model.ChoiceApprove, "")
		r, _ := mustLoad(t, v).Request(name)
		if name == payFile && (d.Typed != "" || r.Approved != nil) {
			t.Errorf("%s: %q has to be typed, %+v", name, d.Typed, r.Doubts)
		}
		for _, why := range rule.WhyTypeRequest(r, eleven) {
			if strings.Contains(phrase.Reason(why), "before") {
				t.Errorf("%s: doubts %+v", name, r.Doubts)
			}
		}
	}
}

// Only a request or its execution was approved: not the mail that is answered, the source of the
// request, or another post on the same platform.
func TestWhatWasNeverApproved(t *testing.T) {
	t.Parallel()
	const reply = "---\ntype: email\naction: send_email\nto: Lumen Shop <desk@lumen.example>\noriginal_task: ask_lumen.md\n---\nThank you.\n"
	const post = "---\naction: social_post\nplatform: fediverse\n---\n# Summer is here\n"
	for _, tt := range []struct {
		name, done, text, asks string
		again                  bool
	}{
		{"a mail that came in", "Done/EMAIL_77.md", "---\ntype: email\nfrom: Lumen Shop <desk@lumen.example>\nmessage_id: 77f0\n---\nHello\n", reply, false},
		{"the request's own source", "Done/ask_lumen.md", "---\ntype: email\naction: send_email\nto: Lumen Shop <desk@lumen.example>\n---\nAsk\n", reply, false},
		{"another mail that was sent", "Done/sent.md", "---\ntype: email\naction: send_email\nto: Lumen Shop <desk@lumen.example>\n---\nAsk\n", reply, true},
		{"a task that somebody approved", "Done/task.md", "---\ntype: email\nto: Lumen Shop <desk@lumen.example>\napproved_by: ines\n---\nAsk\n", reply, true},
		{"an execution", "Done/EXECUTE_5.md", "---\ntype: email\nto: Lumen Shop <desk@lumen.example>\n---\nSent\n", reply, true},
		{"another post on that platform", "Done/POSTED_1.md", "---\naction: social_post\nplatform: fediverse\n---\n# Spring is here\n", post, false},
		{"a request that was cancelled", "Done/sent.md", "---\ntype: email\naction: send_email\nto: Lumen Shop <desk@lumen.example>\nstatus: cancelled\n---\nAsk\n", reply, false},
		{"a note of the same name", "Done/ask.md", "# Notes\n\nNothing was approved.\n", reply, false},
		{"its source of the same name", "Done/ask.md", "Please ask.\n", "---\naction: send_email\nto: Kai\noriginal_task: ask.md\n---\nHello\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{tt.done: tt.text, "Pending_Approval/ask.md": tt.asks})
			r, _ := mustLoad(t, v).Request("Pending_Approval/ask.md")
			said := slices.ContainsFunc(r.Doubts, func(d model.Doubt) bool { return d.Again || strings.Contains(d.What, "already among") })
			if said != tt.again || r.TwinDone {
				t.Errorf("approved before: %v, twin %q; doubts %+v", said, r.Twin, r.Doubts)
			}
		})
	}
}
