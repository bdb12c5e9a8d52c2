// Package load reads all sources into one picture of the vault, ties what they say to
// each other, and holds it against what the operator decided.
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

// Loader reads one vault again and again.
type Loader struct {
	vault *places.Vault
	state *state.Folder
	// spare marks files that are still being written.
	spare func(*model.Snapshot)
	// last is what the load before found, for what cannot be read again.
	last lastLoad
	// Memo is what files said at the load before.
	Memo source.Cache
}

// New gives the loader of a vault. Spare takes back what a load says against files that
// are still being written.
func New(w *places.Vault, s *state.Folder, spare func(*model.Snapshot)) *Loader {
	return &Loader{vault: w, state: s, spare: spare}
}

// All reads the whole vault as it is at now, and the operator's decisions. It never
// writes. What cannot be read is in the snapshot's Problems; the error is only for a vault
// that cannot be read at all.
func (l *Loader) All(ctx context.Context, now time.Time) (model.Snapshot, []ledger.Record, error) {
	return l.load(ctx, now, l.Reading(l.Memo.Anew()))
}

// Changed is loadAll for somebody who calls it again and again: files that are the
// same as at the load before, by all that the system says of them, are not opened.
func (l *Loader) Changed(ctx context.Context, now time.Time) (model.Snapshot, []ledger.Record, error) {
	return l.load(ctx, now, l.Reading(l.Memo.Begun(l.vault)))
}

func (v *Loader) load(ctx context.Context, now time.Time, reading *source.Reading) (model.Snapshot, []ledger.Record, error) {
	reading.Disk.Fast = disk.NewFastReader(v.vault.Disk.Root)
	defer reading.Disk.Fast.Close()
	s := model.Snapshot{Name: filepath.Base(v.vault.Dir), At: now}
	if err := v.vault.Here(); err != nil {
		return s, nil, err
	}
	l, err := v.vault.Layout()
	if err != nil {
		return s, nil, disk.FileError("reading", v.vault.Dir, err)
	}
	s.HasPlansFolder = len(l.Dirs[places.FolderPlans]) > 0
	s.Events.Current, s.AskedRule = -1, v.vault.Opts.WorkRule
	s.Problems = places.UnreadRoot(v.vault.Disk.Root, l)
	for _, r := range sources {
		if err := reading.ReadKind(ctx, r, l, &s); err != nil {
			return s, nil, err
		}
	}
	v.vault.MarkStrange(l, &s)
	FoldVersions(s.Plans)
	records := v.ApplyLedger(reading, &s)
	closeCarriedOut(&s)
	Link(&s)
	v.MarkTwins(l, &s)
	s.WeighRequests()
	s.Problems = append(s.Problems, decidedTwice(l, s.Decided)...)
	v.state.ApplySnoozes(ctx, v.Read, &s)
	v.state.ApplyPin(&s)
	v.state.ApplyMessage(&s)
	s.ReadOnly = v.ReadOnlyReason(l)
	v.last.keep(&s)
	v.spare(&s)
	sortSnapshot(&s)
	v.last.remember(s)
	reading.Memo.Turn()
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
	// Two sources may look into one folder and find the same wrong with it.
	s.Problems = slices.Compact(s.Problems)
}

// arranged sorts a list by an order that tells all of it apart. What it sorts are
// pointers: a plan is too large to be moved at each step.
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

// ReadOnlyReason says why no decision can be made here, "" when it can. It asks
// for permissions and writes nothing.
func (v *Loader) ReadOnlyReason(l places.Layout) string {
	switch {
	case v.vault.Opts.ReadOnly:
		return "asked for " + cmp.Or(v.vault.Opts.ReadOnlyBy, "with --read-only")
	case v.vault.Opts.StateDir == "":
		return "there is no folder for the record of decisions; set HOME, or XDG_STATE_HOME to an absolute path"
	}
	if reason := cmp.Or(v.state.NoRecord(), v.vault.NoPlace(l)); reason != "" {
		return reason
	}
	dirs := []string{"."}
	if len(l.Dirs[places.FolderPending]) > 0 {
		dirs = []string{l.Main(places.FolderPending)}
		for _, f := range []places.Folder{places.FolderApproved, places.FolderRejected, places.FolderPlans, places.FolderLogs} {
			dirs = append(dirs, l.Dirs[f]...)
		}
	}
	for _, dir := range dirs {
		if err := disk.Writable(filepath.Join(v.vault.Dir, filepath.FromSlash(dir))); err != nil {
			return fmt.Sprintf("no permission to write in %s", dir)
		}
	}
	return ""
}

// byTraceOrder puts the traces that wait for a human first and the finished ones
// last, each newest first.
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

// Reading begins to read the vault, with what was kept of the load before; nil keeps
// nothing.
func (v *Loader) Reading(m *source.Cache) *source.Reading {
	l := &source.Reading{Vault: v.vault, Disk: v.vault.Disk, Memo: m}
	l.Disk.Cache = &disk.FolderCache{}
	if m != nil {
		l.Began = v.vault.Opts.Clock()
	}
	return l
}

// ReadKind reads the files of one kind into a snapshot, as they are now.
func (v *Loader) ReadKind(ctx context.Context, r source.Source, l places.Layout, s *model.Snapshot) error {
	return v.Reading(nil).ReadKind(ctx, r, l, s)
}
