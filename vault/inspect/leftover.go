package inspect

import (
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
)

// Leftover is a private file of coldstart that nothing under way explains.
type Leftover struct {
	// Path is relative to the vault, ID the decision in its name.
	Path, ID string
	// Kept is true for a text of another program that was kept on purpose, Ours for a file of
	// a decision in this operator's ledger.
	Kept, Ours bool
}

// Leftovers finds private files in the folders in which decisions write. Those of decisions
// that are not finished are left out: they go with them.
func (in *Inspector) Leftovers(s model.Snapshot) ([]Leftover, error) {
	layout, err := in.vault.Layout()
	if err != nil {
		return nil, disk.FileError("reading", in.vault.Dir, err)
	}
	folders := []string{path.Dir(in.vault.Opts.Places.ResearchConfig())}
	if s.Events.Path != "" {
		folders = append(folders, path.Dir(s.Events.Path))
	}
	for _, t := range s.Traces {
		folders = append(folders, path.Dir(t.Path))
	}
	for _, p := range s.Research.Problems {
		folders = append(folders, p.Path)
	}
	for _, p := range s.Plans {
		folders = append(folders, path.Dir(p.Path))
	}
	return in.Strays(layout, folders), nil
}

// Strays is Leftovers in the usual folders and some more. Without a ledger it finds none.
func (in *Inspector) Strays(layout places.Layout, folders []string) []Leftover {
	records, _, err := in.ledger.Read()
	if err != nil {
		// That is a problem already.
		return nil
	}
	for _, f := range []places.Folder{places.FolderPending, places.FolderApproved, places.FolderRejected, places.FolderPlans, places.FolderLogs} {
		folders = append(folders, layout.Dirs[f]...)
	}
	folders = append(folders, ".")
	slices.Sort(folders)
	var found []Leftover
	for _, dir := range slices.Compact(folders) {
		// What cannot be read is a problem already.
		names, _ := disk.PrivateNames(in.vault.Disk.Root, dir)
		for _, name := range names {
			left := Leftover{Path: path.Join(dir, name), ID: disk.PrivateID(name), Kept: path.Ext(name) == disk.KeptEnding}
			at := slices.IndexFunc(records, func(r ledger.Record) bool { return r.ID == left.ID })
			if left.Ours = at >= 0; left.Ours && !left.Kept && records[at].IsUnfinished() {
				continue
			}
			found = append(found, left)
		}
	}
	return found
}
