package state_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

// given hands the message over as a session start does, and says which text it gave.
func given(t *testing.T, v *vaulttest.Vault, session string, fails error) (text string, err error) {
	t.Helper()
	calls := 0
	err = v.Deliver(t.Context(), model.Delivery{Session: session, At: vaulttest.Eleven}, func(m model.Message, trouble error) error {
		calls++
		text = m.Text
		if trouble != nil {
			t.Errorf("trouble: %v", trouble)
		}
		return fails
	})
	if calls != 1 {
		t.Errorf("given %d times", calls)
	}
	return text, err
}

func keep(t *testing.T, v *vaulttest.Vault, text string) model.Message {
	t.Helper()
	before := must.Get(v.KeepMessage(t.Context(), text, vaulttest.Eleven.Add(-time.Hour)))(t)
	return before
}

func TestAMessageIsGivenOnce(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	before := vaulttest.TreeOf(t, v.Dir())
	keep(t, v, "Ask Northreach first")
	if was := keep(t, v, "Ask Northreach twice"); was.Text != "Ask Northreach first" || !was.Waits() {
		t.Errorf("it replaces %+v", was)
	}
	if m := vaulttest.MustLoad(t, v).Message; !m.Waits() || !m.At.Equal(vaulttest.Eleven.Add(-time.Hour)) {
		t.Errorf("kept %+v", m)
	}
	// What could not be written out was not given.
	broken := errors.New("broken pipe")
	if text, err := given(t, v, "8", broken); text != "Ask Northreach twice" || !errors.Is(err, broken) {
		t.Errorf("gave %q, %v", text, err)
	}
	if text, err := given(t, v, "8", nil); text != "Ask Northreach twice" || err != nil {
		t.Errorf("gave %q, %v", text, err)
	}
	if text, err := given(t, v, "9", nil); text != "" || err != nil {
		t.Errorf("gave %q again, %v", text, err)
	}
	if m := vaulttest.MustLoad(t, v).Message; m.Waits() || m.Delivered != (model.Delivery{Session: "8", At: vaulttest.Eleven}) || m.Text != "Ask Northreach twice" {
		t.Errorf("afterwards %+v", m)
	}
	if was := keep(t, v, ""); was.Waits() || vaulttest.MustLoad(t, v).Message.Text != "" {
		t.Errorf("cleared %+v", was)
	}
	vaulttest.SameFiles(t, "the vault", vaulttest.TreeOf(t, v.Dir()), before)
}

func TestOneOfManyStartsGetsTheMessage(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	keep(t, v, "Ask Northreach first")
	var got [8]string
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			own, err := vaulttest.Open(v.Dir(), v.Where.Opts)
			if err != nil {
				t.Error(err)
				return
			}
			defer own.Close()
			if err := own.Deliver(t.Context(), model.Delivery{Session: "8", At: vaulttest.Eleven}, func(m model.Message, _ error) error {
				got[i] = m.Text
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if told := slices.DeleteFunc(got[:], func(text string) bool { return text == "" }); len(told) != 1 {
		t.Errorf("%d starts gave it", len(told))
	}
}

func TestWhatKeepsAMessageFromBeingNoted(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	keep(t, v, "Ask Northreach first")
	only := must.Get(vaulttest.Open(v.Dir(), places.Options{StateDir: v.Where.Opts.StateDir, ReadOnly: true}))(t)
	defer only.Close()
	if text, err := given(t, only, "8", nil); text == "" || err != nil || !vaulttest.MustLoad(t, v).Message.Waits() {
		t.Errorf("read-only: gave %q, %v", text, err)
	}
	if _, err := v.KeepMessage(t.Context(), strings.Repeat("ß", model.MaxNote+1), vaulttest.Eleven); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("a long one: %v", err)
	}
	must.Do(t, os.WriteFile(filepath.Join(v.Where.StateDir(), state.MessageName), []byte("{"), 0o600))
	if s := vaulttest.MustLoad(t, v); s.Message.Text != "" || !vaulttest.HasProblem(s, state.MessageName) {
		t.Errorf("damaged: %+v, %+v", s.Message, s.Problems)
	}
	if err := v.Deliver(t.Context(), model.Delivery{}, func(m model.Message, trouble error) error {
		if m.Text != "" || trouble == nil {
			t.Errorf("damaged: gave %+v, %v", m, trouble)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	keep(t, v, "Once more")
	if text, _ := given(t, v, "8", nil); text != "Once more" {
		t.Errorf("gave %q", text)
	}
}
