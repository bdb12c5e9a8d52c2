package verify_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

func TestEachDecisionOnARequestIsSigned(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	before := vaulttest.TreeOf(t, v.Dir())
	changes := must.Get(v.Preview(t.Context(), vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")))(t)
	if !slices.ContainsFunc(changes, func(c model.Change) bool {
		return c.Path == "Approved/pay.md.signed" && slices.Equal(c.After, []string{"signed with " + k.Path("sam")})
	}) {
		t.Errorf("the preview does not say that it is signed: %+v", changes)
	}

	k.Decide(v, vaulttest.PayFile, model.ChoiceChanges, "less")
	if tree := vaulttest.TreeOf(t, v.Dir()); !strings.Contains(tree[vaulttest.PayFile+".signed"], `"choice":"changes"`) {
		t.Fatalf("the wish for changes is not signed: %q", tree)
	}
	receipt := k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "dues")
	record := vaulttest.TreeOf(t, v.Dir())["Approved/pay.md.signed"]
	for _, part := range []string{
		`"choice":"approve","request":"Pending_Approval/pay.md","file":"Approved/pay.md","sha256":"` + model.FingerprintOf([]byte(vaulttest.PayRequest)).String() + `"`,
		`"plan":"2026-001","note":"dues"`, `"by":"ines","decision":"` + receipt.ID + `"`, `"vault":"vault"`,
	} {
		if !strings.Contains(record, part) {
			t.Errorf("the record lacks %s:\n%s", part, record)
		}
	}
	if _, there := vaulttest.TreeOf(t, v.Dir())[vaulttest.PayFile+".signed"]; there {
		t.Error("the record of the wish for changes stays beside nothing")
	}
	if why := k.Check(v, vault.SignedWish{}); len(why) != 1 || why["Approved/pay.md"] != "" {
		t.Errorf("checked: %q", why)
	}

	k.Undo(v)
	tree := vaulttest.TreeOf(t, v.Dir())
	if _, there := tree["Approved/pay.md.signed"]; there || !strings.Contains(undoIn(tree), `"choice":"undo"`) || !strings.Contains(undoIn(tree), `"undoes":"`+receipt.ID+`"`) {
		t.Errorf("after the undo: %q", tree)
	}
	if tree[vaulttest.PayFile] != before[vaulttest.PayFile] {
		t.Error("the request is not as it was")
	}
	k.Decide(v, vaulttest.PayFile, model.ChoiceReject, "no")
	if why := k.Check(v, vault.SignedWish{Rejected: true}); len(why) != 1 || why["Rejected/pay.md"] != "" {
		t.Errorf("checked: %q", why)
	}
	if problems := vaulttest.MustLoad(t, v).Problems; len(problems) > 0 {
		t.Errorf("records are problems: %+v", problems)
	}
}

// undoIn is the record of an undo beside the requests, "" for none.
func undoIn(tree vaulttest.Files) string {
	for name, text := range tree {
		if strings.HasPrefix(name, "Pending_Approval/undo-") {
			return text
		}
	}
	return ""
}

func TestWithoutItsSignatureNothingIsDecided(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "not given", "-C", "", "-f", k.Path("locked"))
	for _, tt := range []struct{ key, want string }{
		{k.Path("none"), "No such file"},
		{k.Path("locked"), "could not be signed: the key needs its passphrase"},
		{"VAULT/key", "is in the vault, where agents write"},
	} {
		v := k.SigningVault(vaulttest.BlockedVault())
		v.Where.Opts.Sign.Key = strings.Replace(tt.key, "VAULT", v.Dir(), 1)
		before := vaulttest.TreeOf(t, v.Dir())
		_, err := v.Decide(t.Context(), vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, ""))
		if !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), "it could not be signed: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.key, err)
		}
		if !maps.Equal(vaulttest.TreeOf(t, v.Dir()), before) {
			t.Error("the vault changed")
		}
		if past, err := v.History(); err != nil || len(past) > 0 {
			t.Errorf("the ledger has %v, %v", past, err)
		}
	}
}

// A process that dies at any step of a decision leaves no approval without its signature, once the
// next start has finished it, and no signature without its approval.
func TestASignedDecisionThatIsCutOffIsFinished(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	start := vaulttest.BlockedVault().With(vaulttest.Files{vaulttest.PayFile + ".signed": "what an earlier decision left\n"})
	cutOff := func(at int) (v *vaulttest.Vault, steps int) {
		v = k.SigningVault(start)
		d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")
		v.Where.Disk.Before = func(string, string) {
			if steps++; steps == at {
				runtime.Goexit()
			}
		}
		ended := make(chan bool)
		go func() {
			defer close(ended)
			_, _ = v.Decide(context.Background(), d)
		}()
		<-ended
		v.Where.Disk.Before = nil
		// The files of a process that died are closed, and free.
		runtime.GC()
		return v, steps
	}
	_, steps := cutOff(0)
	if steps < 10 {
		t.Fatalf("only %d steps", steps)
	}
	all := make([]int, steps)
	for i := range all {
		all[i] = i + 1
	}
	for _, at := range whole.Some(t, 7, all) {
		v, _ := cutOff(at)
		if _, err := v.Recover(t.Context(), vaulttest.Eleven); err != nil {
			t.Errorf("step %d: %v", at, err)
		}
		tree := vaulttest.TreeOf(t, v.Dir())
		_, approved := tree[signedPay]
		_, signed := tree[signedPay+".signed"]
		_, left := tree[vaulttest.PayFile+".signed"]
		if approved != signed || approved == left {
			t.Errorf("step %d: approved %t, signed %t, the earlier record is left %t", at, approved, signed, left)
		}
		if why := k.Check(v, vault.SignedWish{})[signedPay]; why != "" {
			t.Errorf("step %d: %s", at, why)
		}
		for name := range tree {
			if strings.HasPrefix(filepath.Base(name), ".coldstart-2026") {
				t.Errorf("step %d: %s is left", at, name)
			}
		}
		if !approved {
			continue
		}
		// An undo gives back what lay there, unless it is signed itself.
		v.Where.Opts.Sign.Key = ""
		k.Undo(v)
		if tree := vaulttest.TreeOf(t, v.Dir()); tree[vaulttest.PayFile+".signed"] != start[vaulttest.PayFile+".signed"] || tree[signedPay+".signed"] != "" {
			t.Errorf("step %d: after the undo: %q", at, tree[vaulttest.PayFile+".signed"])
		}
	}
}

func TestASignatureBelongsToTheCommitOfItsDecision(t *testing.T) {
	git := vaulttest.WithGit(t)
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault())
	git(v.Dir(), "init", "-q")
	git(v.Dir(), "add", ".")
	git(v.Dir(), "commit", "-q", "-m", "First")
	d := vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceApprove, "")
	d.Commit = true
	vaulttest.MustDecide(t, v, d)
	if left := git(v.Dir(), "status", "--porcelain"); left != "" {
		t.Errorf("not committed: %s", left)
	}
	if said := git(v.Dir(), "show", "--name-only", "--format=", "HEAD"); !strings.Contains(said, signedPay+".signed") {
		t.Errorf("the commit has %s", said)
	}
}

// A yes that gets another name than its request, for the folder has that, or since it is that of a plan,
// is good by its record.
func TestAnApprovalUnderAnotherNameCounts(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.BlockedVault().With(vaulttest.Files{signedPay: "Pay the rent.\n"}))
	k.Decide(v, vaulttest.PayFile, model.ChoiceApprove, "")
	if why := k.Check(v, vault.SignedWish{}); why["Approved/pay-again-2.md"] != "" || len(why) != 2 {
		t.Errorf("with a number: %q", why)
	}
	v = k.SigningVault(vaulttest.Files{"Plans/PLAN-2026-001.md": examples.BlockedPlan})
	plan := vaulttest.MustLoad(t, v).Plans[0]
	vaulttest.MustDecide(t, v, model.Decision{Ref: plan.Ref(), Choice: model.ChoiceApprove, Seen: plan.Seen, At: vaulttest.Eleven})
	why := k.Check(v, vault.SignedWish{})
	for name, wrong := range why {
		if wrong != "" {
			t.Errorf("%s of a plan: %s", name, wrong)
		}
	}
	if len(why) != 1 {
		t.Errorf("of a plan: %q", why)
	}
}
