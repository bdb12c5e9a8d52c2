// Package store has the shared parts of agents' session stores: their folders, the builder of a session,
// and short texts. What a program writes, and how, is for the package of its store.
package store

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// Store is what the program of an agent keeps of its sessions in the operator's home folder. A
// new one is a package with a value of this type, and a row in the table of package load. Nothing
// is ever written into a store.
type Store struct {
	// Name is that of the package, Tool that of the program for people.
	Name, Tool string
	// Variable names the store's folder in the environment, or a folder in which it is Below; without it
	// the store is Folder in the home folder.
	Variable, Below, Folder string
	// Names lists the files of sessions. With dirs, absolute folders, it leaves out what surely worked
	// elsewhere. What it has to read for that it remembers by HeadOf.
	Names func(h *Home, dirs []string) []string
	// Where are the patterns of path.Match for the names of all of these. No other file is read as one.
	Where []string
	// Read tells a builder what a file says of its session, with zone for times that name none; it returns
	// false for one that is no session of its own, as that of a sub-agent. It sets neither Tool nor Path,
	// Size, Changed, Partial and Seen, and keeps nothing of the bytes. Several are read at once.
	Read func(b *Builder, name string, e disk.Ends, zone *time.Location) (ok bool)
	// Rows returns a session as Read takes it, for a program whose sessions are no files: with about so many bytes of
	// its end, 0 for as many as a list needs. It is nil for others. Several are called at once.
	Rows func(h *Home, name string, tail int64) (disk.Ends, error)
	// Place sets where sessions worked, for a program whose files do not say it. It is nil for others.
	Place func(h *Home, dirs []string) func(name string, t *model.Transcript)
	// Running returns the processes of the sessions that were found, by the paths of these, and
	// whether they run; nil where nothing tells of them.
	Running func(h *Home, found []model.Transcript) map[string]model.Process
	// Helpers is the folder in which the sub-agents of a session write, nil where they have no files of their own.
	Helpers func(name string) string
	// Anywhere are the words that resume a session whose folder is gone, with ID or FILE for what names it; nil for none.
	Anywhere []string
	// Text returns a file that Left tells of, if it belongs to work in dirs. It is nil where there is none.
	Text func(h *Home, dirs []string, name string) (source.Document, bool)
	// Left says what else the program keeps of the work in dirs: plans, learnings. It is nil where
	// it keeps nothing.
	Left func(h *Home, dirs []string, sessions []model.Transcript) source.Finding
}

// The most bytes that are read of a transcript, from its beginning and from its end.
const (
	HeadBytes = 64 << 10
	TailBytes = 256 << 10
	// listedTail is read of an end for the list of all repositories, if that tells how it ended.
	listedTail = 32 << 10
	// wider is read of an end in which no whole line fits.
	wider = 8 << 20
)

// Home is the folder of a store, of which files are read within limits. Names are relative to it.
type Home struct {
	*source.Repo
	disk disk.Disk
	// Shown is the folder as people read it: "~/.claude".
	Shown string
	// dir is its absolute path.
	dir     string
	reading *source.Reading
	// left counts the files of sessions that Names did not look at, held are those that Names read.
	left int
	held map[string]disk.Ends
}

// Open returns the folder of a store at dir, which is open as d.
func Open(r *source.Reading, d disk.Disk, dir, shown string) *Home {
	return &Home{Repo: r.Repo(d), disk: d, Shown: shown, dir: dir, reading: r}
}

// Path is a file of the store as people read it.
func (h *Home) Path(name string) string { return h.Shown + "/" + name }

// File is the absolute path of a file of the store by its path for people.
func (h *Home) File(shown string) string {
	return filepath.Join(h.dir, filepath.FromSlash(strings.TrimPrefix(shown, h.Shown+"/")))
}

// Began is when the load began.
func (h *Home) Began() time.Time { return h.reading.Began }

// Recall returns what Keep left of a file at this load or the one before, nil for nothing.
func (h *Home) Recall(as, name string) any { return h.reading.Recall(as, h.Path(name)) }

// Keep leaves something that is known of a file, which must not be changed any more.
func (h *Home) Keep(as, name string, value any) { h.reading.Keep(as, h.Path(name), value) }

// Hold leaves what Names read of sessions to the rest of this load, by their names.
func (h *Home) Hold(all map[string]disk.Ends) { h.held = all }

// Held is what Hold left of a session.
func (h *Home) Held(name string) (e disk.Ends, ok bool) {
	e, ok = h.held[name]
	return e, ok
}

// Leave counts sessions that Names does not look at, since there are too many.
func (h *Home) Leave(n int) { h.left += n }

// AddAsked adds the absolute paths of all that was asked for in the store.
func (h *Home) AddAsked(all map[string]bool) {
	for _, name := range h.Asked() {
		all[filepath.Join(h.dir, filepath.FromSlash(name))] = true
	}
}

// Ends reads the first and the last part of a file of the store.
func (h *Home) Ends(name string, head, tail int64) (disk.Ends, fs.FileInfo, error) {
	return endsOf(h.disk, name, head, tail)
}

func endsOf(d disk.Disk, name string, head, tail int64) (disk.Ends, fs.FileInfo, error) {
	e, info, err := d.ReadEnds(name, head, tail)
	if err != nil || e.Gap == 0 || len(e.Head) > 0 && len(e.Tail) > 0 {
		return e, info, err
	}
	if len(e.Head) == 0 {
		head = max(head, wider)
	}
	if len(e.Tail) == 0 {
		tail = max(tail, wider)
	}
	return d.ReadEnds(name, head, tail)
}

// HeadOf returns what read makes of the first bytes of a file, at most so many, or made of it at the
// load before. The beginning of a file that only grows stays as it is, but a file that is gone or
// cannot be read gives ok false.
func HeadOf[T any](h *Home, as, name string, most int64, read func(head []byte) T) (value T, ok bool) {
	value, err := source.Once(h.reading, as, h.Path(name), filepath.Join(h.dir, filepath.FromSlash(name)), func() (T, fs.FileInfo, error) {
		e, info, err := h.disk.ReadEnds(name, most, 0)
		if err != nil {
			var none T
			return none, nil, err
		}
		return read(e.Head), info, nil
	})
	return value, err == nil
}

// Sessions reads the sessions of a store that worked in some folders; with nil all. It returns the
// newest, at most so many, and counts older ones that were not read.
func (s Store) Sessions(h *Home, dirs []string, most int) (found []model.Transcript, left int) {
	all := s.Names(h, dirs)
	names := h.Newest(all, most)
	return s.SessionsAt(h, names, dirs), len(all) - len(names) + h.left
}

// Newest are those of some files that were written last, at most so many.
func (h *Home) Newest(names []string, most int) []string {
	if len(names) <= most {
		return names
	}
	changed := make(map[string]time.Time, len(names))
	for _, name := range names {
		changed[name] = h.Changed(name)
	}
	slices.SortStableFunc(names, func(a, b string) int { return changed[b].Compare(changed[a]) })
	return names[:most]
}

// SessionsAt reads those of some files that are sessions which worked in dirs, with nil anywhere; the
// one written last comes first.
func (s Store) SessionsAt(h *Home, names, dirs []string) (found []model.Transcript) {
	tails := []int64{TailBytes, wider}
	if dirs == nil {
		tails = []int64{listedTail, TailBytes, wider}
	}
	if s.Rows == nil {
		h.Ask(names...)
	}
	all, ok := make([]model.Transcript, len(names)), make([]bool, len(names))
	each(len(names), func(i int, buffer *[]byte) { all[i], ok[i] = s.session(h, names[i], tails, buffer) })
	if s.Place != nil {
		place := s.Place(h, dirs)
		for i, name := range names {
			place(name, &all[i])
		}
	}
	for i, t := range all {
		if ok[i] && (dirs == nil || Lies(t.Dir, dirs) || Lies(t.LastDir, dirs)) {
			found = append(found, t)
		}
	}
	model.SortTranscripts(found)
	linkCopies(found)
	if s.Running == nil || len(found) == 0 {
		return found
	}
	s.help(h, found)
	running := s.Running(h, found)
	for i, t := range found {
		if p, ok := running[t.Path]; ok {
			found[i].Process = &p
		}
	}
	return found
}

// mayHelp is how long after its last change it is looked whether the sub-agents of a session still write.
const mayHelp = 24 * time.Hour

// help notes when the sub-agents of sessions that seem cut off wrote last.
func (s Store) help(h *Home, found []model.Transcript) {
	for i := range found {
		t := &found[i]
		if name, ok := strings.CutPrefix(t.Path, h.Shown+"/"); ok && s.Helpers != nil && t.Ending.Dead() && h.Began().Sub(t.Changed) < mayHelp {
			for _, file := range h.Files(s.Helpers(name), ".jsonl") {
				if at := h.Changed(file); at.After(t.Helped) {
					t.Helped = at
				}
			}
		}
	}
}

// each calls do for the numbers below n, several at once, with a buffer that is nobody else's.
func each(n int, do func(i int, buffer *[]byte)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(source.MaxReaders, n, 2*runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			var buffer []byte
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i, &buffer)
			}
		})
	}
	wait.Wait()
}

// read is a transcript, or a file that is none.
type read struct {
	model.Transcript
	ok bool
}

// session reads a transcript, and the longer one of some tails only where a shorter one does not tell
// how it ended.
func (s Store) session(h *Home, name string, tails []int64, buffer *[]byte) (model.Transcript, bool) {
	if s.Rows != nil {
		return s.row(h, name)
	}
	d := h.disk
	d.Buffer = buffer
	r, err := source.Once(h.reading, s.Name, h.Path(name), filepath.Join(h.dir, filepath.FromSlash(name)), func() (read, fs.FileInfo, error) {
		e, info, err := endsOf(d, name, HeadBytes, tails[0])
		if err != nil {
			return read{}, nil, err
		}
		t, ok := s.Tell(name, e, h.Zone)
		for i := 1; i < len(tails) && e.Gap > 0 && !tells(t, ok, e.Torn, tails[i-1]); i++ {
			if e, info, err = endsOf(d, name, HeadBytes, tails[i]); err != nil {
				return read{}, nil, err
			}
			t, ok = s.Tell(name, e, h.Zone)
		}
		return read{s.told(h, name, t, e), ok}, info, nil
	})
	return r.Transcript, r.ok && err == nil
}

// told adds to a session what its file is.
func (s Store) told(h *Home, name string, t model.Transcript, e disk.Ends) model.Transcript {
	t.PlanFile = h.shown(t.PlanFile)
	t.Tool, t.Path, t.Size, t.Changed = s.Tool, h.Path(name), e.Size, e.Changed
	t.Partial, t.Seen = e.Gap > 0, seenOf(e)
	return t
}

// row is session for one that is no file. One with the same lines is as it was at the load before.
func (s Store) row(h *Home, name string) (model.Transcript, bool) {
	e, err := s.Rows(h, name, 0)
	if err != nil {
		return model.Transcript{}, false
	}
	r, ok := h.reading.Recall(s.Name, h.Path(name)).(read)
	if !ok || r.Seen != seenOf(e) {
		t, ok := s.Tell(name, e, h.Zone)
		r = read{s.told(h, name, t, e), ok}
	}
	h.reading.Keep(s.Name, h.Path(name), r)
	return r.Transcript, r.ok
}

// tells reports whether a tail of some length is enough to say how a session ended. In front of a short
// one a call may be open, the turn may have begun to which the last words belong, or what was said
// before a line was cut off may stand.
func tells(t model.Transcript, ok, torn bool, tail int64) bool {
	if tail == listedTail {
		return ok && !torn && t.Ending != model.EndingUnknown && t.Ending != model.EndingUnanswered && t.Sure != model.BasisGuessed
	}
	return !ok || t.Ending != model.EndingUnknown
}

// What is hashed of a session besides its size and time: a hash of all that is read takes as long as
// reading.
const (
	hashedHead = 4 << 10
	hashedTail = 4 << 10
)

// seenOf is the hash of a session: of its size, when it was last written, its beginning and its end,
// however much is read.
func seenOf(e disk.Ends) model.Fingerprint {
	head, tail := e.First[:min(len(e.First), hashedHead)], e.Last[max(0, len(e.Last)-hashedTail):]
	size := model.FingerprintOf(fmt.Appendf(nil, "%d %d", e.Size, e.Changed.UnixNano()))
	return size.With(model.FingerprintOf(head)).With(model.FingerprintOf(tail))
}

// shown is an absolute path as people read it, if it lies in the store, or lay in it where the store
// was when it was written down.
func (h *Home) shown(file string) string {
	if rest, ok := strings.CutPrefix(file, h.dir+string(filepath.Separator)); ok {
		return h.Path(filepath.ToSlash(rest))
	}
	base := "/" + filepath.Base(h.dir) + "/"
	if i := strings.LastIndex(filepath.ToSlash(file), base); i >= 0 {
		if rest := filepath.ToSlash(file)[i+len(base):]; filepath.IsLocal(rest) && h.disk.Exists(rest) {
			return h.Path(rest)
		}
	}
	return file
}

// linkCopies tells sessions that share their beginning with another one from which they come: the
// one that wrote last comes from the one before.
func linkCopies(found []model.Transcript) {
	byRoot := map[string][]*model.Transcript{}
	for i, t := range found {
		if t.Root != "" {
			byRoot[t.Root] = append(byRoot[t.Root], &found[i])
		}
	}
	for _, same := range byRoot {
		slices.SortFunc(same, func(a, b *model.Transcript) int {
			return cmp.Or(a.Wrote().Compare(b.Wrote()), strings.Compare(a.Path, b.Path))
		})
		for i, t := range same[1:] {
			if t.From == "" {
				t.From = same[i].ID
			}
		}
	}
}

// Lies reports whether a folder is one of some others or in it, by its path alone.
func Lies(dir string, dirs []string) bool {
	return slices.ContainsFunc(dirs, func(d string) bool { return rule.Within(d, dir) })
}

// Holds reports whether a file of the store is one of a session by where it lies.
func (s Store) Holds(name string) bool {
	return slices.ContainsFunc(s.Where, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

// Course returns the events of one transcript: those of its beginning, and of its last tail bytes.
func (s Store) Course(h *Home, name string, tail int64) (_ []model.Event, e disk.Ends, err error) {
	if s.Rows != nil {
		e, err = s.Rows(h, name, tail)
	} else {
		e, _, err = h.Ends(name, HeadBytes, tail)
	}
	if err != nil {
		return nil, e, err
	}
	return s.Events(name, e, h.Zone), e, nil
}

// Tell says what a file tells of its session, and whether it is one.
func (s Store) Tell(name string, e disk.Ends, zone *time.Location) (model.Transcript, bool) {
	var b Builder
	ok := s.Read(&b, name, e, zone)
	return b.Transcript, ok
}

// Events are what happened in a session, in order, by the parts of its file that were read. One with a
// Gap stands for what was not.
func (s Store) Events(name string, e disk.Ends, zone *time.Location) []model.Event {
	b := Builder{Full: true}
	s.Read(&b, name, e, zone)
	return b.Events
}

// ResumeIn is the command that resumes a session of a program in its folder, empty where the folder cannot be
// typed or the id is not a plain name: it must not be taken for a flag, nor for anything else.
func ResumeIn(tool, dir, id string) string { return typedIn(dir, model.Resuming(tool), id) }

func typedIn(dir string, words []string, id string) string {
	at := text.CommandWord(dir)
	if at == "" || !plainID().MatchString(id) {
		return ""
	}
	return "cd " + at + " && " + strings.Join(words, " ") + " " + id
}

// Elsewhere is the command that resumes, in another folder, a session whose own is gone; empty where nothing does. File is the
// absolute path of its transcript.
func (s Store) Elsewhere(dir, id, file string) string {
	words := slices.Clone(s.Anywhere)
	if n := len(words) - 1; n > 0 && words[n] == "FILE" {
		at, path := text.CommandWord(dir), text.CommandWord(file)
		if words[n] = path; at == "" || path == "" {
			return ""
		}
		return "cd " + at + " && " + strings.Join(words, " ")
	}
	if len(words) == 0 {
		return ""
	}
	return typedIn(dir, words[:len(words)-1], id)
}

// plainID matches an id that is a plain name.
var plainID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9._][A-Za-z0-9._-]*$`) })
