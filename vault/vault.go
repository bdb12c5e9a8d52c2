// Package vault reads and changes the folder in which agents leave their state.
// It is the only package of coldstart that touches files.
//
// Reading is tolerant and bounded: every file is opened below one os.Root without
// following it out of the vault, no more than a limit is read, and what cannot be
// understood becomes a model.Problem instead of a missing row. Opening and
// loading a vault never write to it.
//
// Watching (Changed) tells that something changed, never what: the answer to it is
// another load. What the system reports of a folder is a hint to look at the stamps of
// all files, and they are looked at now and then without any hint. What could not be
// read again stays in the snapshot, marked as stale.
//
// Writing happens only for a decision (Decide) or to finish one that a killed
// process left half done (Recover). A decision is bound to the hash of the bytes
// the operator saw, publishes exactly those bytes in a new file, and is recorded
// in a ledger outside the vault before and after. Files that belong to the agents
// are edited by byte range; every other byte stays. Package decision tells the
// order of steps. Nothing is ever run, but git for a commit that the operator asked
// for (package git), and that without anything which the repository would run.
package vault

import (
	"coldstart/vault/decision"
	"coldstart/vault/inspect"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/session"
	"coldstart/vault/state"
	"coldstart/vault/watch"
)

// Options are the settings of one opened vault.
type Options = places.Options

// Vault is one opened vault. Its methods may be called from several goroutines.
type Vault struct {
	where   *places.Vault
	state   *state.Folder
	ledger  *ledger.Ledger
	load    *load.Loader
	inspect *inspect.Inspector
	decide  *decision.Decider
	session *session.Recorder
	watch   *watch.Watcher
}

// Open opens the vault at dir, which must be a folder. Nothing is written.
func Open(dir string, o Options) (*Vault, error) {
	where, err := places.Open(dir, o)
	if err != nil {
		return nil, err
	}
	return On(where), nil
}

// On is a vault whose folder is open already.
func On(where *places.Vault) *Vault {
	v := &Vault{where: where, ledger: ledger.Open(where)}
	v.watch = watch.New(v.where)
	v.state = state.Of(v.where)
	v.load = load.New(v.where, v.state, v.ledger, v.watch.Spare)
	v.inspect = inspect.New(v.where, v.ledger, v.load)
	v.decide = decision.New(v.where, v.state, v.ledger, v.load)
	v.session = session.New(v.where, v.state, v.load, v.decide)
	return v
}

// Close ends a watch and gives the vault's handles back.
func (v *Vault) Close() error {
	v.watch.Close()
	return v.where.Close()
}

// Dir is the vault's absolute path.
func (v *Vault) Dir() string { return v.where.Dir }
