package cli

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonVerify is the answer of coldstart verify.
type jsonVerify struct {
	jsonHead
	OK        bool           `json:"ok"`
	Approvals []jsonVerified `json:"approvals"`
}

// jsonVerified is one approval held against its file: same, gone, altered, or
// acknowledged.
type jsonVerified struct {
	DecisionID     string   `json:"decision_id"`
	At             jsonTime `json:"at"`
	Path           string   `json:"path"`
	Standing       string   `json:"standing"`
	ApprovedSHA256 string   `json:"approved_sha256"`
	// SHA256 is that of the file now, empty when there is none.
	SHA256 string `json:"sha256"`
}

func verifiedJSON(v model.Verified) jsonVerified {
	return jsonVerified{v.ID, jsonTime(v.At), v.Path, v.Standing.String(), hashJSON(v.Approved), hashJSON(v.Now)}
}

func newVerify(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "verify [--json]", Example: "coldstart verify",
		Short: "Hold your approvals against the files that lie there now",
		Long:  "Exits with 5 when an approved file has other bytes than you approved.",
		Args:  none, RunE: c.running(func() (int, error) {
			return c.looking(func(_ *vault.Vault, s model.Snapshot) (int, error) {
				_, err := c.answer(func() any { return verifyJSON(s) }, func() { c.out.verified(s) })
				if len(s.Altered()) > 0 {
					return exitProblems, err
				}
				return exitDone, err
			})
		}),
	}
	c.jsonFlag(cmd)
	return cmd
}

func verifyJSON(s model.Snapshot) jsonVerify {
	return jsonVerify{headJSON(s), len(s.Altered()) == 0, each(s.Verified, verifiedJSON)}
}

func (p *paper) verified(s model.Snapshot) {
	var rows [][]styles.Span
	for _, v := range s.Verified {
		role, now := styles.RoleMuted, ""
		switch v.Standing {
		case model.StandingSame:
			role = styles.RoleGood
		case model.StandingAltered:
			role, now = styles.RoleBad, " (now "+v.Now.Short()+")"
		}
		rows = append(rows, []styles.Span{
			words(role, v.Standing.String()), words(styles.RolePlain, v.Approved.Short()+now),
			p.when(v.At, s.At), p.exact(styles.RoleTitle, v.Path),
		})
	}
	p.table(rows)
	switch n := len(s.Altered()); {
	case len(rows) == 0:
		p.say("nothing was approved here by you")
	case n > 0:
		p.say("%s", fmt.Sprintf("changed after approval: %d; coldstart ack PATH acknowledges one", n))
	}
}

// findToKnow finds an approved file that was changed since, or that a log says
// failed, by its path or its name.
func findToKnow(s model.Snapshot, text string) (model.Ref, bool) {
	var refs []model.Ref
	for _, v := range s.Altered() {
		refs = append(refs, model.Ref{Kind: model.KindRequest, Path: v.Path})
	}
	for _, r := range s.Decided {
		refs = append(refs, r.Ref())
	}
	for _, ref := range refs {
		if s.ToKnow(ref) && slices.Contains(name(ref).names, text) {
			return ref, true
		}
	}
	return model.Ref{}, false
}

// findKnown finds an approved file of which the operator has acknowledged what became
// of it.
func findKnown(s model.Snapshot, text string) (model.Ref, bool) {
	for _, r := range s.Decided {
		if r.Carried != nil && r.Carried.Known && slices.Contains(name(r.Ref()).names, text) {
			return r.Ref(), true
		}
	}
	return model.Ref{}, false
}
