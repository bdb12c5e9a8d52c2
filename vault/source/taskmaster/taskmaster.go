// Package taskmaster reads the tasks of Task Master (github.com/eyaltoledano/claude-task-master, as
// of commit c0c98d36). They are read and never changed.
package taskmaster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool  = "Task Master"
	home  = ".taskmaster"
	file  = home + "/tasks/tasks.json"
	older = "tasks/tasks.json"
	// usualTag is that of a file that names none as the current one.
	usualTag = "master"
)

// Guest are the tasks of Task Master.
var Guest = source.Guest{Name: "taskmaster", Tool: tool, Signs: []string{file, older}, Read: read}

// task is one of a list. A subtask is named by its parent too: 3.2.
type task struct {
	ID           any
	Title        string
	Status       string
	Priority     string
	Dependencies []any
	Subtasks     []task
}

// list is what belongs to one tag.
type list struct {
	Tasks    []task
	Metadata struct{ Updated, Description string }
}

func read(h *source.Here) source.Finding {
	name := file
	if !h.Exists(file) {
		name = older
	}
	var whole map[string]json.RawMessage
	d, ok := h.JSON(name, &whole)
	if !ok {
		return source.Finding{}
	}
	tags := lists(whole)
	if len(tags) == 0 {
		return source.Finding{}
	}
	r := reader{here: h, doc: d}
	tag, named := r.current(tags)
	r.read(tag, tags[tag])
	r.plan.Reading.Current = named && (r.plan.Status.State == model.StateActive || r.plan.Status.State == model.StateBlocked)
	r.others(tags, tag)
	return source.Finding{
		Plans: []*model.Plan{&r.plan}, Requests: r.request(),
		Guests: []model.Guest{{Tool: tool, Path: path.Dir(path.Dir(name)), Unclear: r.unclear}},
	}
}

// lists finds the lists of tasks, by tag; an older file has one without a tag. An editor's file
// of the same name has tasks without numbers.
func lists(whole map[string]json.RawMessage) map[string]list {
	tags := map[string]list{}
	add := func(tag string, raw []byte) {
		var l list
		// What has another type is left out.
		if err := json.Unmarshal(raw, &l); err == nil || len(l.Tasks) > 0 {
			if slices.ContainsFunc(l.Tasks, func(t task) bool { return t.number() != "" && t.Title != "" }) {
				tags[tag] = l
			}
		}
	}
	if raw, ok := whole["tasks"]; ok && !strings.HasPrefix(string(raw), "{") {
		add("tasks", slices.Concat([]byte(`{"tasks":`), raw, []byte("}")))
		return tags
	}
	for tag, raw := range whole {
		add(tag, raw)
	}
	return tags
}

// number is the task's id, which is a number or a text.
func (t task) number() string {
	switch id := t.ID.(type) {
	case string:
		return id
	case float64:
		return strconv.FormatFloat(id, 'f', -1, 64)
	}
	return ""
}

// reader makes a plan of one list.
type reader struct {
	here    *source.Here
	doc     source.Document
	plan    model.Plan
	next    []next
	done    map[string]bool
	reviews []task
	blocked []task
	words   source.Tally
	unclear int
}

// next is a task that could be begun, with what orders it.
type next struct {
	under    bool // of a parent in progress
	priority int
	waitsFor int
	step     string
}

// current is the tag that the program works on, and whether it names it.
func (r *reader) current(tags map[string]list) (tag string, named bool) {
	var state struct{ CurrentTag string }
	if _, ok := r.here.JSON(home+"/state.json", &state); ok {
		if _, known := tags[state.CurrentTag]; known {
			return state.CurrentTag, true
		}
	}
	if _, ok := tags[usualTag]; ok {
		return usualTag, false
	}
	names := make([]string, 0, len(tags))
	for tag := range tags {
		names = append(names, tag)
	}
	return slices.Min(names), false
}

// marks are the marks of the known words for a status. Only x means done.
var marks = map[string]rune{
	"pending": ' ', "in-progress": '-', "done": 'x', "completed": 'x', "review": '?', "blocked": '!', "deferred": 0, "cancelled": 0,
}

func (r *reader) read(tag string, l list) {
	r.done = map[string]bool{}
	for _, t := range l.Tasks {
		r.done[t.number()] = marks[t.Status] == 'x'
	}
	r.plan = model.Plan{
		Path: r.doc.Name, ID: tag, Objective: cmp.Or(l.Metadata.Description, "Tasks of "+tag),
		Touched: model.Stamp{Time: r.doc.Changed},
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: "task-master next", ID: model.BasisDeclared, Title: model.BasisGuessed, Status: model.BasisDerived,
			Steps: model.BasisDeclared, StepsFrom: "the tasks that are not deferred or cancelled",
		},
	}
	if tag == "tasks" {
		r.plan.Objective = cmp.Or(l.Metadata.Description, "Tasks")
	}
	if updated := model.ParseStamp(l.Metadata.Updated, r.here.Zone); updated.Known() {
		r.plan.Touched = updated
	}
	for _, t := range l.Tasks {
		r.add(t, t.number(), nil)
		if marks[t.Status] == 0 && t.Status != "" {
			continue
		}
		for _, sub := range t.Subtasks {
			if !r.done[t.number()] {
				r.add(sub, t.number()+"."+sub.number(), &t)
			}
		}
	}
	r.plan.Status = model.Status{State: r.state(), Word: r.words.String()}
	if r.plan.Reading.Next = r.nextStep(); r.plan.Reading.Next == "" && r.plan.Status.State != model.StateDone && len(r.plan.Steps) > 0 {
		r.plan.Reading.Next, r.plan.Reading.Command = "No task is ready", "task-master list"
	}
	if r.plan.Status.State == model.StateBlocked {
		r.plan.BlockedReason = strings.Join(named(r.blocked), "; ")
	}
}

// add makes a step of a task, which has a parent if it is a subtask.
func (r *reader) add(t task, number string, parent *task) {
	mark, known := marks[t.Status]
	if parent == nil {
		r.words.Add(t.Status)
	}
	switch {
	case t.number() == "":
		return
	case !known:
		mark = '?'
		r.unclear++
		r.here.Problem(r.doc.Name, 0, fmt.Sprintf("task %s has the status %q, which %s does not have", number, t.Status, tool), "mend it with: task-master set-status --id="+number+" --status=pending")
	case mark == 0:
		return
	}
	words := number + " " + t.Title
	r.plan.Steps = append(r.plan.Steps, model.Step{Number: len(r.plan.Steps) + 1, Text: words, Mark: mark})
	switch t.Status {
	case "review":
		r.reviews = append(r.reviews, task{ID: number, Title: t.Title})
	case "blocked":
		r.blocked = append(r.blocked, task{ID: number, Title: t.Title})
	}
	if (mark == ' ' || mark == '-') && r.ready(t, parent) && len(t.Subtasks) == 0 {
		r.next = append(r.next, next{under: parent != nil && parent.Status == "in-progress", priority: rank(t, parent), waitsFor: len(t.Dependencies), step: words})
	}
}

// rank orders priorities, the highest first; a subtask has that of its parent.
func rank(t task, parent *task) int {
	if t.Priority == "" && parent != nil {
		t = *parent
	}
	if i := slices.Index([]string{"critical", "high", "medium", "low"}, t.Priority); i >= 0 {
		return i
	}
	return 2
}

// ready reports whether all that a task depends on is done.
func (r *reader) ready(t task, parent *task) bool {
	for _, d := range t.Dependencies {
		id := task{ID: d}.number()
		if parent != nil && !strings.Contains(id, ".") {
			if i := slices.IndexFunc(parent.Subtasks, func(s task) bool { return s.number() == id }); i >= 0 && marks[parent.Subtasks[i].Status] != 'x' {
				return false
			}
			continue
		}
		if !r.done[id] {
			return false
		}
	}
	return true
}

// nextStep is what the program would name: subtasks of what is in progress first, then by
// priority, by how much it depends on, and by number.
func (r *reader) nextStep() string {
	if len(r.next) == 0 {
		return ""
	}
	return slices.MinFunc(r.next, func(a, b next) int {
		under := 0
		if a.under != b.under {
			if under = 1; a.under {
				under = -1
			}
		}
		return cmp.Or(under, cmp.Compare(a.priority, b.priority), cmp.Compare(a.waitsFor, b.waitsFor))
	}).step
}

func (r *reader) state() model.State {
	done, all := r.plan.Progress()
	blocked := 0
	for _, s := range r.plan.Steps {
		if s.Mark == '!' {
			blocked++
		}
	}
	switch {
	case all > 0 && done == all:
		return model.StateDone
	case blocked > 0 && blocked == all-done:
		return model.StateBlocked
	case done > 0, r.words.Of("in-progress") > 0, r.words.Of("review") > 0:
		return model.StateActive
	}
	return model.StateDraft
}

// others says how much is open under other tags.
func (r *reader) others(tags map[string]list, current string) {
	open := 0
	var names []string
	for tag, l := range tags {
		before := open
		for _, t := range l.Tasks {
			if mark, known := marks[t.Status]; tag != current && (!known || mark != 0 && mark != 'x') {
				open++
			}
		}
		if open > before {
			names = append(names, tag)
		}
	}
	slices.Sort(names)
	if open > 0 {
		r.plan.Reading.Doubts = append(r.plan.Reading.Doubts, model.Counted(open, "open task")+" under other tags not listed: "+strings.Join(names, ", "))
	}
}

// request asks for the reviews. Whether a person has to act on what is blocked is only probable.
func (r *reader) request() []model.Request {
	switch {
	case len(r.reviews) > 0:
		return []model.Request{r.review()}
	case len(r.blocked) == 0 || r.plan.Status.State == model.StateBlocked:
		return nil
	}
	ask := r.ask(r.blocked, "Task %s is blocked: %s", "%d tasks are blocked, the first is %s: %s")
	ask.Reading.Maybe = true
	return []model.Request{ask}
}

// review asks for the reviews, and says what is blocked beside them.
func (r *reader) review() model.Request {
	ask := r.ask(r.reviews, "Review task %s: %s", "Review %d tasks, the first is %s: %s")
	if n := len(r.blocked); n == 1 {
		ask.Summary += " (and 1 task is blocked)"
	} else if n > 1 {
		ask.Summary += fmt.Sprintf(" (and %d tasks are blocked)", n)
	}
	for _, name := range named(r.blocked) {
		ask.Rationale += "\nblocked: " + name
	}
	return ask
}

// named are tasks with their numbers.
func named(tasks []task) (names []string) {
	for _, t := range tasks {
		names = append(names, t.number()+" "+t.Title)
	}
	return names
}

func (r *reader) ask(tasks []task, one, many string) model.Request {
	first := tasks[0]
	ask := model.Request{
		Path: r.doc.Name, Name: path.Base(r.doc.Name), PlanID: r.plan.ID, Summary: fmt.Sprintf(one, first.number(), first.Title),
		Created: model.Stamp{Time: r.plan.Touched.Time}, Rationale: strings.Join(named(tasks), "\n"),
		Reading: model.RequestReading{Tool: tool, Decision: model.DecisionPending, Summary: model.BasisDerived, Plan: model.BasisDeclared},
	}
	if word := text.CommandWord(first.number()); word != "" {
		ask.Reading.Command = "task-master show " + word
	}
	if n := len(tasks); n > 1 {
		ask.Summary = fmt.Sprintf(many, n, first.number(), first.Title)
	}
	return ask
}
