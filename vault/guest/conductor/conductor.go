// Package conductor reads the tracks of Conductor (github.com/gemini-cli-extensions/conductor, as of
// commit 080a369). They are read and never changed.
package conductor

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
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
var Guest = guest.Guest{Name: "conductor", Tool: tool, Signs: []string{registry}, Read: read}

func read(h *source.Repo) guest.Left {
	list, ok := h.Document(registry)
	if !ok {
		return guest.Left{}
	}
	archived := h.Folders(archive)
	folders := h.Folders(tracks)
	listed := listedTracks(list, folders)
	if len(folders)+len(archived)+len(listed) == 0 {
		return guest.Left{}
	}
	left := guest.Left{Path: home, Used: true, Ended: guest.EndedCounted, Finished: len(archived)}
	for _, dir := range folders {
		id := path.Base(dir)
		switch t := listed[id]; {
		case slices.Contains(archived, path.Join(archive, id)):
		case t.mark == "x":
			left.Finished++
		default:
			if j, ok := readTrack(h, dir, t); ok {
				left.Jobs = append(left.Jobs, j)
			}
		}
	}
	return left
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
		if row := text.Cells(line); row == nil {
			column = -1
		} else if column < 0 {
			column = slices.IndexFunc(row, func(name string) bool { return strings.EqualFold(strings.Trim(name, " `*"), "status") })
		} else if column < len(row) {
			for _, id := range row[:column] {
				if id = strings.Trim(id, " `*"); slices.Contains(folders, path.Join(tracks, id)) {
					e := all[id]
					e.word = strings.Trim(row[column], " `*")
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

// readTrack reads a track, and reports whether it has any of its files.
func readTrack(h *source.Repo, dir string, listed entry) (guest.Job, bool) {
	var m metadata
	about, described := h.JSON(path.Join(dir, "metadata.json"), &m)
	d, planned := h.Document(path.Join(dir, "plan.md"))
	id := path.Base(dir)
	j := guest.Job{
		Files: []source.Document{d, about}, At: model.ParseStamp(m.UpdatedAt, h.Zone), ID: id, Title: cmp.Or(listed.title, m.Description, id),
		Created: model.ParseStamp(m.CreatedAt, h.Zone), Steps: steps(d), From: "the tasks of the plan", Next: "Write the plan",
		Type: guest.Typed("/conductor:implement", id), Known: guest.Known{Status: model.BasisDeclared},
	}
	if len(j.Steps) > 0 {
		j.Next = nextByHand(j.Steps)
	}
	if j.State, j.Word = status(listed, m, j); j.State != model.StateDone {
		j.Waits = verification(j)
	}
	if j.Kept = saysDone(listed.word) && j.State == model.StateDone; j.Kept {
		j.DoubtOpen(registry+" says "+listed.word, "task")
		j.Kept = len(j.Doubts) > 0
	}
	return j, planned || described
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

// status trusts the registry, then the boxes, then what the track says of itself.
func status(listed entry, m metadata, j guest.Job) (model.State, string) {
	done, all := j.Progress()
	switch {
	case m.Status == "cancelled", m.Status == "completed":
		return model.StateDone, m.Status
	case listed.mark == "~":
		return model.StateActive, "in progress"
	case saysDone(listed.word):
		return model.StateDone, listed.word
	case all == 0 && listed.title == "" && m.Status == "":
		return model.StateUnknown, listed.word
	case all > 0 && done == all:
		return model.StateDone, "all tasks done"
	case done > 0, m.Status == "in_progress":
		return model.StateActive, "in progress"
	}
	return model.StateDraft, cmp.Or(m.Status, "new")
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
		list = append(list, model.Step{Text: what, Mark: b.Rune(), Human: human, Worded: human})
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
		list, heading = append(list, guest.Step(heading, saysDone(value))), ""
	}
	return list
}

// saysDone reports a status of a freer plan, or of a table of tracks, that says that all is done.
func saysDone(word string) bool {
	return slices.Contains([]string{"DONE", "COMPLETE", "COMPLETED"}, strings.ToUpper(word))
}

// verification waits for the check at the end of a phase, if work went on up to it.
func verification(j guest.Job) []guest.Wait {
	if len(j.Steps) == 0 || j.Next == "" || j.Steps[0].Human && !j.Steps[0].Done() {
		return nil
	}
	return []guest.Wait{{Do: j.Next, Why: []string{"All tasks before it are ticked. The agent may be waiting for your answer."}, Type: j.Type, Maybe: true}}
}
