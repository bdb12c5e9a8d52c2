package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Make carries a plan out, in the order of its changes, and gives those that hold now, also
// with an error. Another init in the same folder is waited for, and what it made of the same
// plan is not made again. A file that was changed or made otherwise since the plan is a
// model.ErrConflict and stays as it is. A plan without changes removes what killed processes left
// of their locks. What was made already is found when it is planned again.
func (s Setup) Make(ctx context.Context, at time.Time) (made []model.Change, err error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, disk.FileError("opening", s.Dir, err)
	}
	v := places.New(root, s.Dir, places.Options{Places: s.places})
	defer v.Close()
	if len(s.steps) == 0 {
		return nil, state.Of(v).ClearClaims()
	}
	held, err := state.Of(v).ClaimVault(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, held.Release()) }()
	id := newID(at)
	for _, step := range s.steps {
		if !step.holds(v.Disk) {
			if err := step.make(v.Disk, id); err != nil {
				return made, err
			}
		}
		made = append(made, step.Change)
	}
	return made, nil
}

// holds reports that a file is already as it is wanted. Folders are made and removed again
// without harm.
func (s step) holds(d disk.Disk) bool {
	if s.isFolder() {
		return false
	}
	if s.Kind == model.ChangeRemove {
		return !d.Exists(s.Path)
	}
	there, err := disk.Place{Disk: d, Name: s.Path}.Is(func(b []byte) bool { return bytes.Equal(b, s.next) })
	return err == nil && there == disk.Present
}

func (s step) make(d disk.Disk, id string) error {
	name := strings.TrimSuffix(s.Path, "/")
	temp := disk.TempName(path.Dir(name), id)
	switch {
	case s.isFolder() && s.Kind == model.ChangeCreate:
		return d.Mkdir(name)
	case s.isFolder():
		return errors.Join(d.Remove(name), d.SyncDir(path.Dir(name)))
	case s.Kind == model.ChangeCreate:
		err := d.Create(name, temp, s.next, disk.DefaultMode)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("creating %s: another program has just created it: %w", name, model.ErrConflict)
		}
		return err
	case s.Kind == model.ChangeEdit:
		return d.Replace(name, temp, s.was, s.next)
	}
	return s.remove(d, name, id)
}

// remove removes a file that has its bytes.
func (s step) remove(d disk.Disk, name, id string) error {
	hash := model.FingerprintOf(s.was).String()
	if s.isSwept() {
		_, err := d.Discard(name, disk.HasHash(hash), maxInstructions)
		return errors.Join(err, d.SyncDir(path.Dir(name)))
	}
	_, err := disk.Place{Disk: d, Name: name}.Remove(disk.RetiredName(path.Dir(name), id), hash, false)
	if errors.Is(err, model.ErrConflict) {
		return fmt.Errorf("removing %s: it has just been changed: %w", name, model.ErrConflict)
	}
	return err
}
