package load

import (
	"sync"
	"time"

	"coldstart/model"
)

// lastLoad is what the load before found.
type lastLoad struct {
	mu    sync.Mutex
	found model.Snapshot
}

// keep adds to s what cannot be read this time as it was the last time, marked as stale.
// Files that are gone are not kept.
func (l *lastLoad) keep(s *model.Snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := keeper{was: l.found, now: s, unread: map[string]bool{}}
	for _, p := range s.Problems {
		if p.Unread {
			k.unread[p.Path] = true
		}
	}
	s.Stale = map[string]time.Time{}
	if len(k.unread) > 0 {
		k.events()
		s.Plans = kept(k, s.Plans, k.was.Plans, func(p model.Plan) string { return p.Path })
		s.Requests = kept(k, s.Requests, k.was.Requests, func(r model.Request) string { return r.Path })
		s.Decided = kept(k, s.Decided, k.was.Decided, func(r model.Request) string { return r.Path })
		s.Intake = kept(k, s.Intake, k.was.Intake, func(i model.Intake) string { return i.Path })
		s.Work = kept(k, s.Work, k.was.Work, func(w model.WorkItem) string { return w.Path })
		s.Traces = kept(k, s.Traces, k.was.Traces, func(t model.Trace) string { return t.Path })
	}
}

// remember keeps s for the next load. It must not be changed afterwards.
func (l *lastLoad) remember(s model.Snapshot) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found = s
}

type keeper struct {
	was    model.Snapshot
	now    *model.Snapshot
	unread map[string]bool
}

// isUnread reports whether a file, or a folder around it, could not be read.
func (k keeper) isUnread(name string) bool {
	for i, c := range name {
		if c == '/' && k.unread[name[:i]] {
			return true
		}
	}
	return k.unread[name]
}

// mark notes since when a file is stale.
func (k keeper) mark(name string) {
	at, before := k.was.Stale[name]
	if !before {
		at = k.was.At
	}
	k.now.Stale[name] = at
}

// events keeps the log as a whole, since half of one would make orphans of sessions.
func (k keeper) events() {
	name := k.was.Events.Path
	if name == "" || !k.isUnread(name) || k.now.Events.Path != "" && k.now.Events.Path != name {
		return
	}
	k.now.Events = k.was.Events
	k.mark(name)
}

func kept[T any](k keeper, now, was []T, path func(T) string) []T {
	there := map[string]bool{}
	for _, t := range now {
		there[path(t)] = true
	}
	for _, t := range was {
		if name := path(t); !there[name] && k.isUnread(name) {
			now = append(now, t)
			k.mark(name)
		}
	}
	return now
}
