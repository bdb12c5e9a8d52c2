package model

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"time"
)

// Look is what the operator saw of a vault: every plan, request and work item by its hash.
// It is immutable.
type Look struct {
	At     time.Time
	Things map[Ref]Looked
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
	adopted := Look{At: l.At, Things: maps.Clone(l.Things)}
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

// News lists what changed since LastLook, by reference. A moved file is changed, not gone
// and new; what the operator decided is no news.
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
	renamed, fresh, gone := moved(fresh, gone, nameOf)
	// A plan may be in several files, of which another one is next now.
	retold, fresh, gone := moved(fresh, gone, func(n News) string {
		if n.Ref.Kind != KindPlan {
			return n.Ref.Path
		}
		return cmp.Or(n.Was.Title, now[n.Ref].Title, n.Ref.Path)
	})
	news = slices.Concat(news, renamed, retold, fresh, gone)
	here := s.decidedHere()
	news = slices.DeleteFunc(news, func(n News) bool { return here[n.Ref.Path] })
	slices.SortFunc(news, func(a, b News) int {
		return cmp.Or(cmp.Compare(a.Ref.Kind, b.Ref.Kind), cmp.Compare(a.Ref.Path, b.Ref.Path), cmp.Compare(a.Ref.Item, b.Ref.Item))
	})
	return news
}

// nameOf is what a moved thing keeps: the name of its file, or of the folder of a work item.
func nameOf(n News) string {
	if n.Ref.Kind == KindWork {
		return path.Base(path.Dir(n.Ref.Path))
	}
	return path.Base(n.Ref.Path)
}

// moved turns a gone and a new thing of a kind of which same gives the same into one change, if
// there are no more of them. It returns the others too.
func moved(fresh, gone []News, same func(News) string) (changed, stillFresh, stillGone []News) {
	type key struct {
		kind Kind
		same string
	}
	keyOf := func(n News) key { return key{n.Ref.Kind, same(n)} }
	count := map[key]int{}
	left := map[key]News{}
	for _, n := range gone {
		left[keyOf(n)] = n
	}
	for _, n := range append(slices.Clone(fresh), gone...) {
		count[keyOf(n)]++
	}
	found := map[Ref]bool{}
	for _, n := range fresh {
		was, ok := left[keyOf(n)]
		if !ok || count[keyOf(n)] != 2 {
			stillFresh = append(stillFresh, n)
			continue
		}
		n.Kind, n.Was, n.From = NewsChanged, was.Was, was.Ref.Path
		found[was.Ref] = true
		changed = append(changed, n)
	}
	for _, n := range gone {
		if !found[n.Ref] {
			stillGone = append(stillGone, n)
		}
	}
	return changed, stillFresh, stillGone
}

// decidedHere are the decided requests that are unchanged where the operator put them.
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
