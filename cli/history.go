package cli

import (
	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonHistory is the answer of coldstart history.
type jsonHistory struct {
	jsonHead
	// Decisions are newest first.
	Decisions []jsonPast `json:"decisions"`
}

// jsonPast is one decision of the ledger. Outcome is done, undone, void (dropped
// before it took effect) or open (cut off and not finished yet).
type jsonPast struct {
	jsonMade
	Operator string `json:"operator"`
	SHA256   string `json:"sha256"`
	Outcome  string `json:"outcome"`
	// UndoneBy and Undoes are decision ids, empty for most decisions.
	UndoneBy string `json:"undone_by"`
	Undoes   string `json:"undoes"`
}

func historyJSON(s model.Snapshot, history []model.Past) jsonHistory {
	return jsonHistory{headJSON(s), each(history, pastJSON)}
}

func pastJSON(p model.Past) jsonPast {
	made := madeJSON(model.Made{ID: p.ID, At: p.At, Decision: p.Decision, PlanID: p.PlanID, Step: p.Step, To: p.To})
	return jsonPast{made, p.Operator, hashJSON(p.Hash), p.Fate.String(), p.UndoneBy, p.Decision.Undoes.ID}
}

func newHistory(c *call) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use: "history [--limit N] [--json]", Example: "coldstart history --json",
		Short: "List your decisions in this vault, newest first; writes nothing",
		Long: `Shows id, time, account, choice, what became of it, the hash of what was decided on,
the thing, and your note. What was undone stays in the list, and so does the undo.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runHistory(limit) }),
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "the newest `N` only")
	c.jsonFlag(cmd)
	return cmd
}

// runHistory lists the decisions of the ledger.
func (c *call) runHistory(limit int) (int, error) {
	if c.has("limit") && limit < 1 {
		return 0, usage("--limit needs a number from 1 on", c.usageHint())
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		history, err := v.History()
		if err != nil {
			return 0, err
		}
		if limit > 0 && limit < len(history) {
			history = history[:limit]
		}
		return c.answer(func() any { return historyJSON(s, history) }, func() { c.out.history(s, history) })
	})
}

func (p *paper) history(s model.Snapshot, history []model.Past) {
	var rows [][]styles.Span
	for _, past := range history {
		rows = append(rows, []styles.Span{
			p.exact(styles.RoleKey, past.ID), p.when(past.At, s.At), p.label(styles.RoleMuted, past.Operator),
			words(styles.RoleTitle, past.Decision.Choice.String()), pastOutcome(p, past),
			words(styles.RoleMuted, past.Hash.Short()), p.exact(styles.RolePlain, pastSubject(past)), p.label(styles.RolePlain, past.Decision.Note),
		})
	}
	p.list(rows, "Nothing was decided here by you")
}

// pastOutcome says what became of a decision, and of an undo what it undid.
func pastOutcome(p *paper, past model.Past) styles.Span {
	switch {
	case past.UndoneBy != "":
		return p.exact(styles.RoleWarn, "undone by "+past.UndoneBy)
	case past.Decision.Undoes.ID != "" && past.Fate == model.FateDone:
		return p.exact(styles.RoleGood, "undid "+past.Decision.Undoes.ID)
	case past.Fate == model.FateDone:
		return words(styles.RoleGood, past.Fate.String())
	}
	return words(styles.RoleWarn, past.Fate.String())
}

// pastSubject is what was decided on, as a path or as something in a file.
func pastSubject(past model.Past) string {
	ref := past.Decision.Ref
	if ref.Item == "" {
		return ref.Path
	}
	return ref.Path + "#" + ref.Item
}
