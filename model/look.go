package model

import (
	"cmp"
	"maps"
	"path"
	"slices"
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

// NewsKind is how a thing stands to what it was when the operator looked last.
type NewsKind int

// NewsNone is the kind of what is as it was, and of everything at a first look.
const (
	NewsNone NewsKind = iota
	NewsNew
	NewsChanged
	NewsGone
)

// String gives the badge.
func (k NewsKind) String() string {
	return word(k, "", "NEW", "CHANGED", "GONE")
}

// News is what became of one thing since the operator looked last.
type News struct {
	Ref  Ref
	Kind NewsKind
	// Was is the thing as it was then; it is zero for a new one.
	Was Looked
	// From is the path that a changed thing had, when it was moved.
	From string
}

// News lists what is not as it was at LastLook, by reference. What was moved to
// another folder is changed, not gone and new. What the operator approved or rejected
// is no news.
func (s Snapshot) News() []News {
	if !s.LastLook.Known() {
		return nil
	}
	now, before := s.Look().Things, s.LastLook.Things
	var fresh, gone, news []News
	for ref, is := range now {
		switch was, known := before[ref]; {
		case !known:
			fresh = append(fresh, News{Ref: ref, Kind: NewsNew})
		case was.Seen != is.Seen:
			news = append(news, News{Ref: ref, Kind: NewsChanged, Was: was})
		}
	}
	for ref, was := range before {
		if _, there := now[ref]; !there {
			gone = append(gone, News{Ref: ref, Kind: NewsGone, Was: was})
		}
	}
	news = append(news, moved(fresh, gone)...)
	here := s.decidedHere()
	news = slices.DeleteFunc(news, func(n News) bool { return here[n.Ref.Path] })
	slices.SortFunc(news, func(a, b News) int {
		return cmp.Or(cmp.Compare(a.Ref.Kind, b.Ref.Kind), cmp.Compare(a.Ref.Path, b.Ref.Path))
	})
	return news
}

// moved makes one change of a thing that is gone and a new one of the same kind and
// name, where that can be told.
func moved(fresh, gone []News) []News {
	type name struct {
		kind Kind
		base string
	}
	nameOf := func(n News) name {
		if n.Ref.Kind == KindWork {
			return name{n.Ref.Kind, path.Base(path.Dir(n.Ref.Path))}
		}
		return name{n.Ref.Kind, path.Base(n.Ref.Path)}
	}
	count := map[name]int{}
	left := map[name]News{}
	for _, n := range gone {
		left[nameOf(n)] = n
	}
	for _, n := range append(slices.Clone(fresh), gone...) {
		count[nameOf(n)]++
	}
	var out []News
	found := map[Ref]bool{}
	for _, n := range fresh {
		if was, ok := left[nameOf(n)]; ok && count[nameOf(n)] == 2 {
			n.Kind, n.Was, n.From = NewsChanged, was.Was, was.Ref.Path
			found[was.Ref] = true
		}
		out = append(out, n)
	}
	for _, n := range gone {
		if !found[n.Ref] {
			out = append(out, n)
		}
	}
	return out
}

// decidedHere are the decided requests that lie where the operator put them.
func (s Snapshot) decidedHere() map[string]bool {
	here := map[string]bool{}
	for _, r := range s.Decided {
		here[r.Path] = r.DecidedHere
	}
	for _, v := range s.Altered() {
		here[v.Path] = false
	}
	return here
}
