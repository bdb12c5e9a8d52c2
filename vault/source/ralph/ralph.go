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
var Guest = source.Guest{Name: "ralph", Tool: tool, Signs: signs(), Read: read}

func signs() (names []string) {
	for _, dir := range homes {
		names = append(names, path.Join(dir, stories))
	}
	return names
}

// prd is the file of a loop.
type prd struct {
	file source.Document
	// title is its description or a name, branch where the loop commits.
	title, branch string
	stories       []story
	// unread counts stories without a title, or without a word on whether they pass.
	unread int
}

// story is a piece of work that the loop does at once.
type story struct {
	name     string
	priority float64
	passes   bool
}

func read(h *source.Here) (found source.Finding) {
	left := model.Guest{Tool: tool}
	for _, dir := range homes {
		d, ok := h.Document(path.Join(dir, stories))
		if !ok {
			continue
		}
		if err := text.CheckJSON([]byte(d.Text)); err != nil {
			if looksLike.MatchString(d.Text) && strings.Contains(d.Text, `"userStories"`) {
				h.Broken(d.Name, err, tool+" cannot read it either; its stories are not shown")
				left.Unclear, left.Path = left.Unclear+1, cmp.Or(left.Path, d.Name)
			}
			continue
		}
		p, ok := readStories(d)
		if !ok {
			continue
		}
		if left.Path = cmp.Or(left.Path, d.Name); p.unread > 0 {
			left.Unclear++
			h.Problem(d.Name, 0, fmt.Sprintf("%d of its %s cannot be read", p.unread, model.Counted(p.unread+len(p.stories), "story")), "a story has a title, and says whether it passes")
		}
		left.Finished += len(h.Folders(path.Join(dir, "archive")))
		found.Plans = append(found.Plans, p.plan(h, dir))
	}
	if left.Path != "" {
		found.Guests = []model.Guest{left}
	}
	return found
}

// looksLike tells a file of a loop that cannot be read from what other programs call prd.json.
var looksLike = text.Pattern{Expr: `"passes"\s*:\s*(?:true|false)`}

// readStories reads a file of a loop, and reports whether it is one: it has stories of which at
// least one says whether it passes.
func readStories(d source.Document) (p prd, ok bool) {
	var top map[string]any
	if json.Unmarshal([]byte(d.Text), &top) != nil {
		return p, false
	}
	p.file = d
	p.file.Text = ""
	name, _ := top["project"].(string)
	product, _ := top["productName"].(string)
	about, _ := top["description"].(string)
	p.branch, _ = top["branchName"].(string)
	p.title = cmp.Or(about, name, product, "prd")
	list, _ := top["userStories"].([]any)
	for _, one := range list {
		fields, _ := one.(map[string]any)
		passes, said := fields["passes"].(bool)
		title, _ := fields["title"].(string)
		if !said || title == "" {
			p.unread++
			continue
		}
		s := story{name: strings.TrimSpace(idOf(fields["id"]) + " " + title), passes: passes, priority: float64(len(list))}
		if n, ok := fields["priority"].(float64); ok {
			s.priority = n
		}
		p.stories = append(p.stories, s)
	}
	// The loop takes them in this order.
	slices.SortStableFunc(p.stories, func(a, b story) int { return cmp.Compare(a.priority, b.priority) })
	return p, len(p.stories) > 0
}

// idOf is a text or a number as it is written, empty for anything else.
func idOf(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case float64:
		return fmt.Sprint(v)
	}
	return ""
}

func (p prd) plan(h *source.Here, dir string) *model.Plan {
	id := strings.TrimPrefix(p.branch, "ralph/")
	m := &model.Plan{
		Path: p.file.Name, ID: cmp.Or(id, "prd"), Objective: p.title,
		Touched: model.Stamp{Time: p.file.Changed},
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, ID: model.BasisDeclared, Title: model.BasisDeclared, Status: model.BasisDerived, Steps: model.BasisDeclared, StepsFrom: "the stories",
		},
	}
	if loop := path.Join(dir, "ralph.sh"); h.Exists(loop) {
		m.Reading.Command = "./" + loop
	}
	var next *story
	for i, s := range p.stories {
		step := model.Step{Number: i + 1, Text: s.name, Mark: ' '}
		if s.passes {
			step.Mark = 'x'
		} else if next == nil {
			next = &p.stories[i]
		}
		m.Steps = append(m.Steps, step)
	}
	p.readLog(h, path.Join(dir, "progress.txt"), m)
	done, all := m.Progress()
	m.Status = model.Status{State: model.StateActive, Word: fmt.Sprintf("%d of %s passed", done, model.Counted(all, "story"))}
	switch {
	case next == nil:
		m.Status = model.Status{State: model.StateDone, Word: model.Counted(all, "story") + " passed"}
	case done == 0 && len(m.Log) == 0:
		m.Status.State = model.StateDraft
		fallthrough
	default:
		m.Reading.Next = next.name
	}
	return m
}

// entry is the heading of an entry of the log: a time and a story.
var entry = text.Pattern{Expr: `^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)\]?\s*(?:[-–—:]\s*)?(.*)$`}

// readLog reads which stories the loop was at, and when.
func (p prd) readLog(h *source.Here, name string, m *model.Plan) {
	d, ok := h.Document(name)
	if !ok {
		return
	}
	if d.Changed.After(m.Touched.Time) {
		m.Touched.Time = d.Changed
	}
	for _, line := range text.Unfenced([]byte(d.Text)) {
		level, heading := text.Heading(line)
		if x := entry.FindStringSubmatch(heading); level == 2 && x != nil {
			m.Log = append(m.Log, model.LogEntry{At: model.ParseStamp(strings.Clone(x[1]), h.Zone), What: cmp.Or(strings.Clone(x[2]), "Iteration")})
		}
	}
	slices.SortStableFunc(m.Log, func(a, b model.LogEntry) int { return a.At.Time.Compare(b.At.Time) })
}
