package store

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// mostSteps is how many steps of one plan are read.
const mostSteps = 500

// marks are the marks of the words for a step's status.
var marks = map[string]rune{"pending": ' ', "in_progress": '-', "completed": 'x', "cancelled": '~', "blocked": '!'}

// Mark is the mark of a step by the word for its status, '?' for one that is not known.
func Mark(status string) rune {
	if mark, known := marks[status]; known {
		return mark
	}
	return '?'
}

// Steps are those of a plan in a JSON list, whose texts are in a member of some name.
func Steps(list []byte, name string) []model.Step {
	steps := []model.Step{}
	s := text.NewScan(list)
	for range s.Elements() {
		if raw := s.Raw(); len(steps) < mostSteps {
			steps = append(steps, model.Step{Number: len(steps) + 1, Text: OneLine(Member(raw, name), MostAbout), Mark: Mark(Member(raw, "status"))})
		}
	}
	return steps
}

// StepsSaid says in a few words what a plan of steps is, and how much of it is done; nothing of one
// without steps.
func StepsSaid(steps []model.Step) (says, came string) {
	if len(steps) == 0 {
		return "", ""
	}
	done, names := 0, make([]string, 0, len(steps))
	for _, s := range steps {
		names = append(names, s.Text)
		if s.Done() {
			done++
		}
	}
	says = fmt.Sprintf("%s: %s", model.Counted(len(steps), "step"), strings.Join(names, ", "))
	return OneLine(says, MostAbout), fmt.Sprintf("%d of %d done", done, len(steps))
}

// Markdown reads a plan of an agent: its first heading, its boxes, and what is numbered in it.
func Markdown(plan string) (title string, boxes, numbered []model.Step) {
	for _, line := range text.Unfenced([]byte(plan)) {
		if level, heading := text.Heading(line); level > 0 && title == "" {
			title = OneLine(heading, MostTitle)
		}
		if box, ok := text.ReadBox(line); ok {
			boxes = append(boxes, model.Step{Number: len(boxes) + 1, Text: OneLine(box.Text, MostAbout), Mark: box.Rune()})
		} else if number, step, ok := strings.Cut(line, ". "); ok && number != "" && strings.Trim(number, "0123456789") == "" {
			numbered = append(numbered, model.Step{Number: len(numbered) + 1, Text: OneLine(step, MostTitle), Mark: ' '})
		}
	}
	return title, boxes, numbered
}

// PlanOf is the plan of the newest session that keeps one, unless all of it is done.
func PlanOf(tool string, found []model.Transcript) (all source.Finding) {
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
