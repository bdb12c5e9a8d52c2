// Package openspec reads the changes of OpenSpec (github.com/Fission-AI/OpenSpec, as of commit
// f1b521df). They are read and never changed.
package openspec

import (
	"cmp"
	"fmt"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool    = "OpenSpec"
	home    = "openspec"
	changes = home + "/changes"
	archive = changes + "/archive"
)

// Guest are the changes of OpenSpec.
var Guest = source.Guest{
	Name: "openspec", Tool: tool, Signs: []string{changes, home + "/project.md", home + "/config.yaml"}, Read: read,
}

func read(h *source.Here) source.Finding {
	over := h.Folders(archive)
	found := source.Finding{Guests: []model.Guest{{Tool: tool, Path: home, Finished: len(over)}}}
	typed, usual := spellingIn(h), usualSchema(h)
	var complete []change
	for _, dir := range h.Folders(changes) {
		if dir == archive {
			continue
		}
		c, ok := readChange(h, dir, usual)
		if !ok {
			continue
		}
		c.typed = typed
		for _, name := range over {
			if m := archivedID.FindStringSubmatch(path.Base(name)); m != nil && m[1] == c.id {
				c.archived = name
			}
		}
		if c.addTo(&found) {
			complete = append(complete, c)
		}
	}
	askToArchive(&found, complete)
	return found
}

// mostArchives is how many changes wait to be archived each by itself.
const mostArchives = 3

// askToArchive adds what is complete and waits to be archived: each change, or all of them as
// one where people let them gather.
func askToArchive(found *source.Finding, complete []change) {
	if len(complete) <= mostArchives {
		for _, c := range complete {
			c.ask(found, "Archive what is complete: "+c.name(), c.typed.command("archive", c.id), c.archived != "")
		}
		return
	}
	first := complete[0]
	var ids []string
	for _, c := range complete {
		ids = append(ids, c.id)
		first.saw(c.touched)
	}
	first.ask(found, fmt.Sprintf("Archive %d changes that are complete", len(complete)), first.typed.archive(), false)
	r := &found.Requests[len(found.Requests)-1]
	r.PlanID, r.Rationale = "", strings.Join(ids, "\n")
}

// archivedID is the name of a change in the archive, behind the day.
var archivedID = text.Pattern{Expr: `^[0-9]{4}-[0-9]{2}-[0-9]{2}-(.+)$`}

// change is a folder in changes/.
type change struct {
	id       string
	proposal source.Document
	// settings is its .openspec.yaml, which is there before anything else is.
	settings source.Document
	// tracks is the file with the tasks, empty for none.
	tracks string
	steps  []model.Step
	// parts are the headings of the tasks, one for each step.
	parts []string
	// odd counts the tasks with another mark, as "- [~] 3.2": older versions leave them out.
	odd int
	// deltas say what it changes in the specs.
	deltas []delta
	// archived is where a change of this name lies in the archive, empty for nowhere.
	archived string
	touched  time.Time
	typed    spelling
}

func readChange(h *source.Here, dir, usual string) (c change, ok bool) {
	c.id = path.Base(dir)
	c.proposal, _ = h.Document(path.Join(dir, "proposal.md"))
	c.settings, _ = h.Document(path.Join(dir, settingsFile))
	c.saw(c.proposal.Changed)
	for _, name := range tracks(h, dir, usual) {
		if tasks, ok := h.Document(name); ok {
			c.tracks = cmp.Or(c.tracks, name)
			c.addBoxes(tasks)
			c.saw(tasks.Changed)
		}
	}
	c.readDeltas(h, path.Join(dir, "specs"))
	c.saw(h.Changed(path.Join(dir, "design.md")))
	return c, c.proposal.Name != "" || c.settings.Name != "" || c.tracks != ""
}

// saw takes the time of a file of the change.
func (c *change) saw(at time.Time) {
	if at.After(c.touched) {
		c.touched = at
	}
}

// taskLine is a task as the program's version 1.13 counts it: any list item whose box holds at
// most one sign, also in code and in comments. Only an x means done.
var taskLine = text.Pattern{Expr: `^\s*(?:[-*+]|\d{1,9}[.)])\s*\[(\s*[^\]\s]?\s*)\](.*)`}

func (c *change) addBoxes(d source.Document) {
	part := ""
	for _, line := range d.Lines() {
		if level, heading := text.Heading(line); level == 2 {
			part = heading
		}
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
		c.steps, c.parts = append(c.steps, s), append(c.parts, part)
	}
}

// title is the heading of the proposal, without the words that all have. One without a heading is
// known by its reason, else by its folder.
func (c change) title() (string, model.Basis) {
	for _, line := range text.Unfenced([]byte(text.WithoutComments(c.proposal.Text))) {
		level, heading := text.Heading(line)
		if level > 1 {
			break
		}
		for _, word := range []string{"Change:", "Proposal:"} {
			heading = strings.TrimSpace(strings.TrimPrefix(heading, word))
		}
		if level == 1 && heading != "" && !strings.EqualFold(heading, "proposal") {
			return strings.Clone(heading), model.BasisDeclared
		}
	}
	if c.why() != "" {
		return "", model.BasisNone
	}
	return c.id, model.BasisFolder
}

// longestWhy is the most of a reason that is quoted, in letters.
const longestWhy = 200

// why is what stands first under the heading "Why" of the proposal, as far as its sentences are
// short enough.
func (c change) why() string {
	inside := false
	var words []string
	for _, line := range strings.Split(text.WithoutComments(c.proposal.Text), "\n") {
		line = strings.TrimSpace(line)
		level, heading := text.Heading(line)
		switch {
		case inside && len(words) > 0 && (level > 0 || line == ""):
			return text.Shorten(words, longestWhy)
		case level > 0:
			inside = strings.EqualFold(heading, "why")
		case inside:
			words = append(words, strings.Fields(strings.TrimPrefix(line, "- "))...)
		}
	}
	return text.Shorten(words, longestWhy)
}

// stepsFrom says where the steps are, and under which heading the work is.
func (c change) stepsFrom() string {
	for i, s := range c.steps {
		if !s.Done() && c.parts[i] != "" {
			return "the tasks, now under: " + c.parts[i]
		}
	}
	return "the tasks"
}

// name is its title, or its id.
func (c change) name() string {
	title, _ := c.title()
	return cmp.Or(title, c.id)
}

// addTo adds the change as a plan, and reports whether it is complete.
func (c change) addTo(found *source.Finding) (complete bool) {
	title, basis := c.title()
	p := model.Plan{
		Path: cmp.Or(c.tracks, c.proposal.Name, c.settings.Name), ID: c.id, Objective: title,
		Touched: model.Stamp{Time: c.touched}, Steps: c.steps,
		Reading: model.PlanReading{Foreign: true, Tool: tool, ID: model.BasisFolder, Title: basis, Status: model.BasisDerived},
	}
	if title == "" {
		p.Stated = c.why()
	}
	if c.odd > 0 {
		p.Reading.Doubts = append(p.Reading.Doubts, model.Counted(c.odd, "task")+" with another mark than a blank or an x: older versions of "+tool+" leave them out")
	}
	if c.archived != "" {
		p.Reading.Doubts = append(p.Reading.Doubts, "a change of this name is in the archive too: "+c.archived)
	}
	done, all := p.Progress()
	if all > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, c.stepsFrom()
	}
	switch {
	case all == 0 && c.proposal.Name == "":
		p.Status, p.Reading.Next, p.Reading.Command = model.Status{State: model.StateDraft, Word: "no tasks"}, "Write the proposal", c.typed.more(c.id)
	case all == 0:
		p.Status, p.Reading.Next, p.Reading.Command = model.Status{State: model.StateDraft, Word: "no tasks"}, "Write the tasks", c.typed.more(c.id)
	case done == 0:
		p.Status, p.Reading.Command = model.Status{State: model.StateDraft, Word: "draft"}, c.typed.command("apply", c.id)
		if c.proposal.Name != "" {
			c.ask(found, "Read the proposal before it is built: "+c.name(), c.show(), true)
		}
	case done < all:
		p.Status, p.Reading.Command = model.Status{State: model.StateActive, Word: "active"}, c.typed.command("apply", c.id)
	default:
		p.Status, p.Reading.Command = model.Status{State: model.StateDone, Word: "complete"}, c.typed.command("archive", c.id)
	}
	found.Plans = append(found.Plans, &p)
	return p.Status.State == model.StateDone
}

// show is the command that shows the change and does nothing, empty where nobody can type its name.
func (c change) show() string {
	word := text.CommandWord(c.id)
	if word == "" {
		return ""
	}
	return "openspec show " + word
}

// ask adds what waits for a person. Nothing records that anybody read a proposal, so that is
// only probable.
func (c change) ask(found *source.Finding, summary, command string, maybe bool) {
	name, seen := c.proposal.Name, c.proposal.Seen
	if name == "" {
		name = c.tracks
	}
	found.Requests = append(found.Requests, model.Request{
		Path: name, Name: path.Base(name), Summary: summary, Rationale: strings.Join(c.effects(), "\n"), PlanID: c.id, Seen: seen,
		Created: model.Stamp{Time: c.touched},
		Reading: model.RequestReading{Tool: tool, Command: command, Summary: model.BasisDerived, Decision: model.DecisionPending, Maybe: maybe},
	})
}
