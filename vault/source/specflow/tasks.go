package specflow

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// The program counts a box only where a number follows: "- [x] 1.2 text", "- [ ] 2\. text". It
// counts also in code and in comments. Agents write more forms, which it passes over: numbers as
// F.1, no blank behind the box, and a heading with the number above a line with the box.
var (
	numbered = text.Pattern{Expr: `^(\d+(?:\.\d+)*)\s*\\?\.?\s+\S`}
	lettered = text.Pattern{Expr: `^[A-Z]+\d*(?:\.\d+)+\s*\\?\.?\s+\S`}
	headed   = text.Pattern{Expr: `^(?:Task\s+)?(\d+(?:\.\d+)*)\s*[.:]?\s+(\S.*)$`}
	spaced   = text.Pattern{Expr: `^\s*[-*]\s+\[.\]\s`}
	stated   = text.Pattern{Expr: `^\s*(?:[-*]\s+)?\*\*Status\*\*:\s*\[(.)\]`}
	reason   = text.Pattern{Expr: `_Blocked:\s*([^_]+?)_`}
)

// tasks are the steps of a spec while they are read.
type tasks struct {
	steps []model.Step
	// ids are the numbers that the program knows, "" for a step that it passes over.
	ids []string
	// others counts boxes with a mark that it does not know.
	others int
	// reasons say why a step is blocked, by its number.
	reasons map[int]string
	// head and headText are the number and the text of the last heading, if it has a number.
	head, headText string
}

// readTasks reads the steps of a plan, and works out its state.
func readTasks(lines []string, p *model.Plan) {
	t := tasks{reasons: map[int]string{}}
	for _, line := range lines {
		t.line(line)
	}
	p.Steps = t.steps
	t.conclude(p)
}

func (t *tasks) line(line string) {
	if level, heading := text.Heading(line); level > 0 {
		t.head, t.headText = "", ""
		if m := headed.FindStringSubmatch(heading); m != nil {
			t.head, t.headText = m[1], m[2]
		}
		return
	}
	if m := stated.FindStringSubmatch(line); m != nil && t.head != "" {
		t.add("", m[1], t.head+" "+t.headText)
		t.head = ""
		return
	}
	b, ok := text.ReadBox(line)
	if !ok || strings.HasPrefix(strings.TrimSpace(line), "+") {
		t.blocked(line)
		return
	}
	number := numbered.FindStringSubmatch(b.Text)
	known := b.Mark == "" || b.Mark == "x" || b.Mark == "-" || b.Mark == "~"
	switch said := strings.Replace(b.Text, `\.`, ".", 1); {
	case number == nil && !lettered.MatchString(b.Text):
	case !known:
		t.others++
	case number == nil, !spaced.MatchString(line):
		t.add("", b.Mark, said)
	default:
		t.add(number[1], b.Mark, said)
	}
}

func (t *tasks) add(id, mark, said string) {
	s := model.Step{Number: len(t.steps) + 1, Text: said, Mark: text.Box{Mark: strings.TrimSpace(mark)}.Rune()}
	t.steps, t.ids = append(t.steps, s), append(t.ids, id)
}

// blocked reads why the last step is blocked.
func (t *tasks) blocked(line string) {
	n := len(t.steps)
	if n == 0 || t.steps[n-1].Mark != '~' || t.reasons[n] != "" {
		return
	}
	if m := reason.FindStringSubmatch(line); m != nil {
		t.reasons[n] = strings.TrimSpace(m[1])
	}
}

// conclude works out the state of a plan: what is in progress goes on whatever else is blocked.
func (t *tasks) conclude(p *model.Plan) {
	var begun, blocked, next *model.Step
	done, all := p.Progress()
	for i := range t.steps {
		s := &t.steps[i]
		switch {
		case s.Mark == '-' && begun == nil:
			begun = s
		case s.Mark == '~' && blocked == nil:
			blocked = s
		case !s.Done() && s.Mark == ' ' && next == nil:
			next = s
		}
	}
	switch {
	case all == 0:
		p.Status, p.Reading.Next = model.Status{State: model.StateDraft, Word: "no tasks"}, "Write the tasks"
	case done == all:
		p.Status = model.Status{State: model.StateDone, Word: "completed"}
	case blocked != nil && begun == nil:
		p.Status, p.BlockedReason = model.Status{State: model.StateBlocked, Word: "blocked"}, t.reasons[blocked.Number]
	case begun == nil && done == 0:
		p.Status = model.Status{State: model.StateDraft, Word: "pending"}
	default:
		p.Status = model.Status{State: model.StateActive, Word: "in progress"}
	}
	if all > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "the tasks"
	}
	if begun == nil && p.Status.State != model.StateBlocked {
		begun = next
	}
	if begun != nil && t.ids[begun.Number-1] != "" {
		p.Reading.Command = fmt.Sprintf("Execute task %s in spec %s", t.ids[begun.Number-1], p.ID)
	}
	p.Reading.Doubts = t.doubts()
}

// doubts say where the program counts otherwise.
func (t *tasks) doubts() (doubts []string) {
	passed := 0
	for _, id := range t.ids {
		if id == "" {
			passed++
		}
	}
	if passed > 0 {
		doubts = append(doubts, model.Counted(passed, "step")+" in a form that "+tool+" does not count")
	}
	if t.others > 0 {
		doubts = append(doubts, model.Counted(t.others, "box")+" with another mark than a blank, x, - or ~: "+tool+" does not count it")
	}
	return doubts
}
