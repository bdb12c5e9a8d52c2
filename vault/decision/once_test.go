package decision_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Of two who decide at once one succeeds: who had to wait for the other is not told that
// it was done already.
func TestWhoWaitedForTheSameDecisionGetsAConflict(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	mustDecide(t, v, d)
	synctest.Test(t, func(t *testing.T) {
		held, err := state.Of(openVault(t, filepath.Dir(v.Dir()), "state").Where).Lock(t.Context())
		must.Do(t, err)
		said := make(chan error)
		go func() {
			_, err := v.Decide(t.Context(), d)
			said <- err
		}()
		synctest.Wait()
		must.Do(t, held.Release())
		if err := <-said; !errors.Is(err, model.ErrConflict) {
			t.Errorf("after waiting: %v", err)
		}
		if again := mustDecide(t, v, d); !again.Already {
			t.Errorf("without waiting: %+v", again)
		}
	})
}

// A proposal that is pending again is a new one, also when somebody decides on the text
// that was accepted before.
func TestAProposalThatComesBackIsANewOne(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, "")
	mustDecide(t, v, d)
	if again := mustDecide(t, v, d); !again.Already {
		t.Errorf("the same once more: %+v", again)
	}
	v.Overwrite(t, places.SeedName, strings.Replace(examples.Seed, "with photographs", "with letters", 1))
	refusedWith(t, v, d, model.ErrConflict, "changed since it was seen")
}

// A newer text is seen before the pending copy is moved, so that agents never miss it.
func TestANewerTextIsNotMoved(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	d := wish(t, v, payFile, model.ChoiceApprove, "")
	v.Where.Disk.Before = func(op, name string) {
		switch {
		case op == "link" && name == "Approved/pay.md":
			v.Overwrite(t, payFile, "newer")
		case op == "rename" && strings.HasPrefix(name, "Pending_Approval/"):
			t.Errorf("%s %s", op, name)
		}
	}
	if got := mustDecide(t, v, d); len(got.Notices) != 1 || !strings.Contains(got.Notices[0], "a newer text is still pending") {
		t.Errorf("notices %q", got.Notices)
	}
}
