package remote

import (
	"context"
	"fmt"

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

// sign begins to sign a record for the host, once for a question that decides. A key may want a touch, so answers go
// on meanwhile.
func (l *link) sign(m message, q *asked) error {
	ask, err := decoded[signAsk](m.Body)
	if err != nil {
		return err
	}
	if q == nil || q.sign == nil {
		return fmt.Errorf("%w: no decision here needs its signature", errOdd)
	}
	sign := q.sign
	// Only who listens reads it.
	q.sign = nil
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

// signed hands a signature to who waits for it.
func (s *serving) signed(m message) error {
	answer, err := decoded[signAnswer](m.Body)
	if waits, ok := s.signing.LoadAndDelete(m.Number); ok && err == nil {
		waits.(chan signAnswer) <- answer
	}
	return err
}

// numberKey is the key of the number of a question in its context.
type numberKey struct{}

// signBy asks the asking side for the signature of a record, in a question of its own. Its context says in which.
func (s *serving) signBy(ctx context.Context, line []byte) ([]byte, error) {
	number, _ := ctx.Value(numberKey{}).(int)
	waits := make(chan signAnswer, 1)
	s.signing.Store(number, waits)
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
