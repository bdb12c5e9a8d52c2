package plans

import (
	"slices"
	"strings"

	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// Spelling is a folder that has a meaning for the agents: how this vault writes
// its name and how the seed documents do.
type Spelling struct {
	Name string
	Seed string
}

// Spellings lists the folders that have a meaning by their names, in name order.
func Spellings(w *places.Where) ([]Spelling, error) {
	l, err := w.Layout()
	if err != nil {
		return nil, disk.FileError("reading", w.Dir, err)
	}
	var out []Spelling
	for f, names := range l.Dirs {
		if l.Places.Folders.Named(f) != nil {
			continue
		}
		for _, name := range names {
			out = append(out, Spelling{Name: name, Seed: places.FolderNames[f]})
		}
	}
	slices.SortFunc(out, func(a, b Spelling) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
