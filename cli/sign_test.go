package cli

import (
	"context"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/cli/remote"
	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault"
)

// Each choice on a vault of another machine is signed here, and what the other machine writes of it
// fits what was decided.
func TestEachChoiceElsewhereIsSignedHere(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	key := filepath.Join(t.TempDir(), "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	h := newFarHostSigned(t, "vault", remote.Signer{
		Key: "~/key", Decision: func(ctx context.Context, l remote.Listed, d model.Decision, line []byte) ([]byte, error) {
			return vault.SignRecord(ctx, vault.Sign{Key: key}, line, func(r vault.SignedRecord) error { return r.Fits(d, "sam@porch", path.Base(l.Dir)) })
		},
	})
	store, _ := h.only(t)
	load := func() model.Snapshot {
		s := must.Get(store.Load(t.Context(), demoStart()))(t)
		return s
	}
	decide := func(d model.Decision) model.Receipt {
		t.Helper()
		d.At = demoStart()
		receipt, err := store.Decide(t.Context(), d)
		if err != nil {
			t.Fatalf("%s %s: %v", d.Choice, d.Ref.Path, err)
		}
		return receipt
	}
	on := func(choice model.Choice, ref model.Ref) model.Receipt {
		t.Helper()
		doc := must.Get(store.Read(t.Context(), ref))(t)
		return decide(model.Decision{Ref: ref, Choice: choice, Seen: doc.Seen, Note: "with  a\nnote", Typed: typedFor(load(), ref)})
	}
	request := load().Requests[slices.IndexFunc(load().Requests, func(r model.Request) bool { return !rule.Refuse(load(), r.Ref(), model.ChoiceApprove).Given() })]
	for _, choice := range []model.Choice{model.ChoiceChanges, model.ChoiceReject, model.ChoiceApprove} {
		receipt := on(choice, request.Ref())
		beside := path.Join(map[model.Choice]string{model.ChoiceReject: "Rejected", model.ChoiceApprove: "Approved", model.ChoiceChanges: path.Dir(request.Path)}[choice], path.Base(request.Path)) + ".signed"
		if text, err := os.ReadFile(filepath.Join(h.home, "vault", beside)); err != nil || !strings.Contains(string(text), receipt.ID) {
			t.Fatalf("%s: %v: %s", choice, err, text)
		}
		undone := must.Get(store.Undoable(receipt.ID, load()))(t)
		decide(model.Decision{Ref: undone.On, Choice: model.ChoiceUndo, Undoes: rule.Undone(undone.Past), Seen: seenOf(t, store, undone.On), Note: "back"})
	}
}

// typedFor is what has to be typed for a request, "" for nothing.
func typedFor(s model.Snapshot, ref model.Ref) string {
	r, _ := s.Request(ref.Path)
	return r.Target
}

func seenOf(t *testing.T, store *remote.Store, ref model.Ref) model.Fingerprint {
	t.Helper()
	doc := must.Get(store.Read(t.Context(), ref))(t)
	return doc.Seen
}
