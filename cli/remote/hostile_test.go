package remote

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
)

// piped returns a connection whose far side is a function.
func piped(t *testing.T, limit time.Duration, side func(in io.Reader, out io.WriteCloser)) *Conn {
	t.Helper()
	c := New(Config{Host: Host{Name: "attic", SSH: "me@attic"}, Operator: "sam@porch", Version: "v1", Limit: limit})
	c.pipe = func() *far {
		theirs, in := io.Pipe()
		out, answers := io.Pipe()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			side(theirs, answers)
			_ = answers.Close()
			_ = theirs.Close()
		}()
		end := sync.OnceFunc(func() {
			_ = in.Close()
			_ = out.CloseWithError(io.EOF)
			_ = theirs.CloseWithError(io.EOF)
			<-ended
		})
		return &far{in: in, out: out, end: func() (string, error) {
			end()
			return "", nil
		}}
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// greets sends a true greeting, so that what follows is read.
func greets(out io.Writer) {
	_ = hello{Version: "v1", Shape: shape(), Account: "mira@attic"}.write(out)
}

// answering waits for the first question and sends what a function makes of its number.
func answering(answer func(number uint64) []byte) func(io.Reader, io.WriteCloser) {
	return func(in io.Reader, out io.WriteCloser) {
		greets(out)
		r := newReader(in)
		if _, err := readHello(r); err != nil {
			return
		}
		for {
			m, err := readMessage(r)
			if err != nil {
				return
			}
			if m.Kind == isAsk {
				_, _ = out.Write(answer(m.Number))
			}
		}
	}
}

func mustFrame(m message) []byte {
	b, _ := m.framed()
	return b
}

// frameOf is a message of any bytes.
func frameOf(body []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(body))), body...)
}

// endless sends bytes until nobody reads them.
func endless(b []byte) func(io.Reader, io.WriteCloser) {
	return func(_ io.Reader, out io.WriteCloser) {
		for {
			if _, err := out.Write(b); err != nil {
				return
			}
		}
	}
}

const (
	isNoColdstart = "attic does not answer as coldstart does"
	isNonsense    = "attic sends what no coldstart sends"
	isSilent      = "attic does not answer"
	isGone        = "the connection to attic ended"
)

// A host may send anything: it becomes an error in plain words, the connection is closed, and nothing is left
// of it here.
func TestAHostSendsAnything(t *testing.T) {
	before := runtime.NumGoroutine()
	zeros := make([]byte, 8<<10)
	const deaf = "deaf after the greeting"
	givenUp := make(chan struct{})
	for name, tt := range map[string]struct {
		side func(io.Reader, io.WriteCloser)
		want string
	}{
		"nothing at all":      {func(io.Reader, io.WriteCloser) {}, isNoColdstart},
		"silence":             {func(in io.Reader, _ io.WriteCloser) { _, _ = io.Copy(io.Discard, in) }, isSilent},
		"an endless banner":   {endless([]byte("Welcome to attic!\n")), isNoColdstart},
		"an endless greeting": {endless([]byte(greeting + "\t" + strings.Repeat("v", 100))), isNoColdstart},
		"a greeting too short": {func(_ io.Reader, out io.WriteCloser) {
			_, _ = io.WriteString(out, greeting+"\tv1\n")
		}, isNoColdstart},
		"another version": {func(_ io.Reader, out io.WriteCloser) {
			_ = hello{Version: "v7", Shape: "other", Account: "mira@attic"}.write(out)
		}, "attic has another version of coldstart: v7; here it is v1"},
		"another build": {func(_ io.Reader, out io.WriteCloser) {
			_ = hello{Version: "v1", Shape: "0123456789", Account: "mira@attic"}.write(out)
		}, "attic has another version of coldstart: v1 (sends 01234567); here it is v1 (sends " + shape()[:8] + ")"},
		"an end after the greeting": {func(_ io.Reader, out io.WriteCloser) { greets(out) }, isGone},
		"silence after the greeting": {func(in io.Reader, out io.WriteCloser) {
			greets(out)
			_, _ = io.Copy(io.Discard, in)
		}, isSilent},
		deaf: {func(in io.Reader, out io.WriteCloser) {
			greets(out)
			_, _ = readHello(newReader(in))
			<-givenUp
		}, isSilent},
		"garbage":        {answering(func(uint64) []byte { return []byte("\x00\x00\x00\x05hello") }), isNonsense},
		"a huge length":  {answering(func(uint64) []byte { return []byte{0xff, 0xff, 0xff, 0xff} }), isNonsense},
		"an empty one":   {answering(func(uint64) []byte { return frameOf(nil) }), isNonsense},
		"nested garbage": {answering(func(n uint64) []byte { return mustFrame(message{Kind: isAnswer, Number: n, Body: zeros}) }), isNonsense},
		"a wrong type":   {answering(func(n uint64) []byte { return mustFrame(message{Kind: isAnswer, Number: n, Body: encoded("text")}) }), isNonsense},
		"another number": {answering(func(n uint64) []byte { return mustFrame(message{Kind: isAnswer, Number: n + 7}) }), isNonsense},
		"no number":      {answering(func(uint64) []byte { return mustFrame(message{Kind: isAnswer}) }), isNonsense},
		"a question":     {answering(func(n uint64) []byte { return mustFrame(message{Kind: isAsk, Number: n, Name: askRead}) }), isNonsense},
		"an odd failure": {answering(func(n uint64) []byte { return mustFrame(message{Kind: isFailure, Number: n, Body: zeros}) }), isNonsense},
		"the same before": {answering(func(n uint64) []byte {
			return mustFrame(message{Kind: isAnswer, Number: n, Body: encoded(loadAnswer{Same: true})})
		}), isNonsense},
	} {
		t.Run(name, func(t *testing.T) {
			limit := 20 * time.Second
			if tt.want == isSilent {
				limit = 100 * time.Millisecond
			}
			c := piped(t, limit, tt.side)
			_, err := c.Store(Listed{Dir: "/srv/vault"}).Load(t.Context(), time.Now())
			if name == deaf {
				close(givenUp)
			}
			u, ok := errors.AsType[Unreachable](err)
			if !ok || u.Why != tt.want || u.Since.IsZero() || len(say.Hints(err)) == 0 {
				t.Errorf("got %q, since %s, hints %q", err, u.Since, say.Hints(err))
			}
			if model.IsUnsettled(err) {
				t.Error("a look decides nothing")
			}
		})
	}
	left := 0
	for range 200 {
		if left = runtime.NumGoroutine() - before; left <= 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines are left\n%s", left, stacks[:runtime.Stack(stacks, true)])
}

// No more of a command line is taken than a coldstart sends.
func TestAHostWritesTooMuch(t *testing.T) {
	t.Parallel()
	for _, size := range []int{MostWritten, MostWritten + 1} {
		body := encoded(Output{Stdout: make([]byte, size)})
		c := piped(t, 20*time.Second, answering(func(n uint64) []byte { return mustFrame(message{Kind: isAnswer, Number: n, Body: body}) }))
		out, err := c.Run(t.Context(), []string{"status"})
		if tooMuch := size > MostWritten; tooMuch != (err != nil) || tooMuch == (len(out.Stdout) > 0) {
			t.Errorf("%d bytes: got %d, %v", size, len(out.Stdout), err)
		}
	}
}

// A failure that a host tells keeps its kind, and only so much of its text.
func TestAFailureKeepsItsKind(t *testing.T) {
	t.Parallel()
	moved := model.Moved{Choice: model.ChoiceApprove, To: "Approved/x.md"}
	untyped := &model.Untyped{Path: "x.md", Word: "rent", Why: []model.Reason{{Code: model.BecauseHasExpired}}}
	for _, sent := range []error{
		model.ErrConflict, model.ErrNotFound, model.ErrNotAllowed, model.ErrLocked, model.ErrReadOnly, model.ErrNoVault,
		moved, untyped, model.Unsettled{Err: model.ErrLocked}, errors.Join(model.ErrConflict, moved),
		say.Hinted(model.ErrConflict, "look again"), errors.New("text only"), errors.New("no \xff UTF-8"),
	} {
		got := failureOf(sent).err()
		for _, kind := range kinds() {
			if errors.Is(got, kind) != errors.Is(sent, kind) {
				t.Errorf("%v: errors.Is %v is %t", sent, kind, errors.Is(got, kind))
			}
		}
		if model.IsUnsettled(got) != model.IsUnsettled(sent) {
			t.Errorf("%v: unsettled is %t", sent, model.IsUnsettled(got))
		}
		wasMoved, was := errors.AsType[model.Moved](sent)
		if isMoved, is := errors.AsType[model.Moved](got); is != was || isMoved != wasMoved {
			t.Errorf("%v: moved is %v", sent, isMoved)
		}
		if _, was := errors.AsType[*model.Untyped](sent); was {
			if is, ok := errors.AsType[*model.Untyped](got); !ok || is.Word != "rent" || len(is.Why) != 1 {
				t.Errorf("got %+v", got)
			}
		}
		if len(say.Hints(sent)) != len(say.Hints(got)) {
			t.Errorf("%v: hints %q", sent, say.Hints(got))
		}
	}
	long := failure{Text: strings.Repeat("x", 1<<20), Hints: make([]string, 1000), Kinds: []uint8{200}}.err()
	if len(long.Error()) > longestTold || len(say.Hints(long)) > mostHints {
		t.Errorf("%d bytes, %d hints", len(long.Error()), len(say.Hints(long)))
	}
}

// A slow answer holds up no other, and what nobody waits for any more is ended on the far side.
func TestAnswersComeInAnyOrder(t *testing.T) {
	t.Parallel()
	waiting, gone := make(chan struct{}), make(chan struct{})
	v := &fakeVault{changed: func(ctx context.Context) {
		close(waiting)
		<-ctx.Done()
		close(gone)
	}}
	c := piped(t, 5*time.Second, v.serve(t.Context()))
	store := c.Store(Listed{Dir: "/srv/vault"})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := store.Changed(ctx)
		ended <- err
	}()
	<-waiting
	doc, err := store.Read(t.Context(), model.Ref{Path: "x.md"})
	if err != nil || string(doc.Bytes) != "x.md" {
		t.Fatalf("got %+v, %v", doc, err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-gone
}

// FuzzRead reads any bytes as a host's first line and messages, and as a question.
func FuzzRead(f *testing.F) {
	var greeted bytes.Buffer
	greets(&greeted)
	f.Add(greeted.Bytes())
	f.Add(append(bytes.Clone(greeted.Bytes()), mustFrame(message{Kind: isAnswer, Number: 1, Body: encoded(loadAnswer{Snapshot: encoded(model.Snapshot{Name: "x"})})})...))
	f.Add(mustFrame(message{Kind: isAsk, Number: 1, Name: askLoad, Dir: "/srv/vault", Body: encoded(loadAsk{})}))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := newReader(bytes.NewReader(b))
		if _, err := readHello(r); err != nil {
			r = newReader(bytes.NewReader(b))
		}
		for range 4 {
			m, err := readMessage(r)
			if err != nil {
				break
			}
			_, _ = decoded[model.Snapshot](m.Body)
			_, _ = decoded[failure](m.Body)
			if asks, ok := methods()[m.Name]; ok && m.Kind == isAsk {
				v := &fakeVault{}
				at := &place{server: &serving{Server: v.server()}, store: v}
				_, _ = asks.run(t.Context(), at, m.Body)
			}
		}
		_, _ = decoded[model.Snapshot](b)
	})
}
