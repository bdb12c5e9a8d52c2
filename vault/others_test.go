package vault_test

import (
	"errors"
	"fmt"
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
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// others are the paths that lie approved and not by the operator.
func others(s model.Snapshot) (paths []string) {
	for _, v := range rule.ByOthers(s) {
		paths = append(paths, v.Path)
	}
	return paths
}

// looked is an opened vault at which the operator has looked once.
func looked(t *testing.T, f files) *vaulttest.Vault {
	t.Helper()
	v := decidingVault(t, f)
	mustLoad(t, v)
	must.Do(t, v.KeepFirstLook(t.Context()))
	return v
}

// A copy of a text that the operator rejected says so when somebody else approves it.
func TestAnApprovalThatIsNotYoursOfARejectedText(t *testing.T) {
	t.Parallel()
	v := looked(t, blockedVault())
	vaulttest.MustDecide(t, v, wish(t, v, payFile, model.ChoiceReject, "too much"))
	v.Overwrite(t, "Approved/copy.md", payRequest)
	s := mustLoad(t, v)
	all := rule.ByOthers(s)
	if len(all) != 1 || all[0].Path != "Approved/copy.md" {
		t.Fatalf("not by the operator: %v", all)
	}
	if got := phrase.Reason(rule.WhyByOthers(s, all[0])); !strings.Contains(got, "you rejected this text before") {
		t.Errorf("the row says %q", got)
	}
}

const signedByAgent = "Approved By: Claude AI\n"

func TestAnApprovalThatIsNotYoursIsARow(t *testing.T) {
	t.Parallel()
	active := strings.NewReplacer("status: Blocked", "status: Active", "- [2026-02-21T10:30:00Z] Agent: Plan blocked at step 2 — awaiting payment approval: pay.md", "").Replace(examples.BlockedPlan)
	v := looked(t, blockedVault().With(files{planFile: active, "Approved/older.md": strings.Replace(payRequest, "step_id: 2", "step_id: 3", 1)}))
	before := treeOf(t, v.Dir())
	v.MoveFile(t, payFile, "Approved/pay.md")
	v.Append(t, "Approved/pay.md", "\n"+signedByAgent)
	s := mustLoad(t, v)
	if got := others(s); !slices.Equal(got, []string{"Approved/pay.md"}) {
		t.Fatalf("not by the operator: %q", got)
	}
	var rows []string
	for _, n := range rule.NeedsYou(s) {
		rows = append(rows, n.What+" — "+phrase.Why(n))
		if rule.Urgency(n) != model.UrgencyCheck {
			t.Errorf("%s stands among %v", n.What, rule.Urgency(n))
		}
	}
	want := []string{`Pay the harbour dues — approved, but not by you; signed "Claude AI"; unlocks step 2 of 2026-001: ✋ Pay the harbour dues`}
	if !slices.Equal(rows, want) {
		t.Errorf("needs you %q, want %q", rows, want)
	}
	p := s.Plans[0]
	if g, ok := rule.Granted(p); !ok || !g.ByOthers || rule.NextPlan(p).Waits == nil || len(rule.WithAgent(s)) > 0 {
		t.Errorf("granted %+v, %v; checkpoint %+v, with its agent %+v", g, ok, rule.NextPlan(p), rule.WithAgent(s))
	}
	for _, name := range []string{"pay.md", payFile, "Approved/pay.md"} {
		if reply, err := v.Reply(t.Context(), name, eleven); err != nil || reply.State != model.ReplyByOthers || !strings.Contains(phrase.Replied(reply), "approved, but not by your operator") {
			t.Errorf("%s: %+v, %v", name, reply, err)
		}
	}
	v.MoveFile(t, "Approved/pay.md", payFile)
	v.Overwrite(t, payFile, payRequest)
	sameFiles(t, "looking", treeOf(t, v.Dir()), before)
}

// Whoever writes first keeps what lay approved before, and a load alone writes nothing.
func TestTheFirstLookIsThatOfTheFirstLoad(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(t *testing.T, v *vaulttest.Vault){
		"leaving the screen": func(t *testing.T, v *vaulttest.Vault) { must.Do(t, v.KeepFirstLook(t.Context())) },
		"a decision": func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, "Pending_Approval/other.md", model.ChoiceReject, "no"))
		},
		"a pin": func(t *testing.T, v *vaulttest.Vault) {
			must.Do(t, v.Pin(t.Context(), model.Pin{Path: planFile, At: eleven}))
		},
		"a snooze": func(t *testing.T, v *vaulttest.Vault) {
			must.Do(t, v.Snooze(t.Context(), model.Snooze{Ref: model.Ref{Kind: model.KindPlan, Path: planFile}, At: eleven, Until: eleven.Add(time.Hour)}))
		},
		"a session": func(t *testing.T, v *vaulttest.Vault) {
			must.Get(v.StartSession(t.Context(), "", "codex", "", eleven))(t)
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(files{"Pending_Approval/other.md": payRequest + "\n", "Approved/old.md": payRequest + "\n\n"}))
			if s := mustLoad(t, v); !s.NeverLooked || len(others(s)) > 0 {
				t.Fatalf("before the first look: %v, %q", s.NeverLooked, others(s))
			}
			if _, err := os.Stat(v.StateDir()); !errors.Is(err, os.ErrNotExist) {
				t.Fatalf("loading wrote to the state folder: %v", err)
			}
			v.MoveFile(t, payFile, "Approved/pay.md")
			write(t, v)
			if s := mustLoad(t, v); s.NeverLooked || !slices.Equal(others(s), []string{"Approved/pay.md"}) {
				t.Errorf("not by the operator: %q", others(s))
			}
			// A program that opens the vault later finds the same.
			again := openVault(t, filepath.Dir(v.Dir()), "state")
			if s := mustLoad(t, again); !slices.Equal(others(s), []string{"Approved/pay.md"}) {
				t.Errorf("opened again: %q", others(s))
			}
		})
	}
}

func TestWhatIsKnownIsNoRow(t *testing.T) {
	t.Parallel()
	old := strings.Replace(payRequest, "step_id: 2", "step_id: 3", 1)
	for _, tt := range []struct {
		name string
		do   func(t *testing.T, v *vaulttest.Vault)
		want []string
	}{
		{"what lay there", func(*testing.T, *vaulttest.Vault) {}, nil},
		{"other times, as after a checkout", func(t *testing.T, v *vaulttest.Vault) { v.Touch(t, "Approved/old.md", eleven.Add(time.Hour)) }, nil},
		{"other ends of lines", func(t *testing.T, v *vaulttest.Vault) {
			v.Overwrite(t, "Approved/old.md", strings.ReplaceAll(old, "\n", "\r\n"))
		}, nil},
		{"in a folder below", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, "Approved/old.md", "Approved/2026/old.md") }, nil},
		{"carried out and restored", func(t *testing.T, v *vaulttest.Vault) {
			v.MoveFile(t, "Approved/old.md", "Done/Actions/old.md")
			mustLoad(t, v)
			v.MoveFile(t, "Done/Actions/old.md", "Approved/old.md")
		}, nil},
		{"other bytes in its place", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/old.md", payRequest) }, []string{"Approved/old.md"}},
		{"its bytes under another name", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/pay_APPROVED.md", old) }, []string{"Approved/pay_APPROVED.md"}},
		{"what was no request then", func(t *testing.T, v *vaulttest.Vault) { v.Overwrite(t, "Approved/README.md", payRequest) }, []string{"Approved/README.md"}},
		{"approved here", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		}, nil},
		{"approved here and renamed by the agent", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			v.MoveFile(t, "Approved/pay.md", "Approved/EXECUTED_pay.md")
		}, nil},
		{"approved here and carried out", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			v.MoveFile(t, "Approved/pay.md", "Done/Actions/pay.md")
		}, nil},
		{"approved here, undone, and moved by the agent", func(t *testing.T, v *vaulttest.Vault) {
			mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			mustDecide(t, v, undoOf(t, v, ""))
			v.MoveFile(t, payFile, "Approved/pay.md")
		}, []string{"Approved/pay.md"}},
		{"moved by the agent, and carried out", func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, payFile, "Done/Actions/pay.md") }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := looked(t, blockedVault().With(files{"Approved/old.md": old, "Approved/README.md": "What lies here was approved.\n"}))
			tt.do(t, v)
			if got := others(mustLoad(t, v)); !slices.Equal(got, tt.want) {
				t.Errorf("not by the operator: %q, want %q", got, tt.want)
			}
		})
	}
}

// The operator lets it stand, for these bytes and until they take that back.
func TestAnApprovalThatIsNotYoursIsAcknowledged(t *testing.T) {
	t.Parallel()
	v := looked(t, blockedVault().With(files{planFile: strings.ReplaceAll(examples.BlockedPlan, "Plan blocked at step 2", "Asked")}))
	v.MoveFile(t, payFile, "Approved/pay.md")
	ref := model.Ref{Kind: model.KindRequest, Path: "Approved/pay.md"}
	ack := model.Decision{Ref: ref, Choice: model.ChoiceAck, Seen: model.FingerprintOf([]byte(payRequest)), At: eleven}
	if s := mustLoad(t, v); rule.YesTo(s, ref) != model.ChoiceAck {
		t.Errorf("the yes is %v", rule.YesTo(s, ref))
	}
	other := ack
	other.Seen = model.FingerprintOf(nil)
	if _, err := v.Decide(t.Context(), other); !errors.Is(err, model.ErrConflict) {
		t.Errorf("other bytes were acknowledged: %v", err)
	}
	mustDecide(t, v, ack)
	s := mustLoad(t, v)
	if g, ok := rule.Granted(s.Plans[0]); len(others(s)) > 0 || !ok || g.ByOthers {
		t.Errorf("after the acknowledgement: %q, %+v", others(s), g)
	}
	if reply, err := v.Reply(t.Context(), "pay.md", eleven); err != nil || reply.State != model.ReplyApproved {
		t.Errorf("got %+v, %v", reply, err)
	}
	v.Append(t, "Approved/pay.md", "\nAnd 90,000 EUR more.\n")
	if got := others(mustLoad(t, v)); len(got) != 1 {
		t.Errorf("with other bytes: %q", got)
	}
}

// What another operator approved is counted, unless it is this very operator whom the log names.
func TestWhatALogSaysOfAnotherOperator(t *testing.T) {
	c := twoClones(t, files{"Pending_Approval/more.md": strings.ReplaceAll(dues, "120", "70")})
	c.load(c.mira)
	must.Do(t, c.mira.KeepFirstLook(t.Context()))
	c.decide(c.sam, "Pending_Approval/pay.md", model.ChoiceApprove, time.Now().Add(-time.Hour))
	c.commit(c.sam, "Approve")
	if !c.pull(c.mira, c.sam) {
		t.Fatal("it cannot be pulled")
	}
	s := c.load(c.mira)
	if len(others(s)) > 0 || !slices.Equal(rule.Elsewhere(s, time.Time{}), []model.Claim{{By: "sam@laptop", Count: 1}}) {
		t.Errorf("not by the operator %q, elsewhere %+v", others(s), rule.Elsewhere(s, time.Time{}))
	}
	for name, text := range treeOf(t, c.mira.Dir()) {
		if strings.HasPrefix(name, "Logs/") {
			c.mira.Overwrite(t, name, strings.ReplaceAll(text, "sam@laptop", "mira@attic"))
		}
	}
	if s := c.load(c.mira); !slices.Equal(others(s), []string{"Approved/pay.md"}) || len(rule.Elsewhere(s, time.Time{})) > 0 {
		t.Errorf("by a log that names the operator: %q, %+v", others(s), rule.Elsewhere(s, time.Time{}))
	}
}

func TestAFileThatAnswersARequestUnderAnotherName(t *testing.T) {
	t.Parallel()
	const waits = "---\ntype: approval_request\naction: payment\nrecipient: harbour@ferry.example\nrequest_id: R-77\n---\n\nPay the harbour dues.\n"
	for name, want := range map[string]string{
		"Approved/REQ_9_APPROVED.md":         `already approved by Approved/REQ_9_APPROVED.md, with "Claude AI" as its author, not you`,
		"Approved/REQ_9-approved.md":         `already approved by Approved/REQ_9-approved.md, with "Claude AI" as its author, not you`,
		"Approved/APPROVED_REQ_9.md":         `already approved by Approved/APPROVED_REQ_9.md, with "Claude AI" as its author, not you`,
		"Approved/REQ_9 (approved).md":       `already approved by Approved/REQ_9 (approved).md, with "Claude AI" as its author, not you`,
		"Approved/general/req-9.approved.md": `already approved by Approved/general/req-9.approved.md, with "Claude AI" as its author, not you`,
		"Rejected/REQ_9_REJECTED.md":         `already rejected by Rejected/REQ_9_REJECTED.md, with "Claude AI" as its author, not you`,
		"Approved/harbour_dues_APPROVED.md":  `already approved by Approved/harbour_dues_APPROVED.md, with "Claude AI" as its author, not you`,
		"Approved/REQ_91_APPROVED.md":        "",
		"Approved/REQ_9_paid.md":             "",
		"Approved/APPROVED.md":               "",
	} {
		text := "# Decision\n\n**Type:** approval\n" + signedByAgent
		if strings.Contains(name, "harbour") {
			text = "---\nrequest_id: R-77\napproved_by: Claude AI\ntype: approval_request\n---\n"
		}
		v := decidingVault(t, files{"Plans/": "", "Pending_Approval/APPROVAL_REQ_9.md": waits, name: text})
		r, _ := mustLoad(t, v).Request("Pending_Approval/APPROVAL_REQ_9.md")
		got := ""
		for _, d := range rule.Weighed(r, model.WeightAsk) {
			got += d.What
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		d := wish(t, v, r.Path, model.ChoiceApprove, "")
		if d.Typed = ""; want == "" {
			continue
		}
		if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(phrase.Error(err), want) {
			t.Errorf("%s: approved without the target: %v", name, err)
		}
	}
}

// companions is a reduced case of real vaults; it lies beside the checkout and may be absent.
func TestACompanionOfARealVault(t *testing.T) {
	t.Parallel()
	const dir = "../../shared/dialects-2/24-companion-decision"
	if _, err := os.Stat(dir); err != nil {
		t.Skip(err)
	}
	r, ok := mustLoad(t, openAt(t, dir)).Request("Pending_Approval/REQ_9.md")
	const want = `already approved by Approved/REQ_9_APPROVED.md, with "Claude AI" as its author, not you`
	if got := rule.Weighed(r, model.WeightAsk); !ok || len(got) != 1 || got[0].What != want {
		t.Errorf("got %+v, want %s", r.Doubts, want)
	}
}

// A file beside a request that says by its name and its status how that was decided is no second request. The first still
// waits, with a doubt, since nobody moved it.
func TestADecisionBesideARequestIsNoRequest(t *testing.T) {
	t.Parallel()
	const (
		mail = "---\ntype: email\nto: otter@pond.example\nsubject: Reeds\nstatus: %s\n---\n\nPlease cut the reeds.\n"
		base = "Pending_Approval/mail_1.md"
	)
	for _, tt := range []struct {
		name, status, other, waits, doubt string
	}{
		{"Pending_Approval/mail_1_APPROVED.md", "approved", base, base, "already approved by Pending_Approval/mail_1_APPROVED.md, which is not in your ledger"},
		{"Pending_Approval/REJECTED_mail_1.md", "rejected", base, base, "already rejected by Pending_Approval/REJECTED_mail_1.md, which is not in your ledger"},
		// It still asks.
		{"Pending_Approval/mail_1_approved.md", "pending", base, base + " Pending_Approval/mail_1_approved.md", ""},
		// It answers nothing that is there.
		{"Pending_Approval/mail_2_APPROVED.md", "approved", base, base + " Pending_Approval/mail_2_APPROVED.md", ""},
	} {
		v := decidingVault(t, files{"Plans/": "", tt.other: fmt.Sprintf(mail, "pending"), tt.name: fmt.Sprintf(mail, tt.status)})
		s := mustLoad(t, v)
		var waits []string
		for _, r := range s.Requests {
			waits = append(waits, r.Path)
		}
		if got := strings.Join(waits, " "); got != tt.waits {
			t.Errorf("%s, %s: %s wait, want %s", tt.name, tt.status, got, tt.waits)
		}
		r, _ := s.Request(tt.other)
		got := ""
		for _, d := range rule.Weighed(r, model.WeightAsk) {
			if strings.HasPrefix(d.What, "already") {
				got = d.What
			}
		}
		if got != tt.doubt {
			t.Errorf("%s, %s: doubt %q, want %q", tt.name, tt.status, got, tt.doubt)
		}
		if kept := slices.ContainsFunc(s.Others, func(o model.Other) bool { return o.Path == tt.name }); kept != (tt.doubt != "") {
			t.Errorf("%s, %s: among the other files %v", tt.name, tt.status, kept)
		}
	}
}

func TestADamagedFirstLookIsNamed(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "cut off": "# what lay approved when coldstart first looked at this vault\n- \"Approved/x", "another file": "hello\n",
		"a bad hash": "# what lay approved when coldstart first looked at this vault\n12 \"Approved/x.md\"\n",
	} {
		v := looked(t, blockedVault())
		mustWrite(t, filepath.Join(v.StateDir(), state.FirstLookName), text)
		v.MoveFile(t, payFile, "Approved/pay.md")
		s := mustLoad(t, v)
		named := slices.ContainsFunc(s.Problems, func(p model.Problem) bool {
			return p.Path == state.FirstLookName && strings.Contains(p.Reason, "can be deleted")
		})
		if !named || len(others(s)) > 0 {
			t.Errorf("%s: problems %+v, rows %q", name, s.Problems, others(s))
		}
	}
}

func TestManyApprovedFilesAreOneSmallFile(t *testing.T) {
	t.Parallel()
	count := whole.Rounds(4_000, 20_000)
	f := files{"Plans/PLAN-2026-001.md": examples.BlockedPlan, payFile: payRequest}
	for i := range count {
		f[fmt.Sprintf("Approved/old-%d.md", i)] = strings.Replace(payRequest, "412.50", fmt.Sprint(i), 1)
	}
	v := looked(t, f)
	info, err := os.Stat(filepath.Join(v.StateDir(), state.FirstLookName))
	if err != nil || info.Size() > int64(count)*100 {
		t.Fatalf("%v, %v", info, err)
	}
	v.MoveFile(t, payFile, "Approved/pay.md")
	if got := others(mustLoad(t, v)); !slices.Equal(got, []string{"Approved/pay.md"}) {
		t.Errorf("not by the operator: %d files", len(got))
	}
}

// A hook reads the newest files only, and what it leaves out lay there all the same.
func TestABriefReportIsAFirstLook(t *testing.T) {
	t.Parallel()
	f := blockedVault()
	for i := range 200 {
		f[fmt.Sprintf("Approved/old-%d.md", i)] = strings.Replace(payRequest, "412.50", fmt.Sprint(i), 1)
	}
	v := decidingVault(t, f)
	brief := must.Get(vaulttest.Open(v.Dir(), places.Options{StateDir: v.Where.Opts.StateDir, Operator: "ines", Brief: true}))(t)
	defer brief.Close()
	mustLoad(t, brief)
	must.Get(brief.StartSession(t.Context(), "", "codex", "", eleven))(t)
	v.Overwrite(t, "Approved/old-7.md", payRequest)
	if s := mustLoad(t, v); s.NeverLooked || !slices.Equal(others(s), []string{"Approved/old-7.md"}) {
		t.Errorf("not by the operator: %q", others(s))
	}
}

// Where the approved files could not be listed at the first look, nothing is known to be new.
func TestAFirstLookThatSawNothingIsNone(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	v := decidingVault(t, blockedVault().With(files{"Approved/old.md": payRequest}))
	dir := filepath.Join(v.Dir(), "Approved")
	must.Do(t, os.Chmod(dir, 0))
	mustLoad(t, v)
	must.Do(t, v.KeepFirstLook(t.Context()))
	must.Do(t, os.Chmod(dir, 0o755))
	if s := mustLoad(t, v); !s.NeverLooked || len(others(s)) > 0 {
		t.Errorf("never looked %v, not by the operator: %q", s.NeverLooked, others(s))
	}
}
