package vault_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

const harbourPlan, stepPay = "Plans/PLAN-2026-001.md", "---\naction_type: payment\ncreated_date: '2026-02-21T10:30:00Z'\nplan_id: 2026-001\nrationale: The harbour wants it.\n" +
	"status: pending\nstep_description: Pay the harbour dues\nstep_id: 2\ntarget_recipient: harbour@ferry.example\n---\n\nPay the dues.\n"

// dividedPlan makes two clones of which sam's approved the step of a plan and mira's rejected it, and in sam's
// the merge, with both lines in the log of the plan: the rejection first.
func dividedPlan(t *testing.T) clones {
	t.Helper()
	c := twoClones(t, files{".gitattributes": "Logs/*.json merge=union\n", harbourPlan: examples.BlockedPlan + "\n", "Pending_Approval/pay.md": stepPay})
	now := time.Now()
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, now.Add(-3*time.Minute))
	c.commit(c.sam, "Approve")
	c.decide(c.mira, "Pending_Approval/pay.md", model.ChoiceReject, now.Add(-2*time.Minute))
	c.commit(c.mira, "Reject")
	if c.pull(c.sam, c.mira) {
		t.Fatal("git merged a step that was decided both ways")
	}
	text := treeOf(t, c.sam.Dir())[harbourPlan]
	before, rest, ok := strings.Cut(text, "<<<<<<< HEAD\n")
	approved, rest, split := strings.Cut(rest, "=======\n")
	rejected, after, closed := strings.Cut(rest, ">>>>>>>")
	if !ok || !split || !closed || !strings.Contains(rejected, "Operator: Rejected step 2") || !strings.Contains(approved, "Operator: Approved step 2") {
		t.Fatalf("the merge left %q", text)
	}
	_, after, _ = strings.Cut(after, "\n")
	c.sam.Overwrite(t, harbourPlan, before+rejected+approved+after)
	c.commit(c.sam, "Merge")
	return c
}

// stepTwo is the state of the plan's second step in a clone.
func (c clones) stepTwo(v *vaulttest.Vault) (granted bool, next, waiting int) {
	c.t.Helper()
	s := c.load(v)
	p, ok := s.Plan(harbourPlan)
	if !ok {
		c.t.Fatalf("no plan: %+v", s.Problems)
	}
	_, granted = rule.Granted(p)
	at := rule.NextPlan(p)
	if at.Step != nil {
		next = at.Step.Number
	}
	if at.Waits != nil {
		waiting = at.Waits.Number
	}
	return granted, next, waiting
}

// A rejection that was left to stand holds against a line that the other side wrote into the log of the plan.
func TestTheFileOfARejectedStepHoldsAgainstTheLogOfItsPlan(t *testing.T) {
	c := dividedPlan(t)
	if granted, next, waiting := c.stepTwo(c.sam); granted || next != 3 || waiting != 2 {
		t.Errorf("with both files: granted %v, next %d, waiting %d", granted, next, waiting)
	}
	c.git(c.sam.Dir(), "rm", "-q", "Approved/pay.md")
	c.commit(c.sam, "Let the rejection stand")
	if granted, next, waiting := c.stepTwo(c.sam); granted || next != 3 || waiting != 2 {
		t.Errorf("rejected: granted %v, next %d, waiting %d", granted, next, waiting)
	}
	if p, _ := c.load(c.sam).Plan(harbourPlan); p.Answered() == nil || p.Answered().What != "Rejected step 2" {
		t.Errorf("the last word is %+v", p.Answered())
	}
	if s := c.load(c.sam); len(s.Contradictions) != 1 || !s.Contradictions[0].Acknowledge() {
		t.Fatalf("got %+v", s.Contradictions)
	}
	// To know of the rejection is no approval.
	c.decide(c.sam, "Rejected/pay.md", model.ChoiceAck, time.Now())
	if s := c.load(c.sam); len(s.Contradictions) > 0 {
		t.Fatalf("still there: %+v", s.Contradictions)
	}
	if granted, next, waiting := c.stepTwo(c.sam); granted || next != 3 || waiting != 2 {
		t.Errorf("acknowledged: granted %v, next %d, waiting %d", granted, next, waiting)
	}
	if !c.pull(c.mira, c.sam) {
		t.Fatal("it cannot be pulled")
	}
	if granted, next, _ := c.stepTwo(c.mira); granted || next != 3 {
		t.Errorf("at the other's: granted %v, next %d", granted, next)
	}
}

// The other way out: the note that is left of the rejection holds nothing up.
func TestTheFileOfAnApprovedStepHoldsAgainstTheLogOfItsPlan(t *testing.T) {
	c := dividedPlan(t)
	text := treeOf(t, c.sam.Dir())[harbourPlan]
	lines := strings.SplitAfter(text, "\n")
	slices.SortFunc(lines[len(lines)-3:len(lines)-1], strings.Compare)
	if turned := strings.Join(lines, ""); turned == text || !strings.HasSuffix(turned, "because\n") || !strings.Contains(lines[len(lines)-2], "Rejected") {
		t.Fatalf("the log is not turned: %q", turned)
	}
	c.sam.Overwrite(t, harbourPlan, strings.Join(lines, ""))
	if treeOf(t, c.sam.Dir())["Rejected/pay.md.note"] == "" {
		t.Fatal("no note is left")
	}
	c.git(c.sam.Dir(), "rm", "-q", "Rejected/pay.md")
	c.commit(c.sam, "Let the approval stand")
	third := c.third()
	for _, v := range []*vaulttest.Vault{c.sam, third} {
		if granted, next, _ := c.stepTwo(v); !granted || next != 2 {
			t.Errorf("granted %v, next %d", granted, next)
		}
	}
}

func TestALineOfAPlansLogGrantsAStepUnlessItsNewestRequestWasRejected(t *testing.T) {
	request := func(minute int) string { return strings.Replace(stepPay, "10:30", fmt.Sprintf("10:%02d", minute), 1) }
	rejected, approved := "- [2026-02-21T11:00:00Z] Operator: Rejected step 2\n", "- [2026-02-21T11:01:00Z] Operator: Approved step 2\n"
	for name, tt := range map[string]struct {
		files   files
		log     string
		granted bool
	}{
		"no file at all":                      {nil, rejected + approved, true},
		"the approved file":                   {files{"Approved/pay.md": request(30)}, rejected + approved, true},
		"the rejected file":                   {files{"Rejected/pay.md": request(30)}, rejected + approved, false},
		"the rejected file, the lines turned": {files{"Rejected/pay.md": request(30)}, approved + rejected, false},
		"asked again and approved":            {files{"Rejected/pay.md": request(30), "Approved/again.md": request(45)}, rejected + approved, true},
		"asked again and rejected":            {files{"Approved/pay.md": request(30), "Rejected/again.md": request(45)}, rejected + approved, false},
		"the approved file, the lines turned": {files{"Approved/pay.md": request(30)}, approved + rejected, true},
		"changes wanted behind an approval":   {files{"Approved/pay.md": request(30)}, approved + "- [2026-02-21T11:02:00Z] Operator: Changes wanted on step 2\n", false},
		"of another step":                     {files{"Rejected/pay.md": strings.Replace(request(30), "step_id: 2", "step_id: 1", 1)}, rejected + approved, true},
		"of another plan":                     {files{"Rejected/pay.md": strings.Replace(request(30), "2026-001", "2026-002", 1)}, rejected + approved, true},
	} {
		v := decidingVault(t, files{harbourPlan: strings.Replace(examples.BlockedPlan, "status: Blocked", "status: Active", 1) + "\n" + tt.log}.With(tt.files))
		s := must.Get(v.Load(t.Context(), eleven))(t)
		p, _ := s.Plan(harbourPlan)
		if _, granted := rule.Granted(p); granted != tt.granted {
			t.Errorf("%s: granted %v", name, granted)
		}
	}
}

// What somebody committed with git's marks in it is a problem, and a request of two versions is approved for nobody.
func TestMarksOfAMergeThatWereCommittedAreAProblem(t *testing.T) {
	c := twoClones(t, files{harbourPlan: examples.BlockedPlan + "\n"})
	for v, amount := range map[*vaulttest.Vault]string{c.sam: "900", c.mira: "9"} {
		v.Overwrite(t, "Pending_Approval/pay.md", strings.ReplaceAll(dues, "harbour dues", "dues of "+amount))
		v.Overwrite(t, harbourPlan, strings.Replace(examples.BlockedPlan, "Book the berth", "Book berth "+amount, 1)+"\n")
		c.commit(v, "Change")
	}
	if c.pull(c.sam, c.mira) {
		t.Fatal("git merged two texts")
	}
	c.commit(c.sam, "Merge")
	s := c.load(c.sam)
	for name, line := range map[string]int{"Pending_Approval/pay.md": 8, harbourPlan: 23} {
		if !slices.ContainsFunc(s.Problems, func(p model.Problem) bool {
			return p.Path == name && p.Line == line && p.Fault.Short == "merge conflict"
		}) {
			t.Errorf("nothing of %s: %+v", name, s.Problems)
		}
	}
	if why := rule.Refuse(s, model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}, model.ChoiceApprove); !strings.Contains(why.Text, "two versions") {
		t.Errorf("it may be approved: %+v", why)
	}
	if why := rule.Refuse(s, model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}, model.ChoiceReject); why.Given() {
		t.Errorf("it cannot be rejected: %+v", why)
	}
	// A page that shows such marks in a code block has none.
	shown := "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n```\n"
	c.sam.Overwrite(t, harbourPlan, examples.BlockedPlan+"\n\n# Notes\n\n"+shown)
	c.sam.Overwrite(t, "Pending_Approval/pay.md", dues+"\n"+shown)
	if s := c.load(c.sam); len(s.Problems) > 0 {
		t.Errorf("problems %+v", s.Problems)
	}
}

// The ledger of a clone that lies beside this one is its own, and none that a moved vault left behind.
func TestTheLedgerOfAnotherCloneIsNotTakenOver(t *testing.T) {
	base := t.TempDir()
	open := func(name string, f files) *vaulttest.Vault {
		makeFiles(t, filepath.Join(base, name), f)
		v := must.Get(vaulttest.Open(filepath.Join(base, name), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines"}))(t)
		t.Cleanup(func() { v.Close() })
		return v
	}
	one := open("one", files{"Pending_Approval/pay.md": dues})
	mustDecide(t, one, wish(t, one, "Pending_Approval/pay.md", model.ChoiceApprove, ""))
	two := open("two", files{"Approved/pay.md": dues, "Plans/.keep": ""})
	for _, left := range []int{0, 1} {
		s := must.Get(two.Load(t.Context(), eleven))(t)
		if others, err := two.OtherLedgers(s); err != nil || len(others) != left {
			t.Errorf("got %+v, want %d: %v", others, left, err)
		}
		must.Do(t, os.RemoveAll(filepath.Join(base, "one")))
	}
}
