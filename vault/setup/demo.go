package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// TempCopy is a vault of its own in a new temporary folder, with a state folder
// beside it. Nothing done in it reaches any other vault.
type TempCopy struct {
	// Dir is the vault, StateDir the value for Options.StateDir.
	Dir      string
	StateDir string
	// Home is a home folder for the programs of agents, empty without one.
	Home string
	base string
}

// NewTempCopy copies all files of from. The vault's folder is called name, and its files get the
// times that fit what is written in them, none later than at: see copyTimes. Only the operator
// may look into the folder.
func NewTempCopy(from fs.FS, name string, at time.Time) (TempCopy, error) {
	base, err := os.MkdirTemp("", "coldstart-"+name+"-")
	if err != nil {
		return TempCopy{}, fmt.Errorf("making a temporary folder: %w", err)
	}
	c := TempCopy{Dir: filepath.Join(base, name), StateDir: filepath.Join(base, "state"), base: base}
	err = os.CopyFS(c.Dir, from)
	if err == nil {
		err = setTimes(c.Dir, from, at)
	}
	if err != nil {
		return TempCopy{}, errors.Join(fmt.Errorf("copying the %s vault: %w", name, err), c.Remove())
	}
	return c, nil
}

// AddHome copies a home folder in which agents worked in the folder that is written there as
// worked: in the copy they worked in that of the vault. Times are as those of the vault's files.
func (c *TempCopy) AddHome(from fs.FS, worked string, at time.Time) error {
	dir, err := json.Marshal(c.Dir)
	if err != nil {
		return fmt.Errorf("copying a home folder: %w", err)
	}
	home := filepath.Join(c.base, "home")
	err = os.CopyFS(home, from)
	if err == nil {
		err = fs.WalkDir(from, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			b, err := fs.ReadFile(from, name)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(home, filepath.FromSlash(name)), bytes.ReplaceAll(b, []byte(worked), dir[1:len(dir)-1]), 0o600)
		})
	}
	if err == nil {
		err = setTimes(home, from, at)
	}
	if err != nil {
		return fmt.Errorf("copying a home folder: %w", err)
	}
	c.Home = home
	return nil
}

// Remove deletes the vault and its state folder.
func (c TempCopy) Remove() error {
	if err := os.RemoveAll(c.base); err != nil {
		return fmt.Errorf("removing the temporary folder: %w", err)
	}
	return nil
}
