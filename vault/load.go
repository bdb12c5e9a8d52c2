package vault

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"coldstart/model"
)

// Load reads the whole vault as it is at now. It never writes. What cannot be
// read is in the snapshot's Problems; the error is only for a vault that cannot
// be read at all.
func (v *Vault) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.load(ctx, now, v.loading(v.memo.anew()))
}

// LoadChanged is Load for somebody who calls it again and again: files that are the
// same as at the load before, by all that the system says of them, are not opened.
func (v *Vault) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.load(ctx, now, v.loading(v.memo.begun(v)))
}

func (v *Vault) load(ctx context.Context, now time.Time, reading *loading) (model.Snapshot, error) {
	reading.disk.quick = newQuick(v.disk.root)
	defer reading.disk.quick.close()
	s := model.Snapshot{Name: filepath.Base(v.dir), At: now}
	if err := v.here(); err != nil {
		return s, err
	}
	l, err := v.layout()
	if err != nil {
		return s, fileError("reading", v.dir, err)
	}
	s.HasPlansFolder = len(l.dirs[folderPlans]) > 0
	s.Events.Current, s.AskedRule = -1, v.opts.WorkRule
	s.Problems = unreadRoot(v.disk.root, l)
	for _, r := range readers {
		if err := reading.readKind(ctx, r, l, &s); err != nil {
			return s, err
		}
	}
	v.markStrange(l, &s)
	foldVersions(s.Plans)
	v.applyLedger(reading, &s)
	closeCarriedOut(&s)
	link(&s)
	v.markTwins(l, &s)
	s.WeighRequests()
	s.Problems = append(s.Problems, decidedTwice(l, s.Decided)...)
	v.applySnoozes(ctx, v.Read, &s)
	v.applyPin(&s)
	v.applyMessage(&s)
	s.ReadOnly = v.readOnlyReason(l)
	v.last.keep(&s)
	v.watch.unrest.spare(&s)
	sortSnapshot(&s)
	v.last.remember(s)
	reading.memo.turn()
	return s, nil
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

// readOnlyReason says why no decision can be made here, "" when it can. It asks
// for permissions and writes nothing.
func (v *Vault) readOnlyReason(l layout) string {
	switch {
	case v.opts.ReadOnly:
		return "asked for " + cmp.Or(v.opts.ReadOnlyBy, "with --read-only")
	case v.opts.StateDir == "":
		return "there is no folder for the record of decisions; set HOME, or XDG_STATE_HOME to an absolute path"
	}
	if reason := cmp.Or(v.noRecord(), v.noPlace(l)); reason != "" {
		return reason
	}
	dirs := []string{"."}
	if len(l.dirs[folderPending]) > 0 {
		dirs = []string{l.main(folderPending)}
		for _, f := range []folder{folderApproved, folderRejected, folderPlans, folderLogs} {
			dirs = append(dirs, l.dirs[f]...)
		}
	}
	for _, dir := range dirs {
		if err := writable(filepath.Join(v.dir, filepath.FromSlash(dir))); err != nil {
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
