package vault

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
)

// keyring makes keys with the real ssh-keygen and signs with them.
type keyring struct {
	t   *testing.T
	dir string
}

func newKeyring(t *testing.T) keyring {
	t.Helper()
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	k := keyring{t, t.TempDir()}
	// No agent or program of the machine is asked.
	t.Setenv("SSH_AUTH_SOCK", "")
	t.Setenv("SSH_ASKPASS", "")
	t.Setenv("DISPLAY", "")
	k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path("sam"))
	k.list("signers", "ines "+k.public("sam"))
	return k
}

func (k keyring) path(name string) string { return filepath.Join(k.dir, name) }

// run runs ssh-keygen.
func (k keyring) run(input []byte, args ...string) []byte {
	k.t.Helper()
	cmd := exec.CommandContext(k.t.Context(), "ssh-keygen", args...)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.Output()
	if err != nil {
		k.t.Fatalf("ssh-keygen %q: %v", args, err)
	}
	return out
}

// public is a public key without its comment.
func (k keyring) public(name string) string {
	k.t.Helper()
	b, err := os.ReadFile(k.path(name + ".pub"))
	if err != nil {
		k.t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(b))[:2], " ")
}

func (k keyring) list(name string, lines ...string) {
	k.t.Helper()
	makeFiles(k.t, k.dir, files{name: strings.Join(lines, "\n") + "\n"})
}

// sign signs a line for a namespace.
func (k keyring) sign(key, namespace, line string) string {
	k.t.Helper()
	return line + string(k.run([]byte(line), "-q", "-Y", "sign", "-n", namespace, "-f", k.path(key)))
}

// signingVault is a vault whose decisions are signed.
func (k keyring) signingVault(f files) *Vault {
	k.t.Helper()
	base := k.t.TempDir()
	makeFiles(k.t, filepath.Join(base, "vault"), f)
	v, err := Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", Sign: places.Sign{Key: k.path("sam")}})
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() { v.Close() })
	return v
}

// decide decides on a file.
func (k keyring) decide(v *Vault, path string, choice model.Choice, note string) model.Receipt {
	k.t.Helper()
	r, err := v.Decide(k.t.Context(), wish(k.t, v, path, choice, note))
	if err != nil {
		k.t.Fatal(err)
	}
	if len(r.Notices) > 0 {
		k.t.Fatalf("notices: %q", r.Notices)
	}
	return r
}

// undo undoes the last decision.
func (k keyring) undo(v *Vault) {
	k.t.Helper()
	s := mustLoad(k.t, v)
	d := model.Decision{Ref: s.Undo.On, Choice: model.ChoiceUndo, Undoes: model.Undone{ID: s.Undo.Past.ID, Choice: s.Undo.Past.Decision.Choice}, At: eleven}
	doc, err := v.Read(k.t.Context(), d.Ref)
	if err != nil {
		k.t.Fatal(err)
	}
	d.Seen = doc.Seen
	if _, err := v.Decide(k.t.Context(), d); err != nil {
		k.t.Fatal(err)
	}
}

// check returns what is wrong with each approved file, by somebody who has no ledger.
func (k keyring) check(v *Vault, w SignedWish) map[string]string {
	k.t.Helper()
	stranger, err := Open(v.Dir(), places.Options{})
	if err != nil {
		k.t.Fatal(err)
	}
	defer stranger.Close()
	if w.Signers == "" {
		w.Signers = k.path("signers")
	}
	all, err := stranger.Signed(k.t.Context(), w, eleven)
	if err != nil {
		k.t.Fatal(err)
	}
	why := map[string]string{}
	for _, s := range all {
		why[s.Path] = s.Why
	}
	return why
}

func TestEachDecisionOnARequestIsSigned(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	before := treeOf(t, v.Dir())
	changes, err := v.Preview(t.Context(), wish(t, v, payFile, model.ChoiceApprove, ""))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(changes, func(c model.Change) bool {
		return c.Path == "Approved/pay.md.signed" && slices.Equal(c.After, []string{"signed with " + k.path("sam")})
	}) {
		t.Errorf("the preview does not say that it is signed: %+v", changes)
	}

	k.decide(v, payFile, model.ChoiceChanges, "less")
	if tree := treeOf(t, v.Dir()); !strings.Contains(tree[payFile+".signed"], `"choice":"changes"`) {
		t.Fatalf("the wish for changes is not signed: %q", tree)
	}
	receipt := k.decide(v, payFile, model.ChoiceApprove, "dues")
	record := treeOf(t, v.Dir())["Approved/pay.md.signed"]
	for _, part := range []string{
		`"choice":"approve","request":"Pending_Approval/pay.md","file":"Approved/pay.md","sha256":"` + model.FingerprintOf([]byte(payRequest)).String() + `"`,
		`"plan":"2026-001","note":"dues"`, `"by":"ines","decision":"` + receipt.ID + `"`, `"vault":"vault"`,
	} {
		if !strings.Contains(record, part) {
			t.Errorf("the record lacks %s:\n%s", part, record)
		}
	}
	if _, there := treeOf(t, v.Dir())[payFile+".signed"]; there {
		t.Error("the record of the wish for changes stays beside nothing")
	}
	if why := k.check(v, SignedWish{}); len(why) != 1 || why["Approved/pay.md"] != "" {
		t.Errorf("checked: %q", why)
	}

	k.undo(v)
	tree := treeOf(t, v.Dir())
	if _, there := tree["Approved/pay.md.signed"]; there || !strings.Contains(undoIn(tree), `"choice":"undo"`) || !strings.Contains(undoIn(tree), `"undoes":"`+receipt.ID+`"`) {
		t.Errorf("after the undo: %q", tree)
	}
	if tree[payFile] != before[payFile] {
		t.Error("the request is not as it was")
	}
	k.decide(v, payFile, model.ChoiceReject, "no")
	if why := k.check(v, SignedWish{Rejected: true}); len(why) != 1 || why["Rejected/pay.md"] != "" {
		t.Errorf("checked: %q", why)
	}
	if problems := mustLoad(t, v).Problems; len(problems) > 0 {
		t.Errorf("records are problems: %+v", problems)
	}
}

// undoIn is the record of an undo beside the requests, "" for none.
func undoIn(tree files) string {
	for name, text := range tree {
		if strings.HasPrefix(name, "Pending_Approval/undo-") {
			return text
		}
	}
	return ""
}

func TestWithoutItsSignatureNothingIsDecided(t *testing.T) {
	k := newKeyring(t)
	k.run(nil, "-q", "-t", "ed25519", "-N", "not given", "-C", "", "-f", k.path("locked"))
	for _, tt := range []struct{ key, want string }{
		{k.path("none"), "No such file"},
		{k.path("locked"), "could not be signed: the key wants its passphrase"},
		{"VAULT/key", "is in the vault, where agents write"},
	} {
		v := k.signingVault(blockedVault())
		v.where.Opts.Sign.Key = strings.Replace(tt.key, "VAULT", v.Dir(), 1)
		before := treeOf(t, v.Dir())
		_, err := v.Decide(t.Context(), wish(t, v, payFile, model.ChoiceApprove, ""))
		if !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), "it could not be signed: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.key, err)
		}
		if !maps.Equal(treeOf(t, v.Dir()), before) {
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
	k := newKeyring(t)
	start := blockedVault().with(files{payFile + ".signed": "what an earlier decision left\n"})
	cutOff := func(at int) (v *Vault, steps int) {
		v = k.signingVault(start)
		d := wish(t, v, payFile, model.ChoiceApprove, "")
		v.where.Disk.Before = func(string, string) {
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
		v.where.Disk.Before = nil
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
		if _, err := v.Recover(t.Context(), eleven); err != nil {
			t.Errorf("step %d: %v", at, err)
		}
		tree := treeOf(t, v.Dir())
		_, approved := tree[signedPay]
		_, signed := tree[signedPay+".signed"]
		_, left := tree[payFile+".signed"]
		if approved != signed || approved == left {
			t.Errorf("step %d: approved %t, signed %t, the earlier record is left %t", at, approved, signed, left)
		}
		if why := k.check(v, SignedWish{})[signedPay]; why != "" {
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
		v.where.Opts.Sign.Key = ""
		k.undo(v)
		if tree := treeOf(t, v.Dir()); tree[payFile+".signed"] != start[payFile+".signed"] || tree[signedPay+".signed"] != "" {
			t.Errorf("step %d: after the undo: %q", at, tree[payFile+".signed"])
		}
	}
}

func TestASignatureBelongsToTheCommitOfItsDecision(t *testing.T) {
	git := withGit(t)
	k := newKeyring(t)
	v := k.signingVault(blockedVault())
	git(v.Dir(), "init", "-q")
	git(v.Dir(), "add", ".")
	git(v.Dir(), "commit", "-q", "-m", "First")
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	d.Commit = true
	mustDecide(t, v, d)
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
	k := newKeyring(t)
	v := k.signingVault(blockedVault().with(files{signedPay: "Pay the rent.\n"}))
	k.decide(v, payFile, model.ChoiceApprove, "")
	if why := k.check(v, SignedWish{}); why["Approved/pay-again-2.md"] != "" || len(why) != 2 {
		t.Errorf("with a number: %q", why)
	}
	v = k.signingVault(files{"Plans/PLAN-2026-001.md": examples.BlockedPlan})
	plan := mustLoad(t, v).Plans[0]
	mustDecide(t, v, model.Decision{Ref: plan.Ref(), Choice: model.ChoiceApprove, Seen: plan.Seen, At: eleven})
	why := k.check(v, SignedWish{})
	for name, wrong := range why {
		if wrong != "" {
			t.Errorf("%s of a plan: %s", name, wrong)
		}
	}
	if len(why) != 1 {
		t.Errorf("of a plan: %q", why)
	}
}
