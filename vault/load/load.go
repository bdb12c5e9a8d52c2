// Package load reads all sources into one snapshot, links them, and compares them with the operator's
// decisions.
package load

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/gate"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/state"
)

// Loader loads one vault again and again.
type Loader struct {
	vault  *places.Vault
	state  *state.Folder
	ledger *ledger.Ledger
	gate   *gate.Gate
	// spare removes the problems of files that are still being written.
	spare func(*model.Snapshot)
	// last is what the load before found, for files that cannot be read this time.
	last lastLoad
	// Cache has what files said at the load before.
	Cache source.Cache
	// late counts the loads whose time was over: each takes twice the time of the one before.
	late atomic.Int32
}

// MostTime is the longest that one load reads, where the time is bounded at all, and how
// long a decision may.
const MostTime = 10 * time.Second

// within returns the time that the next load has, zero for no end.
func (l *Loader) within() time.Duration {
	return min(l.vault.Opts.LoadTime<<min(l.late.Load(), 8), MostTime)
}

// withinDecision is within for what a decision reads.
func (l *Loader) withinDecision() time.Duration {
	if l.vault.Opts.LoadTime == 0 {
		return 0
	}
	return MostTime
}

// New returns the loader of a vault with its ledger. Spare removes the problems of files that are still being
// written.
func New(w *places.Vault, s *state.Folder, own *ledger.Ledger, spare func(*model.Snapshot)) *Loader {
	return &Loader{vault: w, state: s, ledger: own, gate: gate.New(w, own), spare: spare}
}

// merging says what git has open, and which files keep it open.
func (l *Loader) merging(s *model.Snapshot) {
	if s.Merging = places.OpenMerge(l.vault.Dir); s.Merging != "" {
		s.Conflicts = places.Conflicts(l.vault.Dir)
		s.Problems = append(s.Problems, s.MergeProblem())
	}
}

// weigh adds to linked requests and plans what speaks against a yes.
func weigh(r *source.Reading, layout places.Layout, s *model.Snapshot) {
	d := r.Disk
	MarkUnreadPlans(layout, s)
	MarkTwins(d, layout, s)
	MarkOpen(d, s)
	MarkWays(d, layout, s)
	s.AgentPlans = agentPlans(r, layout, s)
	rule.WeighRequests(s)
	rule.WeighPlans(s)
	rule.WeighEarlier(s)
	rule.MarkDisplaced(s)
}

// unnameable reports the requests whose name is no UTF-8. They are shown, and cannot be decided
// on.
func unnameable(requests []model.Request) []model.Problem {
	var found []model.Problem
	for _, r := range requests {
		if !utf8.ValidString(r.Path) {
			found = append(found, model.Problem{
				Path: r.Path, Reason: "the name is not UTF-8, so nothing can be decided on the request", Hint: "rename the file with mv, and type * for the odd bytes",
			})
		}
	}
	return found
}

func sortSnapshot(s *model.Snapshot) {
	arrange(s.Plans, func(a, b *model.Plan) int {
		return cmp.Or(b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
	})
	arrange(s.Requests, func(a, b *model.Request) int {
		return cmp.Or(earliestFirst(a.Created, b.Created), cmp.Compare(a.Path, b.Path))
	})
	arrange(s.Decided, func(a, b *model.Request) int {
		return cmp.Or(b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
	})
	arrange(s.Others, func(a, b *model.Other) int { return cmp.Compare(a.Path, b.Path) })
	arrange(s.Intake, func(a, b *model.Intake) int {
		return cmp.Or(earliestFirst(a.Since, b.Since), cmp.Compare(a.Path, b.Path))
	})
	arrange(s.Work, func(a, b *model.WorkItem) int { return cmp.Compare(a.Path, b.Path) })
	arrange(s.Traces, byTraceOrder)
	arrange(s.Problems, func(a, b *model.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	// Two sources may find the same problem of one folder.
	s.Problems = slices.Compact(s.Problems)
	s.Index()
}

// earliestFirst orders two times, one that is not known last.
func earliestFirst(a, b model.Stamp) int {
	if a.Time.IsZero() != b.Time.IsZero() {
		return b.Time.Compare(a.Time)
	}
	return a.Time.Compare(b.Time)
}

// arrange sorts a list, of which each element is moved once: a plan is too large to be moved often. No
// two elements are equal in order.
func arrange[T any](list []T, order func(a, b *T) int) {
	from := make([]int32, len(list))
	for i := range from {
		from[i] = int32(i)
	}
	byOrder := func(a, b int32) int { return order(&list[a], &list[b]) }
	if slices.IsSortedFunc(from, byOrder) {
		return
	}
	slices.SortFunc(from, byOrder)
	// Each place takes what belongs there, which leaves a place for the next one, until the first fits.
	const taken = -1
	for first := range from {
		if from[first] == taken {
			continue
		}
		held, to := list[first], first
		for next := int(from[to]); next != first; next = int(from[to]) {
			list[to], from[to] = list[next], taken
			to = next
		}
		list[to], from[to] = held, taken
	}
}

// ReadOnlyReason says why no decision can be made here, "" when one can. It writes nothing.
// The folder of logs does not count: an entry there follows from a decision, and can be
// written later.
func (l *Loader) ReadOnlyReason(layout places.Layout) string {
	switch {
	case l.vault.Opts.ReadOnly:
		return cmp.Or(l.vault.Opts.ReadOnlyWhy, "asked for with --read-only")
	case l.vault.Opts.StateDir == "":
		return "no folder for the ledger; set HOME, or XDG_STATE_HOME to an absolute path"
	}
	if reason := cmp.Or(l.state.NoRecord(), l.vault.NoPlace(layout)); reason != "" {
		return reason
	}
	dirs := []string{"."}
	if len(layout.Dirs[places.FolderPending]) > 0 {
		dirs = []string{layout.Main(places.FolderPending)}
		for _, f := range []places.Folder{places.FolderApproved, places.FolderRejected, places.FolderPlans} {
			dirs = append(dirs, layout.Dirs[f]...)
		}
	}
	for _, dir := range dirs {
		if err := disk.Writable(filepath.Join(l.vault.Dir, filepath.FromSlash(dir))); err != nil {
			return fmt.Sprintf("no permission to write to %s", dir)
		}
	}
	return ""
}

// byTraceOrder puts traces that wait for a human first and finished ones last, each newest
// first.
func byTraceOrder(a, b *model.Trace) int {
	return cmp.Or(cmp.Compare(traceRank(*a), traceRank(*b)), b.Started.Time.Compare(a.Started.Time), cmp.Compare(a.Path, b.Path))
}

func traceRank(t model.Trace) int {
	switch {
	case t.NeedsHuman():
		return 0
	case t.Recovery() == model.RecoveryFinished:
		return 2
	}
	return 1
}

// Reading begins to read what a decision needs. The wanted file, if any, is read whatever is
// left out.
func (l *Loader) Reading(wanted string) *source.Reading {
	r := l.reading(nil, l.withinDecision())
	r.Wanted = wanted
	return r
}

// reading begins a load of some time with a cache; nil uses none.
func (l *Loader) reading(m *source.Cache, within time.Duration) *source.Reading {
	reading := &source.Reading{Vault: l.vault, Disk: l.vault.Disk, Cache: m, More: within > 0 && within < MostTime}
	reading.Disk.Cache, reading.Disk.Budget = &disk.FolderCache{}, disk.NewBudget(cmp.Or(l.vault.Opts.LoadBytes, source.LoadBytes), within)
	if l.vault.Opts.Clock != nil {
		reading.Began = l.vault.Opts.Clock()
	}
	return reading
}
