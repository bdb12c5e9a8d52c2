package remote

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"coldstart/model"
)

// signingVault wants each decision signed by who asks.
type signingVault struct {
	*fakeVault
	sign func(ctx context.Context, line []byte) ([]byte, error)
	line string
}

func (v *signingVault) Decide(ctx context.Context, d model.Decision) (model.Receipt, error) {
	armor, err := v.sign(ctx, []byte(v.line))
	if err != nil {
		return model.Receipt{}, err
	}
	receipt, err := v.fakeVault.Decide(ctx, d)
	receipt.Notices = []string{string(armor)}
	return receipt, err
}

// signedBy connects to such a vault, with what signs here.
func signedBy(t *testing.T, sign Signer) *Store {
	t.Helper()
	v := &signingVault{fakeVault: &fakeVault{}, line: "a record"}
	server := v.server()
	server.Open = func(_ context.Context, _ string, by Asker) (Vault, string, func(), error) {
		if by.Sign.Key != sign.Key {
			t.Errorf("the key is called %q there", by.Sign.Key)
		}
		v.sign = by.Sign.By
		return v, "", func() {}, nil
	}
	c := piped(t, 5*time.Second, func(in io.Reader, out io.WriteCloser) { _ = Serve(t.Context(), in, out, server) })
	c.c.Sign = sign
	return c.Store(Listed{Name: "vault", Dir: "/srv/vault"})
}

var order = model.Decision{ID: "20260314T070200Z-00000001", Ref: model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/a.md"}, Choice: model.ChoiceApprove}

func TestWhatIsDecidedThereIsSignedHere(t *testing.T) {
	t.Parallel()
	store := signedBy(t, Signer{Key: "~/.ssh/id", Decision: func(_ context.Context, l Listed, d model.Decision, line []byte) ([]byte, error) {
		if l.Dir != "/srv/vault" || l.Name != "vault" || d.ID != order.ID || string(line) != "a record" {
			t.Errorf("%s, %s, %q", l, d.ID, line)
		}
		return []byte("armor"), nil
	}})
	receipt, err := store.Decide(t.Context(), order)
	if err != nil || len(receipt.Notices) != 1 || receipt.Notices[0] != "armor" {
		t.Fatalf("%v, %v", receipt.Notices, err)
	}
}

func TestWhatIsNotSignedHereIsNotDecidedThere(t *testing.T) {
	t.Parallel()
	store := signedBy(t, Signer{Key: "~/.ssh/id", Decision: func(context.Context, Listed, model.Decision, []byte) ([]byte, error) {
		return nil, errors.New("the key was not touched")
	}})
	if _, err := store.Decide(t.Context(), order); err == nil || !strings.Contains(err.Error(), "the key was not touched") {
		t.Fatal(err)
	}
	settled, err := store.settle(t.Context(), order)
	if err != nil || settled.Made {
		t.Fatalf("%+v, %v", settled, err)
	}
}

// A host can ask for a signature only of what is being decided on it, and only once.
func TestAHostHasNothingElseSigned(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		what   string
		wanted func(number int) []message
	}{
		{"a look", func(n int) []message {
			return []message{{Kind: isSign, Number: n, Body: encoded(signAsk{[]byte("a record")})}}
		}},
		{"a question that nobody asked", func(int) []message { return []message{{Kind: isSign, Number: 99, Body: encoded(signAsk{})}} }},
		{"bytes that are no question", func(n int) []message { return []message{{Kind: isSign, Number: n, Body: []byte("200")}} }},
	} {
		t.Run(tt.what, func(t *testing.T) {
			t.Parallel()
			c := piped(t, 5*time.Second, answers(func(number int) (all []byte) {
				for _, m := range tt.wanted(number) {
					all = append(all, lines(m)...)
				}
				return all
			}))
			c.c.Sign = Signer{Key: "~/.ssh/id", Decision: func(context.Context, Listed, model.Decision, []byte) ([]byte, error) {
				t.Error("it was signed")
				return nil, nil
			}}
			if _, err := c.Vaults(t.Context()); err == nil || !strings.Contains(err.Error(), "sends what coldstart never sends") {
				t.Fatal(err)
			}
		})
	}
	var signed atomic.Int32
	c := piped(t, 5*time.Second, answers(func(number int) []byte {
		want := lines(message{Kind: isSign, Number: number, Body: encoded(signAsk{[]byte("a record")})})
		return append(want, want...)
	}))
	c.c.Sign = Signer{Key: "~/.ssh/id", Decision: func(context.Context, Listed, model.Decision, []byte) ([]byte, error) {
		signed.Add(1)
		return nil, errors.New("never")
	}}
	if _, err := c.Store(Listed{Dir: "/srv/vault"}).Decide(t.Context(), order); err == nil || signed.Load() > 1 {
		t.Fatalf("signed %d times, %v", signed.Load(), err)
	}
}

// Nothing is decided where who has to sign is gone.
func TestALostConnectionEndsTheWaitForASignature(t *testing.T) {
	t.Parallel()
	s := &serving{out: io.Discard, gone: make(chan struct{}), asker: Asker{Operator: "sam@porch"}}
	close(s.gone)
	ctx := context.WithValue(t.Context(), numberKey{}, int(1))
	if _, err := s.signBy(ctx, []byte("a record")); err == nil || !strings.Contains(err.Error(), "lost before it was signed") {
		t.Fatal(err)
	}
}
