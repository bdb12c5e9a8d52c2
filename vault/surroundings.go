package vault

import (
	"os"
	"path/filepath"
	"strings"

	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Surroundings is what decisions rest on besides the files themselves: who else may
// write where it counts, and what the file system can do.
type Surroundings struct {
	Guards []Guard
	// FileSystem is the kind of the vault's file system, empty where nobody tells it.
	// Whole is true when it is known to have all that decisions use: an exchange of
	// names, hard links, and files that stay when the power goes.
	FileSystem string
	Whole      bool
	// FoldsCase is true when two names that differ in capital letters only are one.
	FoldsCase bool
}

// Guard is a folder on which decisions rest, and who may write in it.
type Guard struct {
	// Path is relative to the vault, empty for the ledger's folder, which lies outside.
	Path string
	// Others are the accounts and groups besides this one that may write there, going
	// by owner and mode. Known is false on systems that do not tell. Access lists are
	// not looked at, and root may write anywhere.
	Others []string
	Known  bool
}

// Surroundings looks at the folders for approvals and at the operator's own. It writes
// nothing.
func (v *Vault) Surroundings() (Surroundings, error) {
	l, err := v.where.Layout()
	if err != nil {
		return Surroundings{}, disk.FileError("reading", v.where.Dir, err)
	}
	var s Surroundings
	// Whoever may write in the vault itself can put another folder in the place of one.
	for _, name := range append([]string{"."}, l.Dirs[places.FolderApproved]...) {
		if g, ok := guardOf(filepath.Join(v.where.Dir, filepath.FromSlash(name))); ok {
			g.Path = name
			s.Guards = append(s.Guards, g)
		}
	}
	if v.where.Opts.StateDir != "" {
		if g, ok := guardOf(v.where.StateDir()); ok {
			s.Guards = append(s.Guards, g)
		}
	}
	s.FileSystem, s.Whole = disk.FileSystemOf(v.where.Dir)
	s.FoldsCase = v.foldsCase(l)
	return s, nil
}

// foldsCase looks whether a folder that is there is found by another spelling too.
func (v *Vault) foldsCase(l places.Layout) bool {
	for _, names := range l.Dirs {
		for _, name := range names {
			other := strings.ToUpper(name)
			if other == name {
				other = strings.ToLower(name)
			}
			a, errA := v.where.Disk.Root.Lstat(name)
			b, errB := v.where.Disk.Root.Lstat(other)
			if other != name && errA == nil && errB == nil {
				return os.SameFile(a, b)
			}
		}
	}
	return false
}
