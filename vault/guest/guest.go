// Package guest has the shared parts of other programs' formats: plans, requests, counts and sentences,
// made from jobs and waits.
package guest

import (
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
)

// Guest is a format of another program. A new one is a package with a value of this type and
// a row in the table of package load.
type Guest struct {
	// Name is that of the package, Tool that of the program for people.
	Name, Tool string
	// Signs are files and folders, relative to the vault, any of which may show that the
	// program was used. They are all that is looked for where it was not.
	Signs []string
	// Shared are those of them that people and other programs use too: that one is there says nothing by itself.
	Shared []string
	// Read says what the program left. It is called where a sign is there, keeps nothing of a
	// file's bytes, and says nothing about what only looks alike. What is old by the clock is
	// for package model to say: a finding may be used again later.
	Read func(h *source.Repo) Left
	// Answers is how its requests are decided, nil where that is done in the program.
	Answers *Answers
}

// Neither follows the name of a program that cannot read a file either.
const Neither = " cannot read it either"

// stateHashes returns plans and requests the hashes of their files. A guest states that of a request
// about another document itself, since it covers both.
func stateHashes(h *source.Repo, found source.Finding) {
	for _, p := range found.Plans {
		p.Seen = h.Hash(p.Path)
	}
	for i, r := range found.Requests {
		if r.About == "" {
			found.Requests[i].Seen = h.Hash(r.Path)
		}
	}
}

// Present reports whether one of its signs is there.
func (g Guest) Present(d disk.Disk) bool { return slices.ContainsFunc(g.Signs, d.Exists) }

// visit is what a guest said at a load, and the stamps of all that it asked for, zero for what
// was not there.
type visit struct {
	stamps map[string]disk.Stamp
	found  source.Finding
}

// ReadInto reads what a guest left into a snapshot, or takes what it said at the load before
// if all files are the same. It returns the names that the guest asked for.
func (g Guest) ReadInto(r *source.Reading, s *model.Snapshot) (asked []string) {
	if !g.Present(r.Disk) {
		return g.Signs
	}
	if was, ok := r.Recall("guest", g.Name).(visit); ok && r.SameStill(was.stamps) {
		r.Keep("guest", g.Name, was)
		was.found.AddTo(s)
		return was.names()
	}
	h := r.Repo(r.Disk)
	h.Ask(g.Signs...)
	left := g.Read(h)
	v := visit{found: g.finding(h.Unclear(), left)}
	stateHashes(h, v.found)
	v.found.Problems = h.Problems()
	if len(v.found.Guests) == 0 {
		v.found = g.unread(v.found.Problems)
		v.found.Others = Named(h, slices.DeleteFunc(slices.Clone(g.Signs), func(name string) bool { return slices.Contains(g.Shared, name) }))
	}
	for i := range v.found.Problems {
		v.found.Problems[i].Tool = g.Tool
	}
	var rested bool
	if v.stamps, rested = r.StampsOf(h.Asked()); rested {
		r.Keep("guest", g.Name, v)
	}
	v.found.AddTo(s)
	return v.names()
}

// unread is the finding of a guest that recognized nothing of its own: what could not be read in
// its hidden folder may be its own, and any other file belongs to somebody else.
func (g Guest) unread(problems []model.Problem) (found source.Finding) {
	for _, p := range problems {
		if !strings.HasPrefix(p.Path, ".") {
			continue
		}
		if found.Problems = append(found.Problems, p); len(found.Guests) == 0 {
			found.Guests = []model.Guest{{Tool: g.Tool, Path: p.Path}}
		}
		found.Guests[0].Unclear++
	}
	return found
}

// begun are the first lines of a text: at most so many, and so many bytes.
func begun(lines []string) (first []string) {
	const most, mostBytes = 200, 16 << 10
	size := 0
	for _, l := range lines[:min(len(lines), most)] {
		if size += len(l); size > mostBytes {
			break
		}
		first = append(first, l)
	}
	return first
}

// Named are the files and folders among some names that are there, as what was not understood: that something has a name by which
// a program is known is worth a row.
func Named(h *source.Repo, names []string) (all []model.Other) {
	for _, name := range names {
		if !h.Exists(name) {
			continue
		}
		o := model.Other{Path: name, Kind: "not read", Why: "not understood", Known: true, At: h.Changed(name)}
		if n := len(h.Files(name)) + len(h.Folders(name)); n > 0 {
			o.Kind = model.Counted(n, "entry")
		} else if d, ok := h.Document(name); ok {
			lines := d.Lines()
			o.Kind, o.Size, o.Begins = model.Counted(len(lines), "line"), int64(len(d.Text)), begun(lines)
		}
		all = append(all, o)
	}
	return all
}

func (v visit) names() []string {
	names := make([]string, 0, len(v.stamps))
	for name := range v.stamps {
		names = append(names, name)
	}
	return names
}
