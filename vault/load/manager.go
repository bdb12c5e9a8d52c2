package load

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
)

// manage says where the agents' own programs stop, and which plan they would resume if it is
// not the one that we show. It says nothing where no plan has the name that their plan manager
// looks for and the vault is not the agents' all the same.
func (l *Loader) manage(r *source.Reading, layout places.Layout, s *model.Snapshot) {
	dir := ""
	if len(layout.Dirs[places.FolderPlans]) > 0 {
		dir = layout.Main(places.FolderPlans)
	}
	s.Managed = slices.DeleteFunc(s.Managed, func(p model.ManagedPlan) bool { return path.Dir(p.Path) != dir })
	s.Managed = append(s.Managed, unreadManaged(r, dir, s.Managed)...)
	s.Problems = append(s.Problems, rule.Misled(*s)...)
	ours := rule.ResumeOf(model.Snapshot{Plans: s.Plans}).Plan
	if len(s.Managed) == 0 && !isTheirs(r.Disk, layout, dir, ours) {
		s.Problems = slices.DeleteFunc(s.Problems, func(p model.Problem) bool { return p.Agents && p.Path != s.Events.Path })
		return
	}
	for _, p := range s.Managed {
		if p.Stops != "" {
			problem := plans.Stopped(p.Path, "the agents' plan manager stops at this file: "+p.Stops, p.Mend+"; until then agents find no plans")
			problem.Line = p.Line
			s.Problems = append(s.Problems, problem)
		}
	}
	s.Problems = append(s.Problems, stoppingFolders(r)...)
	theirs, ok := rule.ManagerChoice(*s)
	if !ok {
		return
	}
	if differs, ok := resumedElsewhere(s, ours, theirs); ok {
		s.Problems = append(s.Problems, differs)
	}
	s.Problems = append(s.Problems, leftOpen(s, dir, theirs)...)
}

// isTheirs reports whether a vault is the agents' where their plan manager finds no file: the plan that
// we show has all the marks of one that it writes, of which other programs write some, the settings name
// no folder, and Plans is not the same folder on this file system, nor a link, which they follow.
func isTheirs(d disk.Disk, layout places.Layout, dir string, ours *model.Plan) bool {
	if ours == nil || !ours.Own() || !ours.HasLog || len(ours.Steps) == 0 || layout.Places.Folders.Named(places.FolderPlans) != nil {
		return false
	}
	is, err := d.Root.Lstat(cmp.Or(dir, "."))
	same, missing := d.Root.Lstat(path.Join(path.Dir(dir), "Plans"))
	return path.Base(dir) == "Plans" || missing != nil || err == nil && same.IsDir() && !os.SameFile(is, same)
}

// unreadManaged judges what the plan manager looks at and what was not read as a plan: a
// folder with the name of a plan, a file that cannot be opened, a template, a link.
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
		switch {
		case !dialect.IsManaged(name) || known[name]:
		case !e.IsDir() && (r.Disk.Budget.Level() == disk.LevelGone || r.Vault.Opts.Brief && opened == source.BriefFiles):
			found = append(found, model.ManagedPlan{Path: name, Unknown: true, Why: notRead})
		case e.Type()&fs.ModeSymlink != 0:
			opened++
			found = append(found, followManaged(r, name))
		default:
			opened++
			found = append(found, judgeManaged(r, name, e.Type()))
		}
	}
	return found
}

// notRead is why a plan is unknown that a short look leaves out.
const notRead = "it was not read"

// removeLink is what to do about a link that the plan manager follows.
const removeLink = "put the file itself there, or remove the link"

// followManaged judges a link. The plan manager follows it wherever it leads, and passes over one
// that leads nowhere.
func followManaged(r *source.Reading, name string) model.ManagedPlan {
	to, info, err := r.Disk.Follow(name)
	p := model.ManagedPlan{Path: name, Mend: removeLink}
	switch {
	case disk.IsMissing(err) || errors.Is(err, syscall.ELOOP):
		p.Skips = "it is a link that leads nowhere"
	case errors.Is(err, disk.ErrElsewhere):
		p.Unknown, p.Why = true, fmt.Sprintf("it is a link to %s, which they follow and coldstart does not", to)
	case err != nil:
		p.Unknown, p.Why = true, "it is a link that coldstart cannot follow: "+err.Error()
	case info.IsDir():
		p.Stops = "it is a link to a folder"
	default:
		p = judgeManaged(r, to, info.Mode().Type())
		p.Path, p.Leads = name, to
	}
	return p
}

// judgeManaged reads a file as the plan manager does, or says what is there instead.
func judgeManaged(r *source.Reading, name string, is fs.FileMode) model.ManagedPlan {
	p := model.ManagedPlan{Path: name, Mend: "look at it in an editor"}
	switch {
	case is.IsDir():
		p.Stops, p.Mend = "it is a folder", "rename the folder"
		return p
	case is&fs.ModeNamedPipe != 0:
		p.Stops, p.Mend = "it is a pipe, on which they wait without end", "remove it"
		return p
	case is&fs.ModeSocket != 0:
		p.Stops, p.Mend = "it is a socket", "remove it"
		return p
	case !is.IsRegular():
		p.Unknown, p.Why = true, "it is "+disk.KindOf(is)
		return p
	}
	b, _, err := r.Disk.ReadText(name, source.Most(r.Vault, source.MaxDocument))
	switch {
	case errors.Is(err, fs.ErrPermission):
		p.Stops, p.Mend = "there is no permission to read it", "make it readable"
		return p
	case err != nil:
		p.Unknown, p.Why = true, err.Error()
		return p
	}
	return dialect.ReadManaged(name, b, r.Vault.Opts.Zone)
}

// leftOpen says which files leave open what the plan manager would resume, since coldstart does not
// know what it makes of them: each may be its choice, or stop it.
func leftOpen(s *model.Snapshot, dir string, theirs []string) (problems []model.Problem) {
	instead, left := "", 0
	if len(theirs) > 0 {
		instead = " instead of " + named(s, theirs)
	}
	for _, p := range s.Managed {
		switch {
		case !p.Unknown:
		case p.Why == notRead:
			left++
		default:
			if p.Why == "" {
				p.Why, p.Mend = "coldstart is not sure how they read its front matter", plainFront
			}
			if p.Leads != "" {
				p.Why = "it is a link to " + p.Leads + "; " + p.Why
			}
			problems = append(problems, plans.Stopped(p.Path, fmt.Sprintf("the agents may resume this file%s, or stop at it: %s", instead, p.Why), p.Mend))
		}
	}
	if left > 0 {
		problems = append(problems, plans.Stopped(dir, fmt.Sprintf("the agents may resume another plan%s: %s not read", instead, model.Counted(left, "plan")+" of theirs"), "move finished plans to another folder, so that one look reads all"))
	}
	return problems
}

// plainFront is what to do about a front matter that programs may read differently.
const plainFront = "write plainly status: Active and created_date: '2026-02-21T10:30:00Z'"

// named lists files of the plan manager's, with the links that lead to them, and how many more there
// are.
func named(s *model.Snapshot, files []string) string {
	const most = 3
	var names []string
	for _, file := range files[:min(len(files), most)] {
		if p, _ := rule.ManagedPlan(*s, file); p.Leads == file {
			file = p.Path + ", a link to " + file + ","
		}
		names = append(names, file)
	}
	if more := len(files) - most; more > 0 {
		names = append(names, fmt.Sprintf("one of %d more", more))
	}
	return strings.TrimSuffix(strings.Join(names, " or "), ",")
}

// stoppingFolders finds the folders with the name of a request, and the locks of editors that have one.
func stoppingFolders(r *source.Reading) (problems []model.Problem) {
	for _, f := range []places.Folder{places.FolderPending, places.FolderApproved} {
		dir := places.FolderNames[f]
		entries, _ := r.Disk.List(dir)
		for _, e := range entries {
			if p, ok := plans.StoppedByFolder(path.Join(dir, e.Name())); ok && e.IsDir() {
				problems = append(problems, p)
			}
			if p, ok := plans.StoppedByLock(path.Join(dir, e.Name())); ok && e.Type()&fs.ModeSymlink != 0 {
				if _, err := r.Disk.Root.Stat(p.Path); errors.Is(err, fs.ErrNotExist) {
					problems = append(problems, p)
				}
			}
		}
	}
	return problems
}

// resumedElsewhere compares the plan manager's choice with ours among the vault's own plans,
// without the operator's pin, which it does not know.
func resumedElsewhere(s *model.Snapshot, ours *model.Plan, theirs []string) (model.Problem, bool) {
	if ours != nil && ours.Reading.Tool != "" {
		// Those of other programs come behind all of the vault's.
		ours = nil
	}
	switch {
	case ours == nil && len(theirs) == 0, ours != nil && slices.Contains(theirs, ours.Path):
		return model.Problem{}, false
	case len(theirs) == 0 && ours.Reading.Foreign:
		// It has finished its own plans, and this one is another program's.
		return model.Problem{}, false
	}
	p := model.Problem{Agents: true}
	would := "no plan"
	if len(theirs) > 0 {
		taken, _ := rule.ManagedPlan(*s, theirs[0])
		p.Path, would = taken.Path, named(s, theirs)
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
		mine, managed := rule.ManagedPlan(*s, ours.Path)
		folder := path.Base(path.Dir(ours.Path))
		or := ", or finish the other one"
		if len(theirs) == 0 {
			or = ""
		}
		switch {
		case !managed && folder == "Plans":
			return "they look only for plans called PLAN-….md", "call this plan PLAN-….md" + or
		case !managed && strings.EqualFold(folder, "Plans"):
			return "they look only in a folder called exactly Plans", "rename the folder" + or
		case !managed:
			return "they look only in the folder Plans itself", "move this plan there" + or
		case mine.Skips != "":
			return "they skip this plan: " + mine.Skips, mine.Mend
		case mine.Rank > ours.Status.State.Rank():
			return fmt.Sprintf("they do not know the status of this plan: %q", mine.Status), mine.Mend
		case len(theirs) == 0:
			return "they consider this plan done", mine.Mend
		}
	}
	other := theirs[0]
	taken, _ := rule.ManagedPlan(*s, other)
	at := slices.IndexFunc(s.Plans, func(p model.Plan) bool { return p.Path == other })
	switch {
	case taken.Leads == other:
		return "they follow the link, and coldstart reads no plan through one", removeLink
	case at < 0 && slices.ContainsFunc(s.Others, func(o model.Other) bool { return o.Path == other }):
		return "by its name this file is a plan for them, though not for coldstart", "move it out of the folder Plans"
	case at < 0:
		return other + " cannot be read here", "look at it in an editor"
	case s.Plans[at].Status.State == model.StateDone:
		return fmt.Sprintf("only Done means done to them, and the status of %s is %q", other, taken.Status), "write exactly status: Done"
	}
	return fmt.Sprintf("for them %s was created later, %s", other, model.FormatUTC(taken.Created)), "write created_date as 2026-02-21T10:30:00Z, in quotes"
}
