package superpowers

import (
	"cmp"
	"io/fs"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// plan is a plan with what its ledger says, if it has one.
type plan struct {
	// name is the plan's file, which may be gone where it has a ledger.
	name  string
	file  source.Document
	here  bool
	title string
	goal  string
	tasks []task
	// ledger is nil where no progress is kept.
	ledger *ledger
	// newer is a plan of a later day, where the ledger may be left over; empty for none.
	newer string
	// titles has the titles of the tasks by their numbers.
	titles map[string]string
	// strangers counts tasks of the ledger that the plan does not have.
	strangers int
}

// task is a task of a plan, with its number as written.
type task struct {
	number, title string
	// boxes counts the boxes of its steps.
	boxes, ticked int
}

var (
	taskHeading = text.Pattern{Expr: `^(?i)task\s+([a-z]{0,3}[-.]?\d+[a-z]?(?:[.-]\d+){0,3})(?:\s*[(.:：–—-]\s*.*)?$`}
	planTitle   = text.Pattern{Expr: `(?i)\s*[—–:-]?\s*(?:\bimplementation plan|实施计划|实现计划)$`}
)

// headerLines is how many lines the header of a plan has at most.
const headerLines = 25

// fewestTasks make a plan of a file that is called one.
const fewestTasks = 2

// hasHeader reports whether a file begins as a plan does: it names the program's skills, or it
// is called a plan and has a goal, or tasks for headings.
func hasHeader(d source.Document) bool {
	called, goal, tasks := false, false, 0
	for i, line := range d.Lines() {
		if level, heading := text.Heading(line); called && level == 2 && taskHeading.MatchString(heading) {
			tasks++
		}
		if i >= headerLines {
			continue
		}
		if strings.HasPrefix(line, ">") && strings.Contains(line, tool+":") {
			return true
		}
		if level, heading := text.Heading(line); level == 1 {
			called = called || planTitle.MatchString(heading)
		}
		label, _, ok := text.Labelled(line)
		goal = goal || ok && label == "Goal"
	}
	return called && (goal || tasks >= fewestTasks)
}

// readPlan reads the tasks of a plan, with their boxes.
func readPlan(h *source.Repo, name string) *plan {
	p := &plan{name: name, title: strings.TrimSuffix(path.Base(name), ".md")}
	if !fs.ValidPath(name) {
		return p
	}
	if p.file, p.here = h.Document(name); !p.here {
		return p
	}
	titled, open := false, false
	for _, line := range text.Unfenced([]byte(p.file.Text)) {
		if level, heading := text.Heading(line); level > 0 {
			if level == 1 && !titled && heading != "" {
				p.title, titled = cmp.Or(planTitle.ReplaceAllString(heading, ""), heading), true
			}
			if m := taskHeading.FindStringSubmatch(heading); m != nil && level > 1 {
				p.tasks = append(p.tasks, task{number: m[1], title: heading})
			}
			continue
		}
		if open = open && line != ""; open {
			p.goal += " " + strings.TrimSpace(line)
		}
		if label, value, ok := text.Labelled(line); ok && label == "Goal" && p.goal == "" {
			p.goal, open = value, true
		}
		if b, ok := text.ReadBox(line); ok && len(p.tasks) > 0 {
			t := &p.tasks[len(p.tasks)-1]
			if t.boxes++; b.Ticked() {
				t.ticked++
			}
		}
	}
	return p
}

// keptPlan is the plan of a ledger.
func keptPlan(h *source.Repo, l *ledger) *plan {
	p := readPlan(h, l.plan)
	p.ledger = l
	p.titles = map[string]string{}
	for _, t := range p.tasks {
		p.titles[t.number] = t.title
	}
	for _, number := range l.order {
		if p.titles[number] != "" {
			continue
		}
		if p.strangers++; !p.here || len(p.titles) == 0 {
			p.tasks = append(p.tasks, task{number: number, title: "Task " + number})
		}
	}
	return p
}

// complete reports whether a task is done: by the ledger, or else by its ticks.
func (p *plan) complete(t task) bool {
	if p.ledger != nil {
		return p.ledger.tasks[t.number] == taskComplete
	}
	return t.boxes > 0 && t.ticked == t.boxes
}

// count counts the tasks that are done.
func (p *plan) count() (n int) {
	for _, t := range p.tasks {
		if p.complete(t) {
			n++
		}
	}
	return n
}

// done reports whether all tasks of a plan are known, and done.
func (p *plan) done() bool { return p.here && len(p.tasks) > 0 && p.count() == len(p.tasks) }

// ticked reports whether somebody ticks the boxes of a plan, which its program does not.
func (p *plan) ticked() bool {
	for _, t := range p.tasks {
		if t.ticked > 0 {
			return true
		}
	}
	return false
}

func (p *plan) titleOf(number string) string {
	return cmp.Or(p.titles[number], "Task "+number)
}

func (p *plan) job() guest.Job {
	j := guest.Job{
		Files: []source.Document{p.file}, ID: strings.TrimSuffix(path.Base(p.name), ".md"), Title: p.title, Goal: p.goal,
		Created: model.ParseStamp(dayOf(p.name), nil), Type: guest.Typed(command, p.name),
	}
	for _, t := range p.tasks {
		j.Steps = append(j.Steps, guest.Step(t.title, p.complete(t)))
	}
	switch {
	case p.ledger != nil:
		p.addLedger(&j)
		return j
	case p.ticked():
		j.State, j.Word, j.From = model.StateActive, p.far("ticked"), "the boxes of the tasks"
	default:
		j.Word, j.From, j.Unkept = "progress is not kept", "the tasks", true
		j.Doubt("it has no ledger, which is deleted when the work is done: it may be finished, not begun, or in progress elsewhere")
	}
	j.At = j.Created
	return j
}

// far says how far a plan is: "1 of 2 tasks complete".
func (p *plan) far(word string) string {
	n, all := p.count(), len(p.tasks)
	if !p.here {
		all = n
	}
	return guest.Far(n, all, "task", word)
}
