package model

// How says by what a decision was made.
type How int

// The ways to decide. Decisions of earlier versions do not say.
const (
	HowUnknown How = iota
	// HowScreen is a key of the screen, or its plain lines.
	HowScreen
	// HowTerminal is a command whose standard input is a terminal, HowScript any other.
	HowTerminal
	HowScript

	howCount
)

// String gives the name used in the ledger and in JSON.
func (h How) String() string { return word(h, "unknown", "screen", "terminal", "script") }

// ParseHow reads a name; HowUnknown for any other text.
func ParseHow(name string) How {
	for h := range howCount {
		if h.String() == name {
			return h
		}
	}
	return HowUnknown
}
