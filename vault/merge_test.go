package vault_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	"coldstart/vault/setup"
	"coldstart/vault/vaulttest"
)

// clones are two people's clones of one vault.
type clones struct {
	t         *testing.T
	git       func(dir string, args ...string) string
	sam, mira *vaulttest.Vault
}

// dues is a request of the agents.
const dues = "---\ntype: approval_request\naction: payment\nrecipient: harbour@ferry.example\namount: 120 EUR\n---\n\nPay the harbour dues.\n"

// twoClones makes a vault with two requests in git, and two clones that pull from each other.
func twoClones(t *testing.T, f files) clones {
	t.Helper()
	c := clones{t: t, git: withGit(t)}
	base := t.TempDir()
	start := filepath.Join(base, "start")
	makeFiles(t, start, files{"Pending_Approval/pay.md": dues, "Pending_Approval/other.md": strings.ReplaceAll(dues, "120", "80"), "Plans/.keep": ""}.With(f))
	c.git(start, "init", "-q")
	c.git(start, "add", ".")
	c.git(start, "commit", "-q", "-m", "First")
	for _, who := range []string{"sam@laptop", "mira@attic"} {
		dir := filepath.Join(base, who)
		c.git(base, "clone", "-q", start, dir)
		c.git(dir, "config", "user.name", who[:strings.IndexByte(who, '@')])
		v := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state-"+who), Operator: who}))(t)
		t.Cleanup(func() { v.Close() })
		if c.mira = v; c.sam == nil {
			c.sam = v
		}
	}
	return c
}

// commit commits everything in a clone.
func (c clones) commit(v *vaulttest.Vault, message string) {
	c.t.Helper()
	c.git(v.Dir(), "add", "-A")
	c.git(v.Dir(), "commit", "-q", "-m", message)
}

// pull merges the other clone's branch, and reports whether that ended without conflicts.
func (c clones) pull(v, from *vaulttest.Vault) (clean bool) {
	c.t.Helper()
	cmd := exec.CommandContext(c.t.Context(), "git", "pull", "-q", "--no-rebase", "--no-edit", from.Dir(), "main")
	cmd.Dir = v.Dir()
	return cmd.Run() == nil
}

func (c clones) load(v *vaulttest.Vault) model.Snapshot {
	c.t.Helper()
	s := must.Get(v.Load(c.t.Context(), time.Now()))(c.t)
	return s
}

// decide decides on a file of a clone.
func (c clones) decide(v *vaulttest.Vault, name string, choice model.Choice, at time.Time) {
	c.t.Helper()
	d := wish(c.t, v, name, choice, "because")
	d.At = at
	mustDecide(c.t, v, d)
}

func TestNothingIsDecidedInAMergeAndThenBothSidesAreNamed(t *testing.T) {
	c := twoClones(t, files{".gitattributes": "Logs/*.json merge=union\n"})
	now := time.Now()
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, now.Add(-3*time.Minute))
	c.commit(c.sam, "Approve")
	c.decide(c.mira, "Pending_Approval/pay.md", model.ChoiceReject, now.Add(-2*time.Minute))
	c.commit(c.mira, "Reject")
	waiting := wish(t, c.sam, "Pending_Approval/other.md", model.ChoiceApprove, "")
	if c.pull(c.sam, c.mira) {
		t.Fatal("git merged a request that was decided both ways")
	}

	s := c.load(c.sam)
	if s.Merging != "merge" {
		t.Fatalf("merging %q", s.Merging)
	}
	first := rule.NeedsYou(s)[0]
	if first.What != "A merge is open: pay.md and 2 more" || rule.Urgency(first) != model.UrgencyFirst {
		t.Errorf("the first row is %+v", first)
	}
	if names := s.Conflicts.String(); names != "Approved/pay.md, Pending_Approval/pay.md and 1 more" {
		t.Errorf("in conflict are %s", names)
	}
	before := treeOf(t, c.sam.Dir())
	for what, decide := range map[string]func() error{
		"preview": func() error { _, err := c.sam.Preview(t.Context(), waiting); return err },
		"decide":  func() error { _, err := c.sam.Decide(t.Context(), waiting); return err },
		"undo": func() error {
			_, err := c.sam.Decide(t.Context(), model.Decision{
				Ref: s.Undo.On, Choice: model.ChoiceUndo, Undoes: rule.Undone(s.Undo.Past), Seen: model.FingerprintOf([]byte("x")), At: now,
			})
			return err
		},
	} {
		why, _ := errors.AsType[model.Reason](decide())
		if why.Code != model.BecauseMerging || why.Name != "a merge" {
			t.Errorf("%s in a merge: %+v", what, why)
		}
	}
	sameFiles(t, "after what was refused", treeOf(t, c.sam.Dir()), before)
	c.disputed(c.sam, "approved by sam@laptop "+clock(now, -3)+", rejected by mira@attic "+clock(now, -2))

	c.commit(c.sam, "Merge")
	if s := c.load(c.sam); s.Merging != "" || rule.Urgency(rule.NeedsYou(s)[0]) != model.UrgencyFirst {
		t.Errorf("merging %q, first row %+v", s.Merging, rule.NeedsYou(s)[0])
	}
	c.disputed(c.sam, "approved by sam@laptop "+clock(now, -3)+", rejected by mira@attic "+clock(now, -2))
	mustDecide(t, c.sam, waiting)
	c.commit(c.sam, "Go on")
	if !c.pull(c.mira, c.sam) {
		t.Fatal("the merged vault cannot be pulled")
	}
	c.disputed(c.mira, "approved by sam@laptop "+clock(now, -3)+", rejected by mira@attic "+clock(now, -2))

	c.git(c.sam.Dir(), "rm", "-q", "Rejected/pay.md")
	c.settled(c.sam, model.ReplyApproved)
	c.commit(c.sam, "Settle")
}

// clock is the time some minutes from now, as the sides of a contradiction have it.
func clock(now time.Time, minutes int) string {
	at := now.Add(time.Duration(minutes) * time.Minute)
	if at.Format(time.DateOnly) != now.Format(time.DateOnly) {
		return at.Format("2006-01-02 15:04")
	}
	return at.Format("15:04")
}

// disputed expects one contradiction with both sides in a clone, on which nothing can be decided and
// that is approved for nobody.
func (c clones) disputed(v *vaulttest.Vault, sides string) {
	c.t.Helper()
	s := c.load(v)
	if len(s.Contradictions) != 1 || s.Contradictions[0].Sides(s.At) != sides {
		c.t.Fatalf("got %+v, want %s", s.Contradictions, sides)
	}
	row, _ := s.Contradictions[0], 0
	found := false
	for _, a := range rule.NeedsYou(s) {
		if rule.Urgency(a) != model.UrgencyFirst {
			break
		}
		if a.Ref.Path == "Approved/pay.md" && a.Why[0].Text == sides {
			found = true
			if why := rule.Refuse(s, a.Ref, model.ChoiceApprove); s.Merging == "" && why.Code != model.BecauseContradicts {
				c.t.Errorf("it may be approved: %+v", why)
			}
		}
	}
	if !found {
		c.t.Errorf("the queue is %+v", rule.NeedsYou(s))
	}
	if p := row.Problem(s.At); !strings.Contains(p.Hint, "git rm Approved/pay.md") || !strings.Contains(p.Hint, "git rm Rejected/pay.md") {
		c.t.Errorf("the hint is %q", p.Hint)
	}
	for _, name := range []string{"pay.md", "Pending_Approval/pay.md"} {
		if reply, err := v.Reply(c.t.Context(), name, s.At); err != nil || reply.State != model.ReplyContradicting || reply.Note != sides {
			c.t.Errorf("%s: %+v, %v", name, reply, err)
		}
	}
}

// settled expects no contradiction in a clone, and what became of the request.
func (c clones) settled(v *vaulttest.Vault, state model.ReplyState) {
	c.t.Helper()
	s := c.load(v)
	if len(s.Contradictions) > 0 {
		c.t.Errorf("still there: %+v", s.Contradictions)
	}
	if reply, err := v.Reply(c.t.Context(), "pay.md", s.At); err != nil || reply.State != state {
		c.t.Errorf("got %+v, %v", reply, err)
	}
}

func TestWhatSomebodyElseDecidedOtherwiseIsAcknowledged(t *testing.T) {
	for _, tt := range []struct {
		name          string
		own, other    model.Choice
		lies          string
		before, after model.ReplyState
	}{
		{"approved here", model.ChoiceApprove, model.ChoiceReject, "Rejected/pay.md", model.ReplyRejected, model.ReplyRejected},
		{"rejected here", model.ChoiceReject, model.ChoiceApprove, "Approved/pay.md", model.ReplyContradicting, model.ReplyApproved},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := twoClones(t, nil)
			now := time.Now()
			c.decide(c.sam, "Pending_Approval/pay.md", tt.own, now.Add(-time.Hour))
			c.decide(c.mira, "Pending_Approval/pay.md", tt.other, now.Add(-time.Hour))
			c.commit(c.mira, "Decide")
			// The other's decision takes the place of one's own.
			c.git(c.sam.Dir(), "clean", "-q", "-f", "-d")
			c.git(c.sam.Dir(), "checkout", "-q", ".")
			if !c.pull(c.sam, c.mira) {
				t.Fatal("it cannot be pulled")
			}
			s := c.load(c.sam)
			if len(s.Contradictions) != 1 || !s.Contradictions[0].Acknowledge() || rule.NeedsYou(s)[0].Ref.Path != tt.lies || rule.Urgency(rule.NeedsYou(s)[0]) != model.UrgencyFirst {
				t.Fatalf("got %+v and %+v", s.Contradictions, rule.NeedsYou(s))
			}
			if reply, err := c.sam.Reply(t.Context(), "pay.md", now); err != nil || reply.State != tt.before {
				t.Errorf("got %+v, %v", reply, err)
			}
			c.decide(c.sam, tt.lies, model.ChoiceAck, now)
			if tt.after == model.ReplyRejected {
				return
			}
			c.settled(c.sam, tt.after)
		})
	}
}

func TestGitSaysWhoDecidedWhereNoLogDoes(t *testing.T) {
	c := twoClones(t, files{".gitignore": "Logs/\n"})
	c.decide(c.mira, "Pending_Approval/pay.md", model.ChoiceReject, time.Now().Add(-time.Hour))
	t.Setenv("GIT_AUTHOR_DATE", "2026-02-21T10:00:00Z")
	c.commit(c.mira, "Reject")
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, time.Now().Add(-time.Minute))
	c.commit(c.sam, "Approve")
	c.pull(c.sam, c.mira)
	for _, open := range []bool{true, false} {
		s := c.load(c.sam)
		if len(s.Contradictions) != 1 || (s.Merging != "") != open {
			t.Fatalf("got %+v", s.Contradictions)
		}
		if got := s.Contradictions[0].Rejected; got.By != "mira" || got.From != "git" || !got.At.Equal(time.Date(2026, 2, 21, 10, 0, 0, 0, time.UTC)) {
			t.Errorf("rejected by %+v", got)
		}
		if open {
			c.commit(c.sam, "Merge")
		}
	}
}

func TestASignatureSaysWhoDecidedWhereNoLogDoes(t *testing.T) {
	k := newKeyring(t)
	c := twoClones(t, files{".gitignore": "Logs/\n"})
	c.mira.Where.Opts.Sign = places.Sign{Key: k.Path("sam")}
	now := time.Now().Truncate(time.Second)
	c.decide(c.mira, "Pending_Approval/pay.md", model.ChoiceReject, now.Add(-time.Hour))
	c.commit(c.mira, "Reject")
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, now.Add(-time.Minute))
	c.commit(c.sam, "Approve")
	c.pull(c.sam, c.mira)
	s := c.load(c.sam)
	if len(s.Contradictions) != 1 || !strings.Contains(s.Contradictions[0].Sides(s.At), "rejected (signed as mira@attic) ") {
		t.Fatalf("got %+v", s.Contradictions)
	}
	if got := s.Contradictions[0].Rejected; got.From != "signature" || !got.At.Equal(now.Add(-time.Hour)) {
		t.Errorf("rejected by %+v", got)
	}
	// The record is of these bytes only.
	c.sam.Overwrite(t, "Rejected/pay.md", dues+"More.\n")
	if s := c.load(c.sam); len(s.Contradictions) != 1 || s.Contradictions[0].Rejected.From != "git" {
		t.Errorf("with other bytes: %+v", s.Contradictions)
	}
}

func TestWhatIsNoContradiction(t *testing.T) {
	v := decidingVault(t, files{"Pending_Approval/pay.md": dues, "Pending_Approval/pay_2.md": dues})
	mustDecide(t, v, wish(t, v, "Pending_Approval/pay_2.md", model.ChoiceReject, "twice"))
	mustDecide(t, v, wish(t, v, "Pending_Approval/pay.md", model.ChoiceApprove, ""))
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Contradictions) > 0 {
		t.Errorf("got %+v, %v", s.Contradictions, err)
	}
	// The same text under a name with a suffix, from somebody else.
	must.Do(t, os.WriteFile(filepath.Join(v.Dir(), "Rejected", "pay (2).md"), []byte(dues), 0o644))
	s, err = v.Load(t.Context(), eleven)
	if err != nil || len(s.Contradictions) != 1 || s.Contradictions[0].Rejected.By != "" {
		t.Fatalf("got %+v, %v", s.Contradictions, err)
	}
	if p := s.Contradictions[0].Problem(eleven); !strings.Contains(p.Hint, "rm 'Rejected/pay (2).md'") || strings.Contains(p.Hint, "git") || !strings.Contains(p.Reason, "rejected by someone unknown") {
		t.Errorf("it says %q, %q", p.Reason, p.Hint)
	}
}

func TestMachinesOfOneNameContradictEachOtherToo(t *testing.T) {
	for _, apart := range []time.Duration{0, time.Minute} {
		c := twoClones(t, files{".gitattributes": "Logs/*.json merge=union\n"})
		c.mira.Where.Opts.Operator = c.sam.Where.Opts.Operator
		now := time.Now().Truncate(time.Second)
		c.decide(c.mira, "Pending_Approval/pay.md", model.ChoiceReject, now.Add(-time.Hour))
		c.commit(c.mira, "Reject")
		c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, now.Add(apart-time.Hour))
		c.commit(c.sam, "Approve")
		c.pull(c.sam, c.mira)
		c.commit(c.sam, "Merge")
		if s := c.load(c.sam); len(s.Contradictions) != 1 {
			t.Errorf("%s apart: %+v", apart, s.Contradictions)
		}
		third := c.third()
		if s := c.load(third); len(s.Contradictions) != 1 {
			t.Errorf("%s apart, in a third clone: %+v", apart, s.Contradictions)
		}
	}
}

// third is a clone of sam's, by somebody who decided nothing.
func (c clones) third() *vaulttest.Vault {
	c.t.Helper()
	base := filepath.Dir(c.sam.Dir())
	dir := filepath.Join(base, "noor")
	c.git(base, "clone", "-q", c.sam.Dir(), dir)
	v := must.Get(vaulttest.Open(dir, places.Options{StateDir: filepath.Join(base, "state-noor"), Operator: "noor@bench"}))(c.t)
	c.t.Cleanup(func() { v.Close() })
	return v
}

func TestWhatOneDecidedInTurnIsNoContradictionElsewhere(t *testing.T) {
	c := twoClones(t, nil)
	now := time.Now()
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceReject, now.Add(-time.Hour))
	c.sam.Overwrite(t, "Pending_Approval/pay.md", strings.ReplaceAll(dues, "120", "110"))
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, now.Add(-time.Minute))
	c.commit(c.sam, "Decide")
	for _, v := range []*vaulttest.Vault{c.sam, c.third()} {
		if s := c.load(v); len(s.Contradictions) > 0 {
			t.Errorf("got %+v", s.Contradictions)
		}
	}
}

func TestAnEditThatAMergeTookIntoTheApprovedFileIsSaid(t *testing.T) {
	c := twoClones(t, nil)
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, time.Now().Add(-time.Hour))
	c.commit(c.sam, "Approve")
	c.mira.Overwrite(t, "Pending_Approval/pay.md", strings.ReplaceAll(dues, "120", "990"))
	c.commit(c.mira, "Ask for more")
	if !c.pull(c.sam, c.mira) || !c.pull(c.mira, c.sam) {
		t.Fatal("git sees a conflict")
	}
	if text := treeOf(t, c.mira.Dir())["Approved/pay.md"]; !strings.Contains(text, "990") {
		t.Fatalf("git did not take the edit along: %q", text)
	}
	for _, tt := range []struct {
		v   *vaulttest.Vault
		why model.Code
	}{{c.sam, model.BecauseAltered}, {c.mira, model.BecauseAlteredElsewhere}} {
		s := c.load(tt.v)
		if rule.Standing(s, "Approved/pay.md") != model.StandingAltered {
			t.Fatalf("%s: it stands as %v", tt.why, rule.Standing(s, "Approved/pay.md"))
		}
		i := slices.IndexFunc(rule.NeedsYou(s), func(a model.Attention) bool { return a.Ref.Path == "Approved/pay.md" })
		if i < 0 || rule.NeedsYou(s)[i].Why[0].Code != tt.why {
			t.Errorf("the queue is %+v", rule.NeedsYou(s))
		}
		if reply, err := tt.v.Reply(t.Context(), "pay.md", s.At); err != nil || reply.State != model.ReplyAltered {
			t.Errorf("%s: %+v, %v", tt.why, reply, err)
		}
		c.decide(tt.v, "Approved/pay.md", model.ChoiceAck, s.At)
		c.settled(tt.v, model.ReplyApproved)
	}
}

func TestEndsOfLinesThatGitChangesAreNoAlteration(t *testing.T) {
	c := twoClones(t, nil)
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, time.Now().Add(-time.Hour))
	c.commit(c.sam, "Approve")
	c.git(c.mira.Dir(), "config", "core.autocrlf", "true")
	if !c.pull(c.mira, c.sam) {
		t.Fatal("it cannot be pulled")
	}
	if text := treeOf(t, c.mira.Dir())["Approved/pay.md"]; !strings.Contains(text, "\r\n") {
		t.Fatalf("git left the ends of lines: %q", text)
	}
	c.settled(c.mira, model.ReplyApproved)
	if s := c.load(c.mira); len(rule.Altered(s)) > 0 {
		t.Errorf("got %+v", rule.Altered(s))
	}
}

func TestANewRequestIsNotTakenAlongWhereTheLastOneWasApproved(t *testing.T) {
	for _, made := range []bool{false, true} {
		c := twoClones(t, files{".gitattributes": "Logs/*.json merge=union\n"})
		c.git(c.sam.Dir(), "rm", "-q", "Pending_Approval/other.md")
		if made {
			plan := must.Get(setup.Plan(setup.Wish{Dir: c.sam.Dir()}))(t)
			must.Get(plan.Make(t.Context(), eleven))(t)
		}
		c.commit(c.sam, "Begin")
		c.pull(c.mira, c.sam)
		c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, time.Now())
		c.commit(c.sam, "Approve")
		c.mira.Overwrite(t, "Pending_Approval/new.md", strings.ReplaceAll(dues, "120", "7"))
		c.commit(c.mira, "Ask")
		c.git(c.sam.Dir(), "config", "merge.directoryRenames", "true")
		c.pull(c.sam, c.mira)
		tree := treeOf(t, c.sam.Dir())
		if taken := tree["Approved/new.md"] != ""; taken == made {
			t.Errorf("with init %v: taken along %v: %q", made, taken, tree)
		}
	}
}

func TestADayOnWhichTwoDecidedIsMergedByLines(t *testing.T) {
	c := twoClones(t, nil)
	start := filepath.Join(filepath.Dir(c.sam.Dir()), "start")
	plan := must.Get(setup.Plan(setup.Wish{Dir: start}))(t)
	must.Get(plan.Make(t.Context(), eleven))(t)
	c.git(start, "add", ".")
	c.git(start, "commit", "-q", "-m", "Make a vault")
	for _, v := range []*vaulttest.Vault{c.sam, c.mira} {
		c.git(v.Dir(), "pull", "-q")
	}
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, eleven)
	c.commit(c.sam, "Approve")
	c.decide(c.mira, "Pending_Approval/other.md", model.ChoiceReject, eleven.Add(time.Minute))
	c.commit(c.mira, "Reject")
	if !c.pull(c.sam, c.mira) || !c.pull(c.mira, c.sam) {
		t.Fatal("two decisions of one day are in conflict")
	}
	for _, v := range []*vaulttest.Vault{c.sam, c.mira} {
		text := treeOf(t, v.Dir())[dayFile]
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if len(lines) != 2 || !strings.Contains(text, `"operator": "sam@laptop"}`) || !strings.Contains(text, `"operator": "mira@attic"}`) {
			t.Errorf("the log is %q", text)
		}
		if s := c.load(v); len(s.Problems)+len(s.Contradictions) > 0 {
			t.Errorf("problems %+v", s.Problems)
		}
	}
}

func TestWhatOthersDecidedIsNewsAfterAPull(t *testing.T) {
	const plan = "Plans/PLAN-2026-001.md"
	c := twoClones(t, files{plan: examples.BlockedPlan + "\n# Dues\n", ".gitattributes": "Logs/*.json merge=union\n"})
	s := c.load(c.sam)
	must.Do(t, c.sam.KeepLook(t.Context(), s.Look()))
	c.decide(c.sam, "Pending_Approval/other.md", model.ChoiceApprove, eleven)
	c.commit(c.sam, "Approve")
	c.decide(c.mira, "Pending_Approval/pay.md", model.ChoiceReject, eleven.Add(time.Minute))
	c.mira.Overwrite(t, plan, examples.BlockedPlan+"\n# Dues of the harbour\n")
	c.commit(c.mira, "Reject")
	if !c.pull(c.sam, c.mira) {
		t.Fatal("it cannot be pulled")
	}
	s = c.load(c.sam)
	look := must.Get(c.sam.LastLook(t.Context()))(t)
	s.LastLook = look
	var news []string
	for _, n := range rule.News(s) {
		news = append(news, n.Kind.String()+" "+n.Ref.Path+" from "+n.From)
	}
	want := []string{"CHANGED " + plan + " from ", "CHANGED Rejected/pay.md from Pending_Approval/pay.md"}
	slices.Sort(news)
	if !slices.Equal(news, want) {
		t.Errorf("news %q, want %q", news, want)
	}
	if r, _ := s.RequestAnywhere("Rejected/pay.md"); r.DecidedHere || r.DecidedBy != "mira@attic" || !r.DecidedAt.Equal(eleven.Add(time.Minute)) {
		t.Errorf("decided by %q at %s, here %v", r.DecidedBy, r.DecidedAt, r.DecidedHere)
	}
	if r, _ := s.RequestAnywhere("Approved/other.md"); !r.DecidedHere || r.DecidedBy != "sam@laptop" {
		t.Errorf("one's own: %+v", r.DecidedBy)
	}
}

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
