package places

import (
	"slices"
	"strings"
)

// Nearness is how closely a folder is looked at.
type Nearness int

const (
	// Far folders are looked through for traces only.
	Far Nearness = iota
	// Near folders hold work: each file in them counts.
	Near
)

// ExactFiles are the files that are read wherever they lie, apart from those in
// near folders. The folders around them are hidden, and not looked through.
func (p Places) ExactFiles() []string {
	return append([]string{p.ResearchConfig(), SeedName}, p.eventLogs()...)
}

// NearnessOf says how closely a folder is looked at that is not below a near one.
func (p Places) NearnessOf(name string) Nearness {
	named := func(n namedPlace) bool { return n.Path == name && n.HoldsWork() }
	if slices.Contains(p.workFolders(), name) || slices.ContainsFunc(p.Lines, named) || !strings.Contains(name, "/") && FolderAt(p.Folders, name) != FolderNone {
		return Near
	}
	return Far
}
