// Package backlog reads the tasks of Backlog.md (github.com/MrLesk/Backlog.md, as of
// commit 6286bf97). They are read and never changed.
package backlog

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const tool = "Backlog.md"

// homes are the folders that may be a backlog; the settings in them tell.
var homes = []string{"backlog", ".backlog"}

const settings = "config.yml"

// Guest are the tasks of Backlog.md.
var Guest = source.Guest{Name: "backlog", Tool: tool, Signs: []string{homes[0] + "/" + settings, homes[1] + "/" + settings}, Read: read}

func read(h *source.Here) (found source.Finding) {
	for _, home := range homes {
		d, ok := h.Document(path.Join(home, settings))
		if !ok {
			continue
		}
		b := backlog{here: h, home: home, left: model.Guest{Tool: tool, Path: home}, ids: map[string]string{}, open: map[string]bool{}}
		if !b.readSettings(d) {
			continue
		}
		b.readTasks()
		found.Plans, found.Guests = append(found.Plans, b.plans...), append(found.Guests, b.left)
	}
	return found
}

// backlog is one folder of tasks.
type backlog struct {
	here *source.Here
	home string
	// statuses are the words that the settings allow, in the order of the work; nil for the usual.
	statuses []string
	left     model.Guest
	plans    []*model.Plan
	// ids are the files of the tasks by their id, open those that are not done.
	ids  map[string]string
	open map[string]bool
}

// readSettings reports whether the settings are those of the program: other folders of this name
// have a file of that name too.
func (b *backlog) readSettings(d source.Document) bool {
	var says struct {
		Statuses []string
		Project  *string `yaml:"project_name"`
		Default  *string `yaml:"default_status"`
		Prefix   *string `yaml:"task_prefix"`
	}
	if err := yaml.Unmarshal([]byte(d.Text), &says); err != nil {
		line, reason := text.YAMLReason(err)
		b.here.Problem(d.Name, line, reason, "the usual statuses are assumed; "+tool+" cannot read its settings either")
		return true
	}
	b.statuses = says.Statuses
	return says.Statuses != nil || says.Project != nil || says.Default != nil || says.Prefix != nil
}

// readTasks reads the folders that hold tasks. What is in the archive is over.
func (b *backlog) readTasks() {
	b.left.Finished = len(b.files("completed"))
	waits := map[*model.Plan][]string{}
	for _, part := range []string{"tasks", "drafts"} {
		for _, name := range b.files(part) {
			d, ok := b.here.Document(name)
			if !ok {
				continue
			}
			front, err := text.ReadFront([]byte(d.Text))
			switch {
			case err != nil:
				b.left.Unclear++
				b.here.Broken(name, err, tool+" cannot read this task either; mend the line in an editor")
				continue
			case front == nil || front.Get("id") == "":
				b.left.Unclear++
				b.here.Problem(name, 1, "a task of "+tool+" without an id", "add an id to its front matter, or move the file elsewhere")
				continue
			}
			p := b.plan(d, front, part)
			if p.Status.State == model.StateUnknown {
				b.left.Unclear++
				b.here.Problem(name, 0, fmt.Sprintf("the status %q is not in %s", p.Status.Word, path.Join(b.home, settings)), "use one of its statuses, or add this one there")
			}
			if p.Status.State == model.StateDone {
				b.left.Finished++
				continue
			}
			if other, twice := b.ids[p.ID]; twice {
				p.Reading.Doubts = append(p.Reading.Doubts, "the id "+p.ID+" is also that of "+path.Base(other))
				b.left.Unclear++
				b.here.Problem(name, 0, "the id "+p.ID+" is also that of "+other, "give one of them another id")
			}
			b.ids[p.ID], b.open[p.ID] = name, true
			waits[p], b.plans = listed(front, d.Text, "dependencies"), append(b.plans, p)
		}
	}
	for p, on := range waits {
		if on = slices.DeleteFunc(on, func(id string) bool { return !b.open[strings.ToUpper(id)] }); len(on) > 0 {
			p.Reading.Doubts = append(p.Reading.Doubts, "it depends on "+strings.Join(on, ", ")+", not done yet")
		}
	}
}

// listed gives the items of a list in a front matter.
func listed(front *text.Front, whole, key string) []string {
	var all map[string]any
	// It was read once already.
	_ = yaml.Unmarshal([]byte(whole[front.Start:front.End]), &all)
	var items []string
	list, _ := all[key].([]any)
	for _, item := range list {
		if id, ok := item.(string); ok {
			items = append(items, id)
		}
	}
	return items
}

func (b *backlog) files(part string) []string {
	return slices.DeleteFunc(b.here.Files(path.Join(b.home, part), ".md", ".markdown"), func(name string) bool { return dialect.NotWork(path.Base(name)) != "" })
}

// plan makes a plan of a task: its acceptance criteria are the steps.
func (b *backlog) plan(d source.Document, front *text.Front, part string) *model.Plan {
	p := model.Plan{
		Path: d.Name, ID: strings.ToUpper(front.Get("id")), Objective: front.Get("title"), Priority: front.Get("priority"),
		Created: model.ParseStamp(front.Get("created_date"), b.here.Zone), Touched: model.ParseStamp(front.Get("updated_date"), b.here.Zone),
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, ID: model.BasisDeclared, Title: model.BasisDeclared, Status: model.BasisDeclared,
		},
	}
	if !p.Touched.Known() {
		p.Touched = model.Stamp{Time: d.Changed}
	}
	// Drafts are numbered by themselves.
	if _, number, ok := strings.Cut(p.ID, "-"); ok && number != "" && part != "drafts" {
		p.Reading.Command = "backlog task edit " + number
	}
	if p.Objective == "" {
		p.Objective, p.Reading.Title = strings.TrimSuffix(path.Base(d.Name), path.Ext(d.Name)), model.BasisGuessed
	}
	if p.Status, p.Reading.Status = b.status(front.Get("status"), part); p.Status.State == model.StateUnknown {
		p.Reading.Doubts = append(p.Reading.Doubts, "the settings of "+tool+" do not know this status")
	}
	if p.Steps = criteria([]byte(d.Text[front.Body:])); len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "the acceptance criteria"
	}
	return &p
}

// states are the usual words for a status, letters only.
var states = map[string]model.State{
	"todo": model.StateDraft, "draft": model.StateDraft, "backlog": model.StateDraft, "open": model.StateDraft,
	"inprogress": model.StateActive, "doing": model.StateActive, "started": model.StateActive, "review": model.StateActive, "inreview": model.StateActive,
	"blocked": model.StateBlocked, "onhold": model.StateBlocked, "waiting": model.StateBlocked,
	"done": model.StateDone, "completed": model.StateDone, "complete": model.StateDone, "closed": model.StateDone,
	"wontfix": model.StateDone, "cancelled": model.StateDone, "canceled": model.StateDone,
}

// rests are the words that block a task only where they are no column of the project's own: there
// it is usual that work waits for a while.
var rests = map[string]bool{"onhold": true, "waiting": true}

// status reads the word: by its usual meaning, else by its place among those of the settings, of
// which the first is for what is not begun and the last for what is done.
func (b *backlog) status(word, part string) (model.Status, model.Basis) {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, word)
	if word == "" && part == "drafts" {
		return model.Status{State: model.StateDraft}, model.BasisFolder
	}
	at := slices.IndexFunc(b.statuses, func(s string) bool { return strings.EqualFold(s, word) })
	column := at > 0 && at < len(b.statuses)-1
	if state, usual := states[letters]; usual && !(column && rests[letters]) {
		return model.Status{State: state, Word: word}, model.BasisDeclared
	}
	switch {
	case at < 0:
		return model.Status{State: model.StateUnknown, Word: word}, model.BasisDeclared
	case at == 0:
		return model.Status{State: model.StateDraft, Word: word}, model.BasisDerived
	case at == len(b.statuses)-1:
		return model.Status{State: model.StateDone, Word: word}, model.BasisDerived
	}
	return model.Status{State: model.StateActive, Word: word}, model.BasisDerived
}

var (
	box     = text.Pattern{Expr: `^\s*[-*] \[(.)\] (?:#\d+ )?(.*\S)`}
	section = map[string]bool{"<!-- AC:BEGIN -->": true, "<!-- AC:END -->": false}
)

// criteria are the boxes between the marks of the acceptance criteria.
func criteria(body []byte) (steps []model.Step) {
	inside := false
	for _, line := range text.Lines(body) {
		if begins, mark := section[strings.TrimSpace(line)]; mark {
			inside = begins
		}
		if m := box.FindStringSubmatch(line); inside && m != nil {
			steps = append(steps, model.Step{Number: len(steps) + 1, Text: m[2], Mark: []rune(m[1])[0]})
		}
	}
	return steps
}
