package phrase

import (
	"testing"

	"coldstart/model"
)

func TestEachEndingHasItsOwnWords(t *testing.T) {
	t.Parallel()
	said := map[string]model.Ending{}
	for e := model.EndingUnknown; e <= model.EndingDone; e++ {
		if other, ok := said[Ended(e)]; ok {
			t.Errorf("%s and %s are both %q", other, e, Ended(e))
		}
		said[Ended(e)] = e
	}
	for sure, want := range map[model.Basis]string{model.BasisDeclared: "confirmed", model.BasisDerived: "from its transcript", model.BasisGuessed: "a guess", model.BasisNone: "a guess"} {
		if got := sureWords(sure); got != want {
			t.Errorf("%s is %q, want %q", sure, got, want)
		}
	}
}
