// Package session writes what agents have to say: the start and the end of a session,
// lines of a plan's log, entries of a journal, drafts of requests. None of it decides.
package session

import (
	"coldstart/vault/decision"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Recorder writes for agents in one vault.
type Recorder struct {
	where  *places.Where
	state  *state.Folder
	load   *load.Loader
	decide *decision.Decider
}

// New gives the recorder of a vault.
func New(w *places.Where, s *state.Folder, l *load.Loader, d *decision.Decider) *Recorder {
	return &Recorder{where: w, state: s, load: l, decide: d}
}
