// Package agentos reads the specs of Agent OS (github.com/buildermethods/agent-os, as of commit
// 822af65), of its versions up to 2, which break a spec into tasks. They are read and never changed.
package agentos

import (
	"cmp"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	older = ".agent-os"
	newer = "agent-os"
)

// Guest are the specs of Agent OS.
var Guest = guest.Guest{Name: "agentos", Tool: "Agent OS", Signs: []string{older + "/specs", newer + "/specs"}, Read: read}

// spellings are how its commands are typed. Early versions put them into the home of their user.
var spellings = map[string][]guest.Spelling{
	older: {{Before: "/"}}, newer: {{Sign: ".claude/commands/agent-os/*.md", Before: "/"}},
}

// verbs are the commands that work on tasks.
var verbs = map[string]string{older: "execute-tasks", newer: "implement-tasks"}

// dated is the name of a spec's folder.
var dated = text.Pattern{Expr: `^(\d{4}-?\d{2}-?\d{2})-.`}

func read(h *source.Repo) guest.Left {
	left := guest.Left{Ended: guest.EndedCounted}
	for _, home := range []string{newer, older} {
		for _, dir := range h.Folders(home + "/specs") {
			if j, ok := readSpec(h, home, dir); ok {
				left.Path, left.Jobs = home, append(left.Jobs, j)
			}
		}
	}
	return left
}

func readSpec(h *source.Repo, home, dir string) (j guest.Job, ok bool) {
	day := dated.FindStringSubmatch(path.Base(dir))
	if day == nil {
		return j, false
	}
	tasks, tasked := h.Document(path.Join(dir, "tasks.md"))
	spec, specified := h.Document(path.Join(dir, "spec.md"))
	asked, planned := h.Document(path.Join(dir, "planning", "requirements.md"))
	j = guest.Job{
		Files: []source.Document{tasks, spec, asked}, ID: path.Base(dir), Created: model.ParseStamp(day[1], h.Zone), From: "the tasks",
		Title: cmp.Or(labelled(spec), guest.TitleIn(named, spec, tasks, asked)),
	}
	typed := func(verb string) string { return guest.Spelled(h, spellings[home], verb).Type(verb, dir) }
	readTasks(tasks, &j)
	done, all := j.Progress()
	switch {
	case all > 0:
		j.Word, j.Type = guest.Far(done, all, "task", "done"), typed(verbs[home])
	case specified || tasked:
		j.State, j.Word, j.Next, j.Type = model.StateDraft, "no tasks", "Write the tasks", typed("create-tasks")
	default:
		j.State, j.Word, j.Next, j.Type = model.StateDraft, "no spec", "Write the spec", typed("write-spec")
	}
	for i := range j.Waits {
		if j.Waits[i].Type = j.Type; j.Now() == model.StateBlocked {
			j.Blocked = strings.Join(j.Waits[i].Items, "; ")
		}
	}
	return j, tasked || specified || planned
}

// issue is what the agent writes below a task that it gave up.
var issue = text.Pattern{Expr: `^[-*\s]*(?:⚠️?\s*)?Blocking issue:\s*(.*\S)`}

// readTasks reads the boxes. One that has others below it is done when they are.
func readTasks(d source.Document, j *guest.Job) {
	unblock := guest.Wait{Do: "Unblock"}
	deepest := -1
	for l := range guest.Said(d.Text) {
		n := len(j.Steps)
		if m := issue.FindStringSubmatch(l.Text); m != nil && n > 0 && !j.Steps[n-1].Done() {
			j.Steps[n-1].Mark = '!'
			unblock.Items = append(unblock.Items, j.Steps[n-1].Text+": "+m[1])
		}
		if !l.Boxed {
			continue
		}
		if deepest >= 0 && l.Box.Indent > deepest {
			j.Steps = j.Steps[:n-1]
		}
		deepest = l.Box.Indent
		j.Steps = append(j.Steps, model.Step{Text: strings.ReplaceAll(l.Box.Text, "**", ""), Mark: l.Box.Rune()})
	}
	if len(unblock.Items) > 0 {
		j.Waits = []guest.Wait{unblock}
	}
}

// labelled is the name in the head of a spec: "> Spec: Boats".
func labelled(d source.Document) string {
	for l := range guest.Said(d.Text) {
		if name, ok := strings.CutPrefix(l.Text, "> Spec:"); ok {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// named is what a heading says behind the kind of its document: "Task Breakdown: Boats".
func named(heading string) string {
	_, name, _ := strings.Cut(heading, ": ")
	return name
}
