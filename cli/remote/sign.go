package remote

import (
	"context"
	"fmt"
	"sync"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/vault"
)

// Signer signs what is decided elsewhere, with a key that stays here.
type Signer struct {
	// Key is the name of the key for people, empty for no signatures.
	Key string
	// Decision signs the record of a decision on a vault that was listed there.
	Decision func(ctx context.Context, l Listed, d model.Decision, record []byte) (armor []byte, err error)
	// Line signs the record of a decision that a command line makes there; nil for a line that decides on
	// no request.
	Line func(ctx context.Context, line Line, record []byte) (armor []byte, err error)
}

// Asker is who asks from another machine.
type Asker struct {
	// Operator is user@host, as that machine says.
	Operator string
	// Sign is how the asker's decisions are signed: there.
	Sign vault.Sign

	// LookOnly is why that machine may decide nothing here, empty where it may.
	LookOnly string
}

type (
	// signAsk asks the asking side to sign the record of a decision that it asked for.
	signAsk struct{ Line []byte }
	// signAnswer is the signature, or why there is none.
	signAnswer struct {
		Armor []byte
		Why   string
	}
)

// expected are the decisions that may be signed now: by the number of the question, each once.
type expected struct {
	mu  sync.Mutex
	all map[uint64]func(line []byte) ([]byte, error)
}

func (e *expected) add(number uint64, sign func(line []byte) ([]byte, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.all == nil {
		e.all = map[uint64]func(line []byte) ([]byte, error){}
	}
	e.all[number] = sign
}

// take returns what signs for a question, and takes it off: nothing is signed twice.
func (e *expected) take(number uint64) func(line []byte) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	sign := e.all[number]
	delete(e.all, number)
	return sign
}

func (e *expected) forget(number uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.all, number)
}

// sign begins to sign a record for the host. A key may want a touch, so answers go on meanwhile.
func (l *link) sign(m message) error {
	ask, err := decoded[signAsk](m.Body)
	if err != nil {
		return err
	}
	sign := l.signs.take(m.Number)
	if sign == nil {
		return fmt.Errorf("%w: nobody here decides what it wants signed", errOdd)
	}
	go func() {
		armor, err := sign(ask.Line)
		answer := signAnswer{Armor: armor}
		if err != nil {
			answer = signAnswer{Why: phrase.Error(err)}
		}
		_ = l.send(message{Kind: isSigned, Number: m.Number, Body: encoded(answer)})
	}()
	return nil
}

// signing are the signatures that this side waits for, by the number of the question.
type signing struct {
	mu      sync.Mutex
	waiting map[uint64]chan signAnswer
}

// came hands a signature to who waits for it.
func (s *signing) came(m message) error {
	answer, err := decoded[signAnswer](m.Body)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if waits := s.waiting[m.Number]; waits != nil {
		waits <- answer
		delete(s.waiting, m.Number)
	}
	return nil
}

// numberKey is the key of the number of a question in its context.
type numberKey struct{}

// signBy asks the asking side for the signature of a record, in a question of its own. Its context says in which.
func (s *serving) signBy(ctx context.Context, line []byte) ([]byte, error) {
	number, _ := ctx.Value(numberKey{}).(uint64)
	waits := make(chan signAnswer, 1)
	s.signing.mu.Lock()
	if s.signing.waiting == nil {
		s.signing.waiting = map[uint64]chan signAnswer{}
	}
	s.signing.waiting[number] = waits
	s.signing.mu.Unlock()
	s.send(message{Kind: isSign, Number: number, Body: encoded(signAsk{line})})
	select {
	case answer := <-waits:
		if answer.Why != "" {
			return nil, failure{Text: answer.Why}.err()
		}
		return answer.Armor, nil
	case <-s.gone:
		return nil, fmt.Errorf("the connection to %s was lost before it was signed", s.asker.Operator)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
