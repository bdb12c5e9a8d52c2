package vault

import (
	"context"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// stamp is what the system says of a file without opening it. A text of equal
// length with an older time set behind it still has another changed time, and a
// file that replaced another one has another inode. Times are in nanoseconds.
type stamp struct {
	device, inode     uint64
	mode              uint32
	size              int64
	modified, changed int64
}

// asFolder is the stamp of a folder, whose own times do not count: what lies in it has
// stamps of its own.
func (s stamp) asFolder() stamp { return stamp{device: s.device, inode: s.inode, mode: s.mode} }

// gone is the only name in the sight of a vault that is not at its path any more.
const gone = "\x00gone"

// sight is what a vault looks like from outside: the stamps of all that is read,
// by name. Two loads of the same sight give the same.
type sight struct {
	stamps map[string]stamp
	// folders are those whose changes the system is asked to tell of, by absolute
	// path and those first in which most work happens.
	folders []string
	// identities are the stamps of these folders.
	identities map[string]stamp
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

// nearness is how closely a folder is looked at.
type nearness int

const (
	// far folders are looked through for traces only.
	far nearness = iota
	// near folders hold work: each file in them counts.
	near
)

// inventory is what was found in a folder. It is made anew when the stamp of the folder
// changes. A change can fall into the same tick of the file system's clock as the
// look that made it, and some of these clocks tick every other second; so it is
// relied on only once it was made long after the stamp.
type inventory struct {
	stamp   stamp
	settled bool
	folders []string
	// files are those that count, at their absolute paths.
	files   []listedFile
	entries int
}

type listedFile struct{ name, at string }

// looker looks at one vault again and again.
type looker struct {
	v *Vault
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
	l.sight = sight{stamps: make(map[string]stamp, before+1), identities: map[string]stamp{}}
	l.met, l.behind, l.entries = map[string]inventory{}, nil, 0
	if l.v.here() != nil {
		l.sight.stamps[gone] = stamp{}
		return l.sight, ctx.Err()
	}
	l.folder(ctx, ".", far, 0)
	places := l.v.opts.Places
	for _, name := range places.exactFiles() {
		l.file(name)
	}
	if problems := places.problems(); l.v.disk.exists(problems) {
		l.folder(ctx, problems, near, maxDepth-1)
	}
	for _, dir := range places.awaited() {
		if part, _ := l.v.disk.inTheWay(dir); part != "" {
			l.stampAt(part, l.path(part))
		}
	}
	for _, n := range places.lines {
		// Those in hidden folders were not met.
		if _, met := l.met[n.path]; !met && n.holdsWork() && l.v.disk.isFolder(n.path) {
			l.folder(ctx, n.path, near, 0)
		}
	}
	for _, name := range l.v.outside() {
		l.stampAt(name, name)
	}
	l.known = l.met
	l.sight.folders = append(l.sight.folders, l.behind...)
	return l.sight, ctx.Err()
}

// exactFiles are the files that are read wherever they lie, apart from those in
// near folders. The folders around them are hidden, and not looked through.
func (p Places) exactFiles() []string {
	return append([]string{p.researchConfig(), seedName}, p.eventLogs()...)
}

// outside are the files outside the vault that belong to it: the memory that is
// used here, and the operator's own ledger, snoozes, pin and message.
func (v *Vault) outside() []string {
	var names []string
	for _, name := range []string{v.opts.Seed, v.opts.HomeSeed} {
		if name != "" {
			names = append(names, name)
		}
	}
	if v.opts.StateDir != "" {
		for _, name := range []string{ledgerName, snoozeName, pinName, messageName} {
			names = append(names, filepath.Join(v.stateDir(), name))
		}
	}
	return names
}

func (l *looker) path(name string) string { return filepath.Join(l.v.dir, filepath.FromSlash(name)) }

// file adds a file that is there, and has its folder told of.
func (l *looker) file(name string) {
	dir := path.Dir(name)
	if at, ok := stampOf(l.path(dir)); ok && dir != "." {
		l.tell(dir, near, at)
	}
	l.stampAt(name, l.path(name))
}

func (l *looker) stampAt(name, at string) (stamp, bool) {
	s, ok := stampOf(at)
	if ok {
		l.sight.stamps[name] = s
	}
	return s, ok
}

func (l *looker) tell(dir string, n nearness, at stamp) {
	full := l.path(dir)
	if _, met := l.sight.identities[full]; met {
		return
	}
	l.sight.identities[full] = at.asFolder()
	if n == near || dir == "." {
		l.sight.folders = append(l.sight.folders, full)
	} else {
		l.behind = append(l.behind, full)
	}
}

func (l *looker) folder(ctx context.Context, dir string, n nearness, depth int) {
	at, ok := stampOf(l.path(dir))
	if !ok || ctx.Err() != nil || l.entries > maxVaultEntries {
		return
	}
	l.tell(dir, n, at)
	if n == near {
		// That it can be read, or not any more, counts too.
		l.sight.stamps[dir] = at.asFolder()
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
		case n == far:
			l.folder(ctx, name, l.v.opts.Places.nearnessOf(name), 0)
		case isFurniture(path.Base(name)) || depth >= maxDepth:
			l.folder(ctx, name, far, 0)
		default:
			l.folder(ctx, name, near, depth+1)
		}
	}
}

// list looks into a folder, whose stamp was one and is another, or still the same.
func (l *looker) list(dir string, n nearness, was, is stamp) inventory {
	entries, err := readDir(l.v.disk.root, dir)
	found := inventory{stamp: is, settled: err == nil && l.timed && was == is, entries: len(entries)}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		counts := n == near && !isFurniture(e.Name()) || e.Name() == traceFile ||
			!e.IsDir() && l.v.opts.Places.nearnessOf(name) == near
		switch {
		case e.IsDir() && !isSideline(name, e):
			found.folders = append(found.folders, name)
		case !e.IsDir() && counts:
			found.files = append(found.files, listedFile{name, l.path(name)})
		}
	}
	return found
}

// nearnessOf says how closely a folder is looked at that is not below a near one.
func (p Places) nearnessOf(name string) nearness {
	named := func(n namedPlace) bool { return n.path == name && n.holdsWork() }
	if slices.Contains(p.workFolders(), name) || slices.ContainsFunc(p.lines, named) || !strings.Contains(name, "/") && folderAt(p.folders, name) != folderNone {
		return near
	}
	return far
}
