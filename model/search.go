package model

import (
	"path"
	"slices"
	"strings"
)

// Search is what a load looked for.
type Search struct {
	// Own are the vault's own sources, with the places by which most vaults are known.
	Own []Sought
	// Guests are the other programs that are known.
	Guests []Sought
	// UpTo is how far up was looked, as people read it. It is empty where the folder was named.
	UpTo string
	// Repository is true if that is the root of a repository.
	Repository bool
}

// Sought is a source that is looked for.
type Sought struct {
	// Name is one of the vault's own sources, or another program, for people.
	Name string
	// Signs are files and folders any of which may show that it is here.
	Signs []string
}

// The names of the vault's own sources.
const (
	OwnPlans   = "plans and requests"
	OwnEvents  = "event log"
	OwnWork    = "work items"
	OwnTraces  = "traces"
	OwnJournal = "journal"
	OwnMemory  = "memory"
)

// Names are the places of the vault's own sources.
func (s Search) Names() (names []string) {
	for _, own := range s.Own {
		names = append(names, own.Signs...)
	}
	return names
}

// Marks are what the other programs are known by, one each: the top of their first sign, a folder
// with a slash behind it.
func (s Search) Marks() (marks []string) {
	for _, g := range s.Guests {
		parts := strings.Split(g.Signs[0], "/")
		n := 1
		if parts[0] == "docs" {
			// Many have one.
			n = min(2, len(parts))
		}
		mark := strings.Join(parts[:n], "/")
		if n < len(parts) || path.Ext(strings.TrimPrefix(path.Base(mark), ".")) == "" {
			mark += "/"
		}
		if !slices.Contains(marks, mark) {
			marks = append(marks, mark)
		}
	}
	return marks
}
