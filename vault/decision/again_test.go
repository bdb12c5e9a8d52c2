package decision_test

import (
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// TestARequestThatComesBackIsPublishedBesideTheEarlierOne decides once more on a name
// that was decided before. No earlier file changes, in its bytes or in its name.
func TestARequestThatComesBackIsPublishedBesideTheEarlierOne(t *testing.T) {
	t.Parallel()
	const older = "an earlier text\n"
	for _, tt := range []struct {
		name    string
		earlier files
		choice  model.Choice
		asks    bool
		to      string
	}{
		{"rejected, now approved", files{"Rejected/pay.md": older}, model.ChoiceApprove, false, "Approved/pay.md"},
		{"approved, now rejected", files{"Approved/pay.md": older}, model.ChoiceReject, false, "Rejected/pay.md"},
		{"approved twice", files{"Approved/pay.md": older}, model.ChoiceApprove, true, "Approved/pay-again-2.md"},
		{"rejected twice", files{"Rejected/pay.md": older}, model.ChoiceReject, false, "Rejected/pay-again-2.md"},
		{"the very text once more", files{"Approved/pay.md": payRequest}, model.ChoiceApprove, true, "Approved/pay-again-2.md"},
		{"the text under another name", files{"Approved/old.md": payRequest}, model.ChoiceApprove, true, "Approved/pay.md"},
		{"the third time", files{"Approved/pay.md": older, "Rejected/pay-again-2.md": older}, model.ChoiceApprove, true, "Approved/pay-again-3.md"},
		{"in other case", files{"Rejected/PAY.md": older}, model.ChoiceReject, false, "Rejected/pay-again-2.md"},
		{"a folder of that name", files{"Approved/pay.md/x": older}, model.ChoiceApprove, false, "Approved/pay-again-2.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(tt.earlier))
			before := treeOf(t, v.Dir())
			d := wish(t, v, payFile, tt.choice, "because")
			changes, err := v.Preview(t.Context(), d)
			if err != nil || len(changes) == 0 || changes[0].To != tt.to {
				t.Fatalf("Preview = %+v, %v, want a move to %s", changes, err, tt.to)
			}
			if tt.asks {
				d.Typed = ""
				if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) {
					t.Fatalf("Decide without the target: %v", err)
				}
				sameFiles(t, "without the target", treeOf(t, v.Dir()), before)
				d.Typed = payTarget
			}
			receipt := mustDecide(t, v, d)
			after := treeOf(t, v.Dir())
			if after[tt.to] != payRequest || receipt.Changes[0].To != tt.to || receipt.Already || len(receipt.Notices) > 0 {
				t.Errorf("got %+v and %q", receipt, after[tt.to])
			}
			for name, text := range tt.earlier {
				if after[name] != text {
					t.Errorf("%s became %q", name, after[name])
				}
			}
			if file, choice, err := v.Decided("pay.md"); file != tt.to || choice != tt.choice || err != nil {
				t.Errorf("Decided = %s, %v, %v", file, choice, err)
			}
		})
	}
}

// Names that other systems take for one are named before the yes, and none takes the place of another.
func TestANameThatOnlyFoldsToAnotherIsAskedAndNumbered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ pending, approved, to string }{
		{"R.md", "r.md", "R-again-2.md"},
		{"STRASSE.md", "straße.md", "STRASSE-again-2.md"},
		{"straße.md", "STRAẞE.md", "straße-again-2.md"},
		{"caf\u00e9.md", "cafe\u0301.md", "caf\u00e9-again-2.md"},
		{"cafe\u0301.md", "CAF\u00c9.md", "cafe\u0301-again-2.md"},
		{"\u0439.md", "\u0438\u0306.md", "\u0439-again-2.md"},
		{"\u304c.md", "\u304b\u3099.md", "\u304c-again-2.md"},
		{"\ud55c.md", "\u1112\u1161\u11ab.md", "\ud55c-again-2.md"},
		{"ΣΑΣ.md", "σας.md", "ΣΑΣ-again-2.md"},
		{"K.md", "\u212a.md", "K-again-2.md"},
		{"cafe.md", "cave.md", "cafe.md"},
	} {
		t.Run(tt.pending+" "+tt.approved, func(t *testing.T) {
			t.Parallel()
			const older = "an earlier text\n"
			v := decidingVault(t, files{"Plans/": "", "Approved/" + tt.approved: older, "Pending_Approval/" + tt.pending: payRequest})
			d := wish(t, v, "Pending_Approval/"+tt.pending, model.ChoiceApprove, "")
			d.Typed = payTarget
			r, _ := mustLoad(t, v).Request(d.Ref.Path)
			named := slices.ContainsFunc(r.Doubts, func(d model.Doubt) bool {
				return d.Weight == model.WeightAsk && d.What == "another file's name differs only in case or accents: Approved/"+tt.approved
			})
			if want := tt.to != tt.pending; named != want {
				t.Errorf("doubts %+v, the name told %v", r.Doubts, want)
			}
			receipt := mustDecide(t, v, d)
			after := treeOf(t, v.Dir())
			if receipt.Changes[0].To != "Approved/"+tt.to || after["Approved/"+tt.to] != payRequest || after["Approved/"+tt.approved] != older {
				t.Errorf("got %+v and %q", receipt.Changes[0], after)
			}
		})
	}
}

// TestWhatWasSaidBeforeIsKnownWhenARequestComesBack follows one request through three
// answers, each with an id of its own.
func TestWhatWasSaidBeforeIsKnownWhenARequestComesBack(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	ids := map[string]bool{}
	for _, tt := range []struct {
		choice         model.Choice
		to, before     string
		repeated, twin bool
	}{
		{model.ChoiceReject, "Rejected/pay.md", "", false, false},
		{model.ChoiceApprove, "Approved/pay.md", "rejected before: because", false, true},
		{model.ChoiceApprove, "Approved/pay-again-2.md", "approved before: because", true, true},
		{model.ChoiceReject, "Rejected/pay-again-3.md", "approved before: because", true, true},
	} {
		v.Overwrite(t, payFile, payRequest)
		d := wish(t, v, payFile, tt.choice, "because")
		d.At = eleven.Add(time.Duration(len(ids)) * time.Hour)
		r, _ := mustLoad(t, v).Request(payFile)
		if before, _ := phrase.Before(r); before != tt.before || r.Repeated != tt.repeated || (r.Twin != "") != tt.twin {
			t.Errorf("before %s: %q, repeated %v, twin %q", tt.to, before, r.Repeated, r.Twin)
		}
		receipt := mustDecide(t, v, d)
		if s := mustLoad(t, v); len(s.Problems) > 0 {
			t.Errorf("after %s: %+v", tt.to, s.Problems)
		}
		if ids[receipt.ID] || receipt.Changes[0].To != tt.to {
			t.Errorf("receipt = %+v, want %s", receipt, tt.to)
		}
		ids[receipt.ID] = true
	}
	s := mustLoad(t, v)
	i := slices.IndexFunc(s.Decided, func(r model.Request) bool { return r.Path == "Approved/pay-again-2.md" })
	if i < 0 || s.Decided[i].Was != path.Base(payFile) || !s.Decided[i].DecidedHere || s.Decided[i].Plan == "" {
		t.Errorf("the numbered file is %+v", s.Decided)
	}
}

// An agent that puts an approved text back, after its file went elsewhere, does not
// get a second approval by a yes alone.
func TestAnApprovalCountsOnce(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	mustDecide(t, v, d)
	v.MoveFile(t, "Approved/pay.md", "elsewhere/pay.md")
	v.Overwrite(t, "Pending_Approval/again.md", payRequest)
	again := wish(t, v, "Pending_Approval/again.md", model.ChoiceApprove, "")
	if again.Typed == "" {
		t.Error("nothing has to be typed")
	}
	typed := again.Typed
	again.Typed = ""
	if _, err := v.Decide(t.Context(), again); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("approving it again: %v", err)
	}
	again.Typed = typed
	mustDecide(t, v, again)
}

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

// Of two who decide at once one succeeds: who had to wait for the other is not told that
// it was done already.
func TestWhoWaitedForTheSameDecisionGetsAConflict(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	mustDecide(t, v, d)
	synctest.Test(t, func(t *testing.T) {
		held, err := state.Of(openVault(t, filepath.Dir(v.Dir()), "state").Where).Lock(t.Context())
		must.Do(t, err)
		said := make(chan error)
		go func() {
			_, err := v.Decide(t.Context(), d)
			said <- err
		}()
		synctest.Wait()
		must.Do(t, held.Release())
		if err := <-said; !errors.Is(err, model.ErrConflict) {
			t.Errorf("after waiting: %v", err)
		}
		if again := mustDecide(t, v, d); !again.Already {
			t.Errorf("without waiting: %+v", again)
		}
	})
}

// A proposal that is pending again is a new one, also when somebody decides on the text
// that was accepted before.
func TestAProposalThatComesBackIsANewOne(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, "")
	mustDecide(t, v, d)
	if again := mustDecide(t, v, d); !again.Already {
		t.Errorf("the same once more: %+v", again)
	}
	v.Overwrite(t, places.SeedName, strings.Replace(examples.Seed, "with photographs", "with letters", 1))
	refusedWith(t, v, d, model.ErrConflict, "changed since it was seen")
}

// A newer text is seen before the pending copy is moved, so that agents never miss it.
func TestANewerTextIsNotMoved(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Where.Disk.Before = func(op, name string) {
		switch {
		case op == "link" && name == "Approved/pay.md":
			v.Overwrite(t, payFile, "newer")
		case op == "rename" && strings.HasPrefix(name, "Pending_Approval/"):
			t.Errorf("%s %s", op, name)
		}
	}
	if got := mustDecide(t, v, d); len(got.Notices) != 1 || !strings.Contains(got.Notices[0], "a newer text is still pending") {
		t.Errorf("notices %q", got.Notices)
	}
}

// Logs are only added to: the same line of the same second stands in them twice.
func TestApprovedUndoneAndApprovedInOneSecondIsLoggedThrice(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	mustDecide(t, v, undoOf(t, v, ""))
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	lines := strings.Split(v.TextOf(t, planFile), "\n")
	got := strings.Join(lines[len(lines)-3:], "\n")
	want := approvedLine + "\n- [2026-02-21T11:00:00Z] Operator: Undid approval of step 2 — pay.md\n" + approvedLine
	if got != want {
		t.Errorf("the log ends in\n%s\nwant\n%s", got, want)
	}
}

// What was decided once does not answer for another text that waits under the same name.
func TestARequestThatWaitsAgainIsNotTheOneDecided(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, path, file, again string
		files                   files
	}{
		{"request", payFile, payFile, payRequest + "and a tip\n", blockedVault()},
		{"proposal", places.SeedName + "#pro_1", places.SeedName, strings.Replace(examples.Seed, "with photographs", "with pictures", 1), files{places.SeedName: examples.Seed}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			choice := model.ChoiceApprove
			if tt.name == "proposal" {
				choice = model.ChoiceAccept
			}
			d := wish(t, v, tt.path, choice, "")
			mustDecide(t, v, d)
			v.Overwrite(t, tt.file, tt.again)
			if changes, err := v.Preview(t.Context(), d); !errors.Is(err, model.ErrConflict) {
				t.Errorf("Preview = %+v, %v", changes, err)
			}
			if receipt, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
				t.Errorf("Decide = %+v, %v", receipt, err)
			}
		})
	}
}

// An agent that follows a request for changes asks the operator again.
func TestAPlanWaitsOnceItsRequestWasChanged(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, vaulttest.BlockedVault())
	waits := func() bool {
		p, _ := mustLoad(t, v).Plan(vaulttest.PlanFile)
		return rule.WaitsForYou(p)
	}
	if !waits() {
		t.Fatal("it does not wait at first")
	}
	mustDecide(t, v, wish(t, v, vaulttest.PayFile, model.ChoiceChanges, "In two parts"))
	if waits() {
		t.Error("it waits while the agent has to act")
	}
	v.Overwrite(t, vaulttest.PayFile, v.TextOf(t, vaulttest.PayFile)+"\nThe first part.\n")
	if !waits() {
		t.Error("it does not wait for the changed request")
	}
}

// A copy that comes among the rejected ones while an approval is shown stops it: the operator did not see it.
func TestARejectedCopyThatCameMeanwhileStopsAnApproval(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	d.Foreseen = rule.ForeseeOne(mustLoad(t, v), d.Ref, d.Choice)
	v.Overwrite(t, "Rejected/pay.md", payRequest)
	vaulttest.RefusedWith(t, v, d, model.ErrConflict, "it was decided otherwise since it was seen: Rejected/pay.md")
	d.Foreseen = rule.ForeseeOne(mustLoad(t, v), d.Ref, d.Choice)
	mustDecide(t, v, d)
}
