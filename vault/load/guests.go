package load

import (
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/guest/agentos"
	"coldstart/vault/guest/backlog"
	"coldstart/vault/guest/beads"
	"coldstart/vault/guest/bmad"
	"coldstart/vault/guest/conductor"
	"coldstart/vault/guest/cursor"
	"coldstart/vault/guest/gsd"
	"coldstart/vault/guest/handoff"
	"coldstart/vault/guest/kiro"
	"coldstart/vault/guest/openspec"
	"coldstart/vault/guest/planfiles"
	"coldstart/vault/guest/ralph"
	"coldstart/vault/guest/specflow"
	"coldstart/vault/guest/speckit"
	"coldstart/vault/guest/superpowers"
	"coldstart/vault/guest/taskmaster"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// guests is the table of the formats of other programs, in the order in which they are named.
var guests = []guest.Guest{
	gsd.Guest,
	speckit.Guest,
	openspec.Guest,
	kiro.Guest,
	specflow.Guest,
	superpowers.Guest,
	planfiles.Guest,
	bmad.Guest,
	conductor.Guest,
	taskmaster.Guest,
	beads.Guest,
	ralph.Guest,
	cursor.Guest,
	backlog.Guest,
	agentos.Guest,
	handoff.Guest,
}

// Guests are the formats of other programs that are looked for.
func Guests() []guest.Guest { return guests }

// readGuests reads what other programs left, and remembers which names were asked for.
func (l *Loader) readGuests(r *source.Reading) (left model.Snapshot) {
	asked := map[string]bool{}
	for _, g := range guests {
		for _, name := range g.ReadInto(r, &left) {
			asked[name] = true
		}
	}
	h := r.Repo(r.Disk)
	left.Others = keepUnknown(append(left.Others, guest.Named(h, freeNames)...), left)
	for _, name := range h.Asked() {
		asked[name] = true
	}
	l.vault.Asked.Set(asked)
	forgetCheckout(left.Plans)
	l.readStores(r, &left)
	return left
}

// freeNames are those of texts in which agents keep their work in any form. They are named and not read.
var freeNames = []string{"IMPLEMENTATION_PLAN.md", "TODO.md", "TASKS.md", "ROADMAP.md", "PLANS.md", ".agent/PLANS.md", "memory-bank/activeContext.md", "docs/plans"}

// keepUnknown leaves out the names of what one of the guests understood, and a folder in which something else is named.
func keepUnknown(all []model.Other, left model.Snapshot) []model.Other {
	in := func(dir, name string) bool { return dir == name || strings.HasPrefix(name, dir+"/") }
	return slices.DeleteFunc(slices.Clone(all), func(o model.Other) bool {
		return o.Known && slices.ContainsFunc(left.Guests, func(g model.Guest) bool {
			past := func(p model.PastPlan) bool { return in(o.Path, p.Path) }
			return in(g.Path, o.Path) || in(o.Path, g.Path) || slices.ContainsFunc(g.Past, past)
		}) ||
			o.Known && slices.ContainsFunc(left.Plans, func(p model.Plan) bool { return in(o.Path, p.Path) }) ||
			o.Known && slices.ContainsFunc(all, func(other model.Other) bool { return other.Path != o.Path && in(o.Path, other.Path) })
	})
}

// LeftTrace finds a trace that another program left: its file is in a notation of its own.
func (l *Loader) LeftTrace(name string) (model.Trace, bool) {
	if path.Base(name) == places.TraceFile {
		return model.Trace{}, false
	}
	r := l.Reading("")
	defer r.Disk.Budget.Stop()
	var left model.Snapshot
	for _, g := range guests {
		g.ReadInto(r, &left)
	}
	i := slices.IndexFunc(left.Traces, func(t model.Trace) bool { return t.Path == name })
	if i < 0 {
		return model.Trace{}, false
	}
	return left.Traces[i], true
}

// oneCheckout is how far apart the times of files are that git wrote in one go, or a little more.
const oneCheckout = 10 * time.Second

// forgetCheckout takes away the times of plans that only their files state, where all of these
// are about the same: a clone has just been made, and they say nothing about the work.
func forgetCheckout(plans []model.Plan) {
	var first, last time.Time
	guessed := 0
	for _, p := range plans {
		at := p.Touched
		if at.Raw != "" || !at.Known() {
			continue
		}
		if guessed++; guessed == 1 || at.Time.Before(first) {
			first = at.Time
		}
		if at.Time.After(last) {
			last = at.Time
		}
	}
	if guessed < 2 || last.Sub(first) > oneCheckout {
		return
	}
	for i := range plans {
		if plans[i].Touched.Raw == "" {
			plans[i].Touched = model.Stamp{}
		}
	}
}

// joined adds to a list. To append to one that is full and kept for hours would leave room for a quarter more.
func joined[T any](list, more []T) []T {
	if len(list)+len(more) <= cap(list) {
		return append(list, more...)
	}
	return slices.Concat(list, more)
}

// join adds what other programs left. It comes behind all that links and weighs the vault's own
// requests: what is in those files is not for its agents. A workflow that may run is none to
// recover.
func join(s *model.Snapshot, left model.Snapshot) {
	s.Plans, s.Requests = joined(s.Plans, left.Plans), joined(s.Requests, left.Requests)
	for _, t := range left.Traces {
		if !t.MayRun(s.At) {
			s.Traces = append(s.Traces, t)
		}
	}
	s.Problems = append(s.Problems, left.Problems...)
	s.Others = append(s.Others, left.Others...)
	s.Guests, s.Lessons = left.Guests, left.Lessons
	s.Transcripts, s.TranscriptsLeft = left.Transcripts, left.TranscriptsLeft
	s.Memory.Kept = left.Memory.Kept
	for _, g := range left.Guests {
		if g.Odd != "" {
			s.Others = append(s.Others, model.Other{Path: g.Path, Kind: "left by " + g.Tool, Why: "parts of it may be misread: " + g.Odd})
		}
	}
}
