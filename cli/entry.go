package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// operatorAgent is who writes an entry on the command line when nobody is named.
const operatorAgent = "user"

// runEntry writes an entry into a research journal (seed "Resume", function 1).
func runEntry(c *call) (int, error) {
	category, err := c.set.categoryWord()
	if err != nil {
		return 0, err
	}
	outcome, err := c.set.outcomeWord()
	if err != nil {
		return 0, err
	}
	strategy, err := c.set.strategyWord()
	if err != nil {
		return 0, err
	}
	return c.writeEntry(model.Draft{
		Category: category, Title: c.set.title, Agent: cmp.Or(c.set.agent, operatorAgent), Strategy: strategy,
		Tags: c.set.tagList(), Tried: c.set.tried, Outcome: outcome, Reasoning: c.set.reasoning,
		Artifacts: c.set.artifacts, Related: c.set.related, Insight: c.set.insight, Earlier: c.set.earlier, Repair: c.set.repair,
	})
}

// runNote writes a quick note (seed "Resume", function 3). Its text is the insight,
// unless that is given apart.
func runNote(c *call) (int, error) {
	if err := c.tooLong("the note", c.args[0]); err != nil {
		return 0, err
	}
	d := model.NoteDraft(c.args[0], operatorAgent)
	d.Tags, d.Repair = c.set.tagList(), c.set.repair
	if c.set.has("insight") {
		d.Reasoning, d.Insight = d.Insight, c.set.insight
	}
	return c.writeEntry(d)
}

// writeEntry carries the decision out. An approach that was tried before is told
// of and keeps nothing from being written.
func (c *call) writeEntry(d model.Draft) (int, error) {
	if _, err := c.checkedNote(model.ChoiceEntry); err != nil {
		return 0, err
	}
	if reason := d.Refuse(); reason != "" {
		return 0, usage(reason, c.command.usageHint())
	}
	return c.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) {
		problem, err := c.problemMeant(s.Research)
		if err != nil {
			return 0, err
		}
		if err := writable(problem.Journal, d); err != nil {
			return 0, err
		}
		c.hintDeadEnds(problem.Journal, d)
		return c.decideOn(v, s, model.Decision{
			Ref: problem.Journal.Ref(), Choice: model.ChoiceEntry, Note: model.OneLine(d.Title), Entry: d,
		})
	})
}

// writable refuses a draft that does not fit its journal.
func writable(j model.Journal, d model.Draft) error {
	if _, ok := j.Entry(d.Earlier); d.Earlier != "" && !ok {
		ids := each(j.Entries, func(e model.Entry) string { return e.ID })
		return notFound(d.Earlier, suggest(d.Earlier, ids, "coldstart journal lists the entries"))
	}
	if j.Broken != "" && !d.Repair {
		return hinted(fmt.Errorf("cannot write an entry into %s: %w: %s", j.Path, model.ErrNotAllowed, j.Broken),
			"--dry-run --repair shows the repair, --repair makes it")
	}
	return nil
}

// hintDeadEnds tells of the attempts that a proof entry repeats without saying so.
func (c *call) hintDeadEnds(j model.Journal, d model.Draft) {
	if d.Category != model.CategoryProof || d.Earlier != "" {
		return
	}
	for _, end := range j.DeadEnds(d.Strategy, d.Tags) {
		for _, l := range end.Nudge() {
			if l != "" {
				c.hint(l)
			}
		}
	}
}

// wroteText names the entry that was written.
func (c *call) wroteText(r model.Receipt) {
	if id := entryWritten(r); id != "" {
		c.out.line(words(styles.RolePlain, "Wrote "), c.out.exact(styles.RoleTitle, id),
			words(styles.RolePlain, " into "), c.out.exact(styles.RoleTitle, r.Decision.Ref.Path))
	}
}

// entryWritten finds the id of the new entry in what was added to the journal; ""
// for any other decision.
func entryWritten(r model.Receipt) string {
	d := r.Decision
	if d.Choice != model.ChoiceEntry {
		return ""
	}
	heading := "### " + string(d.Entry.Category) + "-"
	for _, change := range r.Changes {
		if change.Path != d.Ref.Path {
			continue
		}
		at := slices.IndexFunc(change.After, func(l string) bool {
			return strings.HasPrefix(l, heading) && !slices.Contains(change.Before, l)
		})
		if at >= 0 {
			id, _, _ := strings.Cut(strings.TrimPrefix(change.After[at], "### "), ":")
			return id
		}
	}
	return ""
}
