package model

import "testing"

func TestBasisNames(t *testing.T) {
	t.Parallel()
	for basis, want := range map[Basis]string{
		BasisNone:     "not given",
		BasisDeclared: "declared",
		BasisFolder:   "folder",
		BasisDerived:  "derived",
		BasisGuessed:  "guessed",
		Basis(99):     "not given",
	} {
		if got := basis.String(); got != want {
			t.Errorf("basis %d is %q, want %q", int(basis), got, want)
		}
	}
}
