package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"coldstart/model"
)

// seedName is the memory's file in a vault.
const seedName = "seed.json"

// seedFile is a place where the memory may lie.
type seedFile struct {
	// shown is how the place is named to the operator, empty for no place at all.
	shown string
	// root is the folder, or err says why it cannot be opened.
	root *os.Root
	err  error
	name string
}

// openSeed opens the folder around a file outside the vault.
func openSeed(file, shown string) seedFile {
	if file == "" {
		return seedFile{}
	}
	s := seedFile{shown: shown, name: filepath.Base(file)}
	s.root, s.err = os.OpenRoot(filepath.Dir(file))
	return s
}

func (s seedFile) close() error {
	if s.root == nil {
		return nil
	}
	return s.root.Close()
}

// shownAtHome shortens the path that the agents use when nobody names another.
func shownAtHome(file string) string {
	const usual = "/.pai/" + seedName
	if strings.HasSuffix(filepath.ToSlash(file), usual) {
		return "~" + usual
	}
	return file
}

// ownSeed is the memory in the vault itself.
func (v *Vault) ownSeed() seedFile {
	return seedFile{shown: seedName, root: v.disk.root, name: seedName}
}

// exists reports whether anything has the file's name, or may have it in a folder
// that cannot be looked into.
func (s seedFile) exists() bool {
	if s.root == nil {
		return s.shown != "" && !errors.Is(s.err, fs.ErrNotExist)
	}
	_, err := s.root.Lstat(s.name)
	return err == nil
}

// seed is the place of the memory: the one that the operator named, else the
// vault's own, else the one at home. It is empty when there is no memory.
func (v *Vault) seed() seedFile {
	if v.named.shown != "" {
		return v.named
	}
	for _, s := range []seedFile{v.ownSeed(), v.home} {
		if s.exists() {
			return s
		}
	}
	return seedFile{}
}

// placeIn gives the place for reading and writing, with the error that stands in
// the way of the folder.
func (v *Vault) placeIn(s seedFile) (place, error) {
	if s.root == nil {
		return place{}, s.err
	}
	return place{disk{root: s.root, before: v.disk.before}, s.name}, nil
}

// seedPlace gives the place of a memory by the name that the operator knows.
func (v *Vault) seedPlace(shown string) (place, error) {
	for _, s := range []seedFile{v.named, v.ownSeed(), v.home} {
		if s.shown != shown || shown == "" {
			continue
		}
		at, err := v.placeIn(s)
		if errors.Is(err, fs.ErrNotExist) {
			err = model.ErrNotFound
		}
		if err != nil {
			return place{}, fileError("reading", shown, err)
		}
		return at, nil
	}
	return place{}, fmt.Errorf("reading %s: this vault was not opened with that memory: %w", shown, model.ErrNotFound)
}
