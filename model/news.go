package model

import (
	"cmp"
	"path"
	"slices"
)

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
func (k NewsKind) String() string { return [...]string{"", "NEW", "CHANGED", "GONE"}[k] }

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
