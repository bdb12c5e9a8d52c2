package load

import (
	"fmt"
	"path"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
)

// Decided tells how the request with this file name was decided last and where its
// file lies: by this operator's ledger where the file is still there, else by the
// folder that has a file of the name, whoever put it there, else by the ledger alone,
// since agents move an approved file on once they have acted. It gives
// model.ChoiceNone when nothing tells of a decision.
func (v *Loader) Decided(name string) (file string, choice model.Choice, err error) {
	name = path.Base(name)
	if name == "." || name == ".." || name == "/" {
		return "", model.ChoiceNone, nil
	}
	l, err := v.where.Layout()
	if err != nil {
		return "", model.ChoiceNone, disk.FileError("reading", v.where.Dir, err)
	}
	records, _, err := ledger.Of(v.where).Read()
	if err != nil {
		return "", model.ChoiceNone, fmt.Errorf("looking for the decision on %s: %w", name, err)
	}
	for _, r := range ledger.Standing(records) {
		c := model.ParseChoice(r.Choice)
		about := r.Is(model.KindRequest) && path.Base(r.Path) == name
		decides := c == model.ChoiceApprove || c == model.ChoiceReject
		if r.Phase == ledger.PhaseDone && about && decides {
			file, choice = r.To, c
		}
	}
	if choice != model.ChoiceNone && v.where.Disk.Exists(file) {
		return file, choice, nil
	}
	for _, in := range []struct {
		folder places.Folder
		choice model.Choice
	}{{places.FolderApproved, model.ChoiceApprove}, {places.FolderRejected, model.ChoiceReject}} {
		for _, dir := range l.Dirs[in.folder] {
			if file := path.Join(dir, name); v.where.Disk.Exists(file) {
				return file, in.choice, nil
			}
		}
	}
	return file, choice, nil
}
