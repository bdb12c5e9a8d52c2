package cli

import "coldstart/model"

// jsonDecision is the answer of every command that decides.
type jsonDecision struct {
	jsonHead
	// DecisionID names the entry in the record of decisions; empty for a dry run.
	DecisionID string `json:"decision_id"`
	ID         string `json:"id"`
	Choice     string `json:"choice"`
	Note       string `json:"note"`
	SHA256     string `json:"sha256"`
	DryRun     bool   `json:"dry_run"`
	// Already is true when the same decision had been made before.
	Already bool `json:"already"`
	// Undoes is the decision that an undo took back, empty for the others.
	Undoes string `json:"undoes"`
	// EntryID is that of the journal entry that is written, empty for the others.
	EntryID string       `json:"entry_id"`
	Changes []jsonChange `json:"changes"`
	Notices []string     `json:"notices"`
}

type jsonChange struct {
	Kind   string   `json:"kind"`
	Path   string   `json:"path"`
	To     string   `json:"to"`
	Before []string `json:"before"`
	After  []string `json:"after"`
}

func decisionJSON(s model.Snapshot, r model.Receipt, dry bool) jsonDecision {
	return jsonDecision{
		jsonHead: headJSON(s), DecisionID: r.ID, ID: r.Decision.Ref.String(),
		Choice: r.Decision.Choice.String(), Note: r.Decision.Note,
		DryRun: dry, Already: r.Already, EntryID: entryWritten(r),
		Changes: each(r.Changes, func(c model.Change) jsonChange {
			return jsonChange{c.Kind.String(), c.Path, c.To, same(c.Before), same(c.After)}
		}),
		Undoes: r.Decision.Undoes.ID, Notices: same(r.Notices), SHA256: hashJSON(r.Decision.Seen),
	}
}

// same gives the same list, [] instead of null.
func same(list []string) []string { return each(list, func(s string) string { return s }) }
