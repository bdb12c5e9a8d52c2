package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

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
		return 0, say.Usage("--limit needs a number from 1 on", c.usageHint())
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		history, err := v.History()
		if err != nil {
			return 0, err
		}
		if limit > 0 && limit < len(history) {
			history = history[:limit]
		}
		return c.answer(func() any { return answer.HistoryJSON(s, history) }, func() { c.out.History(s, history) })
	})
}

func newUndo(c *call) *cobra.Command {
	d := &decision{call: c}
	cmd := &cobra.Command{
		Use: "undo [ID] [-m NOTE]", Example: `coldstart undo -m "Sent to the wrong desk"`,
		Short: "Take your last decision back, as long as no agent has acted on it",
		Long: `Without ID the newest decision that still stands is meant; once more undoes the one
before. When it cannot be undone, nothing is: an older one is taken back by its id
only, which the hint and coldstart history name. The request, the note and the
plan's status come back byte for byte; logs keep both lines. It is refused once the
agent has taken up or changed what you decided on, when a log says that it was
carried out, and for a session, since event logs are only added to. A git commit
stays. --expect-hash holds the SHA-256 against the file as the decision left it;
--dry-run changes nothing.`,
		Args: atMost(1), RunE: c.running(d.undo), ValidArgsFunction: c.argument(undoOffers),
	}
	c.decisionFlags(cmd, d, true)
	return cmd
}

// runUndo takes one decision back.
func (c *decision) undo() (int, error) {
	note, err := c.checkedNote(model.ChoiceUndo)
	if err != nil {
		return 0, err
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		u, err := c.undoable(v, s)
		if err != nil {
			return 0, err
		}
		d := model.Decision{
			Ref: u.On, Choice: model.ChoiceUndo, Note: note,
			Undoes: model.Undone{ID: u.Past.ID, Choice: u.Past.Decision.Choice},
		}
		switch {
		case u.Past.UndoneBy != "":
			return c.undoneAlready(s, u, d)
		case s.ReadOnly != "":
			return 0, fmt.Errorf("cannot undo: %w: %s", model.ErrReadOnly, s.ReadOnly)
		case len(u.Newer) > 0:
			return 0, passedOver(u)
		case u.Reason != "":
			return 0, say.Failed(u.Kind, "cannot undo the "+u.Reason, "coldstart history lists your decisions")
		}
		return c.decideNow(v, s, d)
	})
}

// undoable finds the decision that is meant.
func (c *decision) undoable(v *vault.Vault, s model.Snapshot) (model.Undoable, error) {
	if len(c.args) == 0 {
		if s.Undo.Past.ID == "" {
			return s.Undo, say.Failed(model.ErrNotFound, "there is no decision of yours to undo", "coldstart history lists your decisions")
		}
		return s.Undo, nil
	}
	u, err := v.Undoable(c.args[0], s)
	if err != nil {
		return u, say.Hinted(err, "coldstart history lists your decisions with their ids")
	}
	if u.Reason != "" {
		u.Reason = u.Past.What() + ": " + u.Reason
	}
	return u, nil
}

// passedOver refuses to take back an older decision when the newest cannot be undone:
// nobody named it.
func passedOver(older model.Undoable) error {
	return say.Failed(model.ErrConflict, "cannot undo the "+older.Newer[0].Reason, "nothing was undone; coldstart undo "+older.Past.ID+" takes back the "+older.Past.What()+", which is older")
}

// undoneAlready reports a decision that had been undone before.
func (c *decision) undoneAlready(s model.Snapshot, u model.Undoable, d model.Decision) (int, error) {
	return c.answer(func() any {
		return answer.DecisionJSON(s, model.Receipt{ID: u.Past.UndoneBy, Decision: d, Already: true}, false)
	}, func() {
		c.out.Line(answer.Words(styles.RolePlain, "already undone: "), c.out.Exact(styles.RolePlain, u.Past.What()))
	})
}
