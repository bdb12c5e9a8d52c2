package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"coldstart/model"
)

// edit is a change to one file that was worked out and is not made yet. Preview
// shows its change; apply makes it. The zero edit changes nothing.
type edit struct {
	name string
	// at is the disk that name lies on, nil for the vault's own.
	at *disk
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

	change  model.Change
	notices []string
}

// amend works an edit out and makes it, once more when another program changed
// the file in between. It gives the edit that was made.
func (v *Vault) amend(id string, work func() (edit, error)) (edit, error) {
	const attempts = 3
	for attempt := 1; ; attempt++ {
		e, err := work()
		if err != nil || e.name == "" {
			return e, err
		}
		err = v.apply(id, e)
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
	disk := v.disk
	if e.at != nil {
		disk = *e.at
	}
	var err error
	switch {
	case e.line != nil:
		err = disk.appendLine(e.name, e.line)
	case e.was == nil:
		if err = disk.mkdir(dir); err == nil {
			err = disk.create(e.name, tempName(dir, id), e.next, e.mode)
		}
	case !bytes.Equal(e.was, e.next):
		err = disk.replace(e.name, tempName(dir, id), e.was, e.next)
	}
	if err != nil || e.drop == "" {
		return err
	}
	return v.dropUnchanged(e.drop, e.dropWas)
}

func (v *Vault) dropUnchanged(name string, was []byte) error {
	b, _, err := v.disk.read(name, maxDocument)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !bytes.Equal(b, was) {
		return fileError("removing", name, model.ErrConflict)
	}
	if err := v.disk.remove(name); err != nil {
		return err
	}
	return v.disk.syncDir(path.Dir(name))
}
