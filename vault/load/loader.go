// Package load reads all sources into one picture of the vault, ties what they say to
// each other, and holds it against what the operator decided.
package load

import (
	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/state"
)

// Loader reads one vault again and again.
type Loader struct {
	where *places.Where
	state *state.Folder
	// spare marks files that are still being written.
	spare func(*model.Snapshot)
	// last is what the load before found, for what cannot be read again.
	last lastLoad
	// Memo is what files said at the load before.
	Memo source.Cache
}

// New gives the loader of a vault. Spare takes back what a load says against files that
// are still being written.
func New(w *places.Where, s *state.Folder, spare func(*model.Snapshot)) *Loader {
	return &Loader{where: w, state: s, spare: spare}
}
