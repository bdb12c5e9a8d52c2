// Package conductor reads the tracks of Conductor (github.com/gemini-cli-extensions/conductor, as of
// commit 080a369). They are read and never changed.
package conductor

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	tool     = "Conductor"
	home     = "conductor"
	registry = home + "/tracks.md"
	tracks   = home + "/tracks"
	archive  = home + "/archive"
)

// Guest are the tracks of Conductor.
var Guest = source.Guest{Name: "conductor", Tool: tool, Signs: []string{registry}, Read: read}

func read(h *source.Here) source.Finding {
	list, ok := h.Document(registry)
	if !ok {
		return source.Finding{}
	}
	archived := h.Folders(archive)
	folders := h.Folders(tracks)
	listed := listedTracks(list, folders)
	if len(folders)+len(archived)+len(listed) == 0 {
		return source.Finding{}
	}
	left := model.Guest{Tool: tool, Path: home, Finished: len(archived)}
	var found source.Finding
	for _, dir := range folders {
		id := path.Base(dir)
		t := listed[id]
		switch {
		case slices.Contains(archived, path.Join(archive, id)):
		case t.mark == "x" || addTrack(h, dir, t, &found):
			left.Finished++
		}
	}
	found.Guests = []model.Guest{left}
	return found
}

// entry is a track in the registry: a box and a title, or the status in a row of a table.
type entry struct{ mark, title, word string }

// listedTracks are the tracks of the registry by their id, which stands in the link behind them,
// or in a table with a status the name of a folder.
func listedTracks(d source.Document, folders []string) map[string]entry {
	all := map[string]entry{}
	var last entry
	column := -1
	for _, line := range d.Lines() {
		if e, ok := readEntry(line); ok {
			last = e
		}
		if row := cells(line); row == nil {
			column = -1
		} else if column < 0 {
			column = slices.IndexFunc(row, func(name string) bool { return strings.EqualFold(name, "status") })
		} else if column < len(row) {
			for _, id := range row[:column] {
				if slices.Contains(folders, path.Join(tracks, id)) {
					e := all[id]
					e.word = strings.Clone(row[column])
					all[id] = e
				}
			}
		}
		_, link, ok := strings.Cut(line, "tracks/")
		if id, _, _ := strings.Cut(link, "/"); ok && last.title != "" && id != "" && !strings.ContainsAny(id, ")(] ") {
			all[id], last = last, entry{}
		}
	}
	return all
}

// cells are the cells of a row of a table, without the marks around their words; nil for any
// other line.
func cells(line string) (row []string) {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	if !ok {
		return nil
	}
	for cell := range strings.SplitSeq(strings.TrimSuffix(line, "|"), "|") {
		row = append(row, strings.Trim(cell, " `*"))
	}
	return row
}

// readEntry reads "- [~] **Track: text**", or the older "## [ ] Track: text".
func readEntry(line string) (entry, bool) {
	b, ok := text.ReadBox(line)
	if !ok {
		level, heading := text.Heading(line)
		if b, ok = text.ReadBox("- " + heading); level == 0 || !ok {
			return entry{}, false
		}
	}
	title, isTrack := strings.CutPrefix(strings.Trim(b.Text, "*"), "Track:")
	return entry{mark: strings.ToLower(b.Mark), title: strings.TrimSpace(strings.Trim(title, "* "))}, isTrack
}

// metadata is what a track says of itself. Its status stays "new" in many that were done long
// ago, so that the registry and the boxes come first.
type metadata struct {
	Status      string
	CreatedAt   string `json:"created_at"`
	UpdatedAt   string `json:"updated_at"`
	Description string
}

// addTrack adds a track that is open, and reports whether it is finished.
func addTrack(h *source.Here, dir string, listed entry, found *source.Finding) (finished bool) {
	var m metadata
	about, described := h.JSON(path.Join(dir, "metadata.json"), &m)
	d, planned := h.Document(path.Join(dir, "plan.md"))
	if !planned && !described {
		return false
	}
	id := path.Base(dir)
	p := model.Plan{
		Path: cmp.Or(d.Name, about.Name), ID: id, Objective: cmp.Or(listed.title, m.Description, id), Created: model.ParseStamp(m.CreatedAt, h.Zone),
		Touched: touched(h, m, d.Changed), Steps: steps(d),
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, Command: "/conductor:implement " + id, ID: model.BasisFolder, Title: model.BasisDeclared, Status: model.BasisDeclared,
		},
	}
	if len(p.Steps) > 0 {
		p.Reading.Steps, p.Reading.StepsFrom = model.BasisDeclared, "the tasks of the plan"
		p.Reading.Next = nextByHand(p.Steps)
	} else {
		p.Reading.Next = "Write the plan"
	}
	p.Status = status(listed, m, p)
	if p.Status.State == model.StateDone {
		done, all := p.Progress()
		if !saysDone(listed.word) || done == all {
			return true
		}
		p.Reading.Doubts = []string{fmt.Sprintf("%s says %s, and %d of %s %s open", registry, listed.word, all-done, model.Counted(all, "task"), are(all-done))}
		found.Plans = append(found.Plans, &p)
		return false
	}
	found.Plans = append(found.Plans, &p)
	if ask, ok := verification(p, d); ok {
		found.Requests = append(found.Requests, ask)
	}
	return false
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// nextByHand is the next task if a person has to do it: the agent waits for that, and does not
// take the one behind it.
func nextByHand(steps []model.Step) string {
	i := slices.IndexFunc(steps, func(s model.Step) bool { return !s.Done() })
	if i < 0 || !steps[i].Human {
		return ""
	}
	return "Verify by hand: " + phaseOf(steps[i].Text)
}

// phaseOf is the phase that a check by hand is about.
func phaseOf(task string) string {
	_, phase, _ := strings.Cut(task, byHand)
	if _, quoted, ok := strings.Cut(phase, "'"); ok {
		phase, _, _ = strings.Cut(quoted, "'")
	}
	return strings.TrimSpace(phase)
}

func touched(h *source.Here, m metadata, changed time.Time) model.Stamp {
	at := model.ParseStamp(m.UpdatedAt, h.Zone)
	if !at.Known() {
		return model.Stamp{Time: changed}
	}
	return at
}

// status trusts the registry, then the boxes, then what the track says of itself.
func status(listed entry, m metadata, p model.Plan) model.Status {
	done, all := p.Progress()
	switch {
	case m.Status == "cancelled", m.Status == "completed":
		return model.Status{State: model.StateDone, Word: m.Status}
	case listed.mark == "~":
		return model.Status{State: model.StateActive, Word: "in progress"}
	case saysDone(listed.word):
		return model.Status{State: model.StateDone, Word: listed.word}
	case all == 0 && listed.title == "" && m.Status == "":
		return model.Status{State: model.StateUnknown, Word: listed.word}
	case all > 0 && done == all:
		return model.Status{State: model.StateDone, Word: "all tasks done"}
	case done > 0, m.Status == "in_progress":
		return model.Status{State: model.StateActive, Word: "in progress"}
	}
	return model.Status{State: model.StateDraft, Word: cmp.Or(m.Status, "new")}
}

// byHand is in the text of the task that a person has to do at the end of each phase.
const byHand = "User Manual Verification"

// steps are the tasks; what stands below one is a part of it. A freer plan has headings, each
// with its status.
func steps(d source.Document) (list []model.Step) {
	deepest := -1
	for _, line := range text.Unfenced([]byte(d.Text)) {
		b, ok := text.ReadBox(line)
		if !ok {
			continue
		}
		if deepest < 0 {
			deepest = b.Indent
		}
		if b.Indent > deepest {
			continue
		}
		what := strings.TrimSpace(strings.TrimPrefix(b.Text, "Task:"))
		human := strings.Contains(what, byHand)
		list = append(list, model.Step{Number: len(list) + 1, Text: what, Mark: b.Rune(), Human: human, Worded: human})
	}
	if list != nil {
		return list
	}
	heading := ""
	for _, line := range text.Unfenced([]byte(d.Text)) {
		if level, words := text.Heading(line); level == 2 {
			heading = words
			continue
		}
		label, value, ok := text.Labelled(line)
		if !ok || !strings.EqualFold(label, "status") || heading == "" {
			continue
		}
		s := model.Step{Number: len(list) + 1, Text: heading, Mark: ' '}
		if saysDone(value) {
			s.Mark = 'x'
		}
		list, heading = append(list, s), ""
	}
	return list
}

// saysDone reports a status of a freer plan, or of a table of tracks, that says that all is done.
func saysDone(word string) bool {
	return slices.Contains([]string{"DONE", "COMPLETE", "COMPLETED"}, strings.ToUpper(word))
}

// verification asks for the check at the end of a phase, if that is the next task.
func verification(p model.Plan, d source.Document) (model.Request, bool) {
	for i, s := range p.Steps {
		switch {
		case s.Done():
			continue
		case !s.Human || i == 0:
			return model.Request{}, false
		}
		return model.Request{
			Path: p.Path, Name: path.Base(p.Path), PlanID: p.ID, Summary: "Verify by hand: " + phaseOf(s.Text), Created: p.Touched,
			Rationale: "All tasks before it are ticked. The agent may be waiting for your answer.",
			Reading: model.RequestReading{
				Tool: tool, Command: p.Reading.Command, Maybe: true, Decision: model.DecisionPending, Summary: model.BasisDerived, Plan: model.BasisFolder,
			},
		}, true
	}
	return model.Request{}, false
}
