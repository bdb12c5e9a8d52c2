package vault_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/gate"
	"coldstart/vault/vaulttest"
)

// believed is what one action may do, by a model that knows no files.
type believed struct {
	// id is the request that stands for it, "" for none.
	id      string
	request string
	state   model.ReplyState
	left    int
	scope   model.Scope
	until   time.Time
	receipt string
	used    bool
}

// gateMachine holds the gate against the simple model.
type gateMachine struct {
	t       *testing.T
	v       *vaulttest.Vault
	at      time.Time
	actions map[string]*believed
	// torn says that a line was cut off.
	torn bool
}

func (m *gateMachine) drawn(rt *rapid.T) (model.Action, *believed) {
	a := push()
	a.Dir = "/repo/" + strconv.Itoa(rapid.IntRange(0, 2).Draw(rt, "action"))
	b := m.actions[a.Dir]
	if b.state != model.ReplyPending && (b.state == model.ReplyApproved || b.state == model.ReplyRejected) && !m.at.Before(b.until) {
		*b = believed{state: model.ReplyExpired}
	}
	return a, b
}

// expects is the answer to asking now, and moves the model on.
func (b *believed) expects(session string) (want model.ReplyState, anew bool) {
	switch b.state {
	case model.ReplyPending, model.ReplyRejected, model.ReplyChanges:
		return b.state, b.id == ""
	case model.ReplyApproved:
		if b.scope.Session && session != push().Session {
			return model.ReplyPending, true
		}
		b.used = true
		if !b.scope.Session {
			if b.left--; b.left == 0 {
				*b = believed{state: model.ReplyUsed}
			}
		}
		return model.ReplyApproved, false
	}
	return model.ReplyPending, true
}

func (m *gateMachine) ask(rt *rapid.T) {
	a, b := m.drawn(rt)
	want, anew := b.expects(a.Session)
	held, reply := ask(m.t, m.v, a, m.at)
	if reply.State != want {
		rt.Fatalf("asking for %s: got %s, want %s", a.Dir, reply.State, want)
	}
	if anew {
		*b = believed{id: held.ID, request: held.Request, state: model.ReplyPending}
	}
	if !anew && b.id != "" && held.ID != b.id {
		rt.Fatalf("asking for %s: got %s, want %s", a.Dir, held.ID, b.id)
	}
}

func (m *gateMachine) decide(rt *rapid.T) {
	_, b := m.drawn(rt)
	if b.state != model.ReplyPending && b.state != model.ReplyChanges || b.id == "" {
		return
	}
	choice := rapid.SampledFrom([]model.Choice{model.ChoiceApprove, model.ChoiceReject, model.ChoiceChanges}).Draw(rt, "choice")
	if choice == model.ChoiceChanges && b.state == model.ReplyChanges {
		return
	}
	scope := model.Scope{}
	if choice == model.ChoiceApprove {
		scope = rapid.SampledFrom([]model.Scope{{}, {Times: 2}, {Session: true}}).Draw(rt, "scope")
	}
	r := answers(m.t, m.v, model.HeldAction{Request: b.request}, choice, "because", m.at, scope)
	b.receipt, b.scope, b.left, b.until, b.used = r.ID, scope, max(1, scope.Times), m.at.Add(gate.Holds), false
	b.state = map[model.Choice]model.ReplyState{
		model.ChoiceApprove: model.ReplyApproved, model.ChoiceReject: model.ReplyRejected, model.ChoiceChanges: model.ReplyChanges,
	}[choice]
}

func (m *gateMachine) undo(rt *rapid.T) {
	_, b := m.drawn(rt)
	if b.receipt == "" || b.state != model.ReplyApproved && b.state != model.ReplyRejected {
		return
	}
	_, err := m.v.Decide(m.t.Context(), undoing(m.t, m.v, model.Receipt{ID: b.receipt}, m.at))
	switch {
	case err != nil:
		rt.Fatalf("undoing, used %v: %v", b.used, err)
	case b.used:
		// What was left is gone, and the request does not wait again.
		reply, err := m.v.Gate().Reply(m.t.Context(), b.id, m.at)
		if err != nil || reply.State != model.ReplyWithdrawn {
			rt.Fatalf("after the rest was taken back: %v %s", err, reply.State)
		}
		*b = believed{state: model.ReplyWithdrawn}
	default:
		// A wish for changes on it stands again, if there was one.
		reply, err := m.v.Gate().Reply(m.t.Context(), b.id, m.at)
		if err != nil || reply.State != model.ReplyPending && reply.State != model.ReplyChanges && (reply.State != model.ReplyWithdrawn || !m.torn) {
			rt.Fatalf("after the undo: %v %s", err, reply.State)
		}
		*b = believed{id: b.id, request: b.request, state: reply.State}
	}
}

func (m *gateMachine) withdraw(rt *rapid.T) {
	_, b := m.drawn(rt)
	if b.id == "" {
		return
	}
	must.Do(rt, m.v.Gate().Withdraw(m.t.Context(), b.id, "ended", m.at))
	if b.state == model.ReplyPending || b.state == model.ReplyChanges {
		*b = believed{state: model.ReplyWithdrawn}
	}
}

// cutOff ends the file of the gate in a line that was not written whole. What stood before it
// counts no more, but a no.
func (m *gateMachine) cutOff(rt *rapid.T) {
	if _, err := os.Lstat(gateFile(m.v)); err != nil {
		return
	}
	appendTo(m.t, gateFile(m.v), `{"what":"used","id":"gate-`)
	m.torn = true
	for _, b := range m.actions {
		switch {
		case b.state == model.ReplyApproved:
			*b = believed{state: model.ReplyExpired}
		case b.state != model.ReplyRejected:
			*b = believed{state: model.ReplyWithdrawn}
		}
	}
}

func TestTheGateAgreesWithASimpleModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		m := &gateMachine{t: t, v: gateVault(t), at: eleven, actions: map[string]*believed{}}
		for n := range 3 {
			m.actions["/repo/"+strconv.Itoa(n)] = &believed{}
		}
		steps := []func(*rapid.T){m.ask, m.ask, m.decide, m.decide, m.undo, m.withdraw, m.cutOff}
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			m.at = m.at.Add(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 23 * time.Hour}).Draw(rt, "later"))
			steps[rapid.IntRange(0, len(steps)-1).Draw(rt, "step")](rt)
		}
		if t.Failed() {
			rt.Fatal("see above")
		}
	})
}
