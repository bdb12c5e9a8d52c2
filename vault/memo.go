package vault

import (
	"io/fs"
	"sync"
	"time"
)

// restTime is how long a file must have rested before its stamp tells it from every
// later state: a change can fall into the same tick of the file system's clock as the
// one before, and the slowest of these clocks tick every other second.
const restTime = 3 * time.Second

// memo is what files said at the load before, by their stamps. It never tells what a
// file says by its name, size or time alone: device, inode, size, and the times of the
// last write and of the last change have to be the same, and to lie so far back that
// nothing could have happened since without changing them.
type memo struct {
	mu sync.Mutex
	// on is true once somebody loads again and again.
	on bool
	// known is of the load before, met of the one under way.
	known, met map[memoKey]memoPart
}

// memoKey is a file, and what it was read as: one can be a plan and a trace.
type memoKey struct{ as, name string }

type memoPart struct {
	stamp stamp
	value any
}

// begun is the memo for a load that may use it, nil where it could be wrong: without a
// clock, and where another machine may keep the time.
func (m *memo) begun(v *Vault) *memo {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.on && v.opts.Clock != nil {
		_, m.on = fileSystemOf(v.dir)
	}
	if !m.on {
		return nil
	}
	return m
}

// anew is the memo for a load that reads everything, nil when there is none for which
// to remember it.
func (m *memo) anew() *memo {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.on {
		return nil
	}
	m.known = nil
	return m
}

// turn ends a load that came to its end.
func (m *memo) turn() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known, m.met = m.met, nil
}

func (m *memo) find(key memoKey) (memoPart, bool) {
	if m == nil {
		return memoPart{}, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p, ok := m.known[key]
	return p, ok
}

func (m *memo) keep(key memoKey, p memoPart) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.met == nil {
		m.met = make(map[memoKey]memoPart, len(m.known))
	}
	m.met[key] = p
}

// once gives what read makes of the file at an absolute path, or what it made of it at
// the load before where the file is the same. What it gives may be given again: nobody
// changes it.
func once[T any](l *loading, as, name, at string, read func() (T, fs.FileInfo, error)) (T, error) {
	key := memoKey{as, name}
	if p, ok := l.memo.find(key); ok {
		if now, ok := stampOf(at); ok && now == p.stamp {
			l.memo.keep(key, p)
			return p.value.(T), nil
		}
	}
	value, info, err := read()
	if l.memo != nil && err == nil {
		if s, ok := stampOfInfo(info); ok && s.restedBefore(l.began) {
			l.memo.keep(key, memoPart{s, value})
		}
	}
	return value, err
}

// restedBefore reports whether a file had rested when a load began.
func (s stamp) restedBefore(began time.Time) bool {
	latest := began.Add(-restTime).UnixNano()
	return s.modified < latest && s.changed < latest
}
