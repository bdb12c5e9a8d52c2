// Package beads reads the export of beads (github.com/gastownhall/beads, as of commit 7e3c7fbb). The
// store itself is a database, which is not read.
package beads

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool = "beads"
	file = ".beads/issues.jsonl"
)

// Guest is the export of beads.
var Guest = source.Guest{Name: "beads", Tool: tool, Signs: []string{file}, Read: read}

// issue is one line of the export.
type issue struct {
	ID, Title, Status string
	Priority          int
	Type              string   `json:"issue_type"`
	Labels            []string `json:"labels"`
	Dependencies      []struct {
		On   string `json:"depends_on_id"`
		Type string `json:"type"`
	}
	Awaits  string `json:"await_type"`
	Created string `json:"created_at"`
	Updated string `json:"updated_at"`
}

// over are the words for what is finished, resting those for what nobody works on now.
var (
	over    = map[string]bool{"closed": true, "tombstone": true}
	resting = map[string]bool{"deferred": true, "pinned": true}
	running = map[string]bool{"in_progress": true, "hooked": true}
	waiting = map[string]bool{"open": true, "blocked": true}
)

func (i issue) known() bool {
	return over[i.Status] || resting[i.Status] || running[i.Status] || waiting[i.Status]
}

// forHuman reports whether a person has to act: by its label, or as a gate.
func (i issue) forHuman() bool {
	return slices.Contains(i.Labels, "human") || i.Type == "gate" && i.Awaits == "human"
}

func (i issue) name() string { return i.ID + " " + i.Title }

func read(h *source.Here) source.Finding {
	d, ok := h.Data(file)
	if !ok {
		return source.Finding{}
	}
	left := model.Guest{Tool: tool, Path: ".beads"}
	all := map[string]issue{}
	var open []issue
	for n, line := range d.Lines() {
		if strings.TrimSpace(line) == "" {
			continue
		}
		i, why := readIssue(line)
		switch {
		case why != nil:
			left.Unclear++
			why.Line = n + 1
			h.Broken(file, why, "the line was skipped; write the export again with: bd export")
			continue
		case i.ID == "" || i.Status == "":
			continue
		case !i.known():
			left.Unclear++
			h.Problem(file, n+1, fmt.Sprintf("%s has the status %q, which %s does not have", i.ID, i.Status, tool), "see it with: bd show "+i.ID)
		}
		all[i.ID] = i
		if over[i.Status] {
			left.Finished++
			continue
		}
		open = append(open, i)
	}
	if len(all) == 0 {
		return source.Finding{}
	}
	found := source.Finding{Guests: []model.Guest{left}}
	if len(open) > 0 {
		p := planOf(h, d, open, all)
		found.Plans = []*model.Plan{&p}
		found.Requests = requestOf(h, d, open)
	}
	return found
}

func readIssue(line string) (i issue, why *text.LineError) {
	if err := json.Unmarshal([]byte(line), &i); err != nil && i.ID == "" {
		f := text.JSONFault([]byte(line), "line")
		return i, &text.LineError{Reason: cmp.Or(f.Name, err.Error()), Fault: f}
	}
	return i, nil
}

// planOf makes a plan of the open issues: what is under way first, then by priority, as the
// program lists what is ready.
func planOf(h *source.Here, d source.Document, open []issue, all map[string]issue) model.Plan {
	rank := func(i issue) int {
		if running[i.Status] {
			return -1
		}
		return i.Priority
	}
	slices.SortStableFunc(open, func(a, b issue) int { return cmp.Compare(rank(a), rank(b)) })
	p := model.Plan{
		Path: file, ID: tool, Objective: "Open issues", Status: model.Status{State: model.StateDraft},
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: "bd ready", ID: model.BasisGuessed, Title: model.BasisGuessed, Status: model.BasisDerived,
			Steps: model.BasisDeclared, StepsFrom: "its export, which may lag behind the store",
		},
	}
	var words source.Tally
	for _, i := range open {
		words.Add(i.Status)
		if at := model.ParseStamp(i.Updated, h.Zone); at.Time.After(p.Touched.Time) {
			p.Touched = at
		}
		if resting[i.Status] || !i.known() {
			continue
		}
		s := model.Step{Number: len(p.Steps) + 1, Text: i.name(), Mark: ' ', Human: i.forHuman()}
		if running[i.Status] {
			s.Mark, p.Status.State = '-', model.StateActive
		}
		p.Steps = append(p.Steps, s)
		if p.Reading.Next == "" && !s.Human && i.Type != "gate" && i.Status != "blocked" && i.ready(all) {
			p.Reading.Next = i.name()
			if word := text.CommandWord(i.ID); word != "" && running[i.Status] {
				// What is ready does not list it.
				p.Reading.Command = "bd show " + word
			}
		}
	}
	p.Status.Word = words.String()
	return p
}

// ready reports whether nothing open blocks an issue.
func (i issue) ready(all map[string]issue) bool {
	for _, on := range i.Dependencies {
		if other, ok := all[on.On]; ok && on.Type == "blocks" && on.On != i.ID && !over[other.Status] {
			return false
		}
	}
	return true
}

// mostShown is how many issues a command names.
const mostShown = 5

// listOf is the command that shows the issues that wait for a person. The program's own list has
// those with the label only.
func listOf(wait []issue) string {
	command := "bd show"
	labelled := true
	for n, i := range wait {
		labelled = labelled && slices.Contains(i.Labels, "human")
		if word := text.CommandWord(i.ID); word != "" && n < mostShown {
			command += " " + word
		}
	}
	if labelled {
		return "bd human list"
	}
	return command
}

func requestOf(h *source.Here, d source.Document, open []issue) []model.Request {
	var wait []issue
	for _, i := range open {
		if i.forHuman() && (waiting[i.Status] || running[i.Status]) {
			wait = append(wait, i)
		}
	}
	if len(wait) == 0 {
		return nil
	}
	ask := model.Request{
		Path: file, Name: "issues.jsonl", PlanID: tool, Summary: wait[0].ID + ": " + wait[0].Title, Created: model.ParseStamp(wait[0].Created, h.Zone),
		Reading: model.RequestReading{Tool: tool, Command: listOf(wait), Decision: model.DecisionPending, Summary: model.BasisDeclared, Plan: model.BasisDerived},
	}
	if len(wait) > 1 {
		ask.Summary = fmt.Sprintf("%d issues wait for a person, the first is %s", len(wait), ask.Summary)
	}
	var names []string
	for _, i := range wait {
		names = append(names, i.name())
	}
	ask.Rationale = strings.Join(names, "\n")
	return []model.Request{ask}
}
