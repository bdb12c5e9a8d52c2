package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Options say which cases are made.
type Options struct {
	// Big and Special take the cases in that are so marked.
	Big, Special bool
}

// Chosen are the cases that the options take in.
func Chosen(o Options) []Case {
	return slices.DeleteFunc(All(), func(c Case) bool { return c.Big && !o.Big || c.Special && !o.Special })
}

// Together are those of them that can lie in one vault.
func Together(o Options) []Case {
	return slices.DeleteFunc(Chosen(o), func(c Case) bool { return c.Alone })
}

// Walked are the cases that a test walks over one by one: all that the options take
// in, and every fifth of them under the race detector. It looks for what runs at the
// same time, which no text of a vault changes, and takes five times as long.
func Walked(o Options) []Case {
	const nth = 5
	all := Chosen(o)
	if !underRace {
		return all
	}
	var some []Case
	for i, c := range all {
		if i%nth == 0 {
			some = append(some, c)
		}
	}
	return some
}

// MakeAll makes the folder dir with one vault that has all the cases together, and
// one for each that has to be alone. It gives the vaults, and what Make gives.
func MakeAll(dir string, o Options) (vaults, left []string, err error) {
	var together []Case
	for _, c := range Chosen(o) {
		if !c.Alone {
			together = append(together, c)
			continue
		}
		vaults = append(vaults, filepath.Join(dir, c.Name))
		missed, err := Make(vaults[len(vaults)-1], c)
		if left = append(left, missed...); err != nil {
			return nil, nil, err
		}
	}
	vaults = append(vaults, filepath.Join(dir, "together"))
	missed, err := Make(vaults[len(vaults)-1], together...)
	return vaults, append(left, missed...), err
}

// Make makes the vault dir, which must not be there, out of Base and some cases. It
// gives the files of special cases that this system, or this account, cannot make.
func Make(dir string, some ...Case) (left []string, err error) {
	if _, err := os.Lstat(dir); err == nil {
		return nil, fmt.Errorf("making a hostile vault: %s is there already", dir)
	}
	for _, f := range Base() {
		if err := f.make(dir); err != nil {
			return nil, err
		}
	}
	for _, c := range some {
		for _, f := range c.Files {
			err := f.make(dir)
			if err != nil && !c.Special {
				return left, err
			}
			if err != nil {
				left = append(left, f.Path)
			}
		}
	}
	return left, nil
}

func (f File) make(dir string) error {
	path := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making a hostile vault: %w", err)
	}
	if err := f.put(dir, path); err != nil {
		return fmt.Errorf("making a hostile vault: %w", err)
	}
	if f.Mode == 0 {
		return nil
	}
	return os.Chmod(path, f.Mode)
}

func (f File) put(dir, path string) error {
	switch f.Kind {
	case Link:
		return os.Symlink(f.Target, path)
	case Alias:
		return os.Link(filepath.Join(dir, filepath.FromSlash(f.Target)), path)
	case Folder:
		return os.MkdirAll(path, 0o755)
	case Pipe, Socket, Device:
		return special(f.Kind, path)
	}
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if f.Size > 0 {
		return errors.Join(to.Truncate(f.Size), to.Close())
	}
	_, err = to.Write(f.Bytes())
	return errors.Join(err, to.Close())
}

// Release gives the right to every folder below dir back: what cannot be read could
// not be removed either.
func Release(dir string) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, _ error) error {
		if e != nil && e.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return nil
	})
}
