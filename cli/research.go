package cli

import (
	"cmp"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// problemMeant gives the research problem that --problem names, else the current
// one. Where there is none it fails in the words of the seed.
func (c *call) problemMeant(r model.Research) (model.ResearchProblem, error) {
	if c.set.has("problem") {
		return problemNamed(r, c.set.problem)
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
		return p, &failure{cmp.Or(r.Trouble, model.NoActiveProblem), model.ErrNotFound, problemHints(r, "--problem SLUG takes one of them")}
	}
	return p, nil
}

// noProject says in the words of the seed that the vault has no research.
func noProject() error { return &failure{what: model.NoProject, kind: model.ErrNotFound} }

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
