package watch

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// scan is what a vault looks like from outside: the stamps of all that is read,
// by name. Two loads of the same scan give the same.
type scan struct {
	stamps map[string]disk.Stamp
	// folders are those whose changes the system is asked to report, by absolute
	// path and those first in which most work happens.
	folders []string
	// identities are the stamps of these folders.
	identities map[string]disk.Stamp
}

func (s scan) same(other scan) bool { return maps.Equal(s.stamps, other.stamps) }

// changedSince lists the names that are new, or look otherwise than before.
func (s scan) changedSince(before scan) map[string]bool {
	changed := map[string]bool{}
	for name, now := range s.stamps {
		if was, ok := before.stamps[name]; !ok || was != now {
			changed[name] = true
		}
	}
	return changed
}

// lacks reports whether something that was there before is not there now.
func (s scan) lacks(before scan) bool {
	for name := range before.stamps {
		if _, ok := s.stamps[name]; !ok {
			return true
		}
	}
	return false
}

// listing is what was found in a folder. It is read again when the stamp of the folder
// changes. A change can fall into the same tick of the file system's clock as the
// look that made it, and some of these clocks tick every other second; so it is
// relied on only once it was made long after the stamp.
type listing struct {
	stamp   disk.Stamp
	settled bool
	work    bool
	folders []string
	// files are those that count.
	files   []string
	entries int
}

// scanner looks at one vault again and again.
type scanner struct {
	where *places.Vault
	// disk lists folders without asking for the state of each entry, as os.Root does.
	disk disk.Disk
	// timed is true for a look with nothing before it for a while.
	timed bool
	// known are the inventories of the look before, met those of this one.
	known, met map[string]listing
	found      scan
	// far are the far folders.
	far     []string
	entries int
	// merge is what git has open.
	merge model.OpenMerge
	// near is true in a folder that nobody chose: it is looked at as traces are looked for there.
	near bool
}

// scan takes the stamps of the vault. Nothing is opened but folders.
func (s *scanner) scan(ctx context.Context) (scan, error) {
	before := len(s.found.stamps)
	s.found = scan{stamps: make(map[string]disk.Stamp, before+1), identities: map[string]disk.Stamp{}}
	s.met, s.far, s.entries = map[string]listing{}, nil, 0
	if s.where.Here() != nil {
		// Another folder in its place is news, too.
		s.found.stamps[disk.Gone], _ = disk.StampOf(s.where.Dir)
		return s.found, ctx.Err()
	}
	s.disk = s.where.Disk
	s.disk.Fast = disk.NewFastReader(s.disk.Root)
	defer s.disk.Fast.Close()
	layout, err := s.where.Layout()
	s.near = err == nil && layout.Unchosen
	s.folder(ctx, ".", false, 0)
	named := s.where.Opts.Places
	for _, name := range named.ExactFiles() {
		s.file(name)
	}
	if problems := named.Problems(); s.where.Disk.Exists(problems) {
		s.folder(ctx, problems, true, places.MaxDepth-1)
	}
	for _, dir := range named.Awaited() {
		if part, _ := s.where.Disk.InTheWay(dir); part != "" {
			s.stampAt(part, s.path(part))
		}
	}
	for _, n := range named.Lines {
		// Those in hidden folders were not met.
		if _, met := s.met[n.Path]; !met && n.HoldsWork() && s.where.Disk.IsFolder(n.Path) {
			s.folder(ctx, n.Path, true, 0)
		}
	}
	s.asked()
	for _, name := range s.outside() {
		s.stampAt(name, name)
	}
	s.merging()
	s.known = s.met
	s.found.folders = append(s.found.folders, s.far...)
	return s.found, ctx.Err()
}

// asked adds what other programs left, by the names that the last load asked for. The signs of
// those that left nothing yet are among them.
func (s *scanner) asked() {
	for name := range s.where.Asked.All() {
		if _, met := s.met[name]; met {
			continue
		}
		if _, there := s.stampAt(name, s.path(name)); !there {
			continue
		}
		dir := name
		if !s.where.Disk.IsFolder(name) {
			dir = path.Dir(name)
		}
		if at, ok := disk.StampOf(s.path(dir)); ok {
			s.watch(dir, dir != ".", at)
		}
	}
}

// changedElsewhere reports whether something changed since a scan of which the system tells nothing:
// what lies outside the vault, what git has open, and files that come into folders without a watch.
func (s *scanner) changedElsewhere(seen scan) bool {
	if s.where.Here() != nil {
		return true
	}
	if m, _ := places.MergeIn(s.where.Dir); m != s.merge {
		return true
	}
	for _, name := range s.outside() {
		was, there := seen.stamps[name]
		if now, ok := disk.StampOf(name); ok != there || now != was {
			return true
		}
	}
	came := func(name string) bool {
		if _, there := seen.stamps[name]; there {
			return false
		}
		_, ok := disk.StampOf(s.path(name))
		return ok
	}
	for name := range s.where.Asked.All() {
		if _, met := s.known[name]; !met && came(name) {
			return true
		}
	}
	return slices.ContainsFunc(s.where.Opts.Places.ExactFiles(), came)
}

// merging notes what git has open around the vault, with the index that says what conflicts, and has git's own
// folder watched for its end.
func (s *scanner) merging() {
	m, kept := places.MergeIn(s.where.Dir)
	if s.merge = m; m == "" {
		return
	}
	index, _ := disk.StampOf(filepath.Join(kept, "index"))
	s.found.stamps["git "+string(m)] = index
	if at, ok := disk.StampOf(kept); ok {
		s.found.identities[kept] = at.AsFolder()
		s.found.folders = append(s.found.folders, kept)
	}
}

// outside are the files outside the vault that belong to it: the memory that is used here, the
// sessions of agents, and the operator's own ledger, snoozes, pin, message and what the gate held up.
func (s *scanner) outside() []string {
	var names []string
	for _, name := range []string{s.where.Opts.Seed, s.where.Opts.HomeSeed} {
		if name != "" {
			names = append(names, name)
		}
	}
	for name := range s.where.AskedHome.All() {
		names = append(names, name)
	}
	if s.where.Opts.StateDir != "" {
		for _, name := range []string{state.LedgerName, state.SnoozeName, state.PinName, state.MessageName, state.AsksName, state.RefusedName} {
			names = append(names, filepath.Join(s.where.StateDir(), name))
		}
	}
	return names
}

func (s *scanner) path(name string) string {
	return filepath.Join(s.where.Dir, filepath.FromSlash(name))
}

// file adds a file that is there, and has its folder watched.
func (s *scanner) file(name string) {
	dir := path.Dir(name)
	if at, ok := disk.StampOf(s.path(dir)); ok && dir != "." {
		s.watch(dir, true, at)
	}
	s.stampAt(name, s.path(name))
}

func (s *scanner) stampAt(name, at string) (disk.Stamp, bool) {
	stamp, ok := disk.StampOf(at)
	if ok {
		s.found.stamps[name] = stamp
	}
	return stamp, ok
}

func (s *scanner) watch(dir string, work bool, at disk.Stamp) {
	full := s.path(dir)
	if _, met := s.found.identities[full]; met {
		return
	}
	s.found.identities[full] = at.AsFolder()
	if work || dir == "." {
		s.found.folders = append(s.found.folders, full)
	} else {
		s.far = append(s.far, full)
	}
}

func (s *scanner) folder(ctx context.Context, dir string, work bool, depth int) {
	at, ok := disk.StampOf(s.path(dir))
	if !ok || ctx.Err() != nil || s.entries > disk.MaxVaultEntries {
		return
	}
	s.watch(dir, work, at)
	if work {
		// That it can be read, or not any more, counts too.
		s.found.stamps[dir] = at.AsFolder()
	}
	found := s.known[dir]
	if !found.settled || found.stamp != at {
		found = s.list(dir, work, found.stamp, at)
	}
	s.met[dir] = found
	s.entries += found.entries
	for _, name := range found.files {
		s.stampAt(name, s.path(name))
	}
	for _, name := range found.folders {
		switch {
		case s.near && (strings.Count(name, "/") >= places.NearDepth || len(s.met) >= places.NearFolders):
		case !work:
			s.folder(ctx, name, s.where.Opts.Places.HoldsWork(name), 0)
		case dialect.NotWork(path.Base(name)) != "" || depth >= places.MaxDepth:
			s.folder(ctx, name, false, 0)
		default:
			s.folder(ctx, name, true, depth+1)
		}
	}
}

// list looks into a folder, whose stamp was one and is another, or still the same.
func (s *scanner) list(dir string, work bool, was, is disk.Stamp) listing {
	entries, err := s.disk.List(dir)
	found := listing{stamp: is, settled: err == nil && s.timed && was == is, work: work, entries: len(entries)}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir() && !places.IsSkipped(e.Name()):
			found.folders = append(found.folders, name)
		case !e.IsDir() && s.counts(name, work):
			found.files = append(found.files, name)
		}
	}
	return found
}

// counts reports whether a file is looked at, by its name and whether its folder holds work.
func (s *scanner) counts(name string, work bool) bool {
	base := path.Base(name)
	return work && (dialect.NotWork(base) == "" || dialect.MayAsk(base)) || base == places.TraceFile || s.where.Opts.Places.HoldsWork(name)
}

// glance looks only at paths that the system named, and gives the stamps that a scan would have besides those seen.
// It is ok while only files of one name changed or came: a folder, or what is gone, takes a scan.
func (s *scanner) glance(paths map[string]bool, seen scan) (fresh map[string]disk.Stamp, ok bool) {
	fresh = map[string]disk.Stamp{}
	for at := range paths {
		name, err := filepath.Rel(s.where.Dir, at)
		if name = filepath.ToSlash(name); err != nil || !fs.ValidPath(name) {
			return nil, false
		}
		in, listed := s.known[path.Dir(name)]
		if _, folder := s.known[name]; folder || !listed || s.entries > disk.MaxVaultEntries {
			return nil, false
		}
		was, met := seen.stamps[name]
		info, err := os.Lstat(at)
		now, there := disk.StampOf(at)
		switch {
		case !there && met, there && (err != nil || info.IsDir() || disk.LinkCount(info) > 1):
			return nil, false
		case there && now != was && (met || s.counts(name, in.work)):
			fresh[name] = now
		}
	}
	return fresh, true
}
