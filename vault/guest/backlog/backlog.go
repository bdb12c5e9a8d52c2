// Package backlog reads the tasks of Backlog.md (github.com/MrLesk/Backlog.md, as of
// commit 6286bf97). They are read and never changed.
package backlog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const tool = "Backlog.md"

// homes are the folders that may be a backlog; the settings in them tell.
var homes = []string{"backlog", ".backlog"}

const (
	settings = "config.yml"
	// deepest is how many levels of folders are read, mostFolders how many folders of each.
	deepest     = 3
	mostFolders = 200
)

// Guest are the tasks of Backlog.md.
var Guest = guest.Guest{Name: "backlog", Tool: tool, Signs: []string{homes[0] + "/" + settings, homes[1] + "/" + settings}, Read: read}

func read(h *source.Repo) (left guest.Left) {
	left.Ended = guest.EndedCounted
	for _, home := range homes {
		d, ok := h.Document(path.Join(home, settings))
		if !ok {
			continue
		}
		b := backlog{here: h, home: home, files: map[string]string{}}
		if b.readSettings(d) {
			left.Path, left.Used = cmp.Or(left.Path, home), true
			left.Finished += len(b.filesOf("completed"))
			left.Jobs = append(left.Jobs, b.jobs()...)
			left.Others = append(left.Others, b.documents...)
		}
	}
	return left
}

// backlog is one folder of tasks.
type backlog struct {
	here *source.Repo
	home string
	// statuses are the words that the settings allow, in the order of the work; nil for the usual.
	statuses []string
	// documents are texts among the tasks that are none.
	documents []model.Other
	// files are those of the tasks that are not done, by their ids.
	files map[string]string
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
		b.here.Problem(d.Name, line, reason, "the usual statuses are assumed; "+tool+guest.Neither)
		return true
	}
	b.statuses = says.Statuses
	return says.Statuses != nil || says.Project != nil || says.Default != nil || says.Prefix != nil
}

// jobs are the tasks. What is in the archive is over.
func (b *backlog) jobs() (all []guest.Job) {
	var on [][]string
	for _, part := range []string{"tasks", "drafts"} {
		for _, name := range b.filesOf(part) {
			j, needs, ok := b.readTask(name, part)
			if !ok {
				continue
			}
			if j.State != model.StateDone {
				if other, twice := b.files[j.ID]; twice {
					j.Doubt("the id %s is also that of %s", j.ID, path.Base(other))
					b.here.Problem(name, 0, "the id "+j.ID+" is also that of "+other, "change the id of one")
				}
				b.files[j.ID] = name
			}
			all, on = append(all, j), append(on, needs)
		}
	}
	for i := range all {
		if left := slices.DeleteFunc(on[i], func(id string) bool { return b.files[strings.ToUpper(id)] == "" }); len(left) > 0 {
			all[i].Doubt("it depends on %s, not done yet", strings.Join(left, ", "))
		}
	}
	return all
}

// filesOf are the files of a part, and of the folders in it: some keep their tasks by epics.
func (b *backlog) filesOf(part string) (names []string) {
	level := []string{path.Join(b.home, part)}
	for range deepest {
		var next []string
		for _, dir := range level {
			names, next = append(names, b.here.Files(dir, ".md", ".markdown")...), append(next, b.here.Folders(dir)...)
		}
		level = next[:min(len(next), mostFolders)]
	}
	return slices.DeleteFunc(names, func(name string) bool { return dialect.NotWork(path.Base(name)) != "" })
}

// readTask reads a task, whose acceptance criteria are the steps, and the ids that it depends on.
func (b *backlog) readTask(name, part string) (j guest.Job, needs []string, ok bool) {
	d, ok := b.here.Document(name)
	if !ok {
		return j, nil, false
	}
	front, err := text.ReadFront([]byte(d.Text))
	switch {
	case err != nil:
		b.here.Broken(name, err, tool+guest.Neither+"; fix the line in an editor")
		return j, nil, false
	case front == nil || front.Get("id") == "":
		// Without the program's mark it is anybody's text.
		b.documents = append(b.documents, model.Other{Path: name, Kind: "a document", Why: "it has no id, so " + tool + " has no such task", Size: int64(len(d.Text))})
		return j, nil, false
	}
	j = guest.Job{
		Files: []source.Document{d}, At: model.ParseStamp(front.Get("updated_date"), b.here.Zone), ID: strings.ToUpper(front.Get("id")),
		Title: front.Get("title"), Priority: front.Get("priority"), Created: model.ParseStamp(front.Get("created_date"), b.here.Zone),
		Steps: criteria(d.Text[front.Body:]), From: "the acceptance criteria", Known: guest.Known{ID: model.BasisDeclared},
	}
	// Drafts are numbered by themselves.
	if _, number, ok := strings.Cut(j.ID, "-"); ok && number != "" && part != "drafts" {
		j.Type = guest.Typed("backlog task edit", number)
	}
	if j.Title == "" {
		j.Title, j.Known.Title = strings.TrimSuffix(path.Base(name), path.Ext(name)), model.BasisGuessed
	}
	j.Word = front.Get("status")
	if j.State, j.Known.Status = b.status(j.Word, part); j.State == model.StateUnknown {
		j.Doubt("the settings of %s do not know this status", tool)
		b.here.Problem(name, 0, fmt.Sprintf("the status %q is not in %s", j.Word, path.Join(b.home, settings)), "use one of its statuses, or add this one there")
	}
	var says struct{ Dependencies []any }
	// It was read once already; a word in the place of the list is none.
	_ = yaml.Unmarshal([]byte(d.Text[front.Start:front.End]), &says)
	for _, item := range says.Dependencies {
		if id, ok := item.(string); ok {
			needs = append(needs, id)
		}
	}
	return j, needs, true
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
func (b *backlog) status(word, part string) (model.State, model.Basis) {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, word)
	if word == "" && part == "drafts" {
		return model.StateDraft, model.BasisFolder
	}
	at := slices.IndexFunc(b.statuses, func(s string) bool { return strings.EqualFold(s, word) })
	column := at > 0 && at < len(b.statuses)-1
	if state, usual := states[letters]; usual && !(column && rests[letters]) {
		return state, model.BasisDeclared
	}
	switch {
	case at < 0:
		return model.StateUnknown, model.BasisDeclared
	case at == 0:
		return model.StateDraft, model.BasisDerived
	case at == len(b.statuses)-1:
		return model.StateDone, model.BasisDerived
	}
	return model.StateActive, model.BasisDerived
}

// section has the marks around the acceptance criteria.
var (
	section = map[string]bool{"<!-- AC:BEGIN -->": true, "<!-- AC:END -->": false}
	number  = text.Pattern{Expr: `^#\d+ `}
)

// criteria are the boxes between those marks.
func criteria(body string) (steps []model.Step) {
	inside := false
	for _, line := range text.Lines([]byte(body)) {
		if begins, mark := section[strings.TrimSpace(line)]; mark {
			inside = begins
		}
		if b, ok := text.ReadBox(line); inside && ok && b.Text != "" {
			steps = append(steps, model.Step{Text: number.ReplaceAllString(b.Text, ""), Mark: b.Rune()})
		}
	}
	return steps
}
