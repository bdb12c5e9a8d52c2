package cli

import "coldstart/model"

// learnedThings are the things of the research journal and of the memory. An entry
// is called by its id alone, or with its problem in front.
func learnedThings(s model.Snapshot) []named {
	var things []named
	for _, p := range s.Research.Problems {
		things = append(things, named{p.Ref(), []string{p.Ref().String(), p.Path, p.Slug}})
		if p.Journal.Found {
			things = append(things, name(p.Journal.Ref()))
		}
		for _, e := range p.Journal.Entries {
			item := e.Ref().Item
			things = append(things, named{e.Ref(), []string{e.Ref().String(), item, p.Slug + "/" + item}})
		}
	}
	m := s.Memory
	if m.Found || m.Unread != "" {
		things = append(things, name(m.Ref()))
	}
	for _, p := range m.Proposals {
		things = append(things, named{p.Ref(), []string{p.Ref().String(), p.Ref().Item}})
	}
	for _, l := range m.Learned {
		things = append(things, named{l.Ref(), []string{l.Ref().String(), l.Ref().Item}})
	}
	return things
}
