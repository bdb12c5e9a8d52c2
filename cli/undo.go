package cli

import (
	"fmt"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// pastCommands are about what the operator decided before.
func pastCommands() []command {
	return []command{
		{
			name: "history", usage: "history [--limit N] [--json]", example: "coldstart history --json", run: runHistory,
			summary: "List your decisions in this vault, newest first; writes nothing", flags: []string{"limit", "json"},
			details: []string{
				"Shows id, time, account, choice, what became of it, the hash of what was decided on,",
				"the thing, and your note. What was undone stays in the list, and so does the undo.",
			},
		},
		{
			name: "undo", usage: "undo [ID] [-m NOTE]", example: `coldstart undo -m "Sent to the wrong desk"`, run: runUndo,
			summary: "Take your last decision back, as long as no agent has acted on it",
			flags:   decisionFlags, most: 1,
			details: []string{
				"Without ID the newest decision that still stands is meant; once more undoes the one",
				"before. When it cannot be undone, nothing is: an older one is taken back by its id",
				"only, which the hint and coldstart history name. The request, the note and the",
				"plan's status come back byte for byte; logs keep both lines. It is refused once the",
				"agent has taken up or changed what you decided on, when a log says that it was",
				"carried out, and for a session, since event logs are only added to. A git commit",
				"stays. --expect-hash holds the SHA-256 against the file as the decision left it;",
				"--dry-run changes nothing.",
			},
		},
	}
}

// runUndo takes one decision back.
func runUndo(c *call) (int, error) {
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
			return 0, &failure{"cannot undo the " + u.Reason, u.Kind, []string{"coldstart history lists your decisions"}}
		}
		return c.decideNow(v, s, d)
	})
}

// undoable finds the decision that is meant.
func (c *call) undoable(v *vault.Vault, s model.Snapshot) (model.Undoable, error) {
	if len(c.args) == 0 {
		if s.Undo.Past.ID == "" {
			return s.Undo, &failure{"there is no decision of yours to undo", model.ErrNotFound, []string{"coldstart history lists your decisions"}}
		}
		return s.Undo, nil
	}
	u, err := v.Undoable(c.args[0], s)
	if err != nil {
		return u, hinted(err, "coldstart history lists your decisions with their ids")
	}
	if u.Reason != "" {
		u.Reason = u.Past.What() + ": " + u.Reason
	}
	return u, nil
}

// passedOver refuses to take back an older decision when the newest cannot be undone:
// nobody named it.
func passedOver(older model.Undoable) error {
	return &failure{"cannot undo the " + older.Newer[0].Reason, model.ErrConflict, []string{
		"nothing was undone; coldstart undo " + older.Past.ID + " takes back the " + older.Past.What() + ", which is older",
	}}
}

// undoneAlready reports a decision that had been undone before.
func (c *call) undoneAlready(s model.Snapshot, u model.Undoable, d model.Decision) (int, error) {
	if c.set.json {
		return exitDone, c.writeJSON(decisionJSON(s, model.Receipt{ID: u.Past.UndoneBy, Decision: d, Already: true}, false))
	}
	c.out.line(words(styles.RolePlain, "already undone: "), c.out.exact(styles.RolePlain, u.Past.What()))
	return exitDone, nil
}
