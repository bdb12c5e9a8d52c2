package remote

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
)

// ours is the greeting of the asking side.
func ours() string {
	return fmt.Sprintf(`{"v":%d,"hello":{"program":"v1","rules":1,"account":"sam@porch"}}`+"\n", version)
}

// asking is the asking side of a connection, by hand.
type asking struct {
	in     io.WriteCloser
	out    *bufio.Reader
	served chan error
}

func serveBy(t *testing.T, v *fakeVault, first string) asking {
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
	if h, err := readHello(a.out); err != nil || h.Account != "mira@attic" || h.Program != "v1" {
		t.Fatalf("got %+v, %v", h, err)
	}
	must.Get(io.WriteString(in, first))(t)
	return a
}

func (a asking) ask(t *testing.T, m message) message {
	t.Helper()
	must.Get(a.in.Write(lines(m)))(t)
	answer := must.Get(readMessage(a.out))(t)
	return answer
}

// The far side answers what is in the table, and nothing else.
func TestWhatTheFarSideRefuses(t *testing.T) {
	t.Parallel()
	a := serveBy(t, &fakeVault{}, ours())
	for _, tt := range []struct {
		ask  message
		want string
	}{
		{message{Kind: isAsk, Name: "Close", Dir: "/srv/vault"}, "Close cannot be asked"},
		{message{Kind: isAsk, Name: "", Dir: "/srv/vault"}, "cannot be asked"},
		{message{Kind: isAsk, Name: askDecide}, "no vault is named"},
		{message{Kind: isAsk, Name: askLoad, Dir: "/srv/vault", Body: []byte("1")}, errOdd.Error()},
		{message{Kind: isAsk, Name: askDecide, Dir: "/srv/vault", Body: []byte(`{"Decision":{"Choice":77}}`)}, errOdd.Error()},
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
	a := serveBy(t, &fakeVault{}, `{"v":1,"hello":{"program":"v1"}}`+"\n")
	if err := <-a.served; err == nil || !strings.Contains(err.Error(), "another version of coldstart: v1") {
		t.Errorf("got %v", err)
	}
	for _, text := range [][]byte{[]byte("\xff\xff\n"), []byte("\n"), []byte("{}\n"), bytes.Repeat([]byte("x"), mostLine+(1<<20)), lines(message{Kind: isAnswer, Number: 1}), lines(message{Kind: "sings"})} {
		a := serveBy(t, &fakeVault{}, ours())
		go func() { _, _ = a.in.Write(text) }()
		if err := <-a.served; !nonsense(err) {
			t.Errorf("%.99q: got %v", text, err)
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
	a := serveBy(t, v, ours())
	for _, m := range []message{
		{Kind: isAsk, Number: 1, Name: askChanged, Dir: "/srv/vault", Body: encoded(args{})},
		{Kind: isAsk, Number: 2, Name: askDecide, Dir: "/srv/vault", Body: encoded(args{Decision: model.Decision{ID: "x"}})},
		{Kind: isCancel, Number: 2},
	} {
		must.Get(a.in.Write(lines(m)))(t)
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
