package agent

import (
	"context"
	"errors"
	"time"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/model"
)

// mostTitle bounds the title of a request in characters, where its client tells its user of it.
const mostTitle = 200

// Reply answers with what became of a request.
func (t *Tools) Reply(ctx context.Context, name string) ([]byte, error) {
	r, err := t.Store.Reply(ctx, name, t.Now())
	return t.replied(r, err)
}

// Wait answers with what became of a request as soon as it has an answer, after so many
// seconds, or when until or ctx ends.
func (t *Tools) Wait(ctx, until context.Context, name string, seconds int, tell func(what string)) ([]byte, error) {
	r, err := t.Store.Reply(ctx, name, t.Now())
	if err != nil || r.State.Final() {
		return t.replied(r, err)
	}
	tell("A request waits for your decision: " + t.Theme.Label(t.cutText(r.Title, mostTitle)).String())
	waiting, cancel := context.WithTimeout(until, time.Duration(seconds)*time.Second)
	defer cancel()
	defer context.AfterFunc(ctx, cancel)()
	r, err = t.Store.Wait(waiting, name, t.Now)
	return t.replied(r, err)
}

func (t *Tools) replied(r model.Reply, err error) ([]byte, error) {
	if errors.Is(err, model.ErrNotFound) {
		err = say.Hinted(err, "needs_you lists open requests, context lists decisions")
	}
	j := answer.ReplyJSON(t.head(), r)
	j.Title, j.Note = t.cutText(j.Title, mostRow), t.cutText(j.Note, 2*mostRow)
	return t.answer(j, err)
}

// head begins an answer for which the vault was not read.
func (t *Tools) head() answer.Head {
	return answer.HeadJSON(model.Snapshot{Name: t.Name, At: t.Now()})
}
