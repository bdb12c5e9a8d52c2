package cli

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/vault"
)

// verifyCall is one run of verify.
type verifyCall struct {
	*call
	vault.SignedWish
	hash string
}

func newVerify(c *call) *cobra.Command {
	v := &verifyCall{call: c}
	cmd := &cobra.Command{
		Use: "verify [--signers FILE [REF]] [--json]", Example: "coldstart verify",
		Short: "Compare your approvals with the files now, or check who signed them",
		Long: `Exits with 5 if an approved file changed since, was also rejected or could not
be read. Also if one came after your first look without your approval, or if
the vault moved away from its ledger.
With --signers it checks signatures instead, and exits with 5 unless each
approved file has a valid one of an allowed signer; see docs/signatures.md.
With --host the files of --signers and --revoked are on the host.`,
		Args: atMost(1), RunE: c.running(v.run),
	}
	f := cmd.Flags()
	f.StringVar(&v.Signers, "signers", "", "check signatures by this `FILE` of allowed signers")
	v.byFlags(f, &v.SignedWish)
	f.DurationVar(&v.Time, "timeout", 0, "check signatures for at most this `TIME`, by default 2m")
	f.StringVar(&v.hash, "expect-hash", "", "with REF, fail unless the file has this `HASH`")
	f.BoolVar(&v.Rejected, "all", false, "with --signers, also check rejected files")
	return c.withJSON(cmd)
}

// run checks signatures where there is a list of signers, and compares with the ledger where none was
// named on the command line.
func (c *verifyCall) run() (int, error) {
	if len(c.args) > 0 {
		c.Name = c.args[0]
	}
	if err := c.readBy(&c.SignedWish, "all", "timeout"); err != nil {
		return 0, err
	}
	switch {
	case c.Name != "" && c.Signers == "":
		return 0, say.Usage("one file can only be verified with --signers", "without it coldstart verify compares all approvals of your ledger")
	case c.has("timeout") && c.Time <= 0:
		return 0, say.Usage("--timeout must be above 0", c.usageHint())
	case c.has("expect-hash") && c.Name == "":
		return 0, say.Usage("--expect-hash needs the file that has this hash", c.usageHint())
	case c.has("expect-hash") && !isHash(c.hash):
		return 0, say.Usage("--expect-hash needs 8 to 64 hex digits of a SHA-256", "sha256sum prints it")
	}
	if c.has("signers") || c.Name != "" {
		return c.signatures()
	}
	return c.looking(c.compared)
}

// signatures checks signatures alone: nothing but the files is read.
func (c *verifyCall) signatures() (int, error) {
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	all, err := c.signed(v)
	if err != nil {
		return 0, err
	}
	s := model.Snapshot{Name: filepath.Base(v.Dir()), At: c.now()}
	_, err = c.answer(func() any { return answer.VerifyJSON(s, nil).WithSigned(c.Signers, all) }, func() { c.out.Signed(all) })
	return signedExit(all), err
}

// compared compares the approvals of the ledger with the files, and checks signatures if the settings
// name signers.
func (c *verifyCall) compared(v *vault.Vault, s model.Snapshot) (int, error) {
	others, err := v.OtherLedgers(s)
	if err != nil {
		return 0, err
	}
	var all []model.Signed
	if c.Signers != "" {
		if all, err = c.signed(v); err != nil {
			return 0, err
		}
	}
	_, err = c.answer(func() any { return answer.VerifyJSON(s, others).WithSigned(c.Signers, all) }, func() {
		c.out.Verified(s, others)
		if c.Signers != "" {
			c.out.Line()
			c.out.Signed(all)
		}
	})
	for _, o := range others {
		c.hint(takeOver(o, v.StateDir()))
	}
	if !rule.Sound(s) || len(others) > 0 {
		return exitProblems, err
	}
	return signedExit(all), err
}

// signed checks the files of a vault.
func (c *verifyCall) signed(v *vault.Vault) ([]model.Signed, error) {
	all, err := v.Signed(c.ctx, c.SignedWish, c.now())
	if several, ok := errors.AsType[*vault.Several](err); ok {
		return nil, say.Usage(several.Error(), "use one of these paths")
	}
	if at := slices.IndexFunc(all, func(s model.Signed) bool { return s.OtherVault != "" }); at >= 0 {
		c.hint("if that was the name of this vault when they were signed: --name " + model.ShellQuoted(all[at].OtherVault))
	}
	for i := range all {
		if c.has("expect-hash") && all[i].Why == "" && !all[i].Hash.Matches(c.hash) {
			all[i].Why = "its bytes are not those that were expected"
		}
	}
	return all, err
}

// signedExit is the exit code for checked signatures.
func signedExit(all []model.Signed) int {
	for _, s := range all {
		if s.Why != "" {
			return exitProblems
		}
	}
	return exitDone
}

// byFlags are the flags that say by what signatures are checked, beside --signers.
func (c *call) byFlags(f *pflag.FlagSet, w *vault.SignedWish) {
	f.StringVar(&w.Revoked, "revoked", "", "keys in this `FILE` do not count, as ssh-keygen -k makes it or one on each line")
	f.StringArrayVar(&w.Vaults, "name", nil, "the vault had this `NAME` when its files were signed, several times for several; defaults to the folder's name")
}

// readBy reads those flags and --signers. They, and some others, mean nothing without signers.
func (c *call) readBy(w *vault.SignedWish, others ...string) error {
	w.Signers = c.conf.Path("signers")
	if w.Revoked != "" {
		w.Revoked = inDir(c.env.Dir, w.Revoked)
	}
	for _, flag := range append([]string{"revoked", "name"}, others...) {
		if c.has(flag) && w.Signers == "" && !c.has("signers") {
			return say.Usage(say.Dashed(flag)+" needs --signers", c.usageHint())
		}
	}
	switch {
	case c.has("signers") && w.Signers == "":
		return say.Usage("--signers needs a file", "an empty name is not a list")
	case c.has("revoked") && w.Revoked == "":
		return say.Usage("--revoked needs a file", "the name is empty")
	case slices.Contains(w.Vaults, ""):
		return say.Usage("--name needs a name", "the name is empty")
	}
	return nil
}

// replySigned returns the reply as it counts, and what is wrong with its signature: an approval without a
// valid one of somebody on the list is none.
func (c *call) replySigned(v *vault.Vault, w vault.SignedWish, reply model.Reply) (_ model.Reply, why string, err error) {
	if !c.has("signers") || reply.State != model.ReplyApproved && reply.State != model.ReplyAltered && reply.State != model.ReplyByOthers && reply.State != model.ReplyAnotherStep {
		return reply, "", nil
	}
	w.Name = reply.To
	why = "its file is not approved"
	if w.Name != "" {
		switch all, err := v.Signed(c.ctx, w, c.now()); {
		case err == nil:
			why = all[0].Why
		case !errors.Is(err, model.ErrNotFound):
			return reply, "", err
		}
	}
	if why != "" && reply.State == model.ReplyApproved {
		reply.State, reply.Note, reply.By, reply.At = model.ReplyUnsigned, why, "", time.Time{}
	}
	return reply, why, nil
}

// notSigned says why an approval does not count.
func (c *call) notSigned(why string) {
	c.err.Line(answer.Words(styles.RoleBad, "error: "), c.err.Label(styles.RolePlain, "this approval does not count: "+why))
}

// takeOver says how a vault that was moved gets its record back.
func takeOver(o model.OtherLedger, here string) string {
	return "if this vault was moved or renamed, close coldstart and put the lines of ledger.jsonl in " + o.Dir +
		" before those in " + here + "; if there is no such file, rename the folder"
}
