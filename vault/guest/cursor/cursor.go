// Package cursor reads the plans that Cursor keeps in a repository. Its sessions lie in a database,
// which is not read.
package cursor

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
	home   = ".cursor/plans"
	ending = ".plan.md"
)

// Guest are the plans of Cursor.
var Guest = guest.Guest{Name: "cursor", Tool: "Cursor", Signs: []string{home}, Read: read}

// plan is the front matter of a plan.
type plan struct {
	Name, Overview string
	Status         string
	Titled         string `yaml:"Status"`
	Todos          []struct{ ID, Content, Status string }
}

// ended is a status of the whole plan by which nothing of it is left to do.
var ended = text.Pattern{Expr: `^(?i)\W*(shipped|done|completed?|finished|merged|landed|implemented|dnf|superseded|abandoned|dropped|obsolete|cancell?ed|won't do)\b`}

// mostHead is how many lines of a plan may stand above its status.
const mostHead = 12

// statusOf is the status of the whole plan: in its front matter, or in a line above its first section.
func (p plan) statusOf(body string) string {
	if said := cmp.Or(p.Status, p.Titled); said != "" {
		return said
	}
	for l := range guest.Said(body) {
		if l.Level > 1 || l.Number > mostHead {
			break
		}
		if m := statusLine.FindStringSubmatch(strings.TrimSpace(l.Text)); m != nil {
			return m[1]
		}
	}
	return ""
}

var statusLine = text.Pattern{Expr: `^(?i)(?:[>*_-]+\s*)?\**status\**\s*:\**\s*(.+)$`}

// marks are the marks of the words for a status.
var marks = map[string]rune{"pending": ' ', "in_progress": '-', "completed": 'x', "cancelled": '~'}

func read(h *source.Repo) guest.Left {
	left := guest.Left{Path: home, Ended: guest.EndedCounted}
	for _, name := range h.Files(home, ending) {
		d, ok := h.Document(name)
		if !ok {
			continue
		}
		var says plan
		body, ok := h.Front(d, &says, "the plan was not read; fix the line in an editor")
		if !ok {
			continue
		}
		id := strings.TrimSuffix(path.Base(name), ending)
		j := guest.Job{Files: []source.Document{d}, ID: id, Title: cmp.Or(says.Name, guest.Title(body), id), Goal: says.Overview, From: "its todos"}
		var words guest.Tally
		for _, t := range says.Todos {
			words.Add(t.Status)
			j.Steps = append(j.Steps, model.Step{Text: cmp.Or(t.Content, t.ID), Mark: cmp.Or(marks[t.Status], '?')})
		}
		j.Word = words.String()
		if m := ended.FindStringSubmatch(says.statusOf(body)); m != nil {
			j.State, j.Word, j.Known.Status = model.StateDone, strings.ToLower(m[1]), model.BasisDeclared
			j.DoubtOpen("its status is "+j.Word, "todo")
		}
		left.Jobs = append(left.Jobs, j)
	}
	return left
}
