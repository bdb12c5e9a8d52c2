// Package backlog reads the tasks of Backlog.md (github.com/MrLesk/Backlog.md, as of
// commit 6286bf97). They are read and never changed.
package backlog

import (
	"path"
	"regexp"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const tool = "Backlog.md"

// homes are the folders that may be a backlog; the tool's settings in it tell.
var homes = []string{"backlog", ".backlog"}

// parts are the folders of a backlog that hold tasks. What lies in the archive is over.
var parts = []string{"tasks", "drafts", "completed"}

// Source are the tasks of Backlog.md.
var Source = source.Source{Name: "backlog", Many: "tasks of " + tool, Find: find, Folders: homes, Read: read, Limit: source.MaxDocument}

func find(d disk.Disk, _ places.Layout) (names []string, problems []model.Problem) {
	for _, home := range homes {
		if !d.IsFolder(home) || !d.Exists(path.Join(home, "config.yml")) {
			continue
		}
		for _, part := range parts {
			dir := path.Join(home, part)
			if !d.IsFolder(dir) {
				continue
			}
			entries, err := d.List(dir)
			if err != nil {
				problems = append(problems, places.UnreadFolder(dir, err))
			}
			if len(entries) > disk.MaxEntries {
				problems, entries = append(problems, places.TooMany(dir)), entries[:disk.MaxEntries]
			}
			for _, e := range entries {
				if e.Type().IsRegular() && places.HasEnding(e.Name(), places.PlanEndings) && dialect.NotWork(e.Name()) == "" {
					names = append(names, path.Join(dir, e.Name()))
				}
			}
		}
	}
	return names, problems
}

// read makes a plan of a task: its acceptance criteria are the steps.
func read(f source.File) source.Finding {
	front, err := text.ReadFront(f.B)
	switch {
	case err != nil:
		return source.Finding{Problems: []model.Problem{text.Problem(f.Name, err, tool+" cannot read this task either; fix the line in an editor")}}
	case front == nil || front.Get("id") == "":
		return source.Finding{Problems: []model.Problem{{
			Path: f.Name, Line: 1, Reason: "a task of " + tool + " without an id", Hint: "add an id to its front matter, or move the file elsewhere",
		}}}
	}
	p := model.Plan{
		Path: f.Name, ID: front.Get("id"), Objective: front.Get("title"), Priority: front.Get("priority"),
		Created: model.ParseStamp(front.Get("created_date"), f.Zone), Seen: model.FingerprintOf(f.B),
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, ID: model.BasisDeclared, Title: model.BasisDeclared, Status: model.BasisDeclared,
		},
	}
	// Drafts are numbered by themselves.
	if _, number, ok := strings.Cut(p.ID, "-"); ok && number != "" && path.Base(path.Dir(f.Name)) != "drafts" {
		p.Reading.Command = "backlog task edit " + number
	}
	if p.Objective == "" {
		p.Objective, p.Reading.Title = strings.TrimSuffix(path.Base(f.Name), path.Ext(f.Name)), model.BasisGuessed
	}
	p.Status, p.Reading.Status = status(front.Get("status"), path.Base(path.Dir(f.Name)))
	p.Reading.Closed = p.Status.State == model.StateDone
	if p.Steps = criteria(f.B[front.Body:]); len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "the acceptance criteria"
	}
	return source.FoundPlan(p)
}

// states are the usual words for a status, letters only. Projects name their own, so an
// unknown one is shown as it is.
var states = map[string]model.State{
	"todo": model.StateDraft, "draft": model.StateDraft, "backlog": model.StateDraft, "open": model.StateDraft,
	"inprogress": model.StateActive, "doing": model.StateActive, "started": model.StateActive, "review": model.StateActive, "inreview": model.StateActive,
	"blocked": model.StateBlocked, "onhold": model.StateBlocked, "waiting": model.StateBlocked,
	"done": model.StateDone, "completed": model.StateDone, "complete": model.StateDone, "closed": model.StateDone,
	"wontfix": model.StateDone, "cancelled": model.StateDone, "canceled": model.StateDone,
}

// status reads the word; the folder of finished tasks overrules it.
func status(word, folder string) (model.Status, model.Basis) {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, word)
	switch {
	case folder == "completed":
		return model.Status{State: model.StateDone, Word: word}, model.BasisFolder
	case word == "" && folder == "drafts":
		return model.Status{State: model.StateDraft}, model.BasisFolder
	}
	return model.Status{State: states[letters], Word: word}, model.BasisDeclared
}

var (
	box     = regexp.MustCompile(`^\s*[-*] \[(.)\] (?:#\d+ )?(.*\S)`)
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
