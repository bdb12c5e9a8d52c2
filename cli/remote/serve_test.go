package remote

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// asking is the asking side of a connection, by hand.
type asking struct {
	in     io.WriteCloser
	out    io.Reader
	served chan error
}

func serveBy(t *testing.T, v *fakeVault, shape string) asking {
	t.Helper()
	theirs, in := io.Pipe()
	out, answers := io.Pipe()
	a := asking{in: in, out: newReader(out), served: make(chan error, 1)}
	go func() {
		a.served <- Serve(t.Context(), theirs, answers, v.server())
		_ = answers.Close()
		_ = theirs.Close()
	}()
	t.Cleanup(func() { in.Close() })
	if h, err := readHello(newReader(a.out)); err != nil || h.Account != "mira@attic" || h.Version != "v1" {
		t.Fatalf("got %+v, %v", h, err)
	}
	if err := (hello{Version: "v1", Shape: shape, Account: "sam@porch"}).write(in); err != nil {
		t.Fatal(err)
	}
	return a
}

func (a asking) ask(t *testing.T, m message) message {
	t.Helper()
	if _, err := a.in.Write(mustFrame(m)); err != nil {
		t.Fatal(err)
	}
	answer, err := readMessage(a.out)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// The far side answers what is in the table, and nothing else.
func TestWhatTheFarSideRefuses(t *testing.T) {
	t.Parallel()
	a := serveBy(t, &fakeVault{}, shape())
	for _, tt := range []struct {
		ask  message
		want string
	}{
		{message{Name: "Close", Dir: "/srv/vault"}, "Close cannot be asked"},
		{message{Name: "", Dir: "/srv/vault"}, "cannot be asked"},
		{message{Name: askDecide}, "no vault is named"},
		{message{Name: askLoad, Dir: "/srv/vault", Body: []byte{1}}, errCut.Error()},
		{message{Name: askDecide, Dir: "/srv/vault", Body: append(encoded(model.Decision{}), 0)}, errOdd.Error()},
	} {
		tt.ask.Number = 9
		got := a.ask(t, tt.ask)
		f, err := decoded[failure](got.Body)
		if err != nil || got.Kind != isFailure || got.Number != 9 || !strings.Contains(f.Text, tt.want) {
			t.Errorf("%s: got %+v, %v", tt.ask.Name, f, err)
		}
	}
	if got := a.ask(t, message{Kind: isPing}); got.Kind != isPong {
		t.Errorf("got %+v", got)
	}
	_ = a.in.Close()
	if err := <-a.served; err != nil {
		t.Errorf("the end of the connection is an error: %v", err)
	}
}

// A side that sends other shapes, or nonsense, is not served.
func TestWhomTheFarSideLeaves(t *testing.T) {
	t.Parallel()
	a := serveBy(t, &fakeVault{}, "other")
	if err := <-a.served; err == nil || !strings.Contains(err.Error(), "another version of coldstart: v1") {
		t.Errorf("got %v", err)
	}
	for _, bytes := range [][]byte{{0xff, 0xff, 0xff, 0xff}, frameOf(nil), mustFrame(message{Kind: isAnswer, Number: 1}), mustFrame(message{Kind: 99})} {
		a := serveBy(t, &fakeVault{}, shape())
		if _, err := a.in.Write(bytes); err != nil {
			t.Fatal(err)
		}
		if err := <-a.served; !nonsense(err) {
			t.Errorf("%q: got %v", bytes, err)
		}
	}
}

// A decision that began is finished although whoever asked is gone; a look is ended.
func TestADecisionOutlivesItsConnection(t *testing.T) {
	t.Parallel()
	began, goOn, looked := make(chan struct{}), make(chan struct{}), make(chan struct{})
	v := &fakeVault{
		before: func() {
			close(began)
			<-goOn
		},
		changed: func(ctx context.Context) {
			<-ctx.Done()
			close(looked)
		},
	}
	a := serveBy(t, v, shape())
	for _, m := range []message{
		{Number: 1, Name: askChanged, Dir: "/srv/vault", Body: encoded(nothing{})},
		{Number: 2, Name: askDecide, Dir: "/srv/vault", Body: encoded(model.Decision{ID: "x"})},
		{Kind: isCancel, Number: 2},
	} {
		if _, err := a.in.Write(mustFrame(m)); err != nil {
			t.Fatal(err)
		}
	}
	<-began
	go func() { _, _ = io.Copy(io.Discard, a.out) }()
	_ = a.in.Close()
	<-looked
	select {
	case err := <-a.served:
		t.Fatalf("it ended before the decision did: %v", err)
	case <-time.After(10 * time.Millisecond):
	}
	close(goOn)
	if err := <-a.served; err != nil {
		t.Error(err)
	}
	if s, err := v.Settle(t.Context(), "x", time.Time{}); err != nil || !s.Made {
		t.Errorf("got %+v, %v", s, err)
	}
}

// Many questions at once are refused, not heaped up.
func TestTooManyQuestions(t *testing.T) {
	t.Parallel()
	v := &fakeVault{changed: func(ctx context.Context) { <-ctx.Done() }}
	c := piped(t, 5*time.Second, v.serve(t.Context()))
	store := c.Store(Listed{Dir: "/srv/vault"})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	failed := make(chan error, 2*mostAsked)
	for range mostAsked + 1 {
		go func() {
			_, err := store.Changed(ctx)
			failed <- err
		}()
	}
	if err := <-failed; err == nil || err.Error() != "too many questions at once" {
		t.Errorf("got %v", err)
	}
	cancel()
	for range mostAsked {
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}
