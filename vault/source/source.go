// Package source has the shared parts of all sources: finding files, reading within limits, and caching
// between two loads.
package source

import (
	"fmt"
	"io/fs"
	"maps"
	"time"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Source is one kind of thing that is read: where its files lie and what they say. A new one
// is a package with a value of this type, and a row in the table of package load.
type Source struct {
	// Name says what the files are read as. One file can be a plan and a trace.
	Name string
	// Many is the word for several of them.
	Many string
	// Find returns the names of the files, relative to the vault.
	Find func(d disk.Disk, l places.Layout) ([]string, []model.Problem)
	// Limit is the largest file in bytes.
	Limit int64
	// Read says what one file means by itself. Files are read concurrently into buffers that
	// are used again, so it must keep nothing of a file's bytes.
	Read func(f File) Finding
	// Unread is what a file counts as that was left out, nil for nothing.
	Unread func(name string, info fs.FileInfo) Finding
	// Add replaces Read where it takes more than the bytes of one file.
	Add func(r *Reading, name string, s *model.Snapshot) error
}

// File is one file with its bytes.
type File struct {
	Name string
	B    []byte
	Info fs.FileInfo
	Zone *time.Location
	// In are the folders of the vault.
	In *dialect.Folders
}

// WithNames adds a doubt to the request of a file that can be changed under other names too.
func (f File) WithNames(r model.Request) model.Request {
	if n := disk.LinkCount(f.Info); n > 1 {
		r.Doubts = append(r.Doubts, model.Doubt{What: fmt.Sprintf("the file has %d names (hard links); approving makes a copy, which the others cannot change", n), Weight: model.WeightAsk})
	}
	return r
}

// Finding is what one file says by itself.
type Finding struct {
	Plans    []*model.Plan
	Requests []model.Request
	Decided  []model.Request
	Finished []model.Request
	Intake   []model.Intake
	Others   []model.Other
	Work     []model.WorkItem
	Traces   []model.Trace
	Managed  []model.ManagedPlan
	Problems []model.Problem
	Guests   []model.Guest
	Lessons  []model.Entry
	// Notes are by the path of the request that they stand beside.
	Notes map[string]model.Said
	// Kept are what a program of agents keeps of the work here.
	Kept []model.Learning
}

// AddTo adds a finding to a snapshot. Since it may be cached, no change of the snapshot may
// reach it.
func (f Finding) AddTo(s *model.Snapshot) {
	for _, p := range f.Plans {
		s.Plans = append(s.Plans, *p)
	}
	for _, r := range f.Requests {
		// Doubts are added and sorted later.
		r.Doubts = append([]model.Doubt(nil), r.Doubts...)
		s.Requests = append(s.Requests, r)
	}
	for _, r := range f.Decided {
		s.Decided = append(s.Decided, decidedBy(r, s.At))
	}
	for _, r := range f.Finished {
		s.Finished = append(s.Finished, decidedBy(r, s.At))
	}
	for _, i := range f.Intake {
		s.Intake = append(s.Intake, Waiting(i, s.At))
	}
	s.Others = append(s.Others, f.Others...)
	s.Work = append(s.Work, f.Work...)
	s.Traces = append(s.Traces, f.Traces...)
	s.Managed = append(s.Managed, f.Managed...)
	s.Problems = append(s.Problems, f.Problems...)
	s.Guests = append(s.Guests, f.Guests...)
	s.Lessons.Entries = append(s.Lessons.Entries, f.Lessons...)
	s.Memory.Kept = append(s.Memory.Kept, f.Kept...)
	if len(f.Notes) > 0 && s.Notes == nil {
		s.Notes = map[string]model.Said{}
	}
	maps.Copy(s.Notes, f.Notes)
}

// decidedBy leaves out a time of decision that is still to come.
func decidedBy(r model.Request, now time.Time) model.Request {
	if r.DecidedAt.After(now) {
		r.DecidedAt = time.Time{}
	}
	return r
}

// Waiting leaves out a time since which something waits that is still to come: a copy of a vault may
// have other file times.
func Waiting(i model.Intake, now time.Time) model.Intake {
	if i.Since.Time.After(now) {
		i.Since = model.Stamp{}
	}
	return i
}

// MaxDocument is the largest plan or request, in bytes. Real ones reach 87 kB.
const MaxDocument = 1 << 20

// PlanName is what plans are read as.
const PlanName = "plan"

// FoundPlan is the finding of one plan.
func FoundPlan(p model.Plan) Finding { return Finding{Plans: []*model.Plan{&p}} }

// Below finds the files with one of the endings in the folders of some meanings.
func Below(endings []string, folders ...places.Folder) func(disk.Disk, places.Layout) ([]string, []model.Problem) {
	return func(d disk.Disk, l places.Layout) (names []string, problems []model.Problem) {
		for _, f := range folders {
			found, trouble := places.Watched(d, l, f, endings...)
			names, problems = append(names, found...), append(problems, trouble...)
		}
		return names, problems
	}
}
