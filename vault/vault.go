package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
)

// Options are the settings of one opened vault.
type Options struct {
	// StateDir is the operator's own folder for this program, outside any vault.
	// The ledger lies in a folder below it. It is made when first needed. Without
	// one the vault can only be read.
	StateDir string
	// ReadOnly refuses every decision.
	ReadOnly bool
	// ReadOnlyBy says how that was asked for, as in "with --read-only"; "" means so.
	ReadOnlyBy string
	// Brief bounds how much is read, for a program that cannot wait: only the newest
	// files, and the ends of logs. What is left out is among the problems.
	Brief bool
	// Places are where the operator keeps what is read, the zero value the usual places.
	Places Places
	// WorkRule is the rule for stuck work items; the zero value lets the vault decide.
	WorkRule model.WorkRule
	// Zone is assumed for times that name none; nil means UTC.
	Zone *time.Location
	// Operator is the account name that goes into the ledger and the logs.
	Operator string
	// Seed is the memory's file, wherever it lies, when the operator names one.
	// HomeSeed is the one in the operator's home; it is used when nothing is named and
	// the vault has none of its own. Both are absolute paths or empty.
	Seed     string
	HomeSeed string
	// Clock gives the real time, whatever the time of a load; nil has LoadChanged read
	// everything.
	Clock func() time.Time
}

// Vault is one opened vault. Its methods may be called from several goroutines.
type Vault struct {
	disk  disk
	dir   string
	opts  Options
	state string
	// named and home are the memory's files outside the vault, as Options has them.
	named, home seedFile
	watch       *watch
	// last is what the load before found, for what cannot be read again.
	last lastLoad
	memo memo
}

// Open opens the vault at dir, which must be a folder. Nothing is written.
func Open(dir string, o Options) (*Vault, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the vault %s: %w", dir, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, openError(dir, err)
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	return &Vault{
		disk: disk{root: root, brief: o.Brief}, dir: abs, opts: o, state: stateName(abs),
		named: openSeed(o.Seed, o.Seed), home: openSeed(o.HomeSeed, shownAtHome(o.HomeSeed)),
		watch: newWatch(),
	}, nil
}

func openError(dir string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("opening the vault %s: %w", dir, model.ErrNotFound)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("opening the vault %s: permission denied", dir)
	}
	return fmt.Errorf("opening the vault %s: not a folder", dir)
}

// Close ends a watch and gives the vault's handles back.
func (v *Vault) Close() error {
	v.watch.close()
	return errors.Join(v.disk.root.Close(), v.named.close(), v.home.close())
}

// Dir is the vault's absolute path.
func (v *Vault) Dir() string { return v.dir }

// Read gives the exact bytes of the file that ref names. It fails with
// model.ErrNotFound when the file is gone.
func (v *Vault) Read(ctx context.Context, ref model.Ref) (model.Document, error) {
	if err := ctx.Err(); err != nil {
		return model.Document{}, err
	}
	if err := v.here(); err != nil {
		return model.Document{}, err
	}
	switch ref.Kind {
	case model.KindOther:
		return model.Document{}, fmt.Errorf("reading %s: of this file only the name is shown: %w", ref.Path, model.ErrNotAllowed)
	case model.KindSession:
		return v.readSession(ref)
	case model.KindEntry, model.KindJournal, model.KindResearch:
		return v.readResearchText(ref)
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return v.readMemoryText(ref)
	}
	b, _, err := v.disk.read(ref.Path, limitOf(ref.Kind))
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
	}
	if err != nil {
		return model.Document{}, err
	}
	return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
}
