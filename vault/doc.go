// Package vault reads and changes the folder in which agents leave their state.
// It is the only package of coldstart that touches files.
//
// Reading is tolerant and bounded: every file is opened below one os.Root without
// following it out of the vault, no more than a limit is read, and what cannot be
// understood becomes a model.Problem instead of a missing row. Opening and
// loading a vault never write to it.
//
// Watching (Changed) tells that something changed, never what: the answer to it is
// another load. What the system tells of a folder is a hint to look at the stamps of
// all files, and they are looked at now and then without any hint. What could not be
// read again stays in the snapshot, marked as stale.
//
// Writing happens only for a decision (Decide) or to finish one that a killed
// process left half done (Recover). A decision is bound to the hash of the bytes
// the operator saw, publishes exactly those bytes in a new file, and is recorded
// in a ledger outside the vault before and after. Files that belong to the agents
// are edited by byte range; every other byte stays. decide.go tells the whole
// order of steps. Nothing is ever run, but git for a commit that the operator asked
// for (package git), and that without anything which the repository would run.
package vault
