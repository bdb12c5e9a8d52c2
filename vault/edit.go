package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// edit is a change to one file that was worked out and is not made yet. Preview
// shows its change; apply makes it. The zero edit changes nothing.
type edit struct {
	name string
	// at is the disk that name lies on, nil for the vault's own.
	at *disk.Disk
	// was and next are the file's whole content before and after. was is nil when
	// the file has to be made, with mode.
	was, next []byte
	mode      fs.FileMode
	// line is set instead of next when one line is added to the end of the file.
	line []byte
	// drop is a file that goes once this one is there, as long as it still has the
	// content dropWas.
	drop    string
	dropWas []byte
	// gone is true when the edit takes the file with the content was away.
	gone bool
	// back are the parts of next that an undo gives their former text.
	back []text.Region

	change  model.Change
	notices []string
}

// amend works an edit out and makes it, once more when another program changed
// the file in between. It gives the edit that was made, and in its notices the names
// of texts of other programs that had to be kept elsewhere.
func (v *Vault) amend(id string, work func() (edit, error)) (edit, error) {
	const attempts = 3
	var kept []string
	for attempt := 1; ; attempt++ {
		e, err := work()
		e.notices = slices.Concat(kept, e.notices)
		if err != nil || e.name == "" {
			return e, err
		}
		err = v.apply(id, e)
		if aside, ok := errors.AsType[*disk.KeptError](err); ok {
			kept = append(kept, aside.Notice())
			e.notices = append(e.notices, aside.Notice())
			if errors.Is(err, disk.ErrAddedTo) {
				return e, nil
			}
		}
		between := errors.Is(err, model.ErrConflict) || errors.Is(err, fs.ErrExist)
		switch {
		case between && attempt < attempts:
		case between:
			return e, fmt.Errorf("%s: another program changed it %d times in between", e.name, attempts)
		default:
			return e, err
		}
	}
}

func (v *Vault) apply(id string, e edit) error {
	dir := path.Dir(e.name)
	disk_ := v.where.Disk
	if e.at != nil {
		disk_ = *e.at
	}
	var err error
	switch {
	case e.gone:
		return disk_.DropUnchanged(e.name, id, e.was)
	case e.line != nil:
		err = disk_.AppendLine(e.name, e.line)
	case e.was == nil:
		if err = disk_.Mkdir(dir); err != nil {
			return disk.Untouched{Err: err}
		}
		err = disk_.Create(e.name, disk.TempName(dir, id), e.next, e.mode)
	case !bytes.Equal(e.was, e.next):
		err = disk_.Replace(e.name, disk.TempName(dir, id), e.was, e.next)
	}
	if err != nil || e.drop == "" {
		return err
	}
	return disk_.DropUnchanged(e.drop, id, e.dropWas)
}

// protected fails with errProtected when an edit would change a file that nobody
// has the right to write.
func (v *Vault) protected(e edit) error {
	disk_ := v.where.Disk
	if e.at != nil {
		disk_ = *e.at
	}
	if e.name == "" || e.was == nil && e.line == nil {
		return nil
	}
	info, err := disk_.Root.Lstat(e.name)
	if err != nil {
		// What cannot be looked at is met again when it is written.
		return nil
	}
	return disk.Protected(info)
}
