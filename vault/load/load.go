// Package load reads all sources into one snapshot of the vault, links what they say, and
// compares it with what the operator decided.
package load

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/state"
)

// Loader loads one vault again and again.
type Loader struct {
	vault *places.Vault
	state *state.Folder
	// spare removes the problems of files that are still being written.
	spare func(*model.Snapshot)
	// last is what the load before found, for files that cannot be read this time.
	last lastLoad
	// Cache has what files said at the load before.
	Cache source.Cache
}

// New gives the loader of a vault. Spare removes the problems of files that are still being
// written.
func New(w *places.Vault, s *state.Folder, spare func(*model.Snapshot)) *Loader {
	return &Loader{vault: w, state: s, spare: spare}
}

// All reads the whole vault as it is at now, and the operator's decisions. What cannot be
// read is among the snapshot's Problems; the error is for a vault that cannot be read at
// all.
func (l *Loader) All(ctx context.Context, now time.Time) (model.Snapshot, []ledger.Record, error) {
	return l.load(ctx, now, l.Reading(l.Cache.Emptied()))
}

// Changed is All without opening the files that the cache knows to be the same.
func (l *Loader) Changed(ctx context.Context, now time.Time) (model.Snapshot, []ledger.Record, error) {
	return l.load(ctx, now, l.Reading(l.Cache.For(l.vault)))
}

func (l *Loader) load(ctx context.Context, now time.Time, reading *source.Reading) (model.Snapshot, []ledger.Record, error) {
	reading.Disk.Fast = disk.NewFastReader(l.vault.Disk.Root)
	defer reading.Disk.Fast.Close()
	s := model.Snapshot{Name: filepath.Base(l.vault.Dir), At: now}
	if err := l.vault.Here(); err != nil {
		return s, nil, err
	}
	layout, err := l.vault.Layout()
	if err != nil {
		return s, nil, disk.FileError("reading", l.vault.Dir, err)
	}
	s.HasPlansFolder = len(layout.Dirs[places.FolderPlans]) > 0
	s.Events.Current, s.AskedRule = -1, l.vault.Opts.WorkRule
	s.Problems = places.UnreadRoot(l.vault.Disk.Root, layout)
	for _, r := range sources {
		if err := reading.ReadKind(ctx, r, layout, &s); err != nil {
			return s, nil, err
		}
	}
	l.vault.MarkStrange(layout, &s)
	FoldVersions(s.Plans)
	records := l.ApplyLedger(reading, &s)
	closeCarriedOut(&s)
	Link(&s)
	l.MarkTwins(layout, &s)
	s.WeighRequests()
	s.WeighPlans()
	s.Problems = append(s.Problems, decidedTwice(layout, s.Decided)...)
	s.Problems = append(s.Problems, l.state.Misplaced()...)
	l.state.ApplySnoozes(ctx, l.Read, &s)
	l.manage(reading, layout, &s)
	l.state.ApplyPin(&s)
	l.state.ApplyMessage(&s)
	s.ReadOnly = l.ReadOnlyReason(layout)
	l.last.keep(&s)
	l.spare(&s)
	sortSnapshot(&s)
	l.last.remember(s)
	reading.Cache.Finish()
	return s, records, nil
}

func sortSnapshot(s *model.Snapshot) {
	s.Plans = arranged(s.Plans, func(a, b *model.Plan) int {
		return cmp.Or(b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
	})
	s.Requests = arranged(s.Requests, func(a, b *model.Request) int {
		return cmp.Or(a.Created.Time.Compare(b.Created.Time), cmp.Compare(a.Path, b.Path))
	})
	s.Decided = arranged(s.Decided, func(a, b *model.Request) int {
		return cmp.Or(b.Created.Time.Compare(a.Created.Time), cmp.Compare(a.Path, b.Path))
	})
	s.Others = arranged(s.Others, func(a, b *model.Other) int { return cmp.Compare(a.Path, b.Path) })
	s.Intake = arranged(s.Intake, func(a, b *model.Intake) int {
		return cmp.Or(a.Since.Time.Compare(b.Since.Time), cmp.Compare(a.Path, b.Path))
	})
	s.Work = arranged(s.Work, func(a, b *model.WorkItem) int { return cmp.Compare(a.Path, b.Path) })
	s.Traces = arranged(s.Traces, byTraceOrder)
	s.Problems = arranged(s.Problems, func(a, b *model.Problem) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	// Two sources may find the same problem of one folder.
	s.Problems = slices.Compact(s.Problems)
}

// arranged sorts a list by way of pointers, since a plan is too large to be moved often. No
// two elements are equal in order.
func arranged[T any](list []T, order func(a, b *T) int) []T {
	at := make([]*T, len(list))
	for i := range list {
		at[i] = &list[i]
	}
	if slices.IsSortedFunc(at, order) {
		return list
	}
	slices.SortFunc(at, order)
	out := make([]T, len(list))
	for i, t := range at {
		out[i] = *t
	}
	return out
}

// ReadOnlyReason says why no decision can be made here, "" when one can. It writes nothing.
// The folder of logs does not count: an entry there follows from a decision, and can be
// written later.
func (l *Loader) ReadOnlyReason(layout places.Layout) string {
	switch {
	case l.vault.Opts.ReadOnly:
		return cmp.Or(l.vault.Opts.ReadOnlyWhy, "asked for with --read-only")
	case l.vault.Opts.StateDir == "":
		return "there is no folder for the record of decisions; set HOME, or XDG_STATE_HOME to an absolute path"
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
			return fmt.Sprintf("no permission to write in %s", dir)
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

// Reading begins a load with a cache; nil uses none.
func (l *Loader) Reading(m *source.Cache) *source.Reading {
	reading := &source.Reading{Vault: l.vault, Disk: l.vault.Disk, Cache: m}
	reading.Disk.Cache = &disk.FolderCache{}
	if m != nil {
		reading.Began = l.vault.Opts.Clock()
	}
	return reading
}

// ReadKind reads the files of one kind into a snapshot, as they are now.
func (l *Loader) ReadKind(ctx context.Context, r source.Source, layout places.Layout, s *model.Snapshot) error {
	return l.Reading(nil).ReadKind(ctx, r, layout, s)
}
