package places

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
)

// Vault is one opened vault: its files, its settings, and what belongs to it outside. All
// packages above share one.
type Vault struct {
	Disk disk.Disk
	// Dir is the vault's absolute path, without links. Typed is the same as the operator came to it,
	// empty for the same way.
	Dir, Typed string
	Opts       Options
	// NamedSeed and HomeSeed are the memory's files outside the vault, as Options has them.
	NamedSeed, HomeSeed SeedFile
	// Asked are the names that the last load asked for besides the vault's own. AskedHome are those
	// in the stores of agents, as absolute paths.
	Asked, AskedHome Names
	// state is the name of the vault's folder in the operator's state folder.
	state string
}

// Gated is what the hooks of agents have to be while the operator has rules for the gate.
type Gated struct {
	// Config is the settings file with the rules, State the folder around the operator's state
	// folder, "" for the usual one.
	Config, State string
	// Home is the home folder, "" for none, Getenv gives a variable.
	Home   string
	Getenv func(string) string
	// Closely also looks at what is no alarm.
	Closely bool
}

// Rules are the operator's rules for the gate, and the settings file in which they stand.
type Rules struct {
	File string
	All  []model.GateRule
}

// Names is a set of names that a load leaves for the watch.
type Names struct {
	mu  sync.Mutex
	all map[string]bool
}

// Set replaces the names.
func (n *Names) Set(all map[string]bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = all
}

// All returns the names, which must not be changed.
func (n *Names) All() map[string]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.all
}

// Open opens a folder without any of its sources. It fails with model.ErrNotFound.
func Open(dir string, o Options) (*Vault, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("opening the vault %s: %w", dir, err)
	}
	typed := abs
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
	v := New(root, abs, o)
	v.Typed = typed
	return v, nil
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

// New returns the vault at dir, the absolute path at which root was opened.
func New(root *os.Root, dir string, o Options) *Vault {
	return &Vault{
		Disk: disk.Disk{Root: root, Brief: o.Brief}, Dir: dir, Opts: o, state: stateName(dir),
		NamedSeed: openSeed(o.Seed, o.Seed), HomeSeed: openSeed(o.HomeSeed, shownAtHome(o.HomeSeed)),
	}
}

// StateDir is the vault's own folder in the operator's state folder.
func (v *Vault) StateDir() string { return filepath.Join(v.Opts.StateDir, v.state) }

// Repository returns the folders of the repository around the vault, by both names of the vault.
func (v *Vault) Repository() []string {
	dirs := RepositoryOf(v.Dir)
	if v.Typed != "" && v.Typed != v.Dir {
		for _, dir := range RepositoryOf(v.Typed) {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// Close returns all handles back.
func (v *Vault) Close() error {
	return errors.Join(v.Disk.Root.Close(), v.NamedSeed.Close(), v.HomeSeed.Close())
}

// TextReader gives the exact bytes of what ref names.
type TextReader func(ctx context.Context, ref model.Ref) (model.Document, error)

// Options are the settings of one opened vault.
type Options struct {
	// StateDir is the operator's own folder for this program, outside any vault. It is made
	// when first needed. Without one the vault can only be read.
	StateDir string
	// ReadOnly refuses every decision.
	ReadOnly bool
	// ReadOnlyWhy is the reason; "" means "asked for with --read-only".
	ReadOnlyWhy string
	// Brief limits reading to the newest files and the ends of logs, for a program that
	// cannot wait. What is left out is among the problems.
	Brief bool
	// UpTo is how far up this folder was looked for, as people read it. It is empty for a folder
	// that was named.
	UpTo string
	// Repository is true if that is the root of a repository.
	Repository bool
	// Around is true for a folder that lies around the repository where the operator is: nothing
	// is read in the other repositories in it.
	Around bool
	// Places are where the files lie; the zero value is the usual places.
	Places Places
	// WorkRule is the rule for stuck work items; the zero value lets the vault decide.
	WorkRule model.WorkRule
	// Zone is assumed for times that name none; nil means UTC.
	Zone *time.Location
	// Cut returns the beginning of a text in at most so many bytes, which ends before a key or a
	// password rather than in it; nil knows none.
	Cut func(text string, most int) string
	// GateHolds is how long a yes or a no to an action of an agent holds, zero for a day.
	GateHolds time.Duration
	// GateFits says what a yes for a pattern covers; with nil it covers the action alone.
	GateFits model.Fits
	// Sign is what the decisions on requests are signed with.
	Sign Sign
	// GateSigners is the list of those by whom a yes to an action has to be signed, empty for
	// no such demand.
	GateSigners string
	// Operator is the user@host that goes into the ledger and the logs, and Account the account that
	// carries the decisions of an operator at another machine out here, "" for the operator's own.
	Operator, Account string
	// Seed is the memory's file that the operator named, HomeSeed the one at home, which is
	// used when none is named and the vault has none. Both are absolute paths or empty.
	Seed     string
	HomeSeed string
	// Stores are the folders in which agents' programs keep their sessions. Without any, none are
	// read.
	Stores []StoreFolder
	// Sessions are those of this repository where they are known already; then the stores are not
	// read.
	Sessions []model.Transcript
	// Gated is what the hooks of agents have to be, nil where no rule needs the gate.
	Gated *Gated
	// Rules are the rules for the gate, nil where nobody knows them.
	Rules *Rules
	// LoadTime is how long a load reads files, with zero as long as it takes. One that was
	// too short is doubled for the next load, up to ten seconds.
	LoadTime time.Duration
	// LoadBytes is how many bytes a load reads, with zero as many as package source says.
	LoadBytes int64
	// Clock returns the real time, whatever the time of a load. With nil LoadChanged reads
	// everything.
	Clock func() time.Time
}

// By is who decides.
func (o Options) By() model.Operator {
	by := model.Operator{Name: o.Operator}
	if o.Account != o.Operator {
		by.Account = o.Account
	}
	return by
}

// Sign is what decisions are signed with.
type Sign struct {
	// Key is the path of a private key, or of a public one whose private key the ssh-agent holds;
	// empty for no signatures.
	Key string
	// Terminal is true where the key may ask for a passphrase on the terminal.
	Terminal bool
	// By signs the line of a record for an operator at another machine, whose key stays there; nil
	// where Key is here. Key is then its name for people.
	By func(ctx context.Context, line []byte) (armor []byte, err error)
}

// StoreFolder is where the program of an agent keeps its sessions.
type StoreFolder struct {
	// Name is that of the store, such as "claude".
	Name string
	// Dir is an absolute path, Shown the same as people read it: "~/.claude".
	Dir, Shown string
}

// Here fails when the folder at the vault's path is not the one that was opened. That one
// can still be read and written, but agents work at the path. It fails with model.Replaced where another folder is there.
func (v *Vault) Here() error {
	at, err := os.Stat(v.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading %s: the vault was moved away or deleted: %w", v.Dir, model.ErrNotFound)
	case err != nil:
		return disk.FileError("reading", v.Dir, err)
	}
	opened, err := v.Disk.Root.Stat(".")
	if err != nil {
		return disk.FileError("reading", v.Dir, err)
	}
	if !os.SameFile(at, opened) {
		return model.Replaced{Dir: v.Dir}
	}
	return nil
}

// stateName names a vault's folder in the operator's state folder: its own name, for people,
// and a part of the hash of its path, so that two vaults never share a ledger.
func stateName(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, filepath.Base(dir))
	return name[:min(len(name), 40)] + "-" + hex.EncodeToString(sum[:4])
}

// StatesBeside are the names in the operator's state folder of what lies beside the vault, such as another clone of it.
// Where the folder around it cannot be listed there are none.
func (v *Vault) StatesBeside() map[string]bool {
	around := filepath.Dir(v.Dir)
	beside, err := os.ReadDir(around)
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, e := range beside {
		if e.IsDir() {
			names[stateName(filepath.Join(around, e.Name()))] = true
		}
	}
	return names
}

// SeedName is the memory's file in a vault.
const SeedName = "seed.json"

// SeedFile is a place where the memory may lie.
type SeedFile struct {
	// Shown is the place's name for people, empty for no place at all.
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
	s.Root, s.Err = disk.OpenFolder(filepath.Dir(file))
	return s
}

// Close returns the folder's handle back.
func (s SeedFile) Close() error {
	if s.Root == nil {
		return nil
	}
	return s.Root.Close()
}

// shownAtHome shortens the agents' default path.
func shownAtHome(file string) string {
	const usual = "/.pai/" + SeedName
	if strings.HasSuffix(filepath.ToSlash(file), usual) {
		return "~" + usual
	}
	return file
}

// Exists reports whether the file exists, or may exist in a folder that cannot be read.
func (s SeedFile) Exists() bool {
	if s.Root == nil {
		return s.Shown != "" && !errors.Is(s.Err, fs.ErrNotExist)
	}
	_, err := s.Root.Lstat(s.Name)
	return err == nil
}
