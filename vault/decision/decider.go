package decision

import (
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Decider makes the operator's decisions in one vault.
type Decider struct {
	where *places.Where
	state *state.Folder
	load  *load.Loader
}

// New gives the decider of a vault.
func New(w *places.Where, s *state.Folder, l *load.Loader) *Decider {
	return &Decider{where: w, state: s, load: l}
}
