package source

import (
	"io/fs"
	"sync"

	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Cache is what files said at the load before, by their stamps. It never tells what a
// file says by its name, size or time alone: device, inode, size, and the times of the
// last write and of the last change have to be the same, and to lie so far back that
// nothing could have happened since without changing them.
type Cache struct {
	mu sync.Mutex
	// on is true once somebody loads again and again.
	on bool
	// Known is of the load before, met of the one under way.
	Known, met map[memoKey]memoPart
}

// memoKey is a file, and what it was read as: one can be a plan and a trace.
type memoKey struct{ as, name string }

type memoPart struct {
	stamp disk.Stamp
	value any
}

// Begun is the memo for a load that may use it, nil where it could be wrong: without a
// clock, and where another machine may keep the time.
func (m *Cache) Begun(v *places.Vault) *Cache {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.on && v.Opts.Clock != nil {
		_, m.on = disk.FileSystemOf(v.Dir)
	}
	if !m.on {
		return nil
	}
	return m
}

// Anew is the memo for a load that reads everything, nil when there is none for which
// to remember it.
func (m *Cache) Anew() *Cache {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.on {
		return nil
	}
	m.Known = nil
	return m
}

// Turn ends a load that came to its end.
func (m *Cache) Turn() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Known, m.met = m.met, nil
}

func (m *Cache) find(key memoKey) (memoPart, bool) {
	if m == nil {
		return memoPart{}, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.Known[key]
	return p, ok
}

func (m *Cache) keep(key memoKey, p memoPart) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.met == nil {
		m.met = make(map[memoKey]memoPart, len(m.Known))
	}
	m.met[key] = p
}

// Once gives what read makes of the file at an absolute path, or what it made of it at
// the load before where the file is the same. What it gives may be given again: nobody
// changes it.
func Once[T any](l *Reading, as, name, at string, read func() (T, fs.FileInfo, error)) (T, error) {
	key := memoKey{as, name}
	if p, ok := l.Memo.find(key); ok {
		if now, ok := disk.StampOf(at); ok && now == p.stamp {
			l.Memo.keep(key, p)
			return p.value.(T), nil
		}
	}
	value, info, err := read()
	if l.Memo != nil && err == nil {
		if s, ok := disk.StampOfInfo(info); ok && s.RestedBefore(l.Began) {
			l.Memo.keep(key, memoPart{s, value})
		}
	}
	return value, err
}
