package events

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
)

// Programs add lines to a log, so a load reads on where the one before stopped: at the end of its last
// chunk that was whole. Only the bytes tell whether the lines before are the same, so this is trusted for
// a minute, and then the whole log is read again.

// grown is what one load leaves of a log for the next, the zero value for nothing.
type grown struct {
	// upTo is a reader behind whole chunks, which takes no more lines itself.
	upTo *reader
	// ends is the hash of the first and last bytes that it took.
	ends  model.Fingerprint
	stamp disk.Stamp
	// added is true if no load since some time read more than what was added.
	added bool
	since time.Time
}

const (
	// grownAs is what a log is remembered as beside its finding.
	grownAs = "grown-events"
	// mostTrust is how long only what was added is read.
	mostTrust = time.Minute
)

// reader returns the reader of the lines that were added, which newest then begins with; nil where the
// whole log is to be read.
func (g grown) reader(newest *disk.Newest, info fs.FileInfo, now time.Time) *reader {
	stamp, ok := disk.StampOfInfo(info)
	if !ok || g.upTo == nil || stamp != g.stamp && !stamp.GrewFrom(g.stamp) {
		return nil
	}
	if age := now.Sub(g.since); g.added && (age < 0 || age >= mostTrust) {
		return nil
	}
	if ends, err := newest.Ends(g.upTo.at); err != nil || model.FingerprintOf(ends) != g.ends || !newest.From(g.upTo.at) {
		return nil
	}
	e := g.upTo.clone()
	e.before = g.upTo
	return e
}

// read reads a log, and gives what is left of it for the next load.
func (g grown) read(r *source.Reading, name string, newest *disk.Newest, info fs.FileInfo, now time.Time) (finding, grown, error) {
	e := g.reader(newest, info, now)
	next := grown{added: e != nil, since: now}
	switch {
	case e == nil:
		e = newReader(name, r.Vault.Opts.Zone)
		e.grows = r.Cache != nil
	case g.added:
		next.since = g.since
	}
	found, err := e.readNewest(newest, info)
	stamp, ok := disk.StampOfInfo(info)
	if err != nil || !ok || e.before == nil || newest.Left > 0 || newest.Holes > 0 {
		return found, grown{added: next.added}, err
	}
	ends, err := newest.Ends(e.before.at)
	if err == nil {
		next.upTo, next.ends, next.stamp = e.before, model.FingerprintOf(ends), stamp
	}
	return found, next, nil
}

// clone is a reader that reads on from the same line. What one takes does not reach the other.
func (e *reader) clone() *reader {
	c := *e
	c.log.Sessions, c.bySes = slices.Clone(e.log.Sessions), maps.Clone(e.bySes)
	c.problems, c.skipped = slices.Clone(e.problems), slices.Clone(e.skipped)
	n := &c.newest
	n.line, n.kind, n.at = bytes.Clone(n.line), bytes.Clone(n.kind), bytes.Clone(n.at)
	c.before, c.fields = nil, fields{}
	c.object.Member = c.fields.take
	return &c
}

// addEvents streams the event log, which can be larger than memory.
func addEvents(r *source.Reading, name string, s *model.Snapshot) error {
	known, _ := r.Recall(grownAs, name).(grown)
	e, err := source.Once(r, "events", name, r.Path(name), func() (e finding, info fs.FileInfo, err error) {
		was := known
		e.log.Current, known = -1, grown{}
		f, info, err := r.Disk.Open(name, os.O_RDONLY)
		if err != nil {
			return e, nil, disk.FileError("reading", name, err)
		}
		defer f.Close()
		late := false
		if most := mostOf(r); most > source.BriefEvents {
			e, known, err = was.read(r, name, disk.NewestOf(f, info, most, r.Disk.Budget), info, s.At)
			if late = errors.Is(err, disk.ErrLate); !late {
				if known.added {
					// All of it is read again, even if nothing changes any more.
					info = nil
				}
				return e, info, err
			}
		}
		e, err = newReader(name, r.Vault.Opts.Zone).readNewest(disk.NewestOf(f, info, source.BriefEvents, nil), info)
		if s.Late = s.Late || late; late {
			// Next time there may be time for all of it.
			info = nil
		}
		return e, info, err
	})
	if known.upTo != nil {
		r.Keep(grownAs, name, known)
	}
	// The lines before a fault of the disk are shown.
	s.Events = e.log
	s.Problems = append(s.Problems, e.problems...)
	return err
}
