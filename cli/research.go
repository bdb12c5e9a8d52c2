package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

// research are the flags that more than one command on research takes. Entries are
// chosen or written by them.
type research struct {
	problem, category, outcome, strategy, tags string
}

func (r *research) problemFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.problem, "problem", "", "the research problem with this `SLUG`, instead of the current one")
}

func (r *research) tagsFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.tags, "tags", "", "`TAGS` with commas between them")
}

func (r *research) strategyFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.strategy, "strategy", "", "the `STRATEGY` type, such as contradiction")
}

// flags declares all of them.
func (r *research) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&r.category, "category", "", "the `CATEGORY`: PROOF, LIT, COMP or NOTE")
	cmd.Flags().StringVar(&r.outcome, "outcome", "", "the `OUTCOME`: SUCCEEDED, FAILED, PARTIAL, ABANDONED or IN_PROGRESS")
	r.strategyFlag(cmd)
	r.tagsFlag(cmd)
	r.problemFlag(cmd)
}

// tagList takes --tags apart; a tag that is named twice counts once.
func (r *research) tagList() []string {
	var tags []string
	for tag := range strings.SplitSeq(r.tags, ",") {
		if tag = strings.TrimSpace(tag); tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// categoryWord reads --category, whatever its case; "" when it is not given.
func (r *research) categoryWord() (model.Category, error) {
	c := model.Category(strings.ToUpper(strings.TrimSpace(r.category)))
	if c != "" && c.Section() == "" {
		names := each(model.Categories(), func(c model.Category) string { return string(c) })
		return "", usage(unknown("category", r.category), choices("the categories are ", string(c), names)...)
	}
	return c, nil
}

// outcomeWord reads --outcome in either spelling, whatever its case.
func (r *research) outcomeWord() (model.Outcome, error) {
	o := model.ParseOutcome(r.outcome)
	if r.outcome != "" && o == model.OutcomeNone {
		names := each(model.Outcomes(), model.Outcome.String)
		return o, usage(unknown("outcome", r.outcome), choices("the outcomes are ", strings.ToUpper(r.outcome), names)...)
	}
	return o, nil
}

// strategyWord reads --strategy, which has to be one of the protocol's to the
// letter, since earlier attempts are compared so.
func (r *research) strategyWord() (string, error) {
	if r.strategy != "" && !model.IsStrategy(r.strategy) {
		return "", usage(unknown("strategy", r.strategy), choices("the strategies are ", strings.ToLower(r.strategy), model.Strategies())...)
	}
	return r.strategy, nil
}

// choices are the hints for a word that is none of names.
func choices(start, typed string, names []string) []string {
	hints := []string{start + strings.Join(names, ", ")}
	if near := suggest(typed, names, ""); near != "" {
		hints = append([]string{near}, hints...)
	}
	return hints
}

// problemMeant gives the research problem with this slug, else the current one. Where
// there is none it fails in the words of the seed.
func problemMeant(r model.Research, slug string) (model.ResearchProblem, error) {
	if slug != "" {
		return problemNamed(r, slug)
	}
	return currentProblem(r)
}

// currentProblem gives the problem that the vault says is worked on.
func currentProblem(r model.Research) (model.ResearchProblem, error) {
	p, ok := r.Active()
	switch {
	case !r.Found:
		return p, noProject()
	case r.Trouble != "" || !ok:
		return p, failed(model.ErrNotFound, cmp.Or(r.Trouble, model.NoActiveProblem), problemHints(r, "--problem SLUG takes one of them")...)
	}
	return p, nil
}

// noProject says in the words of the seed that the vault has no research.
func noProject() error { return failed(model.ErrNotFound, model.NoProject) }

func problemNamed(r model.Research, slug string) (model.ResearchProblem, error) {
	if !r.Found {
		return model.ResearchProblem{}, noProject()
	}
	p, ok := r.Named(slug)
	if !ok {
		hint := suggest(slug, slugs(r), "coldstart journal lists the research problems")
		return p, notFound(slug, hint)
	}
	return p, nil
}

// problemHints list the problems that could be meant.
func problemHints(r model.Research, how string) []string {
	if len(r.Problems) == 0 {
		return []string{"there is no other research problem"}
	}
	return []string{"research problems here: " + strings.Join(slugs(r), ", "), how}
}

func slugs(r model.Research) []string {
	return each(r.Problems, func(p model.ResearchProblem) string { return p.Slug })
}

// researchDashboard prints the dashboard of the seed "Resume" for one problem: each
// part with who wrote it and when.
func (p *paper) researchDashboard(problem model.ResearchProblem) {
	p.line(words(styles.RoleHeading, "Research Dashboard: "), p.label(styles.RoleTitle, problem.Name()))
	for _, part := range problem.Dashboard() {
		p.line()
		start := strings.Repeat("  ", part.Level-2)
		p.line(words(styles.RolePlain, start), p.label(styles.RoleHeading, part.Title))
		for _, l := range part.Lines {
			p.line(words(styles.RolePlain, start+"  "), p.label(styles.RolePlain, l))
		}
		if part.Source != "" {
			p.line(words(styles.RoleMuted, start+"  Source: "), p.label(styles.RoleMuted, part.Source))
		}
	}
}

// currentResearch prints the dashboard of the current problem for the report of a
// session start, or why there is none.
func (p *paper) currentResearch(r model.Research) {
	if !r.Found {
		return
	}
	p.line()
	if current, ok := r.Active(); ok && r.Trouble == "" {
		p.researchDashboard(current)
		return
	}
	p.line(words(styles.RoleWarn, "Research: "), p.label(styles.RolePlain, cmp.Or(r.Trouble, model.NoActiveProblem)))
}
