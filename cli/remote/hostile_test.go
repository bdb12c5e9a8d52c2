package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	_ = hello{Program: "v1", Rules: rules, Account: "mira@attic"}.write(out)
}

// answers waits for the first question and sends what a function makes of its number.
func answers(answer func(number int) []byte) func(io.Reader, io.WriteCloser) {
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

// lines is a message as it is sent.
func lines(m message) []byte {
	b, _ := m.add(nil)
	return b
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
	isNonsense    = "attic sends what coldstart never sends"
	isSilent      = "attic does not answer"
	isGone        = "the connection to attic ended"
)

// A host may send anything: it becomes an error in plain words, the connection is closed, and nothing is left
// of it here.
func TestAHostSendsAnything(t *testing.T) {
	before := runtime.NumGoroutine()
	const deaf = "deaf after the greeting"
	givenUp := make(chan struct{})
	for name, tt := range map[string]struct {
		side func(io.Reader, io.WriteCloser)
		want string
	}{
		"nothing at all":      {func(io.Reader, io.WriteCloser) {}, isNoColdstart},
		"silence":             {func(in io.Reader, _ io.WriteCloser) { _, _ = io.Copy(io.Discard, in) }, isSilent},
		"an endless banner":   {endless([]byte("Welcome to attic!\n")), isNoColdstart},
		"an endless greeting": {endless([]byte(opening + `1,"hello":{"program":"` + strings.Repeat("v", 100))), isNoColdstart},
		"a greeting too short": {func(_ io.Reader, out io.WriteCloser) {
			_, _ = io.WriteString(out, opening+"1}\n")
		}, isNoColdstart},
		"a greeting of lists": {func(_ io.Reader, out io.WriteCloser) {
			_, _ = io.WriteString(out, opening+"[[[]]]}\n")
		}, isNoColdstart},
		"another version": {func(_ io.Reader, out io.WriteCloser) {
			_, _ = io.WriteString(out, `{"v":7,"hello":{"program":"v7","sings":[1,{"a":"b"}]},"x":null}`+"\n")
		}, "attic has another version of coldstart: v7; here it is v1"},
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
		"garbage":       {answers(func(int) []byte { return []byte("\x00\x00\x00\x05hello\n") }), isNonsense},
		"a huge line":   {answers(func(int) []byte { return []byte(`{"id":1,"is":"end","of":"` + strings.Repeat("x", mostLine+(1<<20))) }), isNonsense},
		"an empty line": {answers(func(int) []byte { return []byte("\n") }), isNonsense},
		"an empty one":  {answers(func(int) []byte { return []byte("{}\n") }), isNonsense},
		"half a line": {func(in io.Reader, out io.WriteCloser) {
			greets(out)
			_, _ = readHello(newReader(in))
			_, _ = io.WriteString(out, `{"id":1,"is":"end","of":`)
		}, isNonsense},
		"an unknown one": {answers(func(n int) []byte { return fmt.Appendf(nil, "{\"id\":%d,\"is\":\"song\",\"of\":{}}\n", n) }), isNonsense},
		"nested garbage": {answers(func(n int) []byte {
			return lines(message{Kind: isAnswer, Number: n, Body: []byte(strings.Repeat("[", 5000) + strings.Repeat("]", 5000))})
		}), isNonsense},
		"a wrong type":   {answers(func(n int) []byte { return lines(message{Kind: isAnswer, Number: n, Body: encoded("text")}) }), isNonsense},
		"another number": {answers(func(n int) []byte { return lines(message{Kind: isAnswer, Number: n + 7}) }), isNonsense},
		"no number":      {answers(func(int) []byte { return lines(message{Kind: isAnswer}) }), isNonsense},
		"a question":     {answers(func(n int) []byte { return lines(message{Kind: isAsk, Number: n, Name: askRead}) }), isNonsense},
		"an odd failure": {answers(func(n int) []byte { return lines(message{Kind: isFailure, Number: n, Body: []byte(`{"Text":1}`)}) }), isNonsense},
		"things without end": {answers(func(n int) []byte {
			return bytes.Repeat(lines(message{Kind: isThing, Number: n, Body: encoded(thing{At: "Instead", Value: []byte(`"x"`)})}), mostThings+1)
		}), isNonsense},
		"a thing that is another": {answers(func(n int) []byte {
			return lines(message{Kind: isThing, Number: n, Body: encoded(thing{At: "Plans", Value: []byte(`"text"`)})})
		}), isNonsense},
		"what was never there": {answers(func(n int) []byte {
			return lines(message{Kind: isThing, Number: n, Body: encoded(thing{At: "Plans", Keep: &[]int{0, 1}})})
		}), isNonsense},
		"a place below": {answers(func(n int) []byte {
			return lines(message{Kind: isThing, Number: n, Body: encoded(thing{At: "Plans", Keep: &[]int{-1, 1}})})
		}), isNonsense},
		"a run of a value": {answers(func(n int) []byte {
			return lines(message{Kind: isThing, Number: n, Body: encoded(thing{At: "Name", Keep: &[]int{0, 0}})})
		}), isNonsense},
		"memory": {answers(func(n int) []byte {
			return bytes.Repeat(lines(message{Kind: isThing, Number: n, Body: encoded(thing{At: "Requests", Value: []byte(`{"Doubts":[` + strings.Repeat("{},", 80_000) + `{}]}`)})}), 200)
		}), isNonsense},
		"a thing to another question": {answers(func(n int) []byte {
			return lines(message{Kind: isThing, Number: n + 9, Body: encoded(thing{At: "Name"})})
		}), isNonsense},
		"the same before": {answers(func(n int) []byte {
			return lines(message{Kind: isAnswer, Number: n, Body: encoded(loaded{From: model.FingerprintOf(nil)})})
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
		c := piped(t, 20*time.Second, answers(func(n int) []byte { return lines(message{Kind: isAnswer, Number: n, Body: body}) }))
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
	long := failure{Text: strings.Repeat("x", 1<<20), Hints: make([]string, 1000), Kinds: []string{"nonsense"}}.err()
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
	f.Add(append(bytes.Clone(greeted.Bytes()), lines(message{Kind: isThing, Number: 1, Body: encoded(thing{At: "Plans", Value: encoded(model.Plan{Path: "\xff\n"})})})...))
	f.Add(append(bytes.Clone(greeted.Bytes()), lines(message{Kind: isAnswer, Number: 1, Body: encoded(loaded{Left: map[string]int{"Plans": 1}})})...))
	f.Add([]byte(`{"id":1,"is":"end","of":{"Left":["Plans",1,"Plans"]}}` + "\n" + `{"id":1,"is":"end","of":"\u007f!"}` + "\n"))
	f.Add([]byte(`{"id":1,"is":"ask","vault":"/srv/vault","do":"Load","of":{"At":[1,2,3],"Have":"\ud83d\ude00\udc80\n"}}` + "\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := newReader(bytes.NewReader(b))
		if _, err := readHello(r); err != nil {
			r = newReader(bytes.NewReader(b))
		}
		in := receive(&picture{})
		for range 4 {
			m, err := readMessage(r)
			if err != nil {
				break
			}
			_ = in.thing(m.Body, true)
			if end, err := decoded[loaded](m.Body); err == nil {
				if p, err := in.end(end); err == nil {
					_ = withLeft(p.snapshot, end.Left)
				}
			}
			_, _ = decoded[model.Snapshot](m.Body)
			_, _ = decoded[failure](m.Body)
			if asks, ok := methods()[m.Name]; ok && m.Kind == isAsk {
				v := &fakeVault{}
				at := &place{server: &serving{Server: v.server(), out: io.Discard}, store: v}
				_, _ = asks.answer(t.Context(), at, m.Body)
			}
		}
	})
}
