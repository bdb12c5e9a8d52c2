package answer

import (
	"slices"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
)

// jsonSigned is an approved file and what its signature says. By to Key are empty where it has none;
// they are claims unless OK is true.
type jsonSigned struct {
	Path string `json:"path"`
	// Choice is what the folder says was decided: approve or reject.
	Choice string `json:"choice"`
	// OK says that an allowed person signed the decision on exactly this file; Why says what is wrong
	// otherwise.
	OK  bool   `json:"ok"`
	Why string `json:"why"`
	// SHA256 is the hash of the file as it was checked, empty where it could not be read.
	SHA256     string `json:"sha256"`
	By         string `json:"by"`
	At         Time   `json:"at"`
	DecisionID string `json:"decision_id"`
	// Key is the kind and the fingerprint of the key.
	Key string `json:"key"`
}

// WithSigned adds the signatures that were checked by a list.
func (v Verify) WithSigned(signers string, all []model.Signed) Verify {
	v.Signers, v.OK = signers, v.OK && !slices.ContainsFunc(all, func(s model.Signed) bool { return s.Why != "" })
	v.Signatures = say.Each(all, func(s model.Signed) jsonSigned {
		return jsonSigned{s.Path, s.Choice.String(), s.Why == "", s.Why, hashJSON(s.Hash), s.By, Time(s.At), s.ID, s.Key}
	})
	return v
}

// Signed lists approved files with who signed them, or why that does not count.
func (p *Output) Signed(all []model.Signed) {
	var rows [][]styles.Span
	bad := 0
	for _, s := range all {
		if s.Why != "" {
			bad++
			rows = append(rows, []styles.Span{Words(styles.RoleBad, "not signed"), p.Exact(styles.RoleTitle, s.Path), p.Label(styles.RolePlain, s.Why)})
			continue
		}
		rows = append(rows, []styles.Span{Words(styles.RoleGood, "signed"), p.Exact(styles.RoleTitle, s.Path), p.Label(styles.RolePlain, s.By+" at "+model.FormatUTC(s.At)+" with "+s.Key)})
	}
	p.Table(rows)
	switch {
	case len(all) == 0:
		p.Say("no approved files")
	case bad > 0:
		p.Say("without a valid signature: %d of %d", bad, len(all))
	}
}
