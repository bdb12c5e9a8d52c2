// Package ralph reads the stories of Ralph loops (github.com/snarktank/ralph, as of commit 6c53cb0).
// They are read and never changed.
package ralph

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
	"coldstart/vault/text"
)

const (
	tool    = "Ralph"
	stories = "prd.json"
)

// homes are the folders in which the loop lies.
var homes = []string{".", "scripts/ralph", "ralph", ".ralph", "tasks", "plans"}

// Guest are the stories of Ralph loops.
var Guest = guest.Guest{Name: "ralph", Tool: tool, Signs: signs(), Read: read}

func signs() (names []string) {
	for _, dir := range homes {
		names = append(names, path.Join(dir, stories))
	}
	return names
}

// prd is the file of a loop. Other programs have files of that name, so the types are looked at by hand.
type prd struct {
	Project, ProductName, Description, BranchName any
	UserStories                                   []any
}

// story is a piece of work that the loop does at once.
type story struct {
	name     string
	priority float64
	passes   bool
}

func read(h *source.Repo) (left guest.Left) {
	for _, dir := range homes {
		d, ok := h.Document(path.Join(dir, stories))
		if !ok {
			continue
		}
		if err := text.CheckJSON([]byte(d.Text)); err != nil {
			if looksLike.MatchString(d.Text) && strings.Contains(d.Text, `"userStories"`) {
				h.Broken(d.Name, err, tool+guest.Neither+"; its stories are not shown")
				left.Path = cmp.Or(left.Path, d.Name)
			}
			continue
		}
		var p prd
		if json.Unmarshal([]byte(d.Text), &p) != nil {
			continue
		}
		list := p.stories()
		if len(list) == 0 {
			continue
		}
		left.Path = cmp.Or(left.Path, d.Name)
		if all := len(p.UserStories); len(list) < all {
			h.Problem(d.Name, 0, fmt.Sprintf("%d of its %s cannot be read", all-len(list), model.Counted(all, "story")), "a story has a title, and says whether it passes")
		}
		left.Finished += len(h.Folders(path.Join(dir, "archive")))
		left.Jobs = append(left.Jobs, p.job(h, dir, d, list))
	}
	return left
}

// looksLike tells a file of a loop that cannot be read from what other programs call prd.json.
var looksLike = text.Pattern{Expr: `"passes"\s*:\s*(?:true|false)`}

// stories are those that have a title and say whether they pass, in the order in which the loop
// takes them. A file without any is no loop's.
func (p prd) stories() (all []story) {
	for _, one := range p.UserStories {
		fields, _ := one.(map[string]any)
		passes, said := fields["passes"].(bool)
		title := word(fields["title"])
		if !said || title == "" {
			continue
		}
		s := story{name: strings.TrimSpace(guest.Word(fields["id"]) + " " + title), passes: passes, priority: float64(len(p.UserStories))}
		if n, ok := fields["priority"].(float64); ok {
			s.priority = n
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b story) int { return cmp.Compare(a.priority, b.priority) })
	return all
}

// word is a text, empty for anything else.
func word(v any) string {
	s, _ := v.(string)
	return s
}

func (p prd) job(h *source.Repo, dir string, d source.Document, list []story) guest.Job {
	progress, _ := h.Document(path.Join(dir, "progress.txt"))
	j := guest.Job{
		Files: []source.Document{d, progress}, ID: cmp.Or(strings.TrimPrefix(word(p.BranchName), "ralph/"), "prd"),
		Title: cmp.Or(word(p.Description), word(p.Project), word(p.ProductName), "prd"), From: "the stories", Log: log(h, progress),
		Known: guest.Known{ID: model.BasisDeclared},
	}
	if loop := path.Join(dir, "ralph.sh"); h.Exists(loop) {
		j.Type = "./" + loop
	}
	for _, s := range list {
		if j.Steps = append(j.Steps, guest.Step(s.name, s.passes)); !s.passes {
			j.Next = cmp.Or(j.Next, s.name)
		}
	}
	done, all := j.Progress()
	j.Word, j.Begun = guest.Far(done, all, "story", "passed"), len(j.Log) > 0
	return j
}

// entry is the heading of an entry of the log: a time and a story.
var entry = text.Pattern{Expr: `^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)\]?\s*(?:[-–—:]\s*)?(.*)$`}

// log says which stories the loop was at, and when.
func log(h *source.Repo, d source.Document) (all []model.LogEntry) {
	for _, line := range text.Unfenced([]byte(d.Text)) {
		level, heading := text.Heading(line)
		if x := entry.FindStringSubmatch(heading); level == 2 && x != nil {
			all = append(all, model.LogEntry{At: model.ParseStamp(x[1], h.Zone), What: cmp.Or(x[2], "Iteration")})
		}
	}
	slices.SortStableFunc(all, func(a, b model.LogEntry) int { return a.At.Time.Compare(b.At.Time) })
	return all
}
