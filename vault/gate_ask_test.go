package vault

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
)

// push is an action that a rule of the tests asks for.
func push() model.Action {
	return model.Action{
		Client: "claude", Session: "5e1f", Call: "toolu_01", Tool: "Bash", Own: "Bash",
		Input: `{"command":"git push origin main"}`, Line: "git push origin main", Dir: "/repo",
	}
}

// asked is what the rules say of it.
func asked() model.Fit {
	return model.Fit{Then: model.ThenAsk, Rule: model.GateRule{Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 12}, What: "git push origin main"}
}

// ask asks the gate, from a vault that is opened alone.
func ask(t *testing.T, v *Vault, a model.Action, at time.Time) (model.Ask, model.Reply) {
	t.Helper()
	held, reply, err := tryAsk(t, v, a, at)
	if err != nil {
		t.Fatal(err)
	}
	return held, reply
}

func tryAsk(t *testing.T, v *Vault, a model.Action, at time.Time) (model.Ask, model.Reply, error) {
	t.Helper()
	g, err := OpenGate(v.Dir(), v.where.Opts)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	return g.Ask(context.Background(), a, asked(), at)
}

// answers decides on what the gate asked for.
func answers(t *testing.T, v *Vault, held model.Ask, choice model.Choice, note string, at time.Time, scope model.Scope) model.Receipt {
	t.Helper()
	d := wish(t, v, held.Request, choice, note)
	d.At, d.Scope = at, scope
	return mustDecide(t, v, d)
}

func wants(t *testing.T, what string, got model.Reply, want model.ReplyState) {
	t.Helper()
	if got.State != want {
		t.Errorf("%s: got %s, want %s", what, got.State, want)
	}
}

func gateVault(t *testing.T) *Vault {
	t.Helper()
	return decidingVault(t, files{"Pending_Approval/": "", "Plans/": ""})
}

func TestAnActionRunsOnceAfterAYes(t *testing.T) {
	t.Parallel()
	v := gateVault(t)
	held, reply := ask(t, v, push(), eleven)
	wants(t, "the first call", reply, model.ReplyPending)
	again, reply := ask(t, v, push(), eleven.Add(time.Second))
	wants(t, "the second call", reply, model.ReplyPending)
	if again.ID != held.ID {
		t.Errorf("it was asked for twice: %s, %s", held.ID, again.ID)
	}
	s, err := v.Load(t.Context(), eleven)
	if err != nil || len(s.Requests) != 1 || len(s.Problems) > 0 {
		t.Fatal(err, s.Requests, s.Problems)
	}
	r := s.Requests[0]
	if r.Ask == nil || r.Ask.ID != held.ID || r.Summary != "git push origin main" || r.Action != "Bash" || r.Target != "/repo" || len(r.Doubts) > 0 {
		t.Errorf("the request reads as %+v", r)
	}
	answers(t, v, held, model.ChoiceApprove, "", eleven.Add(time.Minute), model.Scope{})
	_, reply = ask(t, v, push(), eleven.Add(2*time.Minute))
	wants(t, "after the yes", reply, model.ReplyApproved)
	if tree := treeOf(t, v.Dir()); !strings.Contains(tree["Done/"+filepath.Base(held.Request)], "git push origin main") || tree["Approved/"+filepath.Base(held.Request)] != "" {
		t.Errorf("the used request is not among what is done: %v", tree)
	}
	next, reply := ask(t, v, push(), eleven.Add(3*time.Minute))
	wants(t, "the next call", reply, model.ReplyPending)
	if next.ID == held.ID {
		t.Error("the request that was used up waits again")
	}
	s, err = v.Load(t.Context(), eleven.Add(3*time.Minute))
	if err != nil || len(s.Requests) != 1 || len(s.Requests[0].Doubts) != 0 || rule.MustTypeRequest(s.Requests[0], s.At) != "" {
		t.Fatalf("%v %+v", err, s.Requests)
	}
	if k := s.Requests[0].Ask; !k.Whole() || !s.RanBefore(*k).Equal(eleven.Add(2*time.Minute)) {
		t.Errorf("an action that was let through before says %s, whole %t", s.RanBefore(*k), k.Whole())
	}
}

// Fifty gates ask at the same moment for what was allowed once.
func TestOfManyGatesOneLetsThrough(t *testing.T) {
	t.Parallel()
	v := gateVault(t)
	held, _ := ask(t, v, push(), eleven)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{})
	var all sync.WaitGroup
	var mu sync.Mutex
	states := map[model.ReplyState]int{}
	for range 50 {
		all.Add(1)
		go func() {
			defer all.Done()
			_, reply, err := tryAsk(t, v, push(), eleven.Add(time.Minute))
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !errors.Is(err, model.ErrLocked) {
				t.Error(err)
			}
			if err == nil {
				states[reply.State]++
			}
		}()
	}
	all.Wait()
	if states[model.ReplyApproved] != 1 {
		t.Errorf("let through %d times: %v", states[model.ReplyApproved], states)
	}
}

func gateFile(v *Vault) string { return filepath.Join(v.StateDir(), "gate.jsonl") }

func mustWrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A yes is no yes while somebody else's no lies beside it, as after a merge.
func TestTheGateLetsNothingThroughThatWasRejectedToo(t *testing.T) {
	t.Parallel()
	v := gateVault(t)
	held, _ := ask(t, v, push(), eleven)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{})
	text := treeOf(t, v.where.Dir)["Approved/"+filepath.Base(held.Request)]
	makeFiles(t, v.where.Dir, files{"Rejected/" + filepath.Base(held.Request): text})
	for _, when := range []time.Time{eleven.Add(time.Minute), eleven.Add(2 * time.Minute)} {
		_, reply := ask(t, v, push(), when)
		wants(t, "approved and rejected", reply, model.ReplyContradicting)
		if reply.Note == "" {
			t.Error("it does not say why")
		}
	}
	reply, err := v.Reply(t.Context(), held.ID, eleven.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	wants(t, "waiting for it", reply, model.ReplyContradicting)
	if err := os.Remove(filepath.Join(v.where.Dir, "Rejected", filepath.Base(held.Request))); err != nil {
		t.Fatal(err)
	}
	_, reply = ask(t, v, push(), eleven.Add(3*time.Minute))
	wants(t, "settled", reply, model.ReplyApproved)
}
