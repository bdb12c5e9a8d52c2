package decision_test

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault/source/daylog"
)

func TestTheDayLogInTheVault(t *testing.T) {
	t.Parallel()
	for name, log := range map[string]string{"array": "[\n  {}\n]\n", "lines": "{\"timestamp\":1}\n{\"torn"} {
		t.Run(name, func(t *testing.T) {
			v := decidingVault(t, blockedVault().With(files{dayFile: log}))
			receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
			got := treeOf(t, v.Dir())[dayFile]
			if len(receipt.Notices) > 0 || strings.Count(got, receipt.ID) != 1 {
				t.Errorf("the log is %q, notices %q", got, receipt.Notices)
			}
			change := receipt.Changes[len(receipt.Changes)-1]
			if change.Kind != model.ChangeAppend || !strings.Contains(got, strings.Join(change.After, "\n")) {
				t.Errorf("change = %+v", change)
			}
		})
	}
	t.Run("too large", func(t *testing.T) {
		log := "[" + strings.Repeat(" ", daylog.MaxSize) + "]"
		v := decidingVault(t, blockedVault().With(files{dayFile: log}))
		receipt := mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
		if got := treeOf(t, v.Dir())[dayFile]; got != log || !strings.Contains(strings.Join(receipt.Notices, "\n"), "too large") {
			t.Errorf("the log has %d bytes, notices %q", len(got), receipt.Notices)
		}
	})
}
