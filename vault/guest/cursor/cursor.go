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
	Todos          []struct{ ID, Content, Status string }
}

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
		left.Jobs = append(left.Jobs, j)
	}
	return left
}
