package source

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

const (
	// MaxReaders is how many goroutines read files.
	MaxReaders = 8
	// batch is how many files each of them takes at once, if there are many.
	batch = 32
)

// Reading is one load of a vault.
type Reading struct {
	Vault *places.Vault
	// Disk lists each folder once.
	Disk disk.Disk
	// Began is the real time at its start, zero without a clock.
	Began time.Time
	Cache *Cache
	// More is true if another load reads on where the time of this one is over.
	More bool
	// Wanted is the file that is read whatever else is left out, "" for none.
	Wanted string
	wanted *Text
	mu     sync.Mutex
}

// Text is a file as it was read.
type Text struct {
	B    []byte
	Info fs.FileInfo
}

// WantedText returns the wanted file as it was read, nil if no source read it.
func (r *Reading) WantedText() *Text {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.wanted
}

// Text reads a file as disk.ReadWholeText does. The wanted one is read once: all that is said of it is of one state.
func (r *Reading) Text(d disk.Disk, name string, limit int64) ([]byte, fs.FileInfo, error) {
	if name != r.Wanted {
		return d.ReadWholeText(name, limit)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.wanted == nil {
		d.Buffer = nil
		b, info, err := d.ReadWholeText(name, limit)
		if err != nil {
			return nil, nil, err
		}
		r.wanted = &Text{b, info}
	}
	return r.wanted.B, r.wanted.Info, nil
}

const (
	// LoadBytes is how many bytes one load reads, but for a little of each source.
	LoadBytes = 2 << 30
	// LogBytes is how many bytes are read of an event log outside a load, from its end.
	LogBytes = 1 << 30
)

// ReadKind reads the files of one kind into a snapshot.
func (r *Reading) ReadKind(ctx context.Context, src Source, l places.Layout, s *model.Snapshot) error {
	names, problems := src.Find(r.Disk, l)
	s.Problems = append(s.Problems, problems...)
	names, older := newest(r.Vault, names)
	s.Problems = append(s.Problems, older...)
	if src.Read != nil {
		return r.readAll(ctx, src, names, s)
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := src.Add(r, name, s); err != nil {
			s.Problems = append(s.Problems, UnreadFile(name, err))
		}
	}
	return nil
}

// UnreadFile is the problem of a file that could not be read.
func UnreadFile(name string, err error) model.Problem {
	return model.Problem{Path: name, Reason: err.Error(), Hint: "check the file's size and permissions", Unread: true}
}

// readAll reads files concurrently, and adds what they say in the order of names. It reads
// in this order while there is plenty of the budget, the newest first when there is less,
// and a few of the newest when there is none.
func (r *Reading) readAll(ctx context.Context, src Source, names []string, s *model.Snapshot) error {
	all := reading{Reading: r, src: src, names: names, found: make([]kept, len(names)), done: make([]bool, len(names))}
	for part := range slices.Chunk(all.left(), atOnce) {
		all.pass(ctx, part, disk.LevelPlenty)
		all.add(s)
	}
	if left := all.left(); len(left) > 0 {
		left = all.newestFirst(left)
		all.pass(ctx, left, disk.LevelScarce)
		all.pass(ctx, all.few(left), disk.LevelGone)
		all.leave(s)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i := range all.done {
		all.done[i] = true
	}
	all.add(s)
	return nil
}

// atOnce is how many files are read before what they say is added to the snapshot, so that little is held twice.
const atOnce = 4096

// add adds what was found, in the order of names, up to the first file that was not read. It makes room for all others
// as if they were like those.
func (r *reading) add(s *model.Snapshot) {
	end := r.added
	var plans, managed, requests, decided, work int
	for ; end < len(r.done) && r.done[end]; end++ {
		f := r.found[end]
		plans += f.plans()
		if f.managed != nil {
			managed++
		}
		if f.rest != nil {
			requests, decided, work = requests+len(f.rest.Requests), decided+len(f.rest.Decided), work+len(f.rest.Work)
		}
	}
	if end == r.added {
		return
	}
	// A long list is copied where a few more come, as those of other programs do.
	room := func(n int) int { return (n + n/32) * (len(r.done) - r.added) / (end - r.added) }
	s.Plans, s.Managed = slices.Grow(s.Plans, room(plans)), slices.Grow(s.Managed, room(managed))
	s.Requests, s.Decided, s.Work = slices.Grow(s.Requests, room(requests)), slices.Grow(s.Decided, room(decided)), slices.Grow(s.Work, room(work))
	for ; r.added < end; r.added++ {
		r.found[r.added].addTo(s)
		// What was added is not held twice.
		r.found[r.added] = kept{}
	}
}

// reading is the reading of all files of a kind: what was found, and which are done.
type reading struct {
	*Reading
	src   Source
	names []string
	found []kept
	done  []bool
	// added is how many of them the snapshot has.
	added int
	// sizes is known of those that were not read with the first.
	sizes map[int]fs.FileInfo
}

// left are the files that were not read, by their places among the names.
func (r *reading) left() (left []int) {
	for i, done := range r.done {
		if !done {
			left = append(left, i)
		}
	}
	return left
}

// pass reads files in an order, and no more of them when the budget is under a level.
func (r *reading) pass(ctx context.Context, order []int, least disk.Level) {
	var next atomic.Int64
	// Few files have more readers than processors: a disk may be slow, and answer several at once.
	readers, batch := min(runtime.GOMAXPROCS(0), MaxReaders), batch
	if len(order) < MaxReaders*batch {
		readers, batch = MaxReaders, max(1, len(order)/MaxReaders)
	}
	read := func() {
		d := r.Disk
		d.Cache, d.Buffer = nil, &[]byte{}
		for ctx.Err() == nil {
			to := int(next.Add(int64(batch)))
			for _, i := range order[min(len(order), to-batch):min(len(order), to)] {
				if name := r.names[i]; d.Budget.Level() <= least || name == r.Wanted || r.Cache.has(cacheKey{r.src.Name, name}) {
					r.found[i], r.done[i] = r.one(d, r.src, name), true
				}
			}
			if to >= len(order) {
				return
			}
		}
	}
	var others sync.WaitGroup
	for range min(readers, (len(order)+batch-1)/batch) - 1 {
		others.Go(read)
	}
	read()
	others.Wait()
}

// newestFirst orders files by the time of their last change.
func (r *reading) newestFirst(left []int) []int {
	r.sizes = make(map[int]fs.FileInfo, len(left))
	at := make(map[int]time.Time, len(left))
	for _, i := range left {
		// An error is met again when the file is read.
		if info, err := r.Disk.Lstat(r.names[i]); err == nil {
			r.sizes[i], at[i] = info, info.ModTime()
		}
	}
	slices.SortFunc(left, func(a, b int) int { return cmp.Or(at[b].Compare(at[a]), cmp.Compare(b, a)) })
	return left
}

// few are the newest files that are read whatever is left of the budget.
func (r *reading) few(order []int) (few []int) {
	room := int64(BriefBytes)
	for _, i := range order {
		if r.done[i] {
			continue
		}
		if info := r.sizes[i]; info != nil {
			room -= info.Size()
		}
		if room < 0 || len(few) == BriefFiles {
			break
		}
		few = append(few, i)
	}
	return few
}

// leave notes the files that are not read.
func (r *reading) leave(s *model.Snapshot) {
	left := r.left()
	if len(left) == 0 {
		return
	}
	of := model.LeftOut{What: r.src.Many, Files: len(left), Of: len(r.names), Later: r.More && r.Disk.Budget.Late()}
	s.LeftOut = append(s.LeftOut, of)
	s.Late = s.Late || r.Disk.Budget.Late()
	s.Problems = append(s.Problems, of.Problem(path.Dir(r.names[left[0]]), "the newest are"))
	for _, i := range left {
		if info := r.sizes[i]; info != nil && r.src.Unread != nil {
			r.found[i] = keptOf(r.src.Unread(r.names[i], info))
		}
	}
}

// one reads one file, unless the cache has it.
func (r *Reading) one(d disk.Disk, src Source, name string) kept {
	p, err := Once(r, src.Name, name, r.Path(name), func() (kept, fs.FileInfo, error) {
		b, info, err := r.Text(d, name, Most(r.Vault, src.Limit))
		if err != nil {
			return kept{}, nil, disk.FileError("reading", name, err)
		}
		found := src.Read(File{Name: name, B: b, Info: info, Zone: r.Vault.Opts.Zone, In: r.Vault.Opts.Places.Folders})
		for i := range found.Problems {
			found.Problems[i].Since = model.Stamp{Time: info.ModTime()}
		}
		found.Lean()
		return keptOf(found), info, nil
	})
	if err != nil {
		return keptOf(Finding{Problems: []model.Problem{UnreadFile(name, err)}})
	}
	return p
}

// Path returns the absolute path of a file in the vault.
func (r *Reading) Path(name string) string {
	return filepath.Join(r.Vault.Dir, filepath.FromSlash(name))
}

const (
	// BriefFiles is how many files of one kind a brief load reads, the newest.
	BriefFiles = 150
	// BriefBytes is how many bytes they have together.
	BriefBytes = 4 << 20
	// BriefEvents is how many bytes it reads of an event log, from its end.
	BriefEvents = 16 << 20
)

// Most returns the largest size in bytes of a file that is read, which in a brief load is at
// most BriefBytes.
func Most(v *places.Vault, limit int64) int64 {
	if v.Opts.Brief {
		return min(limit, BriefBytes)
	}
	return limit
}

// newest leaves out the older files of one kind in a brief load, with a problem that says so.
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
		// An error is met again when the file is read.
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
			Path: all[len(kept)].name, Reason: fmt.Sprintf("this and %s are too old for a brief report", model.Counted(left-1, "other file")),
			Hint: "coldstart status reads all of them",
		}}
	}
	return kept, problems
}
