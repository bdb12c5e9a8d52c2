// Package taskmaster reads the tasks of Task Master (github.com/eyaltoledano/claude-task-master, as
// of commit c0c98d36). They are read and never changed.
package taskmaster

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
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
var Guest = guest.Guest{Name: "taskmaster", Tool: tool, Signs: []string{file, older}, Read: read}

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

func read(h *source.Repo) guest.Left {
	name := file
	if !h.Exists(file) {
		name = older
	}
	var whole map[string]json.RawMessage
	d, ok := h.JSON(name, &whole)
	if !ok {
		return guest.Left{}
	}
	tags := lists(whole)
	if len(tags) == 0 {
		return guest.Left{}
	}
	r := reader{here: h, doc: d, done: map[string]bool{}}
	tag, named := r.current(tags)
	r.read(tag, tags[tag])
	r.job.Current = named && r.job.Now() != model.StateDraft
	r.others(tags, tag)
	return guest.Left{Path: path.Dir(path.Dir(name)), Jobs: []guest.Job{r.job}}
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
func (t task) number() string { return guest.Word(t.ID) }

// reader makes a job of one list.
type reader struct {
	here *source.Repo
	doc  source.Document
	job  guest.Job
	next []next
	done map[string]bool
	// with are the numbers and names of the tasks that have a status.
	with  map[string][]string
	words guest.Tally
}

// next is a task that could be begun, with what orders it.
type next struct {
	begun    bool
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
	for _, t := range l.Tasks {
		r.done[t.number()] = marks[t.Status] == 'x'
	}
	r.with = map[string][]string{}
	r.job = guest.Job{
		Files: []source.Document{r.doc}, At: model.ParseStamp(l.Metadata.Updated, r.here.Zone), ID: tag,
		Title: cmp.Or(l.Metadata.Description, strings.TrimSuffix("Tasks of "+tag, " of tasks")), From: "the tasks that are not deferred or cancelled",
		Type: "task-master next", Free: true, Known: guest.Known{ID: model.BasisDeclared, Title: model.BasisGuessed},
	}
	for _, t := range l.Tasks {
		r.words.Add(t.Status)
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
	j := &r.job
	j.Word, j.Begun = r.words.String(), j.Begun || r.words.Of("review") > 0
	if len(j.Steps) == 0 {
		j.State = model.StateDraft
	}
	blocked := r.with["blocked"]
	if j.Next = r.nextStep(); j.Next == "" && j.Now() != model.StateDone && len(j.Steps) > 0 {
		j.Next, j.Type = "No task is ready", "task-master list"
	}
	if j.Now() == model.StateBlocked {
		j.Blocked = strings.Join(blocked, "; ")
	}
	j.Waits = r.waits()
}

// add makes a step of a task. A subtask, which has a parent, is a part of its step.
func (r *reader) add(t task, number string, parent *task) {
	mark, known := marks[t.Status]
	switch {
	case t.number() == "":
		return
	case !known:
		mark = '?'
		r.here.Problem(r.doc.Name, 0, fmt.Sprintf("task %s has the status %q, which %s does not have", number, t.Status, tool), "fix it with: task-master set-status --id="+number+" --status=pending")
	case mark == 0:
		return
	}
	words := number + " " + t.Title
	if parent == nil {
		r.job.Steps = append(r.job.Steps, model.Step{Text: words, Mark: mark})
	}
	r.job.Begun = r.job.Begun || mark == '-' || mark == 'x'
	r.with[t.Status] = append(r.with[t.Status], words)
	if (mark == ' ' || mark == '-') && r.ready(t, parent) && len(t.Subtasks) == 0 {
		if parent != nil {
			words = parent.number() + " " + parent.Title + ": " + words
		}
		r.next = append(r.next, next{begun: mark == '-', under: parent != nil && parent.Status == "in-progress", priority: rank(t, parent), waitsFor: len(t.Dependencies), step: words})
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

// ready reports whether all that a task depends on is done. A subtask of one that is blocked is not ready.
func (r *reader) ready(t task, parent *task) bool {
	if parent != nil && (marks[parent.Status] == '!' || marks[parent.Status] == ' ' && !r.ready(*parent, nil)) {
		return false
	}
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

// nextStep is what is in progress, else what the program would name: subtasks of what is in progress first, then by
// priority, by how much it depends on, and by number.
func (r *reader) nextStep() string {
	if len(r.next) == 0 {
		return ""
	}
	return slices.MinFunc(r.next, func(a, b next) int {
		return cmp.Or(model.FalseFirst(!a.begun, !b.begun), model.FalseFirst(!a.under, !b.under), cmp.Compare(a.priority, b.priority), cmp.Compare(a.waitsFor, b.waitsFor))
	}).step
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
		r.job.Doubt("%s under other tags not listed: %s", model.Counted(open, "open task"), strings.Join(names, ", "))
	}
}

// waits are the reviews, and what is blocked. Whether a person has to act on that is only probable.
func (r *reader) waits() (all []guest.Wait) {
	for _, w := range []struct{ status, do, before string }{{"review", "Review", ""}, {"blocked", "Unblock", "blocked: "}} {
		names := r.with[w.status]
		if len(names) == 0 || w.status == "blocked" && r.job.Now() == model.StateBlocked {
			continue
		}
		if len(all) == 0 {
			w.before = ""
		}
		wait := guest.Wait{
			Do: w.do, Items: names, Why: []string{w.before + strings.Join(names, "\n"+w.before)}, Since: model.Stamp{Time: r.job.At.Time}, Maybe: w.status == "blocked",
		}
		first, _, _ := strings.Cut(names[0], " ")
		wait.Type = guest.Typed("task-master show", first)
		all = append(all, wait)
	}
	return all
}
