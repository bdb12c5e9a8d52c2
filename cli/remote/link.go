package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"sync"
	"time"
)

// link is one connection, from its greeting to its end.
type link struct {
	far *far
	// limit is how long the other side may take to answer a ping.
	limit time.Duration

	sending sync.Mutex
	// over is closed when the connection ended; why is set before.
	over chan struct{}
	once sync.Once
	why  error

	mu      sync.Mutex
	number  int
	waiting map[int]*asked
	// heard is true if something came since the last ping.
	heard bool

	// lookOnly is why nothing may be decided there, empty where it may.
	lookOnly string
}

// asked is a question that waits. What is said to it is read before the next message is taken, so that
// no more than one message is in memory, however many wait.
type asked struct {
	read answering
	// sign signs what the question decides, nil where nothing may be signed or something was.
	sign func(line []byte) ([]byte, error)
	// done is closed once it was read; failure is why it could not be.
	done    chan struct{}
	failure error
}

// far is the other end: what it is told, what it says, and how it ended.
type far struct {
	in  io.WriteCloser
	out io.Reader
	// end ends it, and gives what it said on standard error and how it ended. It can be called twice.
	end func() (said string, err error)
}

// greet begins a connection: each side says what it is.
func greet(f *far, own hello, limit time.Duration) (*link, hello, error) {
	l := &link{far: f, limit: limit, over: make(chan struct{}), waiting: map[int]*asked{}, heard: true}
	out := bufio.NewReaderSize(f.out, batch)
	their, err := readHello(out)
	if err != nil {
		return nil, their, err
	}
	l.lookOnly = their.otherRules(own)
	if err := own.write(f.in); err != nil {
		return nil, hello{}, err
	}
	go l.listen(out)
	go l.ping()
	return l, their, nil
}

// lose ends the connection for a reason; the first one counts.
func (l *link) lose(why error) {
	l.once.Do(func() {
		l.why = why
		close(l.over)
		_ = l.far.in.Close()
		_, _ = l.far.end()
	})
}

func (l *link) alive() bool {
	select {
	case <-l.over:
		return false
	default:
		return true
	}
}

// listen hands answers to those who wait for them.
func (l *link) listen(out *bufio.Reader) {
	for {
		m, err := readMessage(out)
		if err == nil {
			err = l.take(m)
		}
		if err != nil {
			l.lose(err)
			return
		}
	}
}

func (l *link) take(m message) error {
	l.mu.Lock()
	l.heard = true
	q := l.waiting[m.Number]
	if m.Kind != isSign && m.Kind != isThing {
		delete(l.waiting, m.Number)
	}
	asked := m.Number > 0 && m.Number <= l.number
	l.mu.Unlock()
	switch {
	case m.Kind == isPong:
		return nil
	case m.Kind == isSign:
		return l.sign(m, q)
	case m.Kind != isAnswer && m.Kind != isFailure && m.Kind != isThing || !asked:
		return fmt.Errorf("%w: it answers no question", errOdd)
	case q == nil:
		// Nobody waits for an answer that was cancelled.
		return nil
	}
	err := q.read(m, l.lookOnly != "")
	if nonsense(err) || m.Kind == isThing {
		return err
	}
	q.failure = err
	close(q.done)
	return nil
}

// nonsense reports whether an error is about bytes that no coldstart sends.
func nonsense(err error) bool {
	return errors.Is(err, errCut) || errors.Is(err, errLarge) || errors.Is(err, errOdd) || errors.Is(err, errLong)
}

// errDeaf says that the other side answers nothing at all.
var errDeaf = errors.New("it answers nothing any more")

// ping sees to it that a side which hangs is noticed, and that the other side knows somebody is here.
func (l *link) ping() {
	beat := time.NewTicker(l.limit)
	defer beat.Stop()
	for {
		select {
		case <-l.over:
			return
		case <-beat.C:
		}
		l.mu.Lock()
		heard := l.heard
		l.heard = false
		l.mu.Unlock()
		if !heard {
			l.lose(errDeaf)
			return
		}
		// Writing may hang as well.
		go func() { _ = l.send(message{Kind: isPing}) }()
	}
}

func (l *link) send(m message) error {
	b, err := m.add(nil)
	if err != nil {
		return err
	}
	l.sending.Lock()
	defer l.sending.Unlock()
	if _, err := l.far.in.Write(b); err != nil {
		go l.lose(err)
		return err
	}
	return nil
}

// errCutOff says that the connection ended while an answer was awaited: whether the other side got the
// question, nobody knows.
var errCutOff = errors.New("the connection was lost")

// ask waits until the answer to one question was read.
func (l *link) ask(ctx context.Context, to question, read answering) error {
	m := message{Kind: isAsk, Name: to.name, Dir: to.dir, Body: encoded(to.args)}
	q := &asked{read: read, sign: to.sign, done: make(chan struct{})}
	l.mu.Lock()
	l.number++
	m.Number = l.number
	l.waiting[m.Number] = q
	l.mu.Unlock()
	unsent := make(chan error, 1)
	go func() {
		if err := l.send(m); err != nil {
			unsent <- err
		}
	}()
	select {
	case <-q.done:
		return q.failure
	case err := <-unsent:
		l.forget(m.Number)
		if errors.Is(err, errLong) {
			return err
		}
		return errCutOff
	case <-ctx.Done():
		l.forget(m.Number)
		go func() { _ = l.send(message{Kind: isCancel, Number: m.Number}) }()
		return ctx.Err()
	case <-l.over:
	}
	// The answer may have come just before.
	select {
	case <-q.done:
		return q.failure
	default:
		return errCutOff
	}
}

func (l *link) forget(number int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.waiting, number)
}

// answering reads what is said to a question: things, and then its answer or failure. Where the other side has other
// rules, it is newer than this one or older.
type answering func(m message, newer bool) error

// reading makes what reads an answer that is one value, or the failure that comes instead.
func reading[T any](into *T) answering {
	return func(m message, newer bool) error {
		switch m.Kind {
		case isThing:
			return errOdd
		case isFailure:
			f := failure{}
			if _, err := decode(m.Body, reflect.ValueOf(&f).Elem(), newer); err != nil {
				return err
			}
			return f.err()
		}
		_, err := decode(m.Body, reflect.ValueOf(into).Elem(), newer)
		return err
	}
}
