package vault_test

import (
	"context"
	"fmt"
	"path"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/whole"
	"coldstart/vault/vaulttest"
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

// An agent may ask at any moment of a decision: it hears that the request waits until the decision
// holds, and then all of it.
func TestAReplyBetweenTheStepsOfADecision(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		choice model.Choice
		want   model.ReplyState
	}{
		{model.ChoiceApprove, model.ReplyApproved},
		{model.ChoiceReject, model.ReplyRejected},
		{model.ChoiceChanges, model.ReplyChanges},
	} {
		for _, gated := range []bool{false, true} {
			t.Run(fmt.Sprint(tt.choice, " of the gate ", gated), func(t *testing.T) {
				t.Parallel()
				v, at, name := decidingVault(t, blockedVault()), payFile, "pay"
				if gated {
					v = gateVault(t)
					held, _ := ask(t, v, push(), eleven)
					at, name = held.Request, held.ID
				}
				d := wish(t, v, at, tt.choice, "note")
				steps, answered := 0, false
				v.Where.Disk.Before = func(op, file string) {
					got, err := v.Reply(t.Context(), name, d.At)
					steps++
					switch {
					case err == nil && got.State == model.ReplyPending && !answered:
					case err == nil && got.State == tt.want && got.By == "ines" && got.Note == "note":
						answered = true
					default:
						t.Errorf("before %s of %s: got %+v and error %v", op, file, got, err)
					}
				}
				mustDecide(t, v, d)
				if !answered || steps < 5 {
					t.Errorf("answered is %v after %d steps", answered, steps)
				}
			})
		}
	}
}

// One who asks all the time, while decisions are made and undone, is never told anything else.
func TestARepeatedQuestionMissesNoDecision(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, blockedVault())
	at := eleven
	decide := func(file, name string) model.Receipt {
		at = at.Add(time.Minute)
		d := wish(t, v, file, model.ChoiceReject, "no")
		d.At = at
		said := make(chan error, 1)
		go func() { said <- askUntilRejected(t.Context(), v, name, at) }()
		receipt := mustDecide(t, v, d)
		if err := <-said; err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return receipt
	}
	for range whole.Rounds(10, 40) {
		d := undoOf(t, v, decide(payFile, "pay").ID)
		d.At = at
		mustDecide(t, v, d)
		a := push()
		a.Call = at.String()
		a.Input = at.String()
		held, _ := ask(t, v, a, at)
		decide(held.Request, held.ID)
	}
}

// askUntilRejected asks for a request until it is rejected, and fails when it hears anything else
// than that or that it waits.
func askUntilRejected(ctx context.Context, v *vaulttest.Vault, name string, at time.Time) error {
	for {
		got, err := v.Reply(ctx, name, at)
		switch {
		case err != nil:
			return err
		case got.State == model.ReplyRejected && got.By == "ines" && got.Note == "no":
			return nil
		case got.State != model.ReplyPending:
			return fmt.Errorf("got %+v", got)
		}
	}
}
