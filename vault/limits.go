package vault

import (
	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/traces"
)

const (
	// maxWatches is how many folders the system is asked to tell of.
	maxWatches = 4096
	// maxLedger is the largest ledger in bytes that is read at start.
	maxLedger = 64 << 20
)

// limitOf gives the largest file in bytes that is read whole, by what it is.
func limitOf(k model.Kind) int64 {
	switch k {
	case model.KindTrace:
		return traces.MaxTrace
	case model.KindJournal, model.KindEntry:
		return journal.MaxJournal
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return memory.MaxSeed
	}
	return source.MaxDocument
}
