// Package source is what all sources share: how their files are found, read
// within limits, and remembered between two loads.
package source

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// LetterWords gives the words of an action, "emailSend" and "email_send" alike.
func LetterWords(action string) []string {
	var b strings.Builder
	before := ' '
	for _, r := range action {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}

// ContainsAny reports whether text has one of the parts.
func ContainsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}

// Finding is what one file says by itself, before it is held against the others. A file
// can only add.
type Finding struct {
	Plans    []*model.Plan
	Requests []model.Request
	Decided  []model.Request
	Intake   []model.Intake
	Others   []model.Other
	Work     []model.WorkItem
	Traces   []model.Trace
	Problems []model.Problem
}

// addTo adds what was found to a snapshot. It may be added to later ones too, so nothing
// that is done to the snapshot may reach it.
func (f Finding) addTo(s *model.Snapshot) {
	for _, p := range f.Plans {
		s.Plans = append(s.Plans, *p)
	}
	for _, r := range f.Requests {
		// They are added to and sorted.
		r.Doubts = append([]model.Doubt(nil), r.Doubts...)
		s.Requests = append(s.Requests, r)
	}
	for _, r := range f.Decided {
		if r.DecidedAt.After(s.At) {
			r.DecidedAt = time.Time{}
		}
		s.Decided = append(s.Decided, r)
	}
	s.Intake = append(s.Intake, f.Intake...)
	s.Others = append(s.Others, f.Others...)
	s.Work = append(s.Work, f.Work...)
	s.Traces = append(s.Traces, f.Traces...)
	s.Problems = append(s.Problems, f.Problems...)
}

// MaxDocument is the largest plan or request in bytes. Real ones reach 87 kB.
const MaxDocument = 1 << 20

const (
	// sideBySide is how many files are read at one time, at most.
	sideBySide = 8
	// batch is how many files one of those who read takes at once.
	batch = 32
)

// Reading is one reading of a vault.
type Reading struct {
	Vault *places.Vault
	// Disk lists each folder once.
	Disk disk.Disk
	// Began is when it began, by the real clock.
	Began time.Time
	Cache  *Cache
}

// ReadKind reads the files of one kind into a snapshot.
func (r *Reading) ReadKind(ctx context.Context, src Source, lay places.Layout, s *model.Snapshot) error {
	names, problems := src.Find(r.Disk, lay)
	s.Problems = append(s.Problems, problems...)
	names, older := newest(r.Vault, names)
	s.Problems = append(s.Problems, older...)
	if src.Read != nil {
		return r.readSideBySide(ctx, src, names, s)
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := src.Add(r, name, s); err != nil {
			s.Problems = append(s.Problems, unreadFile(name, err))
		}
	}
	return nil
}

func unreadFile(name string, err error) model.Problem {
	return model.Problem{Path: name, Reason: err.Error(), Hint: "check the file's size and permissions", Unread: true}
}

// readSideBySide reads files side by side, and adds what they say in the order of names.
func (r *Reading) readSideBySide(ctx context.Context, src Source, names []string, s *model.Snapshot) error {
	found := make([]Finding, len(names))
	var next atomic.Int64
	read := func() {
		d := r.Disk
		d.Cache, d.Buffer = nil, &[]byte{}
		for ctx.Err() == nil {
			to := int(next.Add(batch))
			for i := to - batch; i < min(to, len(names)); i++ {
				found[i] = r.one(d, src, names[i])
			}
			if to >= len(names) {
				return
			}
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), sideBySide, (len(names)+batch-1)/batch) - 1 {
		others.Go(read)
	}
	read()
	others.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	plans := 0
	for _, f := range found {
		plans += len(f.Plans)
	}
	s.Plans = slices.Grow(s.Plans, plans)
	for _, p := range found {
		p.addTo(s)
	}
	return nil
}

// one reads one file, unless it is known.
func (r *Reading) one(d disk.Disk, src Source, name string) Finding {
	p, err := Once(r, src.Name, name, r.Path(name), func() (Finding, fs.FileInfo, error) {
		b, info, err := d.Read(name, Most(r.Vault, src.Limit))
		if err != nil {
			return Finding{}, nil, err
		}
		return src.Read(File{Name: name, B: b, Info: info, Zone: r.Vault.Opts.Zone, In: r.Vault.Opts.Places.Folders}), info, nil
	})
	if err != nil {
		return Finding{Problems: []model.Problem{unreadFile(name, err)}}
	}
	return p
}

// Path gives the absolute path of a file in the vault.
func (r *Reading) Path(name string) string {
	return filepath.Join(r.Vault.Dir, filepath.FromSlash(name))
}

// BadLineHint says what to do about a line of a log that cannot be read.
const BadLineHint = "the other lines are used; the program that writes this log should be looked at"

// Source is one kind of things that is read: where its files lie, and what they say. A new
// one is a package with a value of this type, and a row in the table of the vault.
type Source struct {
	// Name says what the files are read as: one file can be a plan and a trace.
	Name string
	// Find gives the names of the files, relative to the vault.
	Find func(d disk.Disk, l places.Layout) ([]string, []model.Problem)
	// Folders are folders of its own in which each file counts, for who waits for changes.
	// The vault's folders and the operator's need not be named.
	Folders []string
	// Limit is the largest file in bytes.
	Limit int64
	// Read says what one file means by itself. Files are read side by side, and the next
	// one over the one before: nothing of a file's bytes may be kept.
	Read func(f File) Finding
	// Add, in place of Read, adds to the snapshot what takes more than the bytes of one
	// file.
	Add func(l *Reading, name string, s *model.Snapshot) error
}

// File is one file as it was read.
type File struct {
	Name string
	B    []byte
	Info fs.FileInfo
	Zone *time.Location
	// In are the folders of the vault.
	In *dialect.Folders
}

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

// FoundPlan is what a file with one plan says.
func FoundPlan(p model.Plan) Finding { return Finding{Plans: []*model.Plan{&p}} }

// Named tells of other names of the file, under which it can be changed.
func (f File) Named(r model.Request) model.Request {
	if n := disk.LinkCount(f.Info); n > 1 {
		r.Doubts = append(r.Doubts, model.Doubt{What: fmt.Sprintf("the file has %d names; what is approved is a copy that the others do not change", n), Weight: model.WeightAsk})
	}
	return r
}

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
func Most(v *places.Vault, limit int64) int64 {
	if v.Opts.Brief {
		return min(limit, BriefBytes)
	}
	return limit
}

// newest leaves out the older files of one kind, in a brief vault only. A kind with
// one file is left alone: that file has a limit of its own.
func newest(v *places.Vault, names []string) (kept []string, problems []model.Problem) {
	if !v.Opts.Brief || len(names) < 2 {
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
		if info, err := v.Disk.Root.Lstat(name); err == nil {
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
