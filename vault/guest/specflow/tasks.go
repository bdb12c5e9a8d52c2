package specflow

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
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

// readTasks reads the steps of a job, and works out its state.
func readTasks(lines []string, j *guest.Job) {
	t := tasks{reasons: map[int]string{}}
	for _, line := range lines {
		t.line(line)
	}
	j.Steps, j.From = t.steps, "the tasks"
	t.conclude(j)
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
	s := model.Step{Text: said, Mark: text.Box{Mark: strings.TrimSpace(mark)}.Rune()}
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

// conclude works out the state of a job: what is in progress goes on whatever else is blocked.
func (t *tasks) conclude(j *guest.Job) {
	first := func(mark rune) int {
		return slices.IndexFunc(t.steps, func(s model.Step) bool { return s.Mark == mark })
	}
	begun, blocked, next := first('-'), first('~'), first(' ')
	switch done, all := j.Progress(); {
	case all == 0:
		j.State, j.Word, j.Next = model.StateDraft, "no tasks", "Write the tasks"
	case done == all:
		j.State, j.Word = model.StateDone, "completed"
	case blocked >= 0 && begun < 0:
		j.State, j.Word, j.Blocked = model.StateBlocked, "blocked", t.reasons[blocked+1]
	case begun < 0 && done == 0:
		j.State, j.Word = model.StateDraft, "pending"
	default:
		j.State, j.Word = model.StateActive, "in progress"
	}
	if begun < 0 && j.State != model.StateBlocked {
		begun = next
	}
	if begun >= 0 && t.ids[begun] != "" {
		j.Type = fmt.Sprintf("Execute task %s in spec %s", t.ids[begun], j.ID)
	}
	t.doubt(j)
}

// doubt says where the program counts otherwise.
func (t *tasks) doubt(j *guest.Job) {
	passed := 0
	for _, id := range t.ids {
		if id == "" {
			passed++
		}
	}
	if passed > 0 {
		j.Doubt("%s in a form that %s does not count", model.Counted(passed, "step"), tool)
	}
	if t.others > 0 {
		j.Doubt("%s with another mark than a blank, x, - or ~: %s does not count it", model.Counted(t.others, "box"), tool)
	}
}
