package places

import (
	"context"
	"os"
	"path/filepath"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Where is one opened vault: its files, its settings, and what lies outside it. All
// rooms above share one.
type Where struct {
	Disk disk.Disk
	// Dir is the vault's absolute path.
	Dir  string
	Opts Options
	// State is the name of the vault's folder in the operator's state folder.
	State string
	// Named and Home are the memory's files outside the vault, as Options has them.
	Named, Home SeedFile
}

// NewWhere is the vault at dir, an absolute path that root is opened at.
func NewWhere(root *os.Root, dir string, o Options) *Where {
	return &Where{
		Disk: disk.Disk{Root: root, Brief: o.Brief}, Dir: dir, Opts: o, State: stateName(dir),
		Named: openSeed(o.Seed, o.Seed), Home: openSeed(o.HomeSeed, shownAtHome(o.HomeSeed)),
	}
}

// StateDir is the vault's own folder in the operator's state folder.
func (w *Where) StateDir() string { return filepath.Join(w.Opts.StateDir, w.State) }

// TextReader gives the exact bytes of what ref names.
type TextReader func(ctx context.Context, ref model.Ref) (model.Document, error)
