// Package specflow reads the specs of spec-workflow (github.com/Pimzino/spec-workflow-mcp, as of
// commit b63e6cd), and decides its approvals: files that its agent asks for until a person has
// changed them.
package specflow

import (
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
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
var Guest = guest.Guest{
	Name: "specflow", Tool: tool, Signs: []string{specs, approvals}, Read: read,
	Answers: &guest.Answers{In: approvals, Holds: isApproval, Ask: ask, Answer: answer, KeepsProgress: keepsProgress},
}

func read(h *source.Repo) guest.Left {
	left := guest.Left{Path: home, Ended: guest.EndedNewest, Finished: len(h.Folders(archive))}
	for _, dir := range h.Folders(specs) {
		if j := readSpec(h, dir); len(j.Files) > 0 {
			left.Jobs = append(left.Jobs, j)
		}
	}
	left.Asked, left.Used = readApprovals(h)
	return left
}

// readSpec reads a spec: up to three documents, which are written one after the other.
func readSpec(h *source.Repo, dir string) guest.Job {
	j := guest.Job{ID: path.Base(dir), State: model.StateDraft, Free: true}
	d := map[string]source.Document{}
	for _, name := range []string{"tasks.md", "design.md", "requirements.md"} {
		if doc, ok := h.Document(path.Join(dir, name)); ok {
			d[name], j.Files = doc, append(j.Files, doc)
		}
	}
	requirements, design, tasks := d["requirements.md"], d["design.md"], d["tasks.md"]
	if j.Title, j.Goal = guest.TitleIn(named, requirements, tasks, design), introduction(requirements); j.Title == "" {
		j.Title, j.Known.Title = j.ID, model.BasisGuessed
	}
	switch {
	case tasks.Name != "":
		readTasks(tasks.Lines(), &j)
	case design.Name != "":
		j.Next, j.Word = "Write the tasks", "design"
	default:
		j.Next, j.Word = "Write the design", "requirements"
	}
	return j
}

// generic are the words of a title that all documents of a kind have.
var generic = []string{"requirements document", "design document", "tasks document", "implementation plan", "requirements", "design", "tasks"}

// named is what a heading says besides the kind of its document.
func named(heading string) string {
	for _, word := range generic {
		if len(heading) >= len(word) && strings.EqualFold(heading[:len(word)], word) {
			return strings.TrimLeft(heading[len(word):], " :-–—")
		}
	}
	return heading
}

// introduction is the first line below the heading of that name.
func introduction(d source.Document) string {
	inside := false
	for _, line := range d.Lines() {
		if level, heading := text.Heading(line); level > 0 {
			inside = strings.EqualFold(heading, "introduction")
		} else if line = strings.TrimSpace(line); inside && line != "" {
			return line
		}
	}
	return ""
}
