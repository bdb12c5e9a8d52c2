package vault

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/state"
)

func TestTheGateCanDemandASignature(t *testing.T) {
	k := newKeyring(t)
	k.run(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.path("lou"))
	for _, tt := range []struct {
		name string
		// between happens between the yes and the call that wants to use it.
		between func(v *Vault)
		want    model.ReplyState
	}{
		{"signed by somebody on the list", func(*Vault) {}, model.ReplyApproved},
		{"signed by somebody else", func(*Vault) { k.list("signers", "ines "+k.public("lou")) }, model.ReplyPending},
		{"without a list", func(*Vault) { k.list("signers", "") }, model.ReplyPending},
		{"with a ledger that somebody wrote into", func(v *Vault) {
			rewriteLedger(t, v, `\"session\":false`, `\"session\":true`)
		}, model.ReplyPending},
		{"for more times than were signed", func(v *Vault) {
			rewriteLedger(t, v, `"seen":`, `"times":9,"seen":`)
		}, model.ReplyPending},
		{"for another pattern than was signed", func(v *Vault) { rewriteLedger(t, v, `"seen":`, `"pattern":"git *","seen":`) }, model.ReplyPending},
		{"for less time than was signed", func(v *Vault) { rewriteLedger(t, v, `"seen":`, `"for_seconds":60,"seen":`) }, model.ReplyPending},
		{"without its signature", func(v *Vault) { rewriteLedger(t, v, `"signed":`, `"was_signed":`) }, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k.list("signers", "ines "+k.public("sam"))
			v := k.signingVault(files{"Pending_Approval/": "", "Plans/": ""})
			v.where.Opts.GateSigners = k.path("signers")
			held, _ := ask(t, v, push(), eleven)
			// A clock has more than the seconds that are signed.
			answers(t, v, held, model.ChoiceApprove, "", eleven.Add(time.Minute+123_456_789), model.Scope{})
			tt.between(v)
			again, reply := ask(t, v, push(), eleven.Add(2*time.Minute))
			wants(t, "after the yes", reply, tt.want)
			if (again.ID == held.ID) != (tt.want == model.ReplyApproved) {
				t.Errorf("%s was asked, then %s", held.ID, again.ID)
			}
			if tree := treeOf(t, v.Dir()); tt.want == model.ReplyApproved && tree["Done/"+held.ID+".md.signed"] == "" {
				t.Error("the signature stayed behind")
			}
			if was, err := v.Gate().Reply(t.Context(), held.ID, eleven.Add(2*time.Minute)); tt.want == model.ReplyPending && (err != nil || was.State != model.ReplyWithdrawn || !strings.Contains(was.Note, "does not count")) {
				t.Errorf("what became of it: %+v, %v", was, err)
			}
		})
	}
}

// rewriteLedger does what an agent of the same account could.
func rewriteLedger(t *testing.T, v *Vault, was, is string) {
	t.Helper()
	name := filepath.Join(v.StateDir(), state.LedgerName)
	b, err := os.ReadFile(name)
	if err == nil {
		if !bytes.Contains(b, []byte(was)) {
			t.Fatalf("the ledger has no %s:\n%s", was, b)
		}
		err = os.WriteFile(name, bytes.Replace(b, []byte(was), []byte(is), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestAYesThatWouldNotCountIsRefused(t *testing.T) {
	k := newKeyring(t)
	v := k.signingVault(files{"Pending_Approval/": "", "Plans/": ""})
	v.where.Opts.GateSigners, v.where.Opts.Sign.Key = k.path("signers"), ""
	held, _ := ask(t, v, push(), eleven)
	d := wish(t, v, held.Request, model.ChoiceApprove, "")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), "wants a signed yes") {
		t.Errorf("a yes without a signature: %v", err)
	}
	mustDecide(t, v, wish(t, v, held.Request, model.ChoiceReject, "no"))
}

// How long a yes holds and for which pattern is signed as well.
func TestTimeAndPatternAreSigned(t *testing.T) {
	k := newKeyring(t)
	for _, tt := range []struct {
		name string
		// between happens between the yes and the call that wants to use it.
		between func(v *Vault)
		want    model.ReplyState
	}{
		{"as it was signed", func(*Vault) {}, model.ReplyApproved},
		{"for longer", func(v *Vault) { rewriteLedger(t, v, `"for_seconds":1800`, `"for_seconds":3600`) }, model.ReplyPending},
		{"without an end", func(v *Vault) { rewriteLedger(t, v, `"for_seconds":1800,`, ``) }, model.ReplyPending},
		{"for a wider pattern", func(v *Vault) {
			rewriteLedger(t, v, `"pattern":"git push origin feature/*"`, `"pattern":"git push origin *"`)
		}, model.ReplyPending},
		{"with another record", func(v *Vault) { rewriteLedger(t, v, `\"for\":1800`, `\"for\":3600`) }, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k.list("signers", "ines "+k.public("sam"))
			v := k.signingVault(files{"Pending_Approval/": "", "Plans/": ""})
			v.where.Opts.GateSigners, v.where.Opts.GateFits = k.path("signers"), likeFeatured
			held, _ := ask(t, v, pushes("feature/a"), eleven)
			answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{Pattern: featured, For: 30 * time.Minute})
			if signed := treeOf(t, v.Dir())["Approved/"+held.ID+".md.signed"]; !strings.Contains(signed, `"session":false,"for":1800,"pattern":"git push origin feature/*","at":`) {
				t.Fatalf("signed was %s", signed)
			}
			tt.between(v)
			_, reply := ask(t, v, pushes("feature/b"), eleven.Add(time.Minute))
			wants(t, "after the yes", reply, tt.want)
		})
	}
}
