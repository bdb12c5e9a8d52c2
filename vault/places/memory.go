package places

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// SeedName is the memory's file in a vault.
const SeedName = "seed.json"

// SeedFile is a place where the memory may lie.
type SeedFile struct {
	// Shown is how the place is named to the operator, empty for no place at all.
	Shown string
	// Root is the folder, or err says why it cannot be opened.
	Root *os.Root
	Err  error
	Name string
}

// openSeed opens the folder around a file outside the vault.
func openSeed(file, shown string) SeedFile {
	if file == "" {
		return SeedFile{}
	}
	s := SeedFile{Shown: shown, Name: filepath.Base(file)}
	s.Root, s.Err = os.OpenRoot(filepath.Dir(file))
	return s
}

// Close gives the folder's handle back.
func (s SeedFile) Close() error {
	if s.Root == nil {
		return nil
	}
	return s.Root.Close()
}

// shownAtHome shortens the path that the agents use when nobody names another.
func shownAtHome(file string) string {
	const usual = "/.pai/" + SeedName
	if strings.HasSuffix(filepath.ToSlash(file), usual) {
		return "~" + usual
	}
	return file
}

// Exists reports whether anything has the file's name, or may have it in a folder
// that cannot be looked into.
func (s SeedFile) Exists() bool {
	if s.Root == nil {
		return s.Shown != "" && !errors.Is(s.Err, fs.ErrNotExist)
	}
	_, err := s.Root.Lstat(s.Name)
	return err == nil
}
