package vault

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"coldstart/model"
)

// Bounds of a brief vault, which an agent waits for (PRODUCT.md, "start --format
// claude"). They bound the work, whatever lies there: what is left out is a Problem.
const (
	// briefFiles and briefBytes are how many files of one kind are read, and how much
	// of them: the newest.
	briefFiles = 150
	briefBytes = 4 << 20
	// briefEvents is how much of an event log is read, from its end.
	briefEvents = 16 << 20
	// briefLedger is how much of the ledger is read, from its end.
	briefLedger = 4 << 20
	// briefEntries is how many names are looked at in search of traces.
	briefEntries = 20_000
	// briefLock is how long a session's start waits for a decision that is being made.
	briefLock = 200 * time.Millisecond
)

// most gives the largest size in bytes of a file that is read whole.
func (v *Vault) most(limit int64) int64 {
	if v.opts.Brief {
		return min(limit, briefBytes)
	}
	return limit
}

// newest leaves out the older files of one kind, in a brief vault only. A kind with
// one file is left alone: that file has a limit of its own.
func (v *Vault) newest(names []string) (kept []string, problems []model.Problem) {
	if !v.opts.Brief || len(names) < 2 {
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
		if info, err := v.disk.root.Lstat(name); err == nil {
			f.at, f.size = info.ModTime(), info.Size()
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(b.name, a.name)) })
	room, wanted := int64(briefBytes), map[string]bool{}
	for _, f := range all[:min(len(all), briefFiles)] {
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

// end sets an open file of whole lines to where its last limit bytes begin, behind a
// line's end, and tells whether anything stands before that.
func end(f *os.File, info fs.FileInfo, limit int64) (cut bool, err error) {
	if info.Size() <= limit {
		return false, nil
	}
	at := info.Size() - limit
	part := make([]byte, 64<<10)
	for {
		n, err := f.ReadAt(part, at)
		if i := bytes.IndexByte(part[:n], '\n'); i >= 0 {
			at += int64(i) + 1
			break
		}
		if at += int64(n); isEOF(err) {
			break
		} else if err != nil {
			return false, err
		}
	}
	_, err = f.Seek(at, io.SeekStart)
	return true, err
}
