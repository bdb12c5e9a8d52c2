package places

import (
	"os"
	"path"
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
	// Full are the folders in which there is no room for a decision: names in the vault, and
	// the absolute path of the ledger's folder.
	Full []string
}

// Guard is a folder on which decisions rest, or an approved file, and who may write there.
type Guard struct {
	// Path is relative to the vault, empty for the ledger's folder, which lies outside.
	Path string
	// File is true for an approved file. Only those that others may change are listed.
	File bool
	// Others are the other accounts and groups that may write there, by owner, mode and, on
	// Linux, access list; root is left aside. Known is false on systems that do not tell.
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
		if g, ok := guardOf(v.full(name)); ok {
			g.Path = name
			s.Guards = append(s.Guards, g)
		}
	}
	if v.Opts.StateDir != "" {
		if g, ok := guardOf(v.StateDir()); ok {
			s.Guards = append(s.Guards, g)
		}
	}
	for _, dir := range l.Dirs[FolderApproved] {
		s.Guards = append(s.Guards, v.changeable(dir)...)
	}
	s.FileSystem, s.Whole = disk.FileSystemOf(v.Dir)
	s.FoldsCase = v.foldsCase(l)
	s.Full = v.fullFolders(l)
	return s, nil
}

// fullFolders lists the folders of decisions that lie on a full file system.
func (v *Vault) fullFolders(l Layout) (names []string) {
	at := map[string]string{"the vault's folder": v.Dir}
	order := []string{"the vault's folder"}
	for _, f := range []Folder{FolderApproved, FolderRejected, FolderPending, FolderPlans, FolderLogs} {
		for _, name := range l.Dirs[f] {
			order, at[name] = append(order, name), v.full(name)
		}
	}
	if v.Opts.StateDir != "" {
		order, at[v.StateDir()] = append(order, v.StateDir()), v.StateDir()
	}
	for _, name := range order {
		if disk.IsFull(at[name]) {
			names = append(names, name)
		}
	}
	return names
}

// full is the absolute path of a name in the vault.
func (v *Vault) full(name string) string { return filepath.Join(v.Dir, filepath.FromSlash(name)) }

// guardOf tells who else may write in a folder. One that is not there yet has none.
func guardOf(dir string) (Guard, bool) {
	if _, err := os.Stat(dir); err != nil {
		return Guard{}, false
	}
	others, known := disk.OtherWriters(dir)
	return Guard{Others: others, Known: known}, true
}

// changeable lists the files of a folder that others may change.
func (v *Vault) changeable(dir string) (files []Guard) {
	// A folder that cannot be listed is a problem of its own.
	entries, _ := disk.ReadDir(v.Disk.Root, dir)
	for _, e := range entries {
		if !e.Type().IsRegular() || isPassedOver(FolderApproved, e) {
			continue
		}
		name := path.Join(dir, e.Name())
		if others, known := disk.OtherWriters(v.full(name)); len(others) > 0 {
			files = append(files, Guard{Path: name, File: true, Others: others, Known: known})
		}
	}
	return files
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
