package load

import (
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
)

// drafts finds by the names and ids of what came in what was made of it.
type drafts map[string]model.Ref

// leastName is how long a name or an id has to be to mean one thing only.
const leastName = 4

func (d drafts) add(kind, name string, made model.Ref) {
	if key := kind + ":" + name; len(name) >= leastName && d[key].Path == "" {
		d[key] = made
	}
}

// MarkDrafts notes on what waits for triage which pending request, else which open plan, was made
// of it: one that names it as its source, has its message's id, or has its name.
func MarkDrafts(in *dialect.Folders, s *model.Snapshot) {
	if len(s.Intake) == 0 {
		return
	}
	made := drafts{}
	add := func(source, message, stem string, ref model.Ref) {
		made.add("name", source, ref)
		made.add("id", source, ref)
		made.add("id", message, ref)
		made.add("stem", stem, ref)
	}
	for _, r := range s.Requests {
		add(in.SourceName(r.Reading.Source), r.Reading.Message, r.Reading.Stem, r.Ref())
	}
	for _, p := range s.Plans {
		if !p.Older && p.Reading.Tool == "" && p.Status.State != model.StateDone && !p.Reading.Closed {
			add(in.SourceName(p.SourceLink), p.Reading.Message, p.Reading.Stem, p.Ref())
		}
	}
	for i := range s.Intake {
		item := &s.Intake[i]
		name := in.SourceName(item.Path)
		keys := []string{"name:" + name, "stem:" + dialect.Stem(item.Path), "id:" + item.Message}
		if _, id, ok := strings.Cut(name, "_"); ok && strings.ContainsAny(id, "0123456789") {
			keys = append(keys, "id:"+id)
		}
		for _, key := range keys {
			if ref, ok := made[key]; ok && ref.Path != item.Path && item.Draft.Path == "" {
				item.Draft = ref
			}
		}
	}
}

// matchOthers takes back that a text asks for an approval where that was asked already, by a request of its name, and
// where it lies among finished work.
func matchOthers(in *dialect.Folders, s *model.Snapshot) {
	asked := map[string]bool{}
	for _, list := range [][]model.Request{s.Requests, s.Decided, s.Finished} {
		for _, r := range list {
			asked[r.Name], asked[r.Reading.Stem], asked[dialect.AskedStem(r.Name)] = true, true, true
		}
	}
	for i := range s.Others {
		o := &s.Others[i]
		if o.Asks && (in.Closed(o.Path) || asked[path.Base(o.Path)] || asked[dialect.Stem(o.Path)] || asked[dialect.AskedStem(o.Path)]) {
			o.Asks = false
		}
	}
}
