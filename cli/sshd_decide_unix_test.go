//go:build unix

package cli

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"coldstart/cli/remote"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/tui"
	"coldstart/vault"
)

// errand is a decision of the operator, as a screen makes it.
type errand struct {
	choice model.Choice
	ref    model.Ref
	note   string
	// typed is the target that has to be typed.
	typed string
	step  int
	sure  bool
}

func onRequest(c model.Choice, name, note string) errand {
	return errand{choice: c, ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/" + name}, note: note}
}

// The requests of the example vault that tests decide.
const (
	pricesRequest = "2026-03-13T09-41-37Z_api_call_https-bookings-saltmarsh-wheelworks-exam.md"
	tyresRequest  = "PAYMENT_2026-03-13_velmora_tyres.md"
	truingRequest = "LINKEDIN_2026-03-12_truing_evening.md"
)

// errands is one of each kind, all on the same vault, one after the other.
func errands() []errand {
	trace := func(c model.Choice, name string) errand {
		return errand{choice: c, ref: model.Ref{Kind: model.KindTrace, Path: "runs/" + name + "/trace.md"}, note: "as agreed"}
	}
	proposal := func(c model.Choice, id string) errand {
		return errand{choice: c, ref: model.Ref{Kind: model.KindProposal, Path: "seed.json", Item: id}}
	}
	return []errand{
		onRequest(model.ChoiceApprove, pricesRequest, "prices are right"),
		{choice: model.ChoiceUndo},
		onRequest(model.ChoiceApprove, pricesRequest, ""),
		onRequest(model.ChoiceReject, tyresRequest, "the discount is not in the contract"),
		onRequest(model.ChoiceChanges, truingRequest, "name the \x1b[31mday\x1b[0m"),
		{choice: model.ChoiceAck, ref: model.Ref{Kind: model.KindSession, Path: ".claude/haios/governance-events.jsonl", Item: "244"}, sure: true},
		trace(model.ChoiceRerun, "quarterly-report"),
		trace(model.ChoiceSkip, "import-ledger"),
		proposal(model.ChoiceAccept, "Vt3xQ9pLd2"),
		proposal(model.ChoiceDecline, "mB7eKz40Wy"),
		{choice: model.ChoiceUndo},
	}
}

// decide looks, reads, previews and decides, all of it by what a screen is given.
func (e errand) decide(ctx context.Context, s tui.Store, id string) (model.Receipt, error) {
	d, err := e.seen(ctx, s)
	if err != nil {
		return model.Receipt{}, err
	}
	d.ID = id
	return s.Decide(ctx, d)
}

// seen is the decision, bound to what is there now.
func (e errand) seen(ctx context.Context, s tui.Store) (model.Decision, error) {
	d := model.Decision{Ref: e.ref, Choice: e.choice, Note: e.note, Typed: e.typed, Step: e.step, Sure: e.sure, How: model.HowScreen, At: demoStart()}
	snapshot, err := s.Load(ctx, demoStart())
	if err != nil {
		return d, err
	}
	if e.choice == model.ChoiceUndo {
		d.Ref, d.Undoes = snapshot.Undo.On, rule.Undone(snapshot.Undo.Past)
	}
	// What an undo is about may be gone.
	doc, err := s.Read(ctx, d.Ref)
	if err != nil && e.choice != model.ChoiceUndo {
		return d, err
	}
	d.Seen = doc.Seen
	if err != nil {
		d.Seen = model.FingerprintOf(nil)
	}
	changes, err := s.Preview(ctx, d)
	d.Foreseen = model.Foresee(changes)
	return d, err
}

// TestDecidedOverSSHAsHere makes the same decisions there and here: the files are the same in each
// byte afterwards, and so is what is said of them.
func TestDecidedOverSSHAsHere(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	there := m.vault("work/vault")
	here := demoVault(t)
	local := must.Get(vault.Open(here, vault.Options{StateDir: t.TempDir(), Operator: operatorHere}))(t)
	t.Cleanup(func() { local.Close() })
	far := m.connect(m.name).Store(remote.Listed{Name: "vault", Dir: "work/vault"})
	for i, e := range errands() {
		id := newID(i)
		want, wantErr := e.decide(t.Context(), local, id)
		got, err := e.decide(t.Context(), far, id)
		if err != nil || wantErr != nil {
			t.Fatalf("%v %s: there %v, here %v", e.choice, e.ref, err, wantErr)
		}
		if !reflect.DeepEqual(got.Changes, want.Changes) || got.Decision.Ref != want.Decision.Ref {
			t.Errorf("%v %s: the receipts differ:\nthere %+v\nhere  %+v", e.choice, e.ref, got, want)
		}
		sameFiles(t, e.choice.String(), files(t, there), files(t, here))
	}
	past, err := m.local(there, "lou@attic").History()
	if err != nil || len(past) != len(errands()) {
		t.Errorf("the ledger there has %d decisions (%v)", len(past), err)
	}
	for _, p := range past {
		if p.Operator != operatorHere || !strings.HasPrefix(p.Account, "lou@") {
			t.Errorf("the ledger there says %+v of %s", rule.By(p), p.Decision.Ref)
		}
	}
}

// sameFiles compares what lies there with what lies here, byte for byte.
func sameFiles(t *testing.T, when string, there, here map[string]string) {
	t.Helper()
	names := maps.Clone(there)
	maps.Copy(names, here)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if there[name] != here[name] {
			t.Errorf("%s: %s differs:\nthere %q\nhere  %q", when, name, there[name], here[name])
		}
	}
}

// TestTwoOperatorsRaceOverSSH has two operators decide the same request at the same time, over
// connections of their own or one of them on the machine itself: one decides, the other is told that
// somebody did.
func TestTwoOperatorsRaceOverSSH(t *testing.T) {
	t.Parallel()
	m := newMachine(t, "attic")
	first, second := m.connect(m.name), m.connectTo(remote.Host{Name: "attic", SSH: m.name}, "mira@cellar")
	for i := range whole.Rounds(4, 20) {
		dir := "round" + strconv.Itoa(i) + "/vault"
		there := m.vault(dir)
		rivals := []tui.Store{first.Store(remote.Listed{Name: "vault", Dir: dir}), second.Store(remote.Listed{Name: "vault", Dir: dir})}
		if i%2 == 1 {
			rivals[1] = m.local(there, "lou@attic")
		}
		race(t, there, rivals)
	}
}

// local opens a vault there without a connection, with the state folder of the account.
func (m *sshd) local(dir, operator string) *vault.Vault {
	m.Helper()
	v := must.Get(vault.Open(dir, vault.Options{StateDir: filepath.Join(m.home, ".local", "state", "coldstart"), Operator: operator}))(m)
	m.Cleanup(func() { v.Close() })
	return v
}

// race has one rival approve and the other reject what both see.
func race(t *testing.T, dir string, rivals []tui.Store) {
	t.Helper()
	before := files(t, dir)
	wants := []errand{thePrices(), onRequest(model.ChoiceReject, pricesRequest, "not yet")}
	var ready, over sync.WaitGroup
	failures := make([]error, 2)
	ready.Add(2)
	for i, s := range rivals {
		over.Go(func() {
			d, err := wants[i].seen(t.Context(), s)
			ready.Done()
			ready.Wait()
			if err == nil {
				_, err = s.Decide(t.Context(), d)
			}
			failures[i] = err
		})
	}
	over.Wait()
	won := slices.Index(failures, nil)
	if won < 0 || !errors.Is(failures[1-won], model.ErrConflict) {
		t.Fatalf("want one success and one conflict: approve %v, reject %v", failures[0], failures[1])
	}
	var moved model.Moved
	if !errors.As(failures[1-won], &moved) || moved.Choice != wants[won].choice {
		t.Errorf("%s lost and was told %v", wants[1-won].choice, failures[1-won])
	}
	after := files(t, dir)
	_, approved := after["Approved/"+pricesRequest]
	_, rejected := after["Rejected/"+pricesRequest]
	_, pending := after["Pending_Approval/"+pricesRequest]
	if pending || approved == rejected || approved != (won == 0) || len(before) > len(after)+1 {
		t.Errorf("%s won, and there lie: approved %v, rejected %v, pending %v", wants[won].choice, approved, rejected, pending)
	}
}
