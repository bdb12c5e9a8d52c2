// Package handoff reads the notes in which an agent hands its work over to the next session:
// HANDOFF.md, docs/handoffs/, and thoughts/shared/handoffs/ of HumanLayer
// (github.com/humanlayer/humanlayer, as of commit 99abe673). They are read and never changed.
package handoff

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
	tool     = "a handoff note"
	root     = "HANDOFF.md"
	docs     = "docs/handoffs"
	thoughts = "thoughts/shared/handoffs"
	// mostTried is how many files of a folder are read to find a note among them.
	mostTried = 5
)

// Guest are the notes of a handoff.
var Guest = source.Guest{Name: "handoff", Tool: tool, Signs: []string{root, docs, thoughts}, Read: read}

// read takes the last note of each place, which stands for those before it.
func read(h *source.Here) (found source.Finding) {
	guest := model.Guest{Tool: tool}
	var notes []note
	for _, place := range []struct {
		name  string
		files []string
	}{{root, []string{root}}, {docs, h.Files(docs, ".md")}, {thoughts, below(h, thoughts)}} {
		n, over, ok := last(h, place.files)
		if !ok {
			continue
		}
		guest.Path, n.place = cmp.Or(guest.Path, place.name), place.name
		guest.Finished += over
		if n.finished() {
			guest.Finished++
			continue
		}
		notes = append(notes, n)
	}
	if guest.Path == "" {
		return found
	}
	found.Guests = []model.Guest{guest}
	placed := false
	for _, n := range notes {
		for _, other := range notes {
			if other.at.Known() && n.at.Known() && other.at.Time.After(n.at.Time) {
				n.later = other.Name
			}
		}
		if n.later == "" && !placed {
			placed, found.Guests[0].Path = true, n.place
		}
		n.addTo(h, &found)
	}
	return found
}

// below lists the files of a folder and of the folders in it.
func below(h *source.Here, dir string) []string {
	names := h.Files(dir, ".md")
	for _, folder := range h.Folders(dir) {
		names = append(names, h.Files(folder, ".md")...)
	}
	return names
}

// last finds the newest note among some files, by the dates in their names, or where none has
// one by when they were written. It counts the files that lie before it.
func last(h *source.Here, names []string) (n note, over int, ok bool) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		switch stem := strings.ToLower(strings.TrimSuffix(path.Base(name), path.Ext(name))); stem {
		case "readme", "index", "template":
			return true
		}
		return false
	})
	dated := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return dateIn(name) == "" })
	if len(dated) > 0 {
		names = dated
		slices.SortStableFunc(names, func(a, b string) int { return strings.Compare(dateIn(b), dateIn(a)) })
	} else if len(names) > 1 {
		written := map[string]time.Time{}
		for _, name := range names {
			written[name] = h.Changed(name)
		}
		slices.SortStableFunc(names, func(a, b string) int { return written[b].Compare(written[a]) })
	}
	for i, name := range names {
		if i == mostTried {
			break
		}
		if n, ok := readNote(h, name); ok {
			return n, len(names) - i - 1, true
		}
	}
	return note{}, 0, false
}

var dateInName = text.Pattern{Expr: `\d{4}-\d\d-\d\d(?:[_T-]\d\d-\d\d(?:-\d\d)?)?`}

// dateIn is the date in the name of a file, with a time of day where it has one.
func dateIn(name string) string { return dateInName.FindString(path.Base(name)) }

// addTo adds a note as a plan that rests, and what it asks and warns of.
func (n note) addTo(h *source.Here, found *source.Finding) {
	p := model.Plan{
		Path: n.Name, ID: strings.TrimSuffix(path.Base(n.Name), path.Ext(n.Name)), Objective: n.title,
		Status: model.Status{State: model.StateActive, Word: "handed over"}, Touched: n.at,
		Reading: model.PlanReading{
			Foreign: true, Tool: tool, ID: model.BasisFolder, Title: n.titled, Status: model.BasisDerived, Next: n.next,
			Steps: model.BasisDerived, StepsFrom: "its boxes",
		},
		Stop: &model.Stop{From: n.Name, At: n.at, Why: strings.TrimSuffix(n.state, "."), Next: n.next},
	}
	if !p.Touched.Known() {
		p.Touched = model.Stamp{Time: n.Changed}
	}
	if n.later != "" {
		p.Stop.Stale = "a later one is " + n.later
	}
	if n.status == "blocked" {
		p.Status = model.Status{State: model.StateBlocked, Word: n.status}
		p.BlockedReason, p.Reading.Status = cmp.Or(n.blocker, "it says that it is blocked"), model.BasisDeclared
	}
	for _, b := range n.boxes {
		p.Steps = append(p.Steps, model.Step{Number: len(p.Steps) + 1, Text: plain(b.Text), Mark: b.Rune()})
	}
	if len(n.boxes) == 0 {
		p.Reading.Stateless, p.Reading.StepsFrom = true, "its next steps"
		for _, item := range n.items {
			p.Steps = append(p.Steps, model.Step{Number: len(p.Steps) + 1, Text: item, Mark: ' '})
		}
	}
	if word := text.CommandWord(n.Name); word != "" && strings.HasPrefix(n.Name, thoughts) {
		p.Reading.Command = "/resume_handoff " + word
	}
	found.Plans = append(found.Plans, &p)
	if len(n.asked)+len(n.questions) > 0 {
		found.Requests = append(found.Requests, n.asks(p))
	}
	found.Lessons = append(found.Lessons, n.lessons...)
}

// asks are its open questions. Those that it gives to a person wait; of others nobody wrote down
// whether somebody answered them since.
func (n note) asks(p model.Plan) model.Request {
	all := slices.Concat(n.asked, n.questions)
	r := model.Request{
		Path: n.Name, Name: path.Base(n.Name), PlanID: p.ID, Created: p.Touched, Rationale: strings.Join(all, "\n"),
		Summary: "Open question: " + all[0],
		Reading: model.RequestReading{Tool: tool, Command: p.Reading.Command, Maybe: len(n.asked) == 0 || p.Stop.Stale != "", Decision: model.DecisionPending, Summary: model.BasisDerived},
	}
	if k := len(all); k > 1 {
		r.Summary += fmt.Sprintf(" (and %d more)", k-1)
	}
	return r
}
