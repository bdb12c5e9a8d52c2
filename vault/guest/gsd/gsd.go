// Package gsd reads the plans of GSD (github.com/gsd-build/get-shit-done, as of commit
// bdcaab2c): phases with their plans, what waits for a human, and what was tried. They are
// read and never changed.
package gsd

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
)

const (
	tool    = "GSD"
	home    = ".planning"
	streams = home + "/workstreams"
	// known is the version of the format that is understood.
	known = "1"
)

// Guest are the phases of GSD.
var Guest = guest.Guest{
	Name: "gsd", Tool: tool, Signs: []string{home + "/STATE.md", home + "/ROADMAP.md", streams}, Read: read,
}

func read(h *source.Repo) (left guest.Left) {
	sets := []*set{readSet(h, home, "")}
	for _, dir := range h.Folders(streams) {
		sets = append(sets, readSet(h, dir, path.Base(dir)))
	}
	for _, s := range sets {
		if s.real() {
			left.Path, left.Used = home, true
			s.addTo(&left)
		}
	}
	return left
}

// set is a STATE.md with all that belongs to it: that of the repository, or of a workstream.
type set struct {
	h *source.Repo
	// dir is its folder, stream the name of the workstream, empty for the repository's.
	dir, stream string
	state       state
	road        roadmap
	// phases have a folder, and are in order of their numbers.
	phases []*phase
	// pauses are the notes that a pause leaves, .continue-here.md.
	pauses []string
	// archived are the numbers of phases of earlier milestones.
	archived []string
	// handoff is what HANDOFF.json says, nil for none.
	handoff *handoff
	// Spelling is how commands begin, as "/gsd:".
	guest.Spelling
}

func readSet(h *source.Repo, dir, stream string) *set {
	s := &set{h: h, dir: dir, stream: stream}
	s.state, s.road = readState(s), readRoadmap(h, path.Join(dir, "ROADMAP.md"))
	for _, folder := range newestPhases(h, path.Join(dir, "phases")) {
		if n := number(path.Base(folder)); n != "" {
			s.phases = append(s.phases, readPhase(h, folder, n))
		}
	}
	slices.SortStableFunc(s.phases, func(a, b *phase) int { return compare(a.number, b.number) })
	files := h.Files(dir, ".md")
	for _, p := range s.phases {
		files = append(files, p.files...)
	}
	for _, name := range files {
		if strings.HasPrefix(path.Base(name), ".continue-here") {
			s.pauses = append(s.pauses, name)
		}
	}
	for _, milestone := range h.Folders(path.Join(dir, "milestones")) {
		if !strings.HasSuffix(milestone, "-phases") {
			continue
		}
		for _, folder := range h.Folders(milestone) {
			if n := number(path.Base(folder)); n != "" {
				s.archived = append(s.archived, n)
			}
		}
	}
	return s
}

// real reports whether the files are GSD's: other programs have a .planning folder too, and a
// roadmap in it may be anybody's.
func (s *set) real() bool {
	if !s.state.found() && s.road.Name == "" {
		return false
	}
	return s.state.declared || len(s.phases) > 0 || len(s.road.phases) > 0 && !s.others()
}

// others reports the folder of planning-with-files.
func (s *set) others() bool {
	return s.h.Exists(path.Join(s.dir, ".active_plan")) || slices.ContainsFunc(s.h.Folders(s.dir), func(dir string) bool {
		return s.h.Exists(path.Join(dir, "task_plan.md"))
	})
}

func (s *set) addTo(left *guest.Left) {
	s.handoff = readHandoff(s)
	s.Spelling = s.spelling()
	plans := s.plans()
	s.addState(plans)
	left.Waits = append(left.Waits, s.waits(plans)...)
	for _, p := range plans {
		left.Jobs = append(left.Jobs, p.Job)
	}
	left.Lessons = append(left.Lessons, s.lessons()...)
	over := s.over()
	left.Finished, left.Past = left.Finished+len(over), append(left.Past, over...)
	if v := s.state.version; left.Version == "" && v != "" {
		left.Version = v
		if major, _, _ := strings.Cut(v, "."); major != known {
			left.Odd = "only version " + known + " of its format is known"
		}
	}
}

// finished reports whether a phase is over: by the roadmap, else by its files.
func (s *set) finished(n string) bool {
	if r := s.road.find(n); r != nil && r.done() {
		return true
	}
	i := slices.IndexFunc(s.phases, func(p *phase) bool { return p.number == n })
	if i < 0 {
		return false
	}
	p := s.phases[i]
	switch {
	case s.closed() && compare(n, s.state.phase) <= 0:
		return true
	case !p.executed():
		// What the roadmap has dropped, and lies before the phase at work, is no plan any more.
		return s.road.find(n) == nil && len(s.road.phases) > 0 && s.earlier(n)
	case p.verified() == "passed", s.state.counted:
		return true
	case p.verified() != "" || n == s.state.phase:
		return false
	}
	return slices.ContainsFunc(s.phases[i+1:], (*phase).begun) || s.road.find(n) == nil
}

// closed reports whether STATE.md says that all is complete up to its phase, and no file of that
// phase says otherwise.
func (s *set) closed() bool {
	i := slices.IndexFunc(s.phases, func(p *phase) bool { return p.number == s.state.phase })
	return i >= 0 && s.state.meaning().State == model.StateDone && s.phases[i].executed()
}

// earlier reports whether a phase lies before the one at work.
func (s *set) earlier(n string) bool { return s.state.phase != "" && compare(n, s.state.phase) < 0 }

// over are the phases that are finished.
func (s *set) over() (all []model.PastPlan) {
	numbers := slices.Clone(s.archived)
	for _, r := range s.road.phases {
		numbers = append(numbers, r.number)
	}
	for _, p := range s.phases {
		numbers = append(numbers, p.number)
	}
	slices.Sort(numbers)
	for _, n := range slices.Compact(numbers) {
		if s.finished(n) || slices.Contains(s.archived, n) {
			all = append(all, s.past(n))
		}
	}
	return all
}

// past names a phase that is finished.
func (s *set) past(n string) model.PastPlan {
	x := model.PastPlan{Title: "Phase " + n, Path: cmp.Or(s.road.Name, s.state.Name)}
	for _, p := range s.phases {
		if p.number == n {
			x = model.PastPlan{Title: x.Title + ": " + p.slug(), Path: cmp.Or(p.shown(), x.Path)}
		}
	}
	if r := s.road.find(n); r != nil && r.name != "" {
		x.Title = "Phase " + n + ": " + r.name
		if r.goal != "" {
			x.Title += ". " + r.goal
		}
	}
	return x
}

// mostPhases is how many phases are read, those with the highest numbers.
const mostPhases = 500

func newestPhases(h *source.Repo, dir string) []string {
	folders := h.Folders(dir)
	if left := len(folders) - mostPhases; left > 0 {
		h.Note(dir, 0, model.Counted(left, "phase")+" with low numbers were not read", "move finished phases to milestones/")
		return folders[left:]
	}
	return folders
}
