package model

import (
	"maps"
	"time"
)

// Look is what the operator saw of a vault: every plan, request and work item by its hash.
// It is immutable.
type Look struct {
	At     time.Time
	Things map[Ref]Looked
	// Long is the end of the last one that was no glance, zero where none is known.
	Long time.Time
	// Used are what they chose in the palette, the newest first.
	Used []string
}

// Glance is how long somebody looks at a screen without having read it.
const Glance = 30 * time.Second

// Ended is when somebody looked last for longer than a glance, as far as that is known.
func (l Look) Ended() time.Time {
	if l.Long.IsZero() {
		return l.At
	}
	return l.Long
}

// Looked is one thing of a look.
type Looked struct {
	Seen Fingerprint
	// Title names the thing once it is gone.
	Title string
}

// Known is false before the first look.
func (l Look) Known() bool { return !l.At.IsZero() }

// Said is an operator's decision with its note.
type Said struct {
	At     time.Time
	Choice Choice
	Note   string
}

// Look is what the snapshot shows. What cannot be read now stays as in LastLook.
func (s Snapshot) Look() Look {
	l := Look{At: s.At, Things: make(map[Ref]Looked, len(s.Plans)+len(s.Requests)+len(s.Decided)+len(s.Work))}
	for _, p := range s.Plans {
		title := p.ID
		if p.Objective != "" {
			title += "  " + p.Objective
		}
		l.Things[p.Ref()] = Looked{Seen: p.Seen, Title: title}
	}
	for _, requests := range [][]Request{s.Requests, s.Decided} {
		for _, r := range requests {
			if r.Unread {
				if was, met := s.LastLook.Things[r.Ref()]; met {
					l.Things[r.Ref()] = was
				}
				continue
			}
			l.Things[r.Ref()] = Looked{Seen: r.Seen, Title: r.Title()}
		}
	}
	for _, w := range s.Work {
		l.Things[w.Ref()] = Looked{Seen: w.Seen, Title: w.ID + "  " + w.Title}
	}
	covered := s.covered()
	for ref, was := range s.LastLook.Things {
		if _, there := l.Things[ref]; !there && covered(ref.Path) {
			l.Things[ref] = was
		}
	}
	return l
}

// covered reports whether a path, or a folder around it, is a problem or an other file, so
// that it is not known to be gone.
func (s Snapshot) covered() func(path string) bool {
	known := map[string]bool{}
	for _, p := range s.Problems {
		known[p.Path] = true
	}
	for _, o := range s.Others {
		known[o.Path] = true
	}
	return func(path string) bool {
		for i, c := range path {
			if c == '/' && known[path[:i]] {
				return true
			}
		}
		return known[path]
	}
}

// Adopt updates the files at own to how they are in s: the operator changed them.
func (l Look) Adopt(s Snapshot, own map[string]bool) Look {
	if !l.Known() || len(own) == 0 {
		return l
	}
	adopted := Look{At: l.At, Things: maps.Clone(l.Things), Long: l.Long, Used: l.Used}
	maps.DeleteFunc(adopted.Things, func(ref Ref, _ Looked) bool { return own[ref.Path] })
	for ref, now := range s.Look().Things {
		if own[ref.Path] {
			adopted.Things[ref] = now
		}
	}
	return adopted
}

// NewsKind is how a thing changed since the last look.
type NewsKind int

// The kinds of news; NewsNone stands for no change.
const (
	NewsNone NewsKind = iota
	NewsNew
	NewsChanged
	NewsGone
)

// String returns the badge.
func (k NewsKind) String() string {
	return word(k, "", "NEW", "CHANGED", "GONE")
}

// News is one change since the last look.
type News struct {
	Ref  Ref
	Kind NewsKind
	// Was is the thing then, zero for a new one.
	Was Looked
	// From is the former path of a moved thing.
	From string
}
