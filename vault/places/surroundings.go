package places

import (
	"os"
	"path/filepath"
	"strings"

	"coldstart/vault/disk"
)

// Surroundings is what decisions rest on besides the files: who else may write where it
// counts, and what the file system can do.
type Surroundings struct {
	Guards []Guard
	// FileSystem is the kind of the vault's file system, empty where unknown. Whole is true
	// when it is known to have all that decisions use: an exchange of names, hard links, and
	// files that survive a power cut.
	FileSystem string
	Whole      bool
	// FoldsCase is true when names that differ only in capital letters are one.
	FoldsCase bool
}

// Guard is a folder on which decisions rest, and who may write in it.
type Guard struct {
	// Path is relative to the vault, empty for the ledger's folder, which lies outside.
	Path string
	// Others are the other accounts and groups that may write there, by owner and mode;
	// access lists and root are left aside. Known is false on systems that do not tell.
	Others []string
	Known  bool
}

// Surroundings looks at the folders for approvals and at the operator's own.
func (v *Vault) Surroundings() (Surroundings, error) {
	l, err := v.Layout()
	if err != nil {
		return Surroundings{}, disk.FileError("reading", v.Dir, err)
	}
	var s Surroundings
	// Whoever may write in the vault's folder can replace the folders in it.
	for _, name := range append([]string{"."}, l.Dirs[FolderApproved]...) {
		if g, ok := guardOf(filepath.Join(v.Dir, filepath.FromSlash(name))); ok {
			g.Path = name
			s.Guards = append(s.Guards, g)
		}
	}
	if v.Opts.StateDir != "" {
		if g, ok := guardOf(v.StateDir()); ok {
			s.Guards = append(s.Guards, g)
		}
	}
	s.FileSystem, s.Whole = disk.FileSystemOf(v.Dir)
	s.FoldsCase = v.foldsCase(l)
	return s, nil
}

// foldsCase looks whether a folder that is there is found by another spelling too.
func (v *Vault) foldsCase(l Layout) bool {
	for _, names := range l.Dirs {
		for _, name := range names {
			other := strings.ToUpper(name)
			if other == name {
				other = strings.ToLower(name)
			}
			a, errA := v.Disk.Root.Lstat(name)
			b, errB := v.Disk.Root.Lstat(other)
			if other != name && errA == nil && errB == nil {
				return os.SameFile(a, b)
			}
		}
	}
	return false
}
