package source

import (
	"io/fs"
	"sync"

	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Cache has what files said at the load before. A file counts as the same only with the
// same device, inode, size, and times of write and change, when these are so old that no
// later change can have left them as they are.
type Cache struct {
	mu sync.Mutex
	// on is true once somebody loads again and again.
	on bool
	// Known is of the load before, met of the one under way.
	Known, met map[cacheKey]cached
}

// cacheKey is a file and what it was read as: one can be a plan and a trace.
type cacheKey struct{ as, name string }

type cached struct {
	stamp disk.Stamp
	value any
}

// For returns the cache for a load that may use it, nil where it could be wrong: without a
// clock, and where another machine may set the times of files.
func (c *Cache) For(v *places.Vault) *Cache {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on && v.Opts.Clock != nil {
		_, c.on = disk.FileSystemOf(v.Dir)
	}
	if !c.on {
		return nil
	}
	return c
}

// Emptied returns the cache for a load that reads everything, nil when no load uses it later.
func (c *Cache) Emptied() *Cache {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.on {
		return nil
	}
	c.Known = nil
	return c
}

// Finish ends a load that read everything.
func (c *Cache) Finish() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Known, c.met = c.met, nil
}

func (c *Cache) find(key cacheKey) (cached, bool) {
	if c == nil {
		return cached{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.Known[key]
	return p, ok
}

// has reports whether a file was read at the load before.
func (c *Cache) has(key cacheKey) bool {
	_, ok := c.find(key)
	return ok
}

func (c *Cache) keep(key cacheKey, p cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.met == nil {
		c.met = make(map[cacheKey]cached, len(c.Known))
	}
	c.met[key] = p
}

// Once returns what read makes of the file at an absolute path, or made of it at the load
// before if the file is the same. The value is shared and must not be changed.
func Once[T any](r *Reading, as, name, at string, read func() (T, fs.FileInfo, error)) (T, error) {
	key := cacheKey{as, name}
	if p, ok := r.Cache.find(key); ok {
		if now, ok := disk.StampOf(at); ok && now == p.stamp {
			r.Cache.keep(key, p)
			return p.value.(T), nil
		}
	}
	value, info, err := read()
	if r.Cache != nil && err == nil && info != nil {
		if s, ok := disk.StampOfInfo(info); ok && s.RestedBefore(r.Began) {
			r.Cache.keep(key, cached{s, value})
		}
	}
	return value, err
}

// Keep leaves something that is known of a file for the next load, which judges itself whether it still
// holds. It must not be changed any more.
func (r *Reading) Keep(as, name string, value any) {
	if r.Cache != nil {
		r.Cache.keep(cacheKey{as, name}, cached{value: value})
	}
}

// Recall returns what Keep left, nil for nothing.
func (r *Reading) Recall(as, name string) any {
	p, _ := r.Cache.find(cacheKey{as, name})
	return p.value
}
