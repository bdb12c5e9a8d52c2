package model

// Basis says how we know a value that was read from a vault. Real vaults are
// written by many programs, so a value that was looked for is worth less than one
// that the file states, and the operator has to see which of the two it is.
type Basis int

// The bases, from nothing to the weakest. The zero value belongs to a value that
// is not given.
const (
	// BasisNone stands for a value that was not found.
	BasisNone Basis = iota
	// BasisDeclared is for a value that a key, a bold line or a table of the file
	// states.
	BasisDeclared
	// BasisFolder is for a value that follows from where the file lies.
	BasisFolder
	// BasisDerived is for a value that was worked out of other parts of the file by
	// a rule that holds for every file.
	BasisDerived
	// BasisGuessed is for a value that was found by a rule that is often right.
	BasisGuessed
)

// String gives the basis in one word or two, for people and JSON.
func (b Basis) String() string {
	switch b {
	case BasisDeclared:
		return "declared"
	case BasisFolder:
		return "folder"
	case BasisDerived:
		return "derived"
	case BasisGuessed:
		return "guessed"
	}
	return "not given"
}
