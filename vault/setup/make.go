package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Make carries a plan out, in the order of its changes, and gives those that were made, also
// with an error. A file that was changed or made since the plan is a model.ErrConflict and
// stays as it is. What was made already is found when it is planned again.
func (s Setup) Make(at time.Time) (made []model.Change, err error) {
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return nil, disk.FileError("opening", s.Dir, err)
	}
	defer root.Close()
	d, id := disk.Disk{Root: root}, disk.NewID(at)
	for _, step := range s.steps {
		if err := step.make(d, id); err != nil {
			return made, err
		}
		made = append(made, step.Change)
	}
	return made, nil
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
	_, err := disk.Place{Disk: d, Name: name}.Remove(disk.RetiredName(path.Dir(name), id), hash, false)
	if errors.Is(err, model.ErrConflict) {
		return fmt.Errorf("removing %s: it has just been changed: %w", name, model.ErrConflict)
	}
	return err
}
