package vault

import "coldstart/model"

// Bounds on what is read. Reaching one is reported as a Problem that names the
// number; nothing is cut silently.
const (
	// maxDocument is the largest plan or request in bytes. Real ones reach 87 kB.
	maxDocument = 1 << 20
	// maxTrace is the largest trace in bytes. Workflows only ever add to theirs.
	maxTrace = 32 << 20
	// maxJournal is the largest journal in bytes; 20,000 entries are about 12 MB.
	maxJournal = 32 << 20
	// maxJournalHead is the largest front matter of a journal in bytes, which lists
	// every attempt: 20,000 are about 2.5 MB. Without that list text.MaxFront holds.
	maxJournalHead = 8 << 20
	// maxFaults is how many faults of one file of a research project are told.
	maxFaults = 20
	// maxGapText is how long the text of a proof's gap may be in bytes.
	maxGapText = 2 << 10
	// maxSeed is the largest seed.json in bytes. Agents rewrite it whole each time.
	maxSeed = 16 << 20
	// maxSeedFaults is how many faults of one seed.json are named.
	maxSeedFaults = 50
	// maxFolder is the most entries read from one folder.
	maxFolder = 100_000
	// maxDepth is how many folders below a watched folder are looked into.
	maxDepth = 3
	// maxLine is the longest line of an event log in bytes.
	maxLine = 4 << 20
	// maxEventField is how long what is kept of an event may be, such as its session
	// or its agent.
	maxEventField = 1 << 10
	// maxSessions is how many sessions of one log are told apart.
	maxSessions = 100_000
	// maxVaultEntries is how many names of the whole vault are looked at in search
	// of traces.
	maxVaultEntries = 200_000
	// maxWatches is how many folders the system is asked to tell of.
	maxWatches = 4096
	// maxSessionLines and maxSessionBytes are how much of one session is shown from
	// its beginning and again from its end.
	maxSessionLines = 200
	maxSessionBytes = 256 << 10
	// maxLedger is the largest ledger in bytes that is read at start.
	maxLedger = 64 << 20
	// maxLook is the largest list in bytes of what the operator saw last, maxLookTitle
	// the longest title in it. maxKeptText and maxKeptTexts bound the texts that are kept
	// with it, each and together.
	maxLook      = 32 << 20
	maxLookTitle = 200
	maxKeptText  = 64 << 10
	maxKeptTexts = 4 << 20
	// maxOwnFile is the largest file in bytes of the operator's pin or of their message to
	// the next session.
	maxOwnFile = 64 << 10
	// maxConfig is the largest settings file of the operator in bytes.
	maxConfig = 64 << 10
	// maxDayLog is the largest daily log in bytes that an entry is added to by
	// rewriting it.
	maxDayLog = 16 << 20
)

// defaultMode is the permissions of new files that have no model among the files
// they belong to.
const defaultMode = 0o644

// limitOf gives the largest file in bytes that is read whole, by what it is.
func limitOf(k model.Kind) int64 {
	switch k {
	case model.KindTrace:
		return maxTrace
	case model.KindJournal, model.KindEntry:
		return maxJournal
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return maxSeed
	}
	return maxDocument
}
