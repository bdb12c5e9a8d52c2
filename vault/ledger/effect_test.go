package ledger

import (
	"testing"

	"coldstart/model"
)

// A rule without an effect would be told as a change of any other file, in the sentence by which
// one approves.
func TestEachRuleSaysWhatItsChangesDo(t *testing.T) {
	t.Parallel()
	for rule := range RuleFiles {
		ops := []Operation{NewFile("a", nil, 0o600), {Do: OpRemove, Path: "b"}}
		Follow(rule, ops)
		if e := ops[0].Shown.Effect; e == 0 || e.String() == model.Effect(0).String() {
			t.Errorf("%s: the change has the effect %q", rule, e)
		}
		for _, o := range ops {
			if o.Rule != rule || o.What != RuleFiles[rule] {
				t.Errorf("%s: %+v", rule, o)
			}
		}
	}
}
