package load

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Place is where a decision puts the file of a request.
type Place struct {
	// Dir and Name are those of the file. Exact says that no other name will do.
	Dir, Name string
	Exact     bool
	// InFile says that the file stays, and that its status is the answer.
	InFile bool
	// Lost is true where the request asks for another way that cannot be gone; Why says why not, ""
	// where nobody here knows how.
	Lost bool
	Why  string
}

// PlaceOf returns the place for a decision on a request: what its text asks for, else the folder in which
// it waits where the folder of the decision has one of that name, else that folder itself.
func PlaceOf(d disk.Disk, l places.Layout, r model.Request, c model.Choice) Place {
	w := r.Reading.Way(c)
	at := Place{Dir: l.Main(decidedFolder(c)), Name: r.Name}
	if below := belowPending(l, r.Path); below != "" && w.Line == 0 && !r.Reading.Own && r.Ask == nil && d.IsFolder(path.Join(at.Dir, below)) {
		at.Dir = path.Join(at.Dir, below)
	}
	switch {
	case r.Ask != nil, w.Kind == model.WayPlain:
		return at
	case w.Kind == model.WayUnclear:
		at.Lost = true
		return at
	case w.Kind == model.WayStatus:
		return Place{Dir: path.Dir(r.Path), Name: r.Name, Exact: true, InFile: true}
	}
	asked, why := placeNamed(d, l, w, c)
	if why != "" {
		at.Lost, at.Why = true, why
		return at
	}
	if w.Kind == model.WayFolder {
		return Place{Dir: asked, Name: r.Name}
	}
	if d.Exists(asked) {
		at.Lost, at.Why = true, asked+" is there already"
		return at
	}
	if other := waitsUnder(d, l, r, path.Base(asked)); other != "" {
		at.Lost, at.Why = true, "that is the name of "+other
		return at
	}
	return Place{Dir: path.Dir(asked), Name: path.Base(asked), Exact: true}
}

func decidedFolder(c model.Choice) places.Folder {
	if c == model.ChoiceReject {
		return places.FolderRejected
	}
	return places.FolderApproved
}

// belowPending is the folder in which a request waits, from the folder of requests on.
func belowPending(l places.Layout, name string) string {
	for _, dir := range l.Dirs[places.FolderPending] {
		if below, ok := strings.CutPrefix(path.Dir(name), dir+"/"); ok {
			return below
		}
	}
	return ""
}

// placeNamed finds the place that a request names, in the spelling that this vault has for it. Why says
// what is in the way.
func placeNamed(d disk.Disk, l places.Layout, w model.Way, c model.Choice) (name, why string) {
	first, below, _ := strings.Cut(w.Path, "/")
	if name = folderCalled(l, decidedFolder(c), first); name == "" && c == model.ChoiceReject {
		name = folderCalled(l, places.FolderDone, first)
	}
	if name == "" {
		return "", "this vault has no folder " + first
	}
	parts := strings.FieldsFunc(below, func(r rune) bool { return r == '/' })
	dirs := parts
	if w.Kind == model.WayFile {
		dirs = parts[:len(parts)-1]
	}
	if len(dirs) > places.MaxDepth {
		return "", "coldstart does not look so deep"
	}
	for _, part := range parts {
		if said := dialect.NotWork(part); said != "" || places.IsSkipped(part) {
			return "", "coldstart would not look at " + part + " there"
		}
		name = spelled(d, name, part)
	}
	dir := name
	if w.Kind == model.WayFile {
		dir = path.Dir(name)
	}
	if link := d.LinkIn(dir); link != "" {
		return "", link + " is a link"
	}
	if part, is := d.InTheWay(dir); part != "" {
		return "", fmt.Sprintf("%s is %s", part, disk.KindOf(is))
	}
	return name, ""
}

// folderCalled returns the folder of a meaning that has this name, or the one that decisions would make for
// it, "" for none.
func folderCalled(l places.Layout, f places.Folder, name string) string {
	for _, dir := range l.Dirs[f] {
		if strings.EqualFold(path.Base(dir), name) {
			return dir
		}
	}
	main := l.Main(f)
	if made := dialect.FolderWord(path.Base(main)) == dialect.FolderWord(name); made || f != places.FolderDone && dialect.FolderOf(name) == f {
		return main
	}
	return ""
}

// spelled is a name in a folder, as an entry has it that differs in its case only.
func spelled(d disk.Disk, dir, name string) string {
	if at := path.Join(dir, name); d.Exists(at) {
		return at
	}
	for _, e := range d.ListSome(dir, disk.MaxEntries) {
		if strings.EqualFold(e.Name(), name) {
			return path.Join(dir, e.Name())
		}
	}
	return path.Join(dir, name)
}

// waitsUnder returns another request that waits and whose name this one is, or begins with: a yes to the one
// must not look like a yes to the other.
func waitsUnder(d disk.Disk, l places.Layout, r model.Request, name string) string {
	pending, _ := places.Watched(d, l, places.FolderPending)
	for _, file := range pending {
		other := path.Base(file)
		if file != r.Path && rule.SameStem(name, other) && (!rule.SameStem(name, r.Name) || len(other) > len(r.Name)) {
			return file
		}
	}
	return ""
}

// MarkWays adds to requests that want to be answered in a way that cannot be gone what they say of it.
func MarkWays(d disk.Disk, l places.Layout, s *model.Snapshot) {
	for i := range s.Requests {
		r := &s.Requests[i]
		if r.Reading.Tool != "" || r.Unread {
			continue
		}
		yes, no := PlaceOf(d, l, *r, model.ChoiceApprove), PlaceOf(d, l, *r, model.ChoiceReject)
		switch {
		case yes.Lost:
			doubt := lostWay(r.Reading.Yes, "yes", yes)
			if no.Lost {
				doubt.What += fmt.Sprintf("; nor a rejection, as line %d wants it", r.Reading.No.Line)
			}
			r.Doubts = append(r.Doubts, doubt)
		case no.Lost:
			r.Doubts = append(r.Doubts, lostWay(r.Reading.No, "no", no))
		}
	}
}

// lostWay says that a program may not see an answer, and in which words the request asks for another.
func lostWay(w model.Way, answer string, at Place) model.Doubt {
	const longest = 100
	said := w.Said
	if runes := []rune(said); len(runes) > longest {
		said = string(runes[:longest-1]) + "…"
	}
	what := fmt.Sprintf("its program may not see this %s: line %d says %q", answer, w.Line, said)
	if at.Why != "" {
		what += ", but " + at.Why
	}
	return model.Doubt{What: what + "; coldstart moves the file to " + at.Dir + "/", Short: "its program may not see this " + answer}
}
