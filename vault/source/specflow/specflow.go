// Package specflow reads the specs of spec-workflow (github.com/Pimzino/spec-workflow-mcp, as of
// commit b63e6cd), and decides its approvals: files that its agent asks for until a person has
// changed them.
package specflow

import (
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool      = "spec-workflow"
	home      = ".spec-workflow"
	specs     = home + "/specs"
	approvals = home + "/approvals"
	archive   = home + "/archive/specs"
)

// Guest are the specs and approvals of spec-workflow.
var Guest = source.Guest{
	Name: "specflow", Tool: tool, Signs: []string{specs, approvals}, Read: read,
	Answers: &source.Answers{In: approvals, Holds: isApproval, Ask: ask, Answer: answer, KeepsProgress: keepsProgress},
}

func read(h *source.Here) source.Finding {
	var found source.Finding
	guest := model.Guest{Tool: tool, Path: home, Finished: len(h.Folders(archive))}
	var over []*model.Plan
	for _, dir := range h.Folders(specs) {
		switch p, ok := readSpec(h, dir); {
		case !ok:
		case p.Status.State == model.StateDone:
			over = append(over, p)
		default:
			found.Plans = append(found.Plans, p)
		}
	}
	// Of those that are over the newest is enough.
	if len(over) > 0 {
		found.Plans = append(found.Plans, slices.MaxFunc(over, func(a, b *model.Plan) int { return a.Touched.Time.Compare(b.Touched.Time) }))
		guest.Finished += len(over) - 1
	}
	asked := readApprovals(h, &found)
	guest.Unclear = asked.unclear
	if len(found.Plans) > 0 || guest.Finished > 0 || asked.files > 0 {
		found.Guests = []model.Guest{guest}
	}
	return found
}

// spec is a folder with up to three documents, which are written one after the other.
type spec struct {
	id                          string
	requirements, design, tasks source.Document
	touched                     time.Time
}

func readSpec(h *source.Here, dir string) (*model.Plan, bool) {
	s := spec{id: path.Base(dir)}
	for _, d := range []struct {
		name string
		into *source.Document
	}{{"requirements.md", &s.requirements}, {"design.md", &s.design}, {"tasks.md", &s.tasks}} {
		*d.into, _ = h.Document(path.Join(dir, d.name))
		if d.into.Changed.After(s.touched) {
			s.touched = d.into.Changed
		}
	}
	p := s.plan()
	return p, p.Path != ""
}

// plan makes a plan of a spec, without a path where it has no document.
func (s spec) plan() *model.Plan {
	title, basis := s.title()
	p := &model.Plan{
		ID: s.id, Objective: title, Stated: s.introduction(), Touched: model.Stamp{Time: s.touched},
		Reading: model.PlanReading{Foreign: true, Tool: tool, ID: model.BasisFolder, Title: basis, Status: model.BasisDerived},
	}
	switch {
	case s.tasks.Name != "":
		p.Path = s.tasks.Name
		readTasks(s.tasks.Lines(), p)
	case s.design.Name != "":
		p.Path, p.Reading.Next, p.Status = s.design.Name, "Write the tasks", model.Status{State: model.StateDraft, Word: "design"}
	case s.requirements.Name != "":
		p.Path, p.Reading.Next, p.Status = s.requirements.Name, "Write the design", model.Status{State: model.StateDraft, Word: "requirements"}
	}
	return p
}

// generic are the words of a title that all documents of a kind have.
var generic = []string{"requirements document", "design document", "tasks document", "implementation plan", "requirements", "design", "tasks"}

// title is the first heading that says more than what kind of document it is.
func (s spec) title() (string, model.Basis) {
	for _, d := range []source.Document{s.requirements, s.tasks, s.design} {
		for _, line := range d.Lines() {
			level, heading := text.Heading(line)
			if level != 1 {
				continue
			}
			for _, word := range generic {
				if len(heading) >= len(word) && strings.EqualFold(heading[:len(word)], word) {
					heading = strings.TrimLeft(heading[len(word):], " :-–—")
					break
				}
			}
			if heading != "" {
				return heading, model.BasisDeclared
			}
			break
		}
	}
	return s.id, model.BasisGuessed
}

// introduction is the first line below the heading of that name.
func (s spec) introduction() string {
	inside := false
	for _, line := range s.requirements.Lines() {
		if level, heading := text.Heading(line); level > 0 {
			inside = strings.EqualFold(heading, "introduction")
		} else if line = strings.TrimSpace(line); inside && line != "" {
			return line
		}
	}
	return ""
}
