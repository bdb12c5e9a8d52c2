package gate_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/vaulttest"
)

func TestAnActionRunsOnceAfterAYes(t *testing.T) {
	t.Parallel()
	v := vaulttest.GateVault(t)
	held, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
	vaulttest.WantReply(t, "the first call", reply, model.ReplyPending)
	again, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(time.Second))
	vaulttest.WantReply(t, "the second call", reply, model.ReplyPending)
	if again.ID != held.ID {
		t.Errorf("it was asked for twice: %s, %s", held.ID, again.ID)
	}
	s, err := v.Load(t.Context(), vaulttest.Eleven)
	if err != nil || len(s.Requests) != 1 || len(s.Problems) > 0 {
		t.Fatal(err, s.Requests, s.Problems)
	}
	r := s.Requests[0]
	if r.Ask == nil || r.Ask.ID != held.ID || r.Summary != "git push origin main" || r.Action != "Bash" || r.Target != "/repo" || len(r.Doubts) > 0 {
		t.Errorf("the request reads as %+v", r)
	}
	vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven.Add(time.Minute), model.Scope{})
	_, reply = vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(2*time.Minute))
	vaulttest.WantReply(t, "after the yes", reply, model.ReplyApproved)
	if tree := vaulttest.TreeOf(t, v.Dir()); !strings.Contains(tree["Done/"+filepath.Base(held.Request)], "git push origin main") || tree["Approved/"+filepath.Base(held.Request)] != "" {
		t.Errorf("the used request is not among what is done: %v", tree)
	}
	next, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(3*time.Minute))
	vaulttest.WantReply(t, "the next call", reply, model.ReplyPending)
	if next.ID == held.ID {
		t.Error("the request that was used up waits again")
	}
	s, err = v.Load(t.Context(), vaulttest.Eleven.Add(3*time.Minute))
	if err != nil || len(s.Requests) != 1 || len(s.Requests[0].Doubts) != 0 || rule.MustTypeRequest(s.Requests[0], s.At) != "" {
		t.Fatalf("%v %+v", err, s.Requests)
	}
	if k := s.Requests[0].Ask; !k.Whole() || !s.RanBefore(*k).Equal(vaulttest.Eleven.Add(2*time.Minute)) {
		t.Errorf("an action that was let through before says %s, whole %t", s.RanBefore(*k), k.Whole())
	}
}

// Fifty gates ask at the same moment for what was allowed once.
func TestOfManyGatesOneLetsThrough(t *testing.T) {
	t.Parallel()
	v := vaulttest.GateVault(t)
	held, _ := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
	vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, model.Scope{})
	var all sync.WaitGroup
	var mu sync.Mutex
	states := map[model.ReplyState]int{}
	for range 50 {
		all.Add(1)
		go func() {
			defer all.Done()
			_, reply, err := vaulttest.TryGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(time.Minute))
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

// A yes is no yes while somebody else's no lies beside it, as after a merge.
func TestTheGateLetsNothingThroughThatWasRejectedToo(t *testing.T) {
	t.Parallel()
	v := vaulttest.GateVault(t)
	held, _ := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
	vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, model.Scope{})
	text := vaulttest.TreeOf(t, v.Dir())["Approved/"+filepath.Base(held.Request)]
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{"Rejected/" + filepath.Base(held.Request): text})
	for _, when := range []time.Time{vaulttest.Eleven.Add(time.Minute), vaulttest.Eleven.Add(2 * time.Minute)} {
		_, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), when)
		vaulttest.WantReply(t, "approved and rejected", reply, model.ReplyContradicting)
		if reply.Note == "" {
			t.Error("it does not say why")
		}
	}
	reply := must.Get(v.Reply(t.Context(), held.ID, vaulttest.Eleven.Add(time.Minute)))(t)
	vaulttest.WantReply(t, "waiting for it", reply, model.ReplyContradicting)
	must.Do(t, os.Remove(filepath.Join(v.Dir(), "Rejected", filepath.Base(held.Request))))
	_, reply = vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(3*time.Minute))
	vaulttest.WantReply(t, "settled", reply, model.ReplyApproved)
}
