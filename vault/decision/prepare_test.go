package decision

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

const payment = "---\ntype: approval_request\naction: payment\ntarget: ann@example.com\nstatus: pending\n---\n\nPay 20 for tyres.\n"

var payRef = model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/pay.md"}

// deciding is the decider of a vault with these files, and the payment that waits.
func deciding(t *testing.T, files map[string]string) *Decider {
	t.Helper()
	base := t.TempDir()
	dir := filepath.Join(base, "vault")
	all := map[string]string{payRef.Path: payment, "Plans/.keep": "", "Approved/.keep": "", "Logs/.keep": ""}
	for name, text := range files {
		all[name] = text
	}
	for name, text := range all {
		at := filepath.Join(dir, filepath.FromSlash(name))
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, []byte(text), 0o644)))
	}
	root := must.Get(os.OpenRoot(dir))(t)
	v := places.New(root, dir, places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines"})
	t.Cleanup(func() { v.Close() })
	book := ledger.Open(v)
	return New(v, state.Of(v), book, load.New(v, state.Of(v), book, func(*model.Snapshot) {}))
}

// approving is a yes to the payment as it was seen.
func approving(text string) model.Decision {
	return model.Decision{Ref: payRef, Choice: model.ChoiceApprove, Seen: model.FingerprintOf([]byte(text)), At: time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)}
}

func TestOnlyTheBytesThatWereSeenAreDecidedOn(t *testing.T) {
	t.Parallel()
	dc := deciding(t, nil)
	l := must.Get(dc.vault.Layout())(t)
	e := dc.Engine(l)
	if b, _, err := e.seenBytes(approving(payment), nil); err != nil || string(b) != payment {
		t.Errorf("the bytes that were seen: %q, %v", b, err)
	}
	if _, _, err := e.seenBytes(approving("another text"), nil); !errors.Is(err, model.ErrConflict) {
		t.Errorf("a text that nobody saw is decided on: %v", err)
	}
	outside := approving(payment)
	outside.Ref.Path = "../pay.md"
	if _, _, err := e.seenBytes(outside, nil); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a file outside the vault: %v", err)
	}
}

func TestOnlyThePlanThatWasShownIsTouched(t *testing.T) {
	t.Parallel()
	plan := model.Foreseen{Known: true, Plan: "Plans/a.md", Seen: model.FingerprintOf([]byte("a"))}
	changed := plan
	changed.Seen = model.FingerprintOf([]byte("b"))
	for _, tt := range []struct {
		name       string
		shown, now model.Foreseen
		conflict   bool
	}{
		{"the plan that was shown", plan, plan, false},
		{"none was asked about", model.Foreseen{}, plan, false},
		{"its text changed", plan, changed, true},
		{"another plan", plan, model.Foreseen{Known: true, Plan: "Plans/b.md"}, true},
		{"no plan any more", plan, model.Foreseen{Known: true}, true},
		{"a plan where none was shown", model.Foreseen{Known: true}, plan, true},
	} {
		err := prepared{touches: tt.now}.unforeseen(model.Decision{Ref: payRef, Foreseen: tt.shown})
		if errors.Is(err, model.ErrConflict) != tt.conflict || (err == nil) == tt.conflict {
			t.Errorf("%s: %v, want a conflict %v", tt.name, err, tt.conflict)
		}
	}
}

func TestTheWordThatDoubtsWantIsTyped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		must, typed string
		ok          bool
	}{{"", "", true}, {"", "any", true}, {"ann", "", false}, {"ann", "an", false}, {"ann", "Ann", false}, {"ann", "ann", true}, {"ann", " ann\n", true}} {
		err := prepared{mustType: tt.must}.untyped(model.Decision{Ref: payRef, Typed: tt.typed})
		if (err == nil) != tt.ok {
			t.Errorf("%q typed for %q: %v", tt.typed, tt.must, err)
		}
	}
}

// A request with the name of an approved one takes a word, on the disk as well.
func TestATwinIsNotApprovedWithoutAWord(t *testing.T) {
	t.Parallel()
	dc := deciding(t, map[string]string{"Approved/pay.md": "---\ntype: approval_request\naction: payment\ntarget: bo@example.com\n---\n\nPay 5.\n"})
	untyped, ok := errors.AsType[*model.Untyped](decided(t, dc, approving(payment)))
	if !ok {
		t.Fatal("a twin of an approved request is approved without a word")
	}
	d := approving(payment)
	d.Typed = untyped.Word
	if _, ok := errors.AsType[*model.Untyped](decided(t, dc, d)); ok {
		t.Errorf("the word %q does not count", untyped.Word)
	}
	if err := decided(t, deciding(t, nil), approving(payment)); err != nil {
		t.Errorf("without a twin: %v", err)
	}
}

func decided(t *testing.T, dc *Decider, d model.Decision) error {
	t.Helper()
	_, err := dc.Decide(t.Context(), d)
	return err
}

// Where plans were left out, that of a request may be one of them.
func TestARequestWhosePlanWasLeftOutIsNotApproved(t *testing.T) {
	t.Parallel()
	left := model.LeftOut{What: model.Plans, Files: 1}
	s := model.Snapshot{Requests: []model.Request{{Path: payRef.Path, PlanID: "2026-001"}}, LeftOut: []model.LeftOut{left}}
	if err := planKnown(s, approving(payment)); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("a yes is let through though its plan may be left out: %v", err)
	}
	no := approving(payment)
	no.Choice = model.ChoiceReject
	if err := planKnown(s, no); err != nil {
		t.Errorf("a no: %v", err)
	}
	s.Requests[0].Plan = "Plans/a.md"
	if err := planKnown(s, approving(payment)); err != nil {
		t.Errorf("its plan was read: %v", err)
	}
	s.Requests[0].Plan, s.LeftOut = "", nil
	if err := planKnown(s, approving(payment)); err != nil {
		t.Errorf("nothing was left out: %v", err)
	}
}
