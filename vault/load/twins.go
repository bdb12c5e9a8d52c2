package load

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// MarkTwins marks the requests whose name a decided or finished file has already, and those that a decided file
// answers under another name.
func MarkTwins(d disk.Disk, layout places.Layout, s *model.Snapshot) {
	if len(s.Requests) == 0 {
		return
	}
	markCompanions(s)
	done := map[string]string{}
	// What cannot be listed is reported with the plans that are looked for there.
	finished, _ := places.Watched(d, layout, places.FolderDone)
	for _, name := range finished {
		done[path.Base(name)] = name
	}
	// A folder that cannot be listed is reported with its requests.
	for _, f := range []places.Folder{places.FolderApproved, places.FolderRejected} {
		for _, dir := range layout.Dirs[f] {
			_, _ = d.List(dir)
		}
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		has := func(dir string) string {
			if name := path.Join(dir, r.Name); d.Exists(name) && !d.IsFolder(name) {
				return name
			}
			return ""
		}
		decided := func(f places.Folder, c model.Choice) string {
			if in := PlaceOf(d, layout, *r, c); !in.InFile && layout.Contains(f, path.Join(in.Dir, r.Name)) {
				if name := has(in.Dir); name != "" {
					return name
				}
			}
			for _, dir := range layout.Dirs[f] {
				if name := has(dir); name != "" {
					return name
				}
			}
			return ""
		}
		approved, finished := decided(places.FolderApproved, model.ChoiceApprove), done[r.Name]
		no := PlaceOf(d, layout, *r, model.ChoiceReject)
		if rule.MadeFrom(*r, finished) || wasNeverAllowed(d, finished) || r.Rejected != nil && finished == path.Join(no.Dir, r.Name) {
			finished = ""
		}
		r.Twin = cmp.Or(approved, finished, decided(places.FolderRejected, model.ChoiceReject))
		r.TwinApproved, r.TwinDone = approved != "", approved == "" && finished != ""
	}
}

// MarkOpen marks the requests that somebody has open in an editor.
func MarkOpen(d disk.Disk, s *model.Snapshot) {
	open := map[string]string{}
	listed := map[string]bool{}
	for i := range s.Requests {
		r := &s.Requests[i]
		dir := path.Dir(r.Path)
		if !listed[dir] {
			listed[dir] = true
			// A folder that cannot be listed is reported with its requests.
			entries, _ := d.List(dir)
			for _, e := range entries {
				if of := dialect.EditorOf(e.Name()); of != "" && !e.IsDir() {
					open[path.Join(dir, of)] = e.Name()
				}
			}
		}
		r.Reading.OpenBy = open[r.Path]
	}
}

// markCompanions marks the requests that a decided file answers under another name: by its stem and a word for the
// decision, or by such a word and the request's id.
func markCompanions(s *model.Snapshot) {
	markBeside(s)
	byStem, byID := map[string]*model.Companion{}, map[string]*model.Companion{}
	for i := range s.Decided {
		r := &s.Decided[i]
		stem := dialect.AnsweredStem(r.Name)
		if stem == "" {
			continue
		}
		c := &model.Companion{Path: r.Path, Decision: r.Reading.Decision, Author: r.Reading.Author, Yours: r.DecidedHere}
		byStem[stem] = c
		if r.Reading.ID != "" {
			byID[r.Reading.ID] = c
		}
	}
	if len(byStem) == 0 {
		return
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		if c := byStem[dialect.AskedStem(r.Name)]; c != nil {
			r.Companion = c
		} else if c := byID[r.Reading.ID]; c != nil && r.Reading.ID != "" {
			r.Companion = c
		}
	}
}

// markBeside takes out of the waiting requests those that say by their names and their status how another one was decided
// which lies in the same folder. That one still waits.
func markBeside(s *model.Snapshot) {
	for i := range s.Requests {
		s.Requests[i].Companion = nil
	}
	if !slices.ContainsFunc(s.Requests, func(r model.Request) bool { return dialect.AnsweredStem(r.Name) != "" }) {
		return
	}
	asked := map[string]*model.Companion{}
	beside := func(dir, stem string) string { return path.Join(dir, stem) }
	for _, r := range s.Requests {
		if dialect.AnsweredStem(r.Name) == "" {
			asked[beside(path.Dir(r.Path), dialect.AskedStem(r.Name))] = &model.Companion{}
		}
	}
	s.Requests = slices.DeleteFunc(s.Requests, func(r model.Request) bool {
		c := asked[beside(path.Dir(r.Path), dialect.AnsweredStem(r.Name))]
		decision := strings.ToLower(r.Status)
		if c == nil || decision != model.DecisionApproved && decision != model.DecisionRejected {
			return false
		}
		*c = model.Companion{Path: r.Path, Decision: decision, Author: r.Reading.Author, Yours: r.DecidedHere}
		s.Others = append(s.Others, model.Other{Path: r.Path, Kind: "decision", Why: "it records how the request beside it was decided"})
		return true
	})
	for i := range s.Requests {
		r := &s.Requests[i]
		if c := asked[beside(path.Dir(r.Path), dialect.AskedStem(r.Name))]; c != nil && c.Path != "" {
			r.Companion = c
		}
	}
}

// wasNeverAllowed reports a finished file that was no request, or came to no approval. One that
// cannot be read, or is empty, may have been allowed.
func wasNeverAllowed(d disk.Disk, name string) bool {
	if name == "" {
		return false
	}
	b, _, err := d.ReadWholeText(name, source.MaxDocument)
	return err == nil && strings.TrimSpace(string(b)) != "" && dialect.NeverAllowed(dialect.Open(nil, name, b))
}
