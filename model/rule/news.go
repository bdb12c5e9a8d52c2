package rule

import (
	"cmp"
	"path"
	"slices"

	"coldstart/model"
)

// News lists what changed since LastLook, by reference. A moved file is changed, not gone
// and new; what the operator decided is no news.
func News(s model.Snapshot) []model.News {
	if !s.LastLook.Known() {
		return nil
	}
	now, before := s.Look().Things, s.LastLook.Things
	var fresh, gone, news []model.News
	for ref, is := range now {
		switch was, known := before[ref]; {
		case !known:
			fresh = append(fresh, model.News{Ref: ref, Kind: model.NewsNew})
		case was.Seen != is.Seen:
			news = append(news, model.News{Ref: ref, Kind: model.NewsChanged, Was: was})
		}
	}
	for ref, was := range before {
		if _, there := now[ref]; !there {
			gone = append(gone, model.News{Ref: ref, Kind: model.NewsGone, Was: was})
		}
	}
	renamed, fresh, gone := moved(fresh, gone, nameOf)
	// A plan may be in several files, of which another one is next now.
	retold, fresh, gone := moved(fresh, gone, func(n model.News) string {
		if n.Ref.Kind != model.KindPlan {
			return n.Ref.Path
		}
		return cmp.Or(n.Was.Title, now[n.Ref].Title, n.Ref.Path)
	})
	news = slices.Concat(news, renamed, retold, fresh, gone)
	here := decidedHere(s)
	news = slices.DeleteFunc(news, func(n model.News) bool { return here[n.Ref.Path] })
	slices.SortFunc(news, func(a, b model.News) int {
		return cmp.Or(cmp.Compare(a.Ref.Kind, b.Ref.Kind), cmp.Compare(a.Ref.Path, b.Ref.Path), cmp.Compare(a.Ref.Item, b.Ref.Item))
	})
	return news
}

// nameOf is what a moved thing keeps: the name of its file, or of the folder of a work item.
func nameOf(n model.News) string {
	if n.Ref.Kind == model.KindWork {
		return path.Base(path.Dir(n.Ref.Path))
	}
	return path.Base(n.Ref.Path)
}

// moved turns a gone and a new thing of a kind of which same gives the same into one change, if
// there are no more of them. It returns the others too.
func moved(fresh, gone []model.News, same func(model.News) string) (changed, stillFresh, stillGone []model.News) {
	type key struct {
		kind model.Kind
		same string
	}
	keyOf := func(n model.News) key { return key{n.Ref.Kind, same(n)} }
	count := map[key]int{}
	left := map[key]model.News{}
	for _, n := range gone {
		left[keyOf(n)] = n
	}
	for _, n := range append(slices.Clone(fresh), gone...) {
		count[keyOf(n)]++
	}
	found := map[model.Ref]bool{}
	for _, n := range fresh {
		was, ok := left[keyOf(n)]
		if !ok || count[keyOf(n)] != 2 {
			stillFresh = append(stillFresh, n)
			continue
		}
		n.Kind, n.Was, n.From = model.NewsChanged, was.Was, was.Ref.Path
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
func decidedHere(s model.Snapshot) map[string]bool {
	here := map[string]bool{}
	for _, r := range s.Decided {
		here[r.Path] = r.DecidedHere
	}
	for _, v := range Altered(s) {
		here[v.Path] = false
	}
	return here
}
