// Package handoff reads the notes in which an agent hands its work over to the next session:
// HANDOFF.md, docs/handoffs/, and thoughts/shared/handoffs/ of HumanLayer
// (github.com/humanlayer/humanlayer, as of commit 99abe673). They are read and never changed.
package handoff

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/guest"
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
var Guest = guest.Guest{Name: "handoff", Tool: tool, Signs: []string{root, docs, thoughts}, Read: read}

// read takes the last note of each place, which stands for those before it.
func read(h *source.Repo) (left guest.Left) {
	var notes []note
	for _, place := range []struct {
		name  string
		files []string
	}{{root, []string{root}}, {docs, h.Files(docs, ".md")}, {thoughts, below(h, thoughts)}} {
		n, over, ok := last(h, place.files)
		if !ok {
			continue
		}
		left.Path, n.place = cmp.Or(left.Path, place.name), place.name
		if left.Finished += over; n.finished() {
			left.Finished++
			continue
		}
		notes = append(notes, n)
	}
	placed := false
	for _, n := range notes {
		for _, other := range notes {
			if other.at.Known() && n.at.Known() && other.at.Time.After(n.at.Time) {
				n.later = other.Name
			}
		}
		if n.later == "" && !placed {
			placed, left.Path = true, n.place
		}
		left.Jobs = append(left.Jobs, n.job())
	}
	return left
}

// below lists the files of a folder and of the folders in it.
func below(h *source.Repo, dir string) []string {
	names := h.Files(dir, ".md")
	for _, folder := range h.Folders(dir) {
		names = append(names, h.Files(folder, ".md")...)
	}
	return names
}

// last finds the newest note among some files, by the dates in their names, or where none has
// one by when they were written. It counts the files that lie before it.
func last(h *source.Repo, names []string) (n note, over int, ok bool) {
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

// job is a note as work that rests.
func (n note) job() guest.Job {
	j := guest.Job{
		Files: []source.Document{n.Document}, At: n.at, ID: strings.TrimSuffix(path.Base(n.Name), path.Ext(n.Name)), Title: n.title,
		State: model.StateActive, Word: "handed over", From: "its boxes", Next: n.next, Lessons: n.lessons,
		Known: guest.Known{Title: n.titled, Steps: model.BasisDerived},
		Stop:  &model.Stop{From: n.Name, At: n.at, Why: strings.TrimSuffix(cmp.Or(n.state, strings.Join(n.lead, " ")), "."), Next: n.next},
	}
	if n.later != "" {
		j.Stop.Stale = "a later one is " + n.later
	}
	if n.status == "blocked" {
		j.State, j.Word, j.Known.Status = model.StateBlocked, n.status, model.BasisDeclared
		j.Blocked = cmp.Or(n.blocker, "it is marked as blocked")
	}
	for _, b := range n.boxes {
		j.Steps = append(j.Steps, model.Step{Text: plain(b.Text), Mark: b.Rune(), Human: isForPerson(plain(b.Text))})
	}
	if len(n.boxes) == 0 {
		j.Unkept, j.From = true, "its next steps"
		for _, item := range n.items {
			j.Steps = append(j.Steps, model.Step{Text: item, Mark: ' ', Human: isForPerson(item)})
		}
	}
	if strings.HasPrefix(n.Name, thoughts) {
		j.Type = guest.Typed("/resume_handoff", n.Name)
	}
	yours := guest.Wait{Do: "Yours to do", Type: j.Type, Maybe: j.Stop.Stale != ""}
	yours.Items = append(yours.Items, slices.DeleteFunc(slices.Clone(n.items), func(item string) bool { return !isForPerson(item) })...)
	for _, s := range j.Steps {
		if s.Human && !s.Done() && !slices.Contains(yours.Items, s.Text) {
			yours.Items = append(yours.Items, s.Text)
		}
	}
	if len(yours.Items) > 0 {
		j.Waits = append(j.Waits, yours)
	}
	// Of questions that are for nobody nobody wrote down whether somebody answered them since.
	if all := slices.Concat(n.asked, n.questions); len(all) > 0 {
		j.Waits = append(j.Waits, guest.Wait{Do: "Open question", Items: all, Why: all, Type: j.Type, Maybe: len(n.asked) == 0 || j.Stop.Stale != ""})
	}
	return j
}
