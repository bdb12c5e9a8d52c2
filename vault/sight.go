package vault

import (
	"context"
	"maps"
	"path"
	"path/filepath"

	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// sight is what a vault looks like from outside: the stamps of all that is read,
// by name. Two loads of the same sight give the same.
type sight struct {
	stamps map[string]disk.Stamp
	// folders are those whose changes the system is asked to tell of, by absolute
	// path and those first in which most work happens.
	folders []string
	// identities are the stamps of these folders.
	identities map[string]disk.Stamp
}

func (s sight) same(other sight) bool { return maps.Equal(s.stamps, other.stamps) }

// changedSince lists the names that are new, or look otherwise than before.
func (s sight) changedSince(before sight) map[string]bool {
	changed := map[string]bool{}
	for name, now := range s.stamps {
		if was, ok := before.stamps[name]; !ok || was != now {
			changed[name] = true
		}
	}
	return changed
}

// lacks reports whether something that was there before is not there now.
func (s sight) lacks(before sight) bool {
	for name := range before.stamps {
		if _, ok := s.stamps[name]; !ok {
			return true
		}
	}
	return false
}

// inventory is what was found in a folder. It is made anew when the stamp of the folder
// changes. A change can fall into the same tick of the file system's clock as the
// look that made it, and some of these clocks tick every other second; so it is
// relied on only once it was made long after the stamp.
type inventory struct {
	stamp   disk.Stamp
	settled bool
	folders []string
	// files are those that count, at their absolute paths.
	files   []listedFile
	entries int
}

type listedFile struct{ name, at string }

// looker looks at one vault again and again.
type looker struct {
	where *places.Where
	// timed is true for a look with nothing before it for a while.
	timed bool
	// known are the inventories of the look before, met those of this one.
	known, met map[string]inventory
	sight      sight
	// behind are the far folders.
	behind  []string
	entries int
}

// look takes the sight of the vault. Nothing is opened but folders.
func (l *looker) look(ctx context.Context) (sight, error) {
	before := len(l.sight.stamps)
	l.sight = sight{stamps: make(map[string]disk.Stamp, before+1), identities: map[string]disk.Stamp{}}
	l.met, l.behind, l.entries = map[string]inventory{}, nil, 0
	if l.where.Here() != nil {
		l.sight.stamps[disk.Gone] = disk.Stamp{}
		return l.sight, ctx.Err()
	}
	l.folder(ctx, ".", places.Far, 0)
	places_ := l.where.Opts.Places
	for _, name := range places_.ExactFiles() {
		l.file(name)
	}
	if problems := places_.Problems(); l.where.Disk.Exists(problems) {
		l.folder(ctx, problems, places.Near, places.MaxDepth-1)
	}
	for _, dir := range places_.Awaited() {
		if part, _ := l.where.Disk.InTheWay(dir); part != "" {
			l.stampAt(part, l.path(part))
		}
	}
	for _, n := range places_.Lines {
		// Those in hidden folders were not met.
		if _, met := l.met[n.Path]; !met && n.HoldsWork() && l.where.Disk.IsFolder(n.Path) {
			l.folder(ctx, n.Path, places.Near, 0)
		}
	}
	for _, name := range l.outside() {
		l.stampAt(name, name)
	}
	l.known = l.met
	l.sight.folders = append(l.sight.folders, l.behind...)
	return l.sight, ctx.Err()
}

// outside are the files outside the vault that belong to it: the memory that is
// used here, and the operator's own ledger, snoozes, pin and message.
func (l *looker) outside() []string {
	var names []string
	for _, name := range []string{l.where.Opts.Seed, l.where.Opts.HomeSeed} {
		if name != "" {
			names = append(names, name)
		}
	}
	if l.where.Opts.StateDir != "" {
		for _, name := range []string{state.LedgerName, state.SnoozeName, state.PinName, state.MessageName} {
			names = append(names, filepath.Join(l.where.StateDir(), name))
		}
	}
	return names
}

func (l *looker) path(name string) string {
	return filepath.Join(l.where.Dir, filepath.FromSlash(name))
}

// file adds a file that is there, and has its folder told of.
func (l *looker) file(name string) {
	dir := path.Dir(name)
	if at, ok := disk.StampOf(l.path(dir)); ok && dir != "." {
		l.tell(dir, places.Near, at)
	}
	l.stampAt(name, l.path(name))
}

func (l *looker) stampAt(name, at string) (disk.Stamp, bool) {
	s, ok := disk.StampOf(at)
	if ok {
		l.sight.stamps[name] = s
	}
	return s, ok
}

func (l *looker) tell(dir string, n places.Nearness, at disk.Stamp) {
	full := l.path(dir)
	if _, met := l.sight.identities[full]; met {
		return
	}
	l.sight.identities[full] = at.AsFolder()
	if n == places.Near || dir == "." {
		l.sight.folders = append(l.sight.folders, full)
	} else {
		l.behind = append(l.behind, full)
	}
}

func (l *looker) folder(ctx context.Context, dir string, n places.Nearness, depth int) {
	at, ok := disk.StampOf(l.path(dir))
	if !ok || ctx.Err() != nil || l.entries > disk.MaxVaultEntries {
		return
	}
	l.tell(dir, n, at)
	if n == places.Near {
		// That it can be read, or not any more, counts too.
		l.sight.stamps[dir] = at.AsFolder()
	}
	found := l.known[dir]
	if !found.settled || found.stamp != at {
		found = l.list(dir, n, found.stamp, at)
	}
	l.met[dir] = found
	l.entries += found.entries
	for _, f := range found.files {
		l.stampAt(f.name, f.at)
	}
	for _, name := range found.folders {
		switch {
		case n == places.Far:
			l.folder(ctx, name, l.where.Opts.Places.NearnessOf(name), 0)
		case disk.IsFurniture(path.Base(name)) || depth >= places.MaxDepth:
			l.folder(ctx, name, places.Far, 0)
		default:
			l.folder(ctx, name, places.Near, depth+1)
		}
	}
}

// list looks into a folder, whose stamp was one and is another, or still the same.
func (l *looker) list(dir string, n places.Nearness, was, is disk.Stamp) inventory {
	entries, err := disk.ReadDir(l.where.Disk.Root, dir)
	found := inventory{stamp: is, settled: err == nil && l.timed && was == is, entries: len(entries)}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		counts := n == places.Near && !disk.IsFurniture(e.Name()) || e.Name() == places.TraceFile ||
			!e.IsDir() && l.where.Opts.Places.NearnessOf(name) == places.Near
		switch {
		case e.IsDir() && !places.IsSideline(name, e):
			found.folders = append(found.folders, name)
		case !e.IsDir() && counts:
			found.files = append(found.files, listedFile{name, l.path(name)})
		}
	}
	return found
}
