package vault

import (
	"context"
	"path"
	"testing"
	"time"

	"coldstart/model"
)

// An action that the gate held up is known by its id and by the names of its request, whatever
// became of it.
func TestAnActionsReplyHasAllItsNames(t *testing.T) {
	t.Parallel()
	v := gateVault(t)
	held, _ := ask(t, v, push(), eleven)
	names := []string{held.ID, held.ID + ".md", held.Request, "request:" + held.Request, "Done/" + path.Base(held.Request)}
	look := func(what string, at time.Time, want model.ReplyState) {
		t.Helper()
		for _, name := range names {
			got, err := v.Reply(t.Context(), name, at)
			if err != nil || got.State != want || got.Ref.Path != held.Request {
				t.Errorf("%s, by %s: got %+v and error %v, want %s", what, name, got, err, want)
			}
		}
	}
	look("asked", eleven, model.ReplyPending)
	answers(t, v, held, model.ChoiceApprove, "Once", eleven.Add(time.Minute), model.Scope{})
	look("approved", eleven.Add(time.Minute), model.ReplyApproved)
	look("a week later", eleven.AddDate(0, 0, 7), model.ReplyExpired)
	ask(t, v, push(), eleven.Add(2*time.Minute))
	look("let through", eleven.Add(2*time.Minute), model.ReplyUsed)
}

// A wait for a request of which only the name is given ends with the decision, and with its time.
func TestAWaitEndsWithTheDecisionOrItsTime(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{payFile: "Pay the dues.\n"})
	now := func() time.Time { return eleven }
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := v.Wait(ctx, "pay", now); err != nil || got.State != model.ReplyPending || got.To != payFile {
		t.Errorf("got %+v and error %v", got, err)
	}
	type answer struct {
		reply model.Reply
		err   error
	}
	said := make(chan answer, 1)
	go func() {
		reply, err := v.Wait(t.Context(), "pay", now)
		said <- answer{reply, err}
	}()
	d := wish(t, v, payFile, model.ChoiceReject, "Not now")
	mustDecide(t, v, d)
	if got := <-said; got.err != nil || got.reply.State != model.ReplyRejected || got.reply.Note != "Not now" || got.reply.By != "ines" {
		t.Errorf("got %+v and error %v", got.reply, got.err)
	}
}
