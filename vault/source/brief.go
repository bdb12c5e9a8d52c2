package source

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
)

const (
	// BriefFiles and briefBytes are how many files of one kind are read, and how much
	// of them: the newest.
	BriefFiles = 150
	// BriefBytes is how much of the files of one kind is read.
	BriefBytes = 4 << 20
	// BriefEvents is how much of an event log is read, from its end.
	BriefEvents = 16 << 20
)

// Most gives the largest size in bytes of a file that is read whole.
func Most(w *places.Where, limit int64) int64 {
	if w.Opts.Brief {
		return min(limit, BriefBytes)
	}
	return limit
}

// newest leaves out the older files of one kind, in a brief vault only. A kind with
// one file is left alone: that file has a limit of its own.
func newest(w *places.Where, names []string) (kept []string, problems []model.Problem) {
	if !w.Opts.Brief || len(names) < 2 {
		return names, nil
	}
	type found struct {
		name string
		at   time.Time
		size int64
	}
	var all []found
	for _, name := range names {
		f := found{name: name}
		// One that cannot be looked at says why when it is read.
		if info, err := w.Disk.Root.Lstat(name); err == nil {
			f.at, f.size = info.ModTime(), info.Size()
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.name, a.name)) })
	room, wanted := int64(BriefBytes), map[string]bool{}
	for _, f := range all[:min(len(all), BriefFiles)] {
		if room -= f.size; room < 0 {
			break
		}
		wanted[f.name] = true
	}
	kept = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !wanted[name] })
	if left := len(names) - len(kept); left > 0 {
		problems = []model.Problem{{
			Path: all[len(kept)].name, Reason: fmt.Sprintf("this and %d other files are older than what a brief report reads", left-1),
			Hint: "coldstart status reads all of them",
		}}
	}
	return kept, problems
}
