package source

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// PlanOf is the plan of the newest session that keeps one, unless all of it is done.
func PlanOf(tool string, found []model.Transcript) (all Finding) {
	for _, t := range found {
		if len(t.Steps) == 0 {
			continue
		}
		if p := planOf(tool, t); p.Status.State != model.StateDone {
			all.Plans = append(all.Plans, &p)
		}
		return all
	}
	return all
}

// planOf makes a plan of the steps that a session's agent keeps.
func planOf(tool string, t model.Transcript) model.Plan {
	p := model.Plan{
		Path: t.Path, ID: t.ShortID(), Objective: t.Name(), Created: t.Began, Touched: t.Last, Steps: t.Steps, Seen: t.Seen,
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: t.Command, ID: model.BasisDeclared, Title: model.BasisGuessed, Status: model.BasisDerived,
			Steps: model.BasisDeclared, StepsFrom: "the last update of its plan",
		},
	}
	done, all := p.Progress()
	begun := done
	for _, s := range p.Steps {
		if s.Mark == '-' {
			begun++
		}
	}
	switch p.Status.Word = fmt.Sprintf("%d of %d done", done, all); {
	case done == all:
		p.Status.State = model.StateDone
	case begun > 0:
		p.Status.State = model.StateActive
	default:
		p.Status.State = model.StateDraft
	}
	return p
}

// StepsText is the plan that a session's agent keeps, in Markdown.
func StepsText(t model.Transcript) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n\n", OneLine(t.Name(), MostTitle))
	for _, s := range t.Steps {
		fmt.Fprintf(&out, "- [%c] %s\n", s.Mark, s.Text)
	}
	return []byte(out.String())
}
