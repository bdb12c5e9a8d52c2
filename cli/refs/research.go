package refs

import (
	"cmp"
	"fmt"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
)

// Writable refuses a draft that does not fit its journal.
func Writable(j model.Journal, d model.Draft) error {
	if _, ok := j.Entry(d.Earlier); d.Earlier != "" && !ok {
		ids := say.Each(j.Entries, func(e model.Entry) string { return e.ID })
		return NotFound(d.Earlier, say.Suggest(d.Earlier, ids, "see coldstart journal"))
	}
	if j.Broken != "" && !d.Repair {
		return say.Hinted(fmt.Errorf("cannot write an entry into %s: %w: %s", j.Path, model.ErrNotAllowed, j.Broken),
			"--dry-run --repair shows the repair, --repair makes it")
	}
	return nil
}

// ProblemMeant returns the research problem with this slug, or the current one for "".
func ProblemMeant(r model.Research, slug string) (model.ResearchProblem, error) {
	if slug != "" {
		return ProblemNamed(r, slug)
	}
	return currentProblem(r)
}

func currentProblem(r model.Research) (model.ResearchProblem, error) {
	p, ok := r.Active()
	switch {
	case !r.Found:
		return p, noProject()
	case r.Trouble != "" || !ok:
		return p, say.Failed(model.ErrNotFound, cmp.Or(r.Trouble, model.NoActiveProblem), problemHints(r, "--problem SLUG chooses one of them")...)
	}
	return p, nil
}

func noProject() error {
	return say.Failed(model.ErrNotFound, model.NoProject, "no research journal here: no .math/config.json was found; /math:init is a command of the agent that keeps one")
}

// ProblemNamed finds a research problem by its slug.
func ProblemNamed(r model.Research, slug string) (model.ResearchProblem, error) {
	if !r.Found {
		return model.ResearchProblem{}, noProject()
	}
	p, ok := r.Named(slug)
	if !ok {
		hint := say.Suggest(slug, slugs(r), "see coldstart journal")
		return p, NotFound(slug, hint)
	}
	return p, nil
}

// problemHints list the research problems.
func problemHints(r model.Research, how string) []string {
	if len(r.Problems) == 0 {
		return []string{"there is no other research problem"}
	}
	return []string{"research problems here: " + strings.Join(slugs(r), ", "), how}
}

func slugs(r model.Research) []string {
	return say.Each(r.Problems, func(p model.ResearchProblem) string { return p.Slug })
}
