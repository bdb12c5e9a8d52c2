package vault

const (
	// briefLedger is how much of the ledger is read, from its end.
	briefLedger = 4 << 20
)
