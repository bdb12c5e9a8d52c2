// Package openspec reads the changes of OpenSpec (github.com/Fission-AI/OpenSpec, as of commit
// f1b521df). They are read and never changed.
package openspec

import (
	"cmp"
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
	tool    = "OpenSpec"
	home    = "openspec"
	changes = home + "/changes"
	archive = changes + "/archive"
)

// Guest are the changes of OpenSpec.
var Guest = guest.Guest{
	Name: "openspec", Tool: tool, Signs: []string{changes, home + "/project.md", home + "/config.yaml"}, Read: read,
}

func read(h *source.Repo) guest.Left {
	over := h.Folders(archive)
	left := guest.Left{Path: home, Used: true, Finished: len(over)}
	for _, dir := range over {
		left.Past = append(left.Past, model.PastPlan{Title: strings.ReplaceAll(path.Base(dir), "-", " "), Path: dir})
	}
	k := kit{Spelling: guest.Spelled(h, spellings, "apply"), schema: usualSchema(h)}
	if k.Sign == "" || k.Has(h, "continue") {
		k.more = "continue"
	}
	if k.bulk = "archive"; k.Has(h, "bulk-archive") {
		k.bulk = "bulk-archive"
	}
	var complete []guest.Job
	for _, dir := range h.Folders(changes) {
		if dir == archive {
			continue
		}
		c, ok := readChange(h, dir, k.schema)
		if !ok {
			continue
		}
		for _, name := range over {
			if m := archivedID.FindStringSubmatch(path.Base(name)); m != nil && m[1] == c.id {
				c.archived = name
			}
		}
		j := k.job(c)
		if left.Jobs = append(left.Jobs, j); j.State == model.StateDone {
			complete = append(complete, j)
		}
	}
	if len(complete) > mostArchives {
		k.gather(&left, complete)
	}
	return left
}

// mostArchives is how many changes wait to be archived each by itself.
const mostArchives = 3

// gather makes one of what waits to be archived, where people let it gather.
func (k kit) gather(left *guest.Left, complete []guest.Job) {
	first := complete[0].Waits[0]
	all := guest.Wait{Do: fmt.Sprintf("Archive %d changes that are complete", len(complete)), In: first.In, Type: k.Type(k.bulk)}
	var files []source.Document
	for _, j := range complete {
		all.Why, files = append(all.Why, j.ID), append(files, j.Files...)
	}
	all.Since.Time = source.Newest(files...)
	left.Waits = append(left.Waits, all)
	for i := range left.Jobs {
		if left.Jobs[i].State == model.StateDone {
			left.Jobs[i].Waits = nil
		}
	}
}

// archivedID is the name of a change in the archive, behind the day.
var archivedID = text.Pattern{Expr: `^[0-9]{4}-[0-9]{2}-[0-9]{2}-(.+)$`}

// change is a folder in changes/.
type change struct {
	id       string
	proposal source.Document
	// tasks are the files with the tasks, others all that say when the change was touched. Its
	// .openspec.yaml is there before anything else is.
	tasks, others []source.Document
	steps         []model.Step
	// parts are the headings of the tasks, one for each step.
	parts []string
	// odd counts the tasks with another mark, as "- [~] 3.2": older versions leave them out.
	odd int
	// deltas say what it changes in the specs.
	deltas []delta
	// archived is where a change of this name lies in the archive, empty for nowhere.
	archived string
}

func readChange(h *source.Repo, dir, usual string) (c change, ok bool) {
	c.id = path.Base(dir)
	c.proposal, _ = h.Document(path.Join(dir, "proposal.md"))
	settings, begun := h.Document(path.Join(dir, settingsFile))
	for _, name := range tracks(h, dir, usual) {
		if d, ok := h.Document(name); ok {
			c.tasks = append(c.tasks, d)
			c.addBoxes(d)
		}
	}
	c.others = []source.Document{settings, h.Glance(path.Join(dir, "design.md"))}
	c.readDeltas(h, path.Join(dir, "specs"))
	return c, c.proposal.Name != "" || begun || len(c.tasks) > 0
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
		s := model.Step{Text: strings.TrimSpace(m[2]), Mark: ' '}
		for _, mark := range strings.TrimSpace(m[1]) {
			s.Mark = mark
		}
		if s.Mark != ' ' && !s.Done() {
			c.odd++
		}
		c.steps, c.parts = append(c.steps, s), append(c.parts, part)
	}
}

// named is a heading without the words that all proposals have.
func named(heading string) string {
	for _, word := range []string{"Change:", "Proposal:"} {
		heading = strings.TrimSpace(strings.TrimPrefix(heading, word))
	}
	if strings.EqualFold(heading, "proposal") {
		return ""
	}
	return heading
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

// job makes a job of a change. Nothing records that anybody read a proposal, so that is only probable.
func (k kit) job(c change) guest.Job {
	j := guest.Job{
		Files: slices.Concat(c.tasks, []source.Document{c.proposal}, c.others), ID: c.id, Title: guest.TitleIn(named, c.proposal), Steps: c.steps, Parts: c.parts, Why: c.why(), From: c.stepsFrom(),
	}
	if j.Title == "" {
		j.Title, j.Known.Title, j.Goal = c.id, model.BasisFolder, j.Why
	}
	if c.odd > 0 {
		j.Doubt("%s with another mark than a blank or an x: older versions of %s leave them out", model.Counted(c.odd, "task"), tool)
	}
	if c.archived != "" {
		j.Doubt("the archive also has a change of this name: %s", c.archived)
	}
	done, all := j.Progress()
	j.State, j.Word, j.Type = model.StateDraft, "no tasks", k.Type(k.more, c.id)
	switch name := cmp.Or(j.Title, c.id); {
	case all == 0 && c.proposal.Name == "":
		j.Next = "Write the proposal"
	case all == 0:
		j.Next = "Write the tasks"
	case done == all:
		j.State, j.Word, j.Type = model.StateDone, "complete", k.Type("archive", c.id)
		j.Waits = c.waits("Archive complete changes", name, j.Type, c.archived != "")
	case done > 0:
		j.State, j.Word, j.Type = model.StateActive, "active", k.Type("apply", c.id)
	default:
		j.Word, j.Type = "draft", k.Type("apply", c.id)
		if c.proposal.Name != "" {
			j.Waits = c.waits("Read the proposal before it is built", name, guest.Typed("openspec show", c.id), true)
		}
	}
	return j
}

// waits is what a person has to do with a change.
func (c change) waits(do, name, command string, maybe bool) []guest.Wait {
	w := guest.Wait{Do: do, Items: []string{name}, Why: c.effects(), Type: command, Maybe: maybe, In: c.proposal}
	if c.proposal.Name == "" {
		w.In = c.tasks[0]
	}
	w.Since.Time = source.Newest(slices.Concat(c.tasks, []source.Document{c.proposal}, c.others)...)
	return []guest.Wait{w}
}
