package cli

import (
	"fmt"

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

// runVerify holds all approvals against the files that lie there now.
func runVerify(c *call) (int, error) {
	return c.looking(func(_ *vault.Vault, s model.Snapshot) (int, error) {
		exit := exitDone
		if len(s.Altered()) > 0 {
			exit = exitProblems
		}
		if c.set.json {
			return exit, c.writeJSON(jsonVerify{headJSON(s), exit == exitDone, each(s.Verified, verifiedJSON)})
		}
		c.out.verified(s)
		return exit, nil
	})
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

// findAltered finds an approved file that was changed since, by its path or its name.
func findAltered(s model.Snapshot, text string) (model.Ref, bool) {
	for _, v := range s.Altered() {
		ref := model.Ref{Kind: model.KindRequest, Path: v.Path}
		for _, n := range name(ref).names {
			if n == text {
				return ref, true
			}
		}
	}
	return model.Ref{}, false
}
