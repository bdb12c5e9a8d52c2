package settings

const (
	// maxConfig is the largest settings file of the operator in bytes.
	maxConfig = 64 << 10
)
