package load

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/places"
)

// MarkUnreadPlans notes on each pending request that names a plan which was not found what
// could not be read and may be that plan: a file with its id in the name, or a folder of plans.
func MarkUnreadPlans(l places.Layout, s *model.Snapshot) {
	var unread []model.Problem
	for _, p := range s.Problems {
		if mayHidePlan(l, *s, p) {
			unread = append(unread, p)
		}
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.PlanID == "" || r.Plan != "" {
			continue
		}
		for _, p := range unread {
			if !isPlanName(p.Path) || carriesID(p.Path, r.PlanID) {
				r.PlanUnread = p.Path + ": " + strings.TrimPrefix(p.Reason, "reading "+p.Path+": ")
				break
			}
		}
	}
}

// mayHidePlan reports a problem of a file among the plans that gave no plan, or of a folder of
// plans that was not listed.
func mayHidePlan(l places.Layout, s model.Snapshot, p model.Problem) bool {
	if !isPlanName(p.Path) {
		return places.FolderAt(l.Places.Folders, p.Path) == places.FolderPlans && len(l.Dirs[places.FolderPlans]) == 0 ||
			p.Unread && l.Contains(places.FolderPlans, p.Path)
	}
	_, read := s.Plan(p.Path)
	return !read && slices.ContainsFunc([]places.Folder{places.FolderPlans, places.FolderInProgress, places.FolderDone}, func(f places.Folder) bool {
		return l.Contains(f, p.Path)
	})
}

func isPlanName(name string) bool { return places.HasEnding(name, places.PlanEndings) }

// carriesID reports whether the name of a file is the id of a plan, or begins with it.
func carriesID(name, id string) bool {
	bare := func(s string) string {
		s = path.Base(bareName(s))
		if isPlanName(s) {
			s = strings.TrimSuffix(s, path.Ext(s))
		}
		return model.BareID(strings.ToUpper(s))
	}
	rest, begins := strings.CutPrefix(bare(name), bare(id))
	next, _ := utf8.DecodeRuneInString(cmp.Or(rest, "."))
	return begins && !unicode.IsLetter(next) && !unicode.IsDigit(next)
}
