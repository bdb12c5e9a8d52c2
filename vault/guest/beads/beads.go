// Package beads reads the export of beads (github.com/gastownhall/beads, as of commit 7e3c7fbb). The
// store itself is a database, which is not read.
package beads

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool = "beads"
	file = ".beads/issues.jsonl"
)

// Guest is the export of beads.
var Guest = guest.Guest{Name: "beads", Tool: tool, Signs: []string{file}, Read: read}

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

func (i issue) created(h *source.Repo) time.Time { return model.ParseStamp(i.Created, h.Zone).Time }

func (i issue) name() string { return i.ID + " " + i.Title }

func read(h *source.Repo) (left guest.Left) {
	d, ok := h.Data(file)
	if !ok {
		return left
	}
	all := map[string]issue{}
	var open []issue
	closed := 0
	for n, line := range d.Lines() {
		if strings.TrimSpace(line) == "" {
			continue
		}
		i, why := readIssue(line)
		switch {
		case why != nil:
			why.Line = n + 1
			h.Broken(file, why, "the line was skipped; write the export again with: bd export")
			continue
		case i.ID == "" || i.Status == "":
			continue
		case !i.known():
			h.Problem(file, n+1, fmt.Sprintf("%s has the status %q, which %s does not have", i.ID, i.Status, tool), "see it with: bd show "+i.ID)
		}
		all[i.ID] = i
		if over[i.Status] {
			closed++
			continue
		}
		open = append(open, i)
	}
	if len(all) == 0 {
		return guest.Left{}
	}
	if left.Path, left.Finished = ".beads", closed; len(open) > 0 {
		left.Jobs, left.Finished = []guest.Job{jobOf(h, d, open, all)}, 0
		left.Jobs[0].Before = closed
	}
	return left
}

func readIssue(line string) (i issue, why *text.LineError) {
	if err := json.Unmarshal([]byte(line), &i); err != nil && i.ID == "" {
		f := text.JSONFault([]byte(line), "line")
		return i, &text.LineError{Reason: cmp.Or(f.Name, err.Error()), Fault: f}
	}
	return i, nil
}

// jobOf makes one job of the open issues: what is under way first, then by priority, then the
// oldest, as the program lists what is ready.
func jobOf(h *source.Repo, d source.Document, open []issue, all map[string]issue) guest.Job {
	rank := func(i issue) int {
		if running[i.Status] {
			return -1
		}
		return i.Priority
	}
	slices.SortStableFunc(open, func(a, b issue) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), a.created(h).Compare(b.created(h)))
	})
	j := guest.Job{
		Files: []source.Document{d}, ID: tool, Free: true, Title: "Open issues", State: model.StateDraft, From: "its export, which may lag behind the store",
		Type: "bd ready", Known: guest.Known{ID: model.BasisGuessed, Title: model.BasisGuessed}, Waits: waits(h, open),
	}
	var words guest.Tally
	for _, i := range open {
		words.Add(i.Status)
		if at := model.ParseStamp(i.Updated, h.Zone); at.Time.After(j.At.Time) {
			j.At = at
		}
		if resting[i.Status] || !i.known() {
			continue
		}
		s := model.Step{Text: i.name(), Mark: ' ', Human: i.forHuman()}
		if running[i.Status] {
			s.Mark, j.State = '-', model.StateActive
		}
		j.Steps = append(j.Steps, s)
		if j.Next == "" && !s.Human && i.Type != "gate" && i.ready(all, mostDeep) {
			// What is ready does not list what is under way.
			if j.Next = i.name(); running[i.Status] {
				j.Type = cmp.Or(guest.Typed("bd show", i.ID), j.Type)
			}
		}
	}
	j.Word = words.String()
	return j
}

// mostDeep is how many levels of parents an issue has at most.
const mostDeep = 20

// ready reports whether nothing open blocks an issue, or one of so many levels of parents.
func (i issue) ready(all map[string]issue, levels int) bool {
	if i.Status == "blocked" || levels == 0 {
		return false
	}
	for _, on := range i.Dependencies {
		other, ok := all[on.On]
		switch {
		case !ok || on.On == i.ID || over[other.Status]:
		case on.Type == "blocks", on.Type == "parent-child" && !other.ready(all, levels-1):
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
	var ids []string
	labelled := true
	for n, i := range wait {
		labelled = labelled && slices.Contains(i.Labels, "human")
		if text.CommandWord(i.ID) != "" && n < mostShown {
			ids = append(ids, i.ID)
		}
	}
	if labelled {
		return "bd human list"
	}
	return guest.Typed("bd show", ids...)
}

// waits are the issues that wait for a person.
func waits(h *source.Repo, open []issue) []guest.Wait {
	var wait []issue
	var names []string
	for _, i := range open {
		if i.forHuman() && (waiting[i.Status] || running[i.Status]) {
			wait, names = append(wait, i), append(names, i.name())
		}
	}
	if len(wait) == 0 {
		return nil
	}
	return []guest.Wait{{Do: "Yours to do", Items: names, Why: names, Type: listOf(wait), Since: model.ParseStamp(wait[0].Created, h.Zone)}}
}
