package decision_test

import (
	"errors"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/vault/places"
)

// Logs are only added to: the same line of the same second stands in them twice.
func TestApprovedUndoneAndApprovedInOneSecondIsLoggedThrice(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	mustDecide(t, v, undoOf(t, v, ""))
	mustDecide(t, v, wish(t, v, payFile, model.ChoiceApprove, ""))
	lines := strings.Split(v.TextOf(t, planFile), "\n")
	got := strings.Join(lines[len(lines)-3:], "\n")
	want := approvedLine + "\n- [2026-02-21T11:00:00Z] Operator: Undid approval of step 2 — pay.md\n" + approvedLine
	if got != want {
		t.Errorf("the log ends in\n%s\nwant\n%s", got, want)
	}
}

// What was decided once does not answer for another text that waits under the same name.
func TestARequestThatWaitsAgainIsNotTheOneDecided(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, path, file, again string
		files                   files
	}{
		{"request", payFile, payFile, payRequest + "and a tip\n", blockedVault()},
		{"proposal", places.SeedName + "#pro_1", places.SeedName, strings.Replace(examples.Seed, "with photographs", "with pictures", 1), files{places.SeedName: examples.Seed}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, tt.files)
			choice := model.ChoiceApprove
			if tt.name == "proposal" {
				choice = model.ChoiceAccept
			}
			d := wish(t, v, tt.path, choice, "")
			mustDecide(t, v, d)
			v.Overwrite(t, tt.file, tt.again)
			if changes, err := v.Preview(t.Context(), d); !errors.Is(err, model.ErrConflict) {
				t.Errorf("Preview = %+v, %v", changes, err)
			}
			if receipt, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
				t.Errorf("Decide = %+v, %v", receipt, err)
			}
		})
	}
}
