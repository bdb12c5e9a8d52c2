package vault

// Bounds on what is read. Reaching one is reported as a Problem that names the
// number; nothing is cut silently.
const (
	// maxDocument is the largest plan or request in bytes. Real ones reach 87 kB.
	maxDocument = 1 << 20
	// maxFrontmatter is the largest front matter in bytes.
	maxFrontmatter = 64 << 10
	// maxFolder is the most entries read from one folder.
	maxFolder = 20_000
	// maxDepth is how many folders below a watched folder are looked into.
	maxDepth = 3
	// maxLine is the longest line of an event log in bytes.
	maxLine = 4 << 20
	// maxVaultEntries is how many names of the whole vault are looked at in search
	// of traces.
	maxVaultEntries = 200_000
	// maxSessionLines is how many lines of one session are shown from its
	// beginning and again from its end.
	maxSessionLines = 200
	// maxLedger is the largest ledger in bytes that is read at start.
	maxLedger = 64 << 20
	// maxDayLog is the largest daily log in bytes that an entry is added to by
	// rewriting it.
	maxDayLog = 16 << 20
)

// defaultMode is the permissions of new files that have no model among the files
// they belong to.
const defaultMode = 0o644
