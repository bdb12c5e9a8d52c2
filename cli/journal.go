package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// entryFilter is which entries of a journal are listed; empty fields let all pass.
type entryFilter struct {
	category model.Category
	outcome  model.Outcome
	strategy string
	tags     []string
	dead     bool
}

func newJournal(c *call) *cobra.Command {
	var r research
	var dead bool
	cmd := &cobra.Command{
		Use: "journal [--problem SLUG] [--json]", Example: "coldstart journal --dead",
		Short: "Show the research dashboard and the entries of the journal",
		Long: `--category, --outcome, --strategy and --tags list the entries that fit all of them,
--dead those that were tried and failed or were abandoned.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runJournal(r, dead) }),
	}
	r.flags(cmd)
	cmd.Flags().BoolVar(&dead, "dead", false, "only what was tried and failed or was abandoned")
	c.jsonFlag(cmd)
	return cmd
}

func (r *research) filter(dead bool) (f entryFilter, err error) {
	if f.category, err = r.categoryWord(); err != nil {
		return f, err
	}
	if f.outcome, err = r.outcomeWord(); err != nil {
		return f, err
	}
	f.strategy, err = r.strategyWord()
	f.tags, f.dead = r.tagList(), dead
	return f, err
}

// chooses reports whether the filter leaves anything out.
func (f entryFilter) chooses() bool {
	return f.category != "" || f.outcome != model.OutcomeNone || f.strategy != "" || f.dead || len(f.tags) > 0
}

// entries lists the entries of a journal that pass. An attempt is dead when either
// the front matter or its entry says so.
func (f entryFilter) entries(j model.Journal) []model.Entry {
	dead := map[model.Ref]bool{}
	for _, a := range j.Attempts() {
		if a.Entry != nil && a.Dead() {
			dead[a.Entry.Ref()] = true
		}
	}
	var out []model.Entry
	for _, e := range j.Entries {
		switch {
		case f.category != "" && e.Category != f.category,
			f.outcome != model.OutcomeNone && e.Result() != f.outcome,
			f.strategy != "" && e.Strategy != f.strategy,
			f.dead && !dead[e.Ref()] && !e.Result().Dead(),
			slices.ContainsFunc(f.tags, func(t string) bool { return !slices.Contains(e.Tags, t) }):
			continue
		}
		out = append(out, e)
	}
	return out
}

func (c *call) runJournal(r research, dead bool) (int, error) {
	filter, err := r.filter(dead)
	if err != nil {
		return 0, err
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	problem, err := problemMeant(s.Research, r.problem)
	if err != nil {
		return 0, err
	}
	entries := filter.entries(problem.Journal)
	return c.answer(func() any { return journalJSON(s, problem, entries) }, func() { c.out.journal(s, problem, entries, filter.chooses()) })
}

// journal lists entries. Who asks for some does not ask for the dashboard.
func (p *paper) journal(s model.Snapshot, problem model.ResearchProblem, entries []model.Entry, some bool) {
	if !some {
		p.researchDashboard(problem)
		p.line()
	}
	p.line(words(styles.RoleHeading, "Journal "), words(styles.RoleMuted, journalCount(len(entries), problem.Journal)))
	p.entryTable(s, problem.Journal, entries)
	p.journalRemarks(problem.Journal)
	if !some {
		p.otherProblems(s, problem)
	}
}

func journalCount(listed int, j model.Journal) string {
	switch all := len(j.Entries); {
	case all == 0:
		return "(no entries yet)"
	case listed < all:
		return fmt.Sprintf("(%d of %d entries)", listed, all)
	case all == 1:
		return "(1 entry)"
	default:
		return fmt.Sprintf("(%d entries)", all)
	}
}

func (p *paper) entryTable(s model.Snapshot, j model.Journal, entries []model.Entry) {
	var rows [][]styles.Span
	again := triedAgain(j)
	for _, e := range entries {
		role := styles.RolePlain
		if e.Result().Dead() {
			role = styles.RoleWarn
		}
		outcome := p.orDash(e.Outcome)
		outcome.Role = role
		rows = append(rows, []styles.Span{
			words(styles.RolePlain, ""), p.exact(styles.RoleTitle, e.Ref().Item), outcome, p.orDash(e.Strategy),
			p.when(e.At.Time, s.At), p.label(styles.RolePlain, e.Title+entryLinks(e, again[e.ID])),
		})
	}
	p.table(rows)
}

// entryLinks names the entries that an entry tries again, and those that try it
// again.
func entryLinks(e model.Entry, again []string) string {
	links := ""
	if len(e.Earlier) > 0 {
		links += " (tries " + strings.Join(e.Earlier, ", ") + " again)"
	}
	if len(again) > 0 {
		links += " (tried again: " + strings.Join(again, ", ") + ")"
	}
	return links
}

// triedAgain lists for the id of an entry those that say they try it again.
func triedAgain(j model.Journal) map[string][]string {
	again := map[string][]string{}
	for _, e := range j.Entries {
		for _, id := range e.Earlier {
			again[id] = append(again[id], e.Ref().Item)
		}
	}
	return again
}

// journalRemarks are what a reader of the entries alone would not know.
func (p *paper) journalRemarks(j model.Journal) {
	if j.Broken != "" {
		p.line()
		p.line(words(styles.RoleWarn, "Warning: "), p.exact(styles.RoleTitle, j.Path), words(styles.RolePlain, ": "),
			p.label(styles.RolePlain, j.Broken), words(styles.RolePlain, " (coldstart entry --repair makes the front matter anew)"))
		return
	}
	for i, told := range disagreements(j) {
		if i == 0 {
			p.line()
		}
		p.careful(told)
	}
}

// disagreements say where the front matter and the entries of a journal tell
// different stories.
func disagreements(j model.Journal) []string {
	var told []string
	for _, a := range j.Attempts() {
		if text := a.Disagree(); text != "" {
			told = append(told, text)
		}
	}
	return told
}

func (p *paper) careful(told string) {
	p.line(words(styles.RoleWarn, "Careful: "), p.label(styles.RolePlain, told))
}

// otherProblems lists the research problems that are not shown.
func (p *paper) otherProblems(s model.Snapshot, shown model.ResearchProblem) {
	var rows [][]styles.Span
	for _, other := range s.Research.Problems {
		if other.Ref() == shown.Ref() {
			continue
		}
		title := other.Name()
		if other.Current {
			title += " (current)"
		}
		rows = append(rows, []styles.Span{
			words(styles.RolePlain, ""), p.exact(styles.RoleTitle, other.Slug), p.orDash(other.State.Name),
			p.when(other.LastActive.Time, s.At), p.label(styles.RolePlain, title),
		})
	}
	if len(rows) > 0 {
		p.heading("Other research problems")
	}
	p.table(rows)
}
