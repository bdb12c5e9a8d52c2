package load

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
)

// manage says where the agents' own programs stop, and which plan they would resume if it is
// not the one that we show. It says nothing where no plan has the name that their plan
// manager looks for, since the vault is then another program's.
func (l *Loader) manage(r *source.Reading, layout places.Layout, s *model.Snapshot) {
	dir := ""
	if len(layout.Dirs[places.FolderPlans]) > 0 {
		dir = layout.Main(places.FolderPlans)
	}
	s.Managed = slices.DeleteFunc(s.Managed, func(p model.ManagedPlan) bool { return path.Dir(p.Path) != dir })
	s.Managed = append(s.Managed, unreadManaged(r, dir, s.Managed)...)
	if len(s.Managed) == 0 {
		s.Problems = slices.DeleteFunc(s.Problems, func(p model.Problem) bool { return p.Agents && p.Path != s.Events.Path })
		return
	}
	for _, p := range s.Managed {
		if p.Stops != "" {
			problem := plans.Stopped(p.Path, "the agents' plan manager stops at this file: "+p.Stops, p.Mend+"; until then they find no plan at all")
			problem.Line = p.Line
			s.Problems = append(s.Problems, problem)
		}
	}
	s.Problems = append(s.Problems, stoppingFolders(r)...)
	if differs, ok := resumedElsewhere(s); ok {
		s.Problems = append(s.Problems, differs)
	}
}

// unreadManaged judges what the plan manager looks at and what was not read as a plan: a
// folder with the name of a plan, a file that cannot be opened, a template.
func unreadManaged(r *source.Reading, dir string, read []model.ManagedPlan) (found []model.ManagedPlan) {
	known := make(map[string]bool, len(read))
	for _, p := range read {
		known[p.Path] = true
	}
	if dir == "" {
		return nil
	}
	// A folder that cannot be listed is among the problems.
	entries, _ := r.Disk.List(dir)
	opened := 0
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if !dialect.IsManaged(name) || known[name] {
			continue
		}
		p := model.ManagedPlan{Path: name}
		switch {
		case e.IsDir():
			p.Stops, p.Mend = "it is a folder", "rename the folder"
		case r.Disk.Budget.Level() == disk.LevelGone, r.Vault.Opts.Brief && opened == source.BriefFiles:
			p.Unknown = true
		case e.Type().IsRegular():
			opened++
			b, _, err := r.Disk.ReadText(name, source.Most(r.Vault, source.MaxDocument))
			switch {
			case errors.Is(err, fs.ErrPermission):
				p.Stops, p.Mend = "there is no permission to read it", "make it readable"
			case err != nil:
				p.Unknown = true
			default:
				p = dialect.ReadManaged(name, b, r.Vault.Opts.Zone)
			}
		default:
			p.Unknown = true
		}
		found = append(found, p)
	}
	return found
}

// stoppingFolders finds the folders with the name of a request.
func stoppingFolders(r *source.Reading) (problems []model.Problem) {
	for _, f := range []places.Folder{places.FolderPending, places.FolderApproved} {
		dir := places.FolderNames[f]
		entries, _ := r.Disk.List(dir)
		for _, e := range entries {
			if p, ok := plans.StoppedByFolder(path.Join(dir, e.Name())); ok && e.IsDir() {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// resumedElsewhere compares the plan manager's choice with ours among the vault's own plans,
// without the operator's pin, which it does not know.
func resumedElsewhere(s *model.Snapshot) (model.Problem, bool) {
	theirs, ok := s.ManagerChoice()
	ours := model.Snapshot{Plans: s.Plans}.Resume().Plan
	if ours != nil && ours.Reading.Tool != "" {
		// Those of other programs come behind all of the vault's.
		ours = nil
	}
	switch {
	case !ok, ours == nil && len(theirs) == 0, ours != nil && slices.Contains(theirs, ours.Path):
		return model.Problem{}, false
	case len(theirs) == 0 && ours.Reading.Foreign:
		// It has finished its own plans, and this one is another program's.
		return model.Problem{}, false
	}
	p := model.Problem{Agents: true}
	would := "no plan"
	if len(theirs) > 0 {
		p.Path, would = theirs[0], strings.Join(theirs, " or ")
	}
	if ours != nil {
		p.Path = ours.Path
	}
	why, hint := whyElsewhere(s, ours, theirs)
	p.Reason, p.Hint = fmt.Sprintf("the agents would resume %s, because %s", would, why), hint
	return p, true
}

// whyElsewhere says why the plan manager does not choose our plan, and what to do about it.
func whyElsewhere(s *model.Snapshot, ours *model.Plan, theirs []string) (why, hint string) {
	if ours != nil {
		mine, managed := s.ManagedPlan(ours.Path)
		switch {
		case !managed && path.Base(path.Dir(ours.Path)) == "Plans":
			return "they look only for plans called PLAN-….md", "call this plan PLAN-….md, or finish the other one"
		case !managed:
			return "they look only in the folder Plans", "move this plan there, or finish the other one"
		case mine.Skips != "":
			return "they skip this plan: " + mine.Skips, mine.Mend
		case mine.Rank > ours.Status.State.Rank():
			return fmt.Sprintf("they do not know the status of this plan: %q", mine.Status), mine.Mend
		case len(theirs) == 0:
			return "they consider this plan done", mine.Mend
		}
	}
	other := theirs[0]
	taken, _ := s.ManagedPlan(other)
	at := slices.IndexFunc(s.Plans, func(p model.Plan) bool { return p.Path == other })
	switch {
	case at < 0 && slices.ContainsFunc(s.Others, func(o model.Other) bool { return o.Path == other }):
		return "by its name this file is a plan for them, though not for coldstart", "move it out of the folder Plans"
	case at < 0:
		return other + " cannot be read here", "look at it in an editor"
	case s.Plans[at].Status.State == model.StateDone:
		return fmt.Sprintf("only Done means done to them, and the status of %s is %q", other, taken.Status), "write status: Done, to the letter"
	}
	return fmt.Sprintf("for them %s was created later, %s", other, model.FormatUTC(taken.Created)), "write created_date as 2026-02-21T10:30:00Z, in quotes"
}
