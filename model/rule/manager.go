package rule

import (
	"cmp"
	"fmt"
	"slices"

	"coldstart/model"
)

// candidate reports whether the plan manager may choose this plan. Done is compared exactly.
func candidate(p model.ManagedPlan) bool {
	return p.Stops == "" && p.Skips == "" && !p.Unknown && p.Status != model.StateDone.String()
}

// File is the path of the file that is read: two names of one file are one plan.
func File(p model.ManagedPlan) string { return cmp.Or(p.Leads, p.Path) }

// ManagerChoice returns the files that the reference program's find_active_plan may choose, of
// those that are known: none, one, or several with the same rank and time, of which it takes the
// one that its folder lists first. ok is false if it stops at a file.
func ManagerChoice(s model.Snapshot) (files []string, ok bool) {
	var best model.ManagedPlan
	links := false
	for _, p := range s.Managed {
		links = links || p.Leads != ""
		switch {
		case p.Stops != "":
			return nil, false
		case !candidate(p):
		case len(files) == 0, p.Rank < best.Rank, p.Rank == best.Rank && p.Created.After(best.Created):
			best, files = p, append(files[:0], File(p))
		case p.Rank == best.Rank && p.Created.Equal(best.Created):
			files = append(files, File(p))
		}
	}
	if links {
		// Two names of one file are one plan.
		met := map[string]bool{}
		files = slices.DeleteFunc(files, func(file string) bool {
			again := met[file]
			met[file] = true
			return again
		})
	}
	return files, true
}

// ManagedPlan finds what the plan manager makes of a file, by its path or that of a link to it.
func ManagedPlan(s model.Snapshot, path string) (model.ManagedPlan, bool) {
	return model.First(s.Managed, func(p *model.ManagedPlan) bool { return p.Path == path || p.Leads == path })
}

// AgentTrouble returns the problems of the agents' own programs.
func AgentTrouble(s model.Snapshot) []model.Problem {
	return model.Where(s.Problems, func(p *model.Problem) bool { return p.Agents })
}

// planned is the file as a plan of theirs.
func planned(a model.AgentPlan) *model.Plan {
	return &model.Plan{Path: a.Path, ID: a.ID, Steps: a.Steps, Seen: a.Seen}
}

// AgentPlanOf finds what the agents read in a file that is read otherwise here.
func AgentPlanOf(s model.Snapshot, path string) (model.AgentPlan, bool) {
	return model.First(s.AgentPlans, func(a *model.AgentPlan) bool { return a.Path == path && a.Unread == "" })
}

// Misled lists the files of AgentPlans in which an approval of another plan's step lets the agents tick a step that
// nobody approved.
func Misled(s model.Snapshot) []model.Problem {
	var found []model.Problem
	for _, a := range s.AgentPlans {
		for _, was := range s.Approvals {
			step, ok := numbered(a.Steps, was.Step)
			if !ok || a.ID == "" || was.PlanID != a.ID || !was.Known || !step.Human || step.Done() || StepText(step.Text) == was.Text {
				continue
			}
			found = append(found, model.Problem{
				Path: a.Path, Agents: true,
				Reason: fmt.Sprintf("the agents read this file as the plan %s, so your approval of step %d, %s, lets them tick %s here", a.ID, was.Step, model.Quoted(was.Text), model.Quoted(step.Title())),
				Hint:   "move it out of the folder, or set a task_id of its own",
			})
		}
	}
	return found
}
