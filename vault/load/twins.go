package load

import (
	"cmp"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// MarkTwins marks the requests whose name a decided or finished file has already.
func MarkTwins(d disk.Disk, layout places.Layout, s *model.Snapshot) {
	if len(s.Requests) == 0 {
		return
	}
	done := map[string]string{}
	// What cannot be listed is reported with the plans that are looked for there.
	finished, _ := places.Watched(d, layout, places.FolderDone)
	for _, name := range finished {
		done[path.Base(name)] = name
	}
	filled := map[places.Folder][]nameSet{}
	for _, f := range []places.Folder{places.FolderApproved, places.FolderRejected} {
		for _, dir := range layout.Dirs[f] {
			if !d.IsEmpty(dir) {
				filled[f] = append(filled[f], namesIn(d, dir))
			}
		}
	}
	for i := range s.Requests {
		r := &s.Requests[i]
		alike := alikeName(r.Name)
		decided := func(f places.Folder) string {
			for _, dir := range filled[f] {
				if !dir.mayHave(alike) {
					continue
				}
				if name := path.Join(dir.dir, r.Name); d.Exists(name) && !d.IsFolder(name) {
					return name
				}
			}
			return ""
		}
		approved, finished := decided(places.FolderApproved), done[r.Name]
		if r.MadeFrom(finished) || wasNeverAllowed(d, finished) {
			finished = ""
		}
		r.Twin = cmp.Or(approved, finished, decided(places.FolderRejected))
		r.TwinApproved, r.TwinDone = approved != "", approved == "" && finished != ""
	}
}

// nameSet has the names of a folder, as a file system may compare them.
type nameSet struct {
	dir string
	// alike is nil where any name may be there.
	alike map[string]bool
}

// namesIn lists a folder that the load has listed anyway; elsewhere the system is asked for each name.
func namesIn(d disk.Disk, dir string) nameSet {
	if d.Cache == nil {
		return nameSet{dir: dir}
	}
	entries, err := d.List(dir)
	if err != nil || len(entries) > disk.MaxEntries {
		return nameSet{dir: dir}
	}
	alike := make(map[string]bool, len(entries))
	for _, e := range entries {
		name := alikeName(e.Name())
		if name == "" {
			return nameSet{dir: dir}
		}
		alike[name] = true
	}
	return nameSet{dir, alike}
}

// mayHave reports whether a name may be in the folder.
func (n nameSet) mayHave(alike string) bool { return n.alike == nil || alike == "" || n.alike[alike] }

// alikeName is one spelling of all names that some system takes for the same, "" for one with letters
// beyond ASCII, which systems compare in different ways.
func alikeName(name string) string {
	if !text.IsASCII(name) {
		return ""
	}
	return strings.ToLower(name)
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
