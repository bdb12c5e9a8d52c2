package model

import (
	"maps"
	"time"
)

// Look is what the operator saw of a vault at one moment: every plan, request and
// work item, by the hash of its bytes. Nobody changes it afterwards.
type Look struct {
	At     time.Time
	Things map[Ref]Looked
}

// Looked is one thing as it was at a look.
type Looked struct {
	Seen Fingerprint
	// Title names the thing when it is gone.
	Title string
}

// Known is false for the look of somebody who has not looked yet.
func (l Look) Known() bool { return !l.At.IsZero() }

// Said is an operator's decision with the note that came with it.
type Said struct {
	At     time.Time
	Choice Choice
	Note   string
}

// Look is what there is to see in the snapshot. What cannot be read now is as it was
// in the snapshot's LastLook: nobody saw it go.
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

// covered tells of a path whether the snapshot shows it otherwise than as what it was,
// or cannot tell: the file, or a folder around it, is among the problems.
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

// Adopt gives the look in which the files at own are as they are in s: the operator
// changed them by a decision and knows.
func (l Look) Adopt(s Snapshot, own map[string]bool) Look {
	if !l.Known() || len(own) == 0 {
		return l
	}
	adopted := Look{At: l.At, Things: maps.Clone(l.Things)}
	maps.DeleteFunc(adopted.Things, func(ref Ref, _ Looked) bool { return own[ref.Path] })
	for ref, now := range s.Look().Things {
		if own[ref.Path] {
			adopted.Things[ref] = now
		}
	}
	return adopted
}
