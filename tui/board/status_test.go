package board

import (
	"testing"

	"coldstart/model"
	"coldstart/model/view"
)

// A status that no file says is no word that somebody misspelt.
func TestOnlyAWordOfTheFileIsNotAKnownStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		word  string
		basis model.Basis
		want  string
	}{
		{"on hold", model.BasisDeclared, "on hold (not a known status)"},
		{"progress is not kept", model.BasisDerived, "progress is not kept"},
		{"", model.BasisDeclared, "Unknown"},
	} {
		p := model.Plan{Status: model.Status{State: model.StateUnknown, Word: c.word}, Reading: model.PlanReading{Status: c.basis}}
		if got := view.StatusWords(p); got != c.want {
			t.Errorf("%q, %s: %q, want %q", c.word, c.basis, got, c.want)
		}
	}
}
