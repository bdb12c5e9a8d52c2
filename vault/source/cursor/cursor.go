// Package cursor reads the plans that Cursor keeps in a repository. Its sessions lie in a database,
// which is not read.
package cursor

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool   = "Cursor"
	home   = ".cursor/plans"
	ending = ".plan.md"
)

// Guest are the plans of Cursor.
var Guest = source.Guest{Name: "cursor", Tool: tool, Signs: []string{home}, Read: read}

// plan is the front matter of a plan.
type plan struct {
	Name, Overview string
	Todos          []struct{ ID, Content, Status string }
}

func read(h *source.Here) source.Finding {
	left := model.Guest{Tool: tool, Path: home}
	var found source.Finding
	for _, name := range h.Files(home, ".md") {
		d, ok := h.Document(name)
		if !ok || !strings.HasSuffix(name, ending) {
			continue
		}
		p, ok := planOf(h, d)
		switch {
		case !ok:
			left.Unclear++
		case p.Status.State == model.StateDone:
			left.Finished++
		default:
			found.Plans = append(found.Plans, &p)
		}
	}
	if len(found.Plans)+left.Finished+left.Unclear > 0 {
		found.Guests = []model.Guest{left}
	}
	return found
}

// marks are the marks of the words for a status.
var marks = map[string]rune{"pending": ' ', "in_progress": '-', "completed": 'x', "cancelled": '~'}

func planOf(h *source.Here, d source.Document) (model.Plan, bool) {
	var says plan
	front, body, err := d.Front()
	if front != nil {
		err = yaml.Unmarshal([]byte(d.Text[front.Start:front.End]), &says)
	}
	if err != nil {
		h.Broken(d.Name, broken(err), "the plan was not read; mend the line in an editor")
		return model.Plan{}, false
	}
	id := strings.TrimSuffix(path.Base(d.Name), ending)
	p := model.Plan{
		Path: d.Name, ID: id, Objective: cmp.Or(says.Name, firstHeading(body), id), Stated: says.Overview, Touched: model.Stamp{Time: d.Changed},
		Reading: model.PlanReading{Foreign: true, Tool: tool, ID: model.BasisFolder, Title: model.BasisDeclared, Status: model.BasisDerived},
	}
	var words source.Tally
	for _, t := range says.Todos {
		mark, known := marks[t.Status]
		if !known {
			mark = '?'
		}
		words.Add(t.Status)
		p.Steps = append(p.Steps, model.Step{Number: len(p.Steps) + 1, Text: cmp.Or(t.Content, t.ID), Mark: mark})
	}
	if p.Status.Word = words.String(); len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "its todos"
		p.Status.State = state(words, len(p.Steps))
	}
	return p, true
}

func state(words source.Tally, all int) model.State {
	switch {
	case words.Of("completed")+words.Of("cancelled") == all:
		return model.StateDone
	case words.Of("completed")+words.Of("in_progress") > 0:
		return model.StateActive
	}
	return model.StateDraft
}

// broken names the line of a front matter that cannot be read.
func broken(err error) error {
	if line, reason := text.YAMLReason(err); line > 0 {
		return &text.LineError{Line: line + 1, Reason: reason}
	}
	return err
}

func firstHeading(body string) string {
	lines := text.Lines([]byte(body))
	if i := slices.IndexFunc(lines, func(line string) bool { level, _ := text.Heading(line); return level == 1 }); i >= 0 {
		_, heading := text.Heading(lines[i])
		return heading
	}
	return ""
}
