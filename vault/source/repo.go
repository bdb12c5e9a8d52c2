package source

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

const (
	// MaxData is the largest data file of another program, in bytes.
	MaxData = 16 << 20
	// mostDocuments is how many files of one program are read.
	mostDocuments = 2000
)

// Repo is what a reader of another program's files may read of a repository: files by name, within limits. The names are remembered, since
// a change of any of them is news.
type Repo struct {
	// Zone is assumed for times that name none.
	Zone     *time.Location
	disk     disk.Disk
	most     int64
	read     int
	asked    map[string]bool
	seen     map[string]model.Fingerprint
	problems []model.Problem
	// unclear counts what was not understood.
	unclear int
}

// Repo reads a folder for another program.
func (r *Reading) Repo(d disk.Disk) *Repo {
	return &Repo{Zone: r.Vault.Opts.Zone, disk: d, most: Most(r.Vault, MaxData), asked: map[string]bool{}, seen: map[string]model.Fingerprint{}}
}

// Ask remembers names as asked for.
func (h *Repo) Ask(names ...string) {
	for _, name := range names {
		h.asked[name] = true
	}
}

// Unclear counts what was not understood so far.
func (h *Repo) Unclear() int { return h.unclear }

// Asked are the names that were asked for.
func (h *Repo) Asked() []string { return slices.Collect(maps.Keys(h.asked)) }

// Document is a text of another program.
type Document struct {
	Name string
	// Text has line ends as they are, without a byte order mark.
	Text string
	// Changed is when the file was last written.
	Changed time.Time
	Seen    model.Fingerprint
}

// Lines are its lines without their ends.
func (d Document) Lines() []string { return text.Lines([]byte(d.Text)) }

// Front is its front matter and what follows; front is nil where there is none, or where it
// cannot be read.
func (d Document) Front() (front *text.Front, body string, err error) {
	front, err = text.ReadFront([]byte(d.Text))
	if err != nil || front == nil {
		return nil, d.Text, err
	}
	return front, d.Text[front.Body:], nil
}

// Newest is when the newest of some documents was written.
func Newest(all ...Document) (at time.Time) {
	for _, d := range all {
		if d.Changed.After(at) {
			at = d.Changed
		}
	}
	return at
}

// Glance says when a file was written, without a look into it.
func (h *Repo) Glance(name string) Document {
	at := h.Changed(name)
	if at.IsZero() {
		return Document{}
	}
	return Document{Name: name, Changed: at}
}

// YAML reads a YAML file into a value. One that cannot be read is reported with a hint; ok is false then, and
// for one that is not there.
func (h *Repo) YAML(name string, into any, hint string) (d Document, ok bool) {
	if d, ok = h.Document(name); !ok {
		return d, false
	}
	if err := yaml.Unmarshal([]byte(d.Text), into); err != nil {
		line, reason := text.YAMLReason(err)
		h.Problem(name, line, reason, hint)
		return d, false
	}
	return d, true
}

// Front reads the front matter of a document into a value, and returns what follows it. ok is false,
// and reported, for one that cannot be read. A document without one is only a body.
func (h *Repo) Front(d Document, into any, hint string) (body string, ok bool) {
	front, body, err := d.Front()
	if front != nil {
		if odd := yaml.Unmarshal([]byte(d.Text[front.Start:front.End]), into); odd != nil {
			line, reason := text.YAMLReason(odd)
			err = &text.LineError{Line: line + 1, Reason: reason}
		}
	}
	if err != nil {
		h.Broken(d.Name, err, hint)
	}
	return body, err == nil
}

// Document reads a text of at most MaxDocument bytes. One that is not there is no problem, one
// that cannot be read is.
func (h *Repo) Document(name string) (Document, bool) { return h.document(name, MaxDocument) }

// Data reads a data file of at most MaxData bytes.
func (h *Repo) Data(name string) (Document, bool) { return h.document(name, MaxData) }

func (h *Repo) document(name string, limit int64) (Document, bool) {
	if h.read++; h.read > mostDocuments {
		if h.read == mostDocuments+1 {
			h.Note(name, 0, fmt.Sprintf("this file and what follows were not read: %d files of one program are read", mostDocuments), "move what is finished to another folder")
		}
		return Document{}, false
	}
	h.asked[name] = true
	b, info, err := h.disk.ReadText(name, min(limit, h.most))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, model.ErrNotFound):
		return Document{}, false
	case err != nil:
		h.unclear++
		h.problems = append(h.problems, UnreadFile(name, err))
		return Document{}, false
	}
	h.seen[name] = model.FingerprintOf(b)
	return Document{
		Name: name, Text: strings.TrimPrefix(string(b), string(text.BOM)), Changed: info.ModTime(), Seen: h.seen[name],
	}, true
}

// Hash is that of a file, zero for one that cannot be read.
func (h *Repo) Hash(name string) model.Fingerprint {
	if _, read := h.seen[name]; !read {
		h.Data(name)
	}
	return h.seen[name]
}

// JSON reads a data file into a value. What has another type than it should is left out, and
// noted as a problem; ok is false for a file that is not there or is no JSON.
func (h *Repo) JSON(name string, into any) (d Document, ok bool) {
	if d, ok = h.Data(name); !ok {
		return d, false
	}
	err := json.Unmarshal([]byte(d.Text), into)
	var odd *json.UnmarshalTypeError
	switch {
	case errors.As(err, &odd) && odd.Field == "":
		h.Problem(name, 0, "the file is a JSON "+odd.Value+", which is not what belongs there", "nothing of it was read")
		return d, false
	case errors.As(err, &odd):
		h.Note(name, 0, fmt.Sprintf("%s is a JSON %s, which is not what belongs there", odd.Field, odd.Value), "it was skipped")
	case err != nil:
		h.Broken(name, cmp.Or(text.CheckJSON([]byte(d.Text)), err), "nothing of the file was read; fix the line in an editor")
		return d, false
	}
	return d, true
}

// Exists reports whether a file or folder is there.
func (h *Repo) Exists(name string) bool {
	h.asked[name] = true
	return h.disk.Exists(name)
}

// Locked reports whether somebody holds the lock of a file, and whether that is known. It tries that for
// as long as one call takes.
func (h *Repo) Locked(name string) (held, known bool) {
	h.asked[name] = true
	f, _, err := h.disk.Open(name, os.O_RDONLY)
	if err != nil {
		return false, false
	}
	defer f.Close()
	got, err := disk.TryLock(f, false)
	return !got, err == nil
}

// Changed is when a file or folder was last written, zero where it is not there.
func (h *Repo) Changed(name string) time.Time {
	h.asked[name] = true
	return h.disk.Changed(name)
}

// Files are the regular files in a folder, with the folder in front, in order of their names.
// With endings only those that have one of them.
func (h *Repo) Files(dir string, endings ...string) []string {
	return h.list(dir, func(e fs.DirEntry) bool {
		ends := func(ending string) bool { return strings.HasSuffix(strings.ToLower(e.Name()), ending) }
		return e.Type().IsRegular() && (len(endings) == 0 || slices.ContainsFunc(endings, ends))
	})
}

// Folders are the folders in a folder, links left aside, with the folder in front, in order of
// their names.
func (h *Repo) Folders(dir string) []string { return h.list(dir, fs.DirEntry.IsDir) }

func (h *Repo) list(dir string, wanted func(fs.DirEntry) bool) (names []string) {
	h.asked[dir] = true
	if !h.disk.IsFolder(dir) {
		return nil
	}
	entries, err := h.disk.List(dir)
	if err != nil {
		h.problems = append(h.problems, places.UnreadFolder(dir, err))
		return nil
	}
	if len(entries) > disk.MaxEntries {
		h.problems, entries = append(h.problems, places.TooMany(dir)), entries[:disk.MaxEntries]
	}
	for _, e := range entries {
		if wanted(e) {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	slices.Sort(names)
	return names
}

// Problem notes and counts something that was not understood; line is zero for the whole file.
func (h *Repo) Problem(name string, line int, reason, hint string) {
	h.unclear++
	h.Note(name, line, reason, hint)
}

// Note notes a value that was left out of what was understood.
func (h *Repo) Note(name string, line int, reason, hint string) {
	h.problems = append(h.problems, model.Problem{Path: name, Line: line, Reason: reason, Hint: hint, Since: model.Stamp{Time: h.Changed(name)}})
}

// Broken notes and counts a file that cannot be read as what it is: JSON, YAML, front matter.
func (h *Repo) Broken(name string, err error, hint string) {
	h.unclear++
	p := text.Problem(name, err, hint)
	p.Since = model.Stamp{Time: h.Changed(name)}
	h.problems = append(h.problems, p)
}

// Problems are what was not understood so far.
func (h *Repo) Problems() []model.Problem { return h.problems }

// StampsOf takes the stamps of files, and reports whether all of them are so old that no later
// change can leave them as they are.
func (r *Reading) StampsOf(names []string) (stamps map[string]disk.Stamp, rested bool) {
	stamps, rested = make(map[string]disk.Stamp, len(names)), true
	for _, name := range names {
		stamp, ok := disk.StampOf(r.Path(name))
		stamps[name] = stamp
		rested = rested && (!ok || stamp.RestedBefore(r.Began))
	}
	return stamps, rested
}

// SameStill reports whether all files still have their stamps.
func (r *Reading) SameStill(stamps map[string]disk.Stamp) bool {
	for name, was := range stamps {
		if now, _ := disk.StampOf(r.Path(name)); now != was {
			return false
		}
	}
	return true
}

// ReadNamed reads a file that another file names. Its error is half a sentence.
type ReadNamed func(name string) ([]byte, error)

// Named reads a file that another file names: a regular file of at most MaxDocument bytes
// within the vault, reached without a link.
func Named(d disk.Disk) ReadNamed {
	d.Buffer = nil
	return func(name string) ([]byte, error) {
		if !fs.ValidPath(name) {
			return nil, errors.New("it is not a path in this folder")
		}
		if link := d.LinkIn(name); link != "" {
			return nil, fmt.Errorf("%s is a link", link)
		}
		b, _, err := d.ReadWholeText(name, MaxDocument)
		switch {
		case disk.IsMissing(err):
			return nil, model.ErrNotFound
		case errors.Is(err, model.ErrConflict):
			return nil, errors.New("it is being changed right now")
		}
		return b, err
	}
}

// Named is Named for a file that a guest names.
func (h *Repo) Named(name string) ([]byte, error) {
	if fs.ValidPath(name) {
		h.asked[name] = true
	}
	return Named(h.disk)(name)
}

// Lesson is something that was tried and failed, as a document tells at a line: its first, second and so on.
func (d Document) Lesson(n, line int, title string) model.Entry {
	return model.Entry{
		Path: d.Name, ID: fmt.Sprintf("%s-%03d", model.CategoryProof, n), Number: n, Category: model.CategoryProof, Title: title,
		Outcome: "failed", Line: line, Seen: d.Seen,
	}
}
