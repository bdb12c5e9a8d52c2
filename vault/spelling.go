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

// Spellings lists the folders with a meaning, in name order.
func (v *Vault) Spellings() ([]Spelling, error) {
	l, err := readLayout(v.disk.root)
	if err != nil {
		return nil, fileError("reading", v.dir, err)
	}
	var out []Spelling
	for f, names := range l {
		for _, name := range names {
			out = append(out, Spelling{Name: name, Seed: folderNames[f]})
		}
	}
	slices.SortFunc(out, func(a, b Spelling) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}
