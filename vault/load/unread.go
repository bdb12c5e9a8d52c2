package load

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/vault/places"
)

// MarkUnreadPlans notes on each pending request that names a plan which was not found what
// could not be read and may be that plan: a file with its id in the name, or a folder of plans.
func MarkUnreadPlans(l places.Layout, s *model.Snapshot) {
	read := make(map[string]bool, len(s.Plans))
	if len(s.Problems) > 0 {
		for i := range s.Plans {
			read[s.Plans[i].Path] = true
		}
	}
	var unread []model.Problem
	// carries has the first file whose name is an id, or begins with it.
	carries, folder := map[string]int{}, -1
	for _, p := range s.Problems {
		if !mayHidePlan(l, read, p) {
			continue
		}
		unread = append(unread, p)
		if !isPlanName(p.Path) && folder < 0 {
			folder = len(unread) - 1
		}
		for _, id := range idsIn(p.Path) {
			if _, ok := carries[id]; !ok {
				carries[id] = len(unread) - 1
			}
		}
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.PlanID == "" || r.Plan != "" {
			continue
		}
		first, ok := carries[bareID(r.PlanID)]
		if folder >= 0 && (!ok || folder < first) {
			first, ok = folder, true
		}
		if ok {
			p := unread[first]
			r.PlanUnread = p.Path + ": " + strings.TrimPrefix(p.Reason, "reading "+p.Path+": ")
		}
	}
}

// mayHidePlan reports a problem of a file among the plans that gave no plan, or of a folder of
// plans that was not listed.
func mayHidePlan(l places.Layout, read map[string]bool, p model.Problem) bool {
	if !isPlanName(p.Path) {
		return places.FolderAt(l.Places.Folders, p.Path) == places.FolderPlans && len(l.Dirs[places.FolderPlans]) == 0 ||
			p.Unread && l.Contains(places.FolderPlans, p.Path)
	}
	return !read[p.Path] && slices.ContainsFunc([]places.Folder{places.FolderPlans, places.FolderInProgress, places.FolderDone}, func(f places.Folder) bool {
		return l.Contains(f, p.Path)
	})
}

func isPlanName(name string) bool { return places.HasEnding(name, places.PlanEndings) }

// idsIn are the ids that the name of a plan's file may be, or begin with: an id ends before what is neither letter nor digit.
func idsIn(name string) (ids []string) {
	if !isPlanName(name) {
		return nil
	}
	id := bareID(name)
	for i, c := range id {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			ids = append(ids, id[:i])
		}
	}
	return append(ids, id)
}

// bareID is an id, or the name of a file, as ids are compared.
func bareID(text string) string {
	text = path.Base(bareName(text))
	if isPlanName(text) {
		text = strings.TrimSuffix(text, path.Ext(text))
	}
	return model.BareID(strings.ToUpper(text))
}
