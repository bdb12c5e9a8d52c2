package model

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// ManagedPlan is what the agents' own plan manager makes of one file Plans/PLAN-….md. It is
// stricter than we are: it compares words exactly, passes over what it cannot read, and stops
// at some files with an error, so that it finds no plan at all.
type ManagedPlan struct {
	Path string
	// Leads is the path of the file that it is a link to, empty where it is the file itself.
	Leads string
	// Stops says why it stops at this file, Skips why it passes over it; empty when it reads it.
	Stops, Skips string
	// Mend says how the file is put right where it is stopped at or skipped, Line where, zero
	// for the whole file.
	Mend string
	Line int
	// Unknown is true when all that is not known, as of a file that is too large; Why says why.
	Unknown bool
	Why     string
	// Status is the word that it compares, or what stands in its place; Rank is its place in
	// the order Active, Blocked, Draft, anything else.
	Status string
	Rank   int
	// Created is the time in created_date.
	Created time.Time
}

// candidate reports whether the plan manager may choose this plan. Done is compared exactly.
func (p ManagedPlan) candidate() bool {
	return p.Stops == "" && p.Skips == "" && !p.Unknown && p.Status != StateDone.String()
}

// File is the path of the file that is read: two names of one file are one plan.
func (p ManagedPlan) File() string { return cmp.Or(p.Leads, p.Path) }

// ManagerChoice returns the files that the reference program's find_active_plan may choose, of
// those that are known: none, one, or several with the same rank and time, of which it takes the
// one that its folder lists first. ok is false if it stops at a file.
func (s Snapshot) ManagerChoice() (files []string, ok bool) {
	var best ManagedPlan
	links := false
	for _, p := range s.Managed {
		links = links || p.Leads != ""
		switch {
		case p.Stops != "":
			return nil, false
		case !p.candidate():
		case len(files) == 0, p.Rank < best.Rank, p.Rank == best.Rank && p.Created.After(best.Created):
			best, files = p, append(files[:0], p.File())
		case p.Rank == best.Rank && p.Created.Equal(best.Created):
			files = append(files, p.File())
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
func (s Snapshot) ManagedPlan(path string) (ManagedPlan, bool) {
	return first(s.Managed, func(p *ManagedPlan) bool { return p.Path == path || p.Leads == path })
}

// AgentTrouble returns the problems of the agents' own programs.
func (s Snapshot) AgentTrouble() []Problem {
	return where(s.Problems, func(p *Problem) bool { return p.Agents })
}

// AgentPlan is a file that the agents' program takes for a plan of theirs, and that is read otherwise here or not at
// all: as another notation, as a template, or behind a link.
type AgentPlan struct {
	Path string
	// ID is what they read for the task id, Steps are the steps as they count them.
	ID    string
	Steps []Step
	Seen  Fingerprint
	// Unread says why nobody here knows what they read, "" where that is known.
	Unread string
}

// plan is the file as a plan of theirs.
func (a AgentPlan) plan() *Plan { return &Plan{Path: a.Path, ID: a.ID, Steps: a.Steps, Seen: a.Seen} }

// AgentPlanOf finds what the agents read in a file that is read otherwise here.
func (s Snapshot) AgentPlanOf(path string) (AgentPlan, bool) {
	return first(s.AgentPlans, func(a *AgentPlan) bool { return a.Path == path && a.Unread == "" })
}

// Misled lists the files of AgentPlans in which an approval of another plan's step lets the agents tick a step that
// nobody approved.
func (s Snapshot) Misled() []Problem {
	var found []Problem
	for _, a := range s.AgentPlans {
		for _, was := range s.Approvals {
			step, ok := numbered(a.Steps, was.Step)
			if !ok || a.ID == "" || was.PlanID != a.ID || !was.Known || !step.Human || step.Done() || StepText(step.Text) == was.Text {
				continue
			}
			found = append(found, Problem{
				Path: a.Path, Agents: true,
				Reason: fmt.Sprintf("the agents read this file as the plan %s, so your approval of step %d, %s, lets them tick %s here", a.ID, was.Step, quoted(was.Text), quoted(step.Title())),
				Hint:   "take it out of the folder, or give it a task_id of its own",
			})
		}
	}
	return found
}
