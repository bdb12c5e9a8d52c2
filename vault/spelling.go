package vault

import (
	"slices"
	"strings"
)

// Spelling is a folder that has a meaning for the agents: how this vault writes
// its name and how the seed documents do.
type Spelling struct {
	Name string
	Seed string
}

// Spellings lists the folders that have a meaning by their names, in name order.
func (v *Vault) Spellings() ([]Spelling, error) {
	l, err := v.layout()
	if err != nil {
		return nil, fileError("reading", v.dir, err)
	}
	var out []Spelling
	for f, names := range l.dirs {
		if l.places.folders.Named(f) != nil {
			continue
		}
		for _, name := range names {
			out = append(out, Spelling{Name: name, Seed: folderNames[f]})
		}
	}
	slices.SortFunc(out, func(a, b Spelling) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
