// Package openspec reads the changes of OpenSpec (github.com/Fission-AI/OpenSpec, as of commit
// f1b521df). They are read and never changed.
package openspec

import (
	"cmp"
	"path"
	"regexp"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool    = "OpenSpec"
	home    = "openspec"
	changes = home + "/changes"
	archive = "archive"
)

// Guest are the changes of OpenSpec.
var Guest = source.Guest{
	Name: "openspec", Tool: tool, Signs: []string{changes, home + "/project.md", home + "/config.yaml"}, Read: read,
}

func read(h *source.Here) source.Finding {
	found := source.Finding{Guests: []model.Guest{{Tool: tool, Path: home, Finished: len(h.Folders(path.Join(changes, archive)))}}}
	for _, dir := range h.Folders(changes) {
		if path.Base(dir) == archive {
			continue
		}
		if c, ok := readChange(h, dir); ok {
			c.addTo(&found)
		}
	}
	return found
}

// change is a folder in changes/.
type change struct {
	id       string
	proposal source.Document
	// tracks is the file with the tasks, empty for none.
	tracks string
	steps  []model.Step
	// odd counts the tasks with another mark, as "- [~] 3.2": older versions leave them out.
	odd     int
	touched time.Time
}

func readChange(h *source.Here, dir string) (change, bool) {
	c := change{id: path.Base(dir)}
	proposal, proposed := h.Document(path.Join(dir, "proposal.md"))
	c.proposal, c.touched = proposal, proposal.Changed
	for _, name := range tracks(h, dir) {
		tasks, ok := h.Document(name)
		if !ok {
			continue
		}
		c.tracks = cmp.Or(c.tracks, name)
		c.addBoxes(tasks)
		if tasks.Changed.After(c.touched) {
			c.touched = tasks.Changed
		}
	}
	return c, proposed || c.tracks != ""
}

// tracks are the files with the tasks of a change: tasks.md, unless its schema names others.
func tracks(h *source.Here, dir string) []string {
	usual := []string{path.Join(dir, "tasks.md")}
	var named struct{ Schema string }
	if !decode(h, path.Join(dir, ".openspec.yaml"), &named) || named.Schema == "" || strings.ContainsAny(named.Schema, `/\`) {
		return usual
	}
	var schema struct{ Apply struct{ Tracks string } }
	if !decode(h, path.Join(home, "schemas", named.Schema, "schema.yaml"), &schema) || schema.Apply.Tracks == "" {
		return usual
	}
	var names []string
	for _, name := range h.Files(path.Join(dir, path.Dir(schema.Apply.Tracks))) {
		if fits, err := path.Match(path.Join(dir, schema.Apply.Tracks), name); err == nil && fits {
			names = append(names, name)
		}
	}
	return names
}

// decode reads a YAML file, and reports whether it is there and can be read.
func decode(h *source.Here, name string, into any) bool {
	d, ok := h.Document(name)
	if !ok {
		return false
	}
	if err := yaml.Unmarshal([]byte(d.Text), into); err != nil {
		line, reason := text.YAMLReason(err)
		h.Problem(name, line, reason, tool+" cannot read this file either; tasks.md was read")
		return false
	}
	return true
}

// taskLine is a task as the program's version 1.13 counts it: any list item whose box holds at
// most one sign, also in code and in comments. Only an x means done.
var taskLine = regexp.MustCompile(`^\s*(?:[-*+]|\d{1,9}[.)])\s*\[(\s*[^\]\s]?\s*)\](.*)`)

func (c *change) addBoxes(d source.Document) {
	for _, line := range d.Lines() {
		m := taskLine.FindStringSubmatch(line)
		// What has an address behind it is a link, but never an empty box.
		if m == nil || strings.IndexAny(m[2], "([") == 0 && (m[1] == "" || strings.TrimSpace(m[1]) != "") {
			continue
		}
		s := model.Step{Number: len(c.steps) + 1, Text: strings.TrimSpace(m[2]), Mark: ' '}
		for _, mark := range strings.TrimSpace(m[1]) {
			s.Mark = mark
		}
		if s.Mark != ' ' && !s.Done() {
			c.odd++
		}
		c.steps = append(c.steps, s)
	}
}

// title is the heading of the proposal, without the words that all have.
func (c change) title() (string, model.Basis) {
	for _, line := range c.proposal.Lines() {
		level, heading := text.Heading(line)
		for _, word := range []string{"Change:", "Proposal:"} {
			heading = strings.TrimSpace(strings.TrimPrefix(heading, word))
		}
		if level == 1 && heading != "" && !strings.EqualFold(heading, "proposal") {
			return heading, model.BasisDeclared
		}
	}
	return c.id, model.BasisGuessed
}

// why is the first line under the heading "Why" of the proposal.
func (c change) why() string {
	inside := false
	for _, line := range c.proposal.Lines() {
		if level, heading := text.Heading(line); level > 0 {
			inside = strings.EqualFold(heading, "why")
		} else if line = strings.TrimSpace(line); inside && line != "" {
			return line
		}
	}
	return ""
}

func (c change) addTo(found *source.Finding) {
	title, basis := c.title()
	p := model.Plan{
		Path: cmp.Or(c.tracks, c.proposal.Name), ID: c.id, Objective: title, Stated: c.why(), Touched: model.Stamp{Time: c.touched},
		Steps: c.steps,
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: "/opsx:apply " + c.id, ID: model.BasisFolder, Title: basis, Status: model.BasisDerived,
		},
	}
	if c.odd > 0 {
		p.Reading.Doubts = append(p.Reading.Doubts, model.Counted(c.odd, "task")+" with another mark than a blank or an x: older versions of "+tool+" leave them out")
	}
	done, all := p.Progress()
	ask := model.Request{Path: c.proposal.Name, Name: path.Base(c.proposal.Name), PlanID: c.id, Seen: c.proposal.Seen, Created: model.Stamp{Time: c.touched}}
	ask.Reading = model.RequestReading{Tool: tool, Decision: model.DecisionPending, Summary: model.BasisDerived}
	if all > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "the tasks"
	}
	switch {
	case all == 0:
		p.Status, p.Reading.Next = model.Status{State: model.StateDraft, Word: "no tasks"}, "Write the tasks"
	case done == 0:
		p.Status = model.Status{State: model.StateDraft, Word: "draft"}
		ask.Summary, ask.Reading.Command, ask.Reading.Maybe = "Read the proposal before it is built: "+title, p.Reading.Command, true
	case done < all:
		p.Status = model.Status{State: model.StateActive, Word: "active"}
	default:
		p.Status = model.Status{State: model.StateDone, Word: "complete"}
		ask.Summary, ask.Reading.Command = "Archive what is complete: "+title, "/opsx:archive "+c.id
		p.Reading.Command = ask.Reading.Command
	}
	found.Plans = append(found.Plans, &p)
	if ask.Summary != "" && ask.Path != "" {
		found.Requests = append(found.Requests, ask)
	}
}
