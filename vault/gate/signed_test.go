package gate_test

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
	"coldstart/vault/vaulttest"
)

func TestTheGateCanDemandASignature(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("lou"))
	for _, tt := range []struct {
		name string
		// between happens between the yes and the call that wants to use it.
		between func(v *vaulttest.Vault)
		want    model.ReplyState
	}{
		{"signed by somebody on the list", func(*vaulttest.Vault) {}, model.ReplyApproved},
		{"signed by somebody else", func(*vaulttest.Vault) { k.List("signers", "ines "+k.Public("lou")) }, model.ReplyPending},
		{"without a list", func(*vaulttest.Vault) { k.List("signers", "") }, model.ReplyPending},
		{"with a ledger that somebody wrote into", func(v *vaulttest.Vault) {
			rewriteLedger(t, v, `\"session\":false`, `\"session\":true`)
		}, model.ReplyPending},
		{"for more times than were signed", func(v *vaulttest.Vault) {
			rewriteLedger(t, v, `"seen":`, `"times":9,"seen":`)
		}, model.ReplyPending},
		{"for another pattern than was signed", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"seen":`, `"pattern":"git *","seen":`) }, model.ReplyPending},
		{"for less time than was signed", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"seen":`, `"for_seconds":60,"seen":`) }, model.ReplyPending},
		{"without its signature", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"signed":`, `"was_signed":`) }, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k.List("signers", "ines "+k.Public("sam"))
			v := k.SigningVault(vaulttest.Files{"Pending_Approval/": "", "Plans/": ""})
			v.Where.Opts.GateSigners = k.Path("signers")
			held, _ := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
			// A clock has more than the seconds that are signed.
			vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven.Add(time.Minute+123_456_789), model.Scope{})
			tt.between(v)
			again, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(2*time.Minute))
			vaulttest.WantReply(t, "after the yes", reply, tt.want)
			if (again.ID == held.ID) != (tt.want == model.ReplyApproved) {
				t.Errorf("%s was asked, then %s", held.ID, again.ID)
			}
			if tree := vaulttest.TreeOf(t, v.Dir()); tt.want == model.ReplyApproved && tree["Done/"+held.ID+".md.signed"] == "" {
				t.Error("the signature stayed behind")
			}
			if was, err := v.Gate().Reply(t.Context(), held.ID, vaulttest.Eleven.Add(2*time.Minute)); tt.want == model.ReplyPending && (err != nil || was.State != model.ReplyWithdrawn || !strings.Contains(was.Note, "does not count")) {
				t.Errorf("what became of it: %+v, %v", was, err)
			}
		})
	}
}

// rewriteLedger does what an agent of the same account could.
func rewriteLedger(t *testing.T, v *vaulttest.Vault, was, is string) {
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
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.Files{"Pending_Approval/": "", "Plans/": ""})
	v.Where.Opts.GateSigners, v.Where.Opts.Sign.Key = k.Path("signers"), ""
	held, _ := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
	d := vaulttest.Wish(t, v, held.Request, model.ChoiceApprove, "")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), "wants a signed yes") {
		t.Errorf("a yes without a signature: %v", err)
	}
	vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, held.Request, model.ChoiceReject, "no"))
}

// How long a yes holds and for which pattern is signed as well.
func TestTimeAndPatternAreSigned(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	for _, tt := range []struct {
		name string
		// between happens between the yes and the call that wants to use it.
		between func(v *vaulttest.Vault)
		want    model.ReplyState
	}{
		{"as it was signed", func(*vaulttest.Vault) {}, model.ReplyApproved},
		{"for longer", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"for_seconds":1800`, `"for_seconds":3600`) }, model.ReplyPending},
		{"without an end", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"for_seconds":1800,`, ``) }, model.ReplyPending},
		{"for a wider pattern", func(v *vaulttest.Vault) {
			rewriteLedger(t, v, `"pattern":"git push origin feature/*"`, `"pattern":"git push origin *"`)
		}, model.ReplyPending},
		{"with another record", func(v *vaulttest.Vault) { rewriteLedger(t, v, `\"for\":1800`, `\"for\":3600`) }, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k.List("signers", "ines "+k.Public("sam"))
			v := k.SigningVault(vaulttest.Files{"Pending_Approval/": "", "Plans/": ""})
			v.Where.Opts.GateSigners, v.Where.Opts.GateFits = k.Path("signers"), likeFeatured
			held, _ := vaulttest.AskGate(t, v, pushes("feature/a"), vaulttest.Eleven)
			vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, model.Scope{Pattern: featured, For: 30 * time.Minute})
			if signed := vaulttest.TreeOf(t, v.Dir())["Approved/"+held.ID+".md.signed"]; !strings.Contains(signed, `"session":false,"for":1800,"pattern":"git push origin feature/*","at":`) {
				t.Fatalf("signed was %s", signed)
			}
			tt.between(v)
			_, reply := vaulttest.AskGate(t, v, pushes("feature/b"), vaulttest.Eleven.Add(time.Minute))
			vaulttest.WantReply(t, "after the yes", reply, tt.want)
		})
	}
}
