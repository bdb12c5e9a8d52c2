package gate_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

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

// featured is a pattern of the tests, and likeFeatured what it covers: the real matching is tested in
// cli/gate.
const featured = "git push origin feature/*"

func likeFeatured(pattern string, asked, a model.Action) bool {
	return pattern == featured && a.Dir == asked.Dir && strings.HasPrefix(a.Line, "git push origin feature/")
}

// pushes is a push of one branch.
func pushes(branch string) model.Action {
	a := vaulttest.PushAction()
	a.Line = "git push origin " + branch
	a.Input, a.Call = `{"command":"`+a.Line+`"}`, "toolu_"+branch
	return a
}

// featureVault is a vault with a push that waits, in which a yes can be for a pattern.
func featureVault(t *testing.T) (*vaulttest.Vault, model.HeldAction) {
	t.Helper()
	v := vaulttest.GateVault(t)
	v.Where.Opts.GateFits = likeFeatured
	held, _ := vaulttest.AskGate(t, v, pushes("feature/a"), vaulttest.Eleven)
	return v, held
}

func TestAYesForATimeEndsThen(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		scope model.Scope
		// after are the times of the calls, want whether each goes through.
		after []time.Duration
		want  []bool
	}{
		{"at every call", model.Scope{For: 30 * time.Minute}, []time.Duration{0, time.Minute, 29 * time.Minute, 30 * time.Minute}, []bool{true, true, true, false}},
		{"three times at most", model.Scope{For: 30 * time.Minute, Times: 2}, []time.Duration{0, time.Minute, 2 * time.Minute}, []bool{true, true, false}},
		{"too late for the second", model.Scope{For: 30 * time.Minute, Times: 2}, []time.Duration{0, time.Hour}, []bool{true, false}},
		{"the clock goes back a little", model.Scope{For: 30 * time.Minute}, []time.Duration{29 * time.Minute, -30 * time.Second}, []bool{true, true}},
		{"the clock goes back over its end", model.Scope{For: 30 * time.Minute}, []time.Duration{31 * time.Minute, 10 * time.Minute}, []bool{false, false}},
		{"the clock goes back before the yes", model.Scope{For: 30 * time.Minute}, []time.Duration{-2 * time.Minute, 10 * time.Minute}, []bool{false, false}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, held := vaulttest.HeldVault(t)
			vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, tt.scope)
			for i, after := range tt.after {
				_, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(after))
				if got := reply.State == model.ReplyApproved; got != tt.want[i] {
					t.Errorf("call %d after %s: %s", i, after, reply.State)
				}
			}
		})
	}
}

func TestAYesForAPatternLetsOthersThrough(t *testing.T) {
	t.Parallel()
	v, held := featureVault(t)
	waits, _ := vaulttest.AskGate(t, v, pushes("feature/b"), vaulttest.Eleven)
	refused, _ := vaulttest.AskGate(t, v, pushes("feature/no"), vaulttest.Eleven)
	vaulttest.AnswerHeld(t, v, refused, model.ChoiceReject, "not this one", vaulttest.Eleven, model.Scope{})
	vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, model.Scope{Pattern: featured, For: time.Hour})
	for branch, want := range map[string]model.ReplyState{
		"feature/a": model.ReplyApproved, "feature/b": model.ReplyApproved, "feature/c": model.ReplyApproved,
		"main": model.ReplyPending, "feature/no": model.ReplyRejected,
	} {
		by, reply := vaulttest.AskGate(t, v, pushes(branch), vaulttest.Eleven.Add(time.Minute))
		vaulttest.WantReply(t, branch, reply, want)
		if (by.ID == held.ID) != (want == model.ReplyApproved) {
			t.Errorf("%s: by %s", branch, by.ID)
		}
		// What ran as it was let through is no alarm, and so is what ran under the id of its call only.
		must.Do(t, v.Gate().Ran(t.Context(), pushes(branch), vaulttest.AskedFit(), vaulttest.Eleven.Add(time.Minute)))
	}
	alarms, err := v.Gate().Alarms(vaulttest.Eleven.Add(time.Minute))
	if err != nil || len(alarms) != 2 {
		t.Errorf("%v %+v", err, alarms)
	}
	other := pushes("feature/evil")
	other.Call = pushes("feature/c").Call
	must.Do(t, v.Gate().Ran(t.Context(), other, vaulttest.AskedFit(), vaulttest.Eleven.Add(time.Minute)))
	alarms, err = v.Gate().Alarms(vaulttest.Eleven.Add(time.Minute))
	if want := "not the action you allowed: git push origin feature/evil ran, git push origin feature/c was allowed"; err != nil || len(alarms) != 3 || alarms[2].What != want {
		t.Errorf("%v %+v", err, alarms)
	}
	// The request that waited for what the pattern let through does not wait any more.
	if reply, err := v.Gate().Reply(t.Context(), waits.ID, vaulttest.Eleven.Add(time.Minute)); err != nil || reply.State != model.ReplyWithdrawn {
		t.Errorf("the request behind it: %v %s", err, reply.State)
	}
	s := must.Get(v.Load(t.Context(), vaulttest.Eleven.Add(2*time.Minute)))(t)
	stand := s.StandingYeses()
	if len(stand) != 1 || stand[0].ID != held.ID || len(stand[0].Used) != 3 || stand[0].To != "Approved/"+held.ID+".md" {
		t.Fatalf("%+v", stand)
	}
	through := slices.Sorted(slices.Values(stand[0].Through))
	if want := []string{"git push origin feature/a", "git push origin feature/b", "git push origin feature/c"}; !slices.Equal(through, want) {
		t.Errorf("let through %q", through)
	}
	// Taken back it lets nothing through.
	u, err := v.Undoable(stand[0].Decision, s)
	if err != nil || u.Withdraws == nil {
		t.Fatalf("%v %+v", err, u)
	}
	vaulttest.MustDecide(t, v, vaulttest.TakingBack(t, v, model.Receipt{ID: stand[0].Decision}, vaulttest.Eleven.Add(3*time.Minute)))
	for _, branch := range []string{"feature/a", "feature/d"} {
		_, reply := vaulttest.AskGate(t, v, pushes(branch), vaulttest.Eleven.Add(4*time.Minute))
		vaulttest.WantReply(t, branch, reply, model.ReplyPending)
	}
}

func TestWhatAYesCannotBeFor(t *testing.T) {
	t.Parallel()
	v, held := featureVault(t)
	for why, scope := range map[string]model.Scope{
		"an approval lasts for 1 minute to 24 hours": {For: 25 * time.Hour},
		"an approval lasts for 1 minute":             {For: time.Second},
		"begins with the name of one program":        {Pattern: "*"},
		"the name of one program":                    {Pattern: "gi? push origin feature/a"},
		"does not fit every command":                 {Pattern: "npm *"},
		"one line of at most 500 letters":            {Pattern: featured + "\u200b"},
		"not both":                                   {Pattern: featured, Times: 2, Session: true},
	} {
		d := vaulttest.Wish(t, v, held.Request, model.ChoiceApprove, "")
		d.Scope = scope
		vaulttest.RefusedWith(t, v, d, model.ErrNotAllowed, why)
	}
	prompt := must.Get(v.Gate().Prompt(t.Context(), pushes("feature/p"), vaulttest.Eleven))(t)
	d := vaulttest.Wish(t, v, prompt.Request, model.ChoiceApprove, "")
	d.Scope = model.Scope{Pattern: featured}
	vaulttest.RefusedWith(t, v, d, model.ErrNotAllowed, "only an action that the gate blocked")
	no := vaulttest.Wish(t, v, held.Request, model.ChoiceReject, "no")
	no.Scope = model.Scope{Pattern: featured}
	vaulttest.RefusedWith(t, v, no, model.ErrNotAllowed, "only an action that the gate blocked")
	// A vault that cannot match takes none.
	v.Where.Opts.GateFits = nil
	d = vaulttest.Wish(t, v, held.Request, model.ChoiceApprove, "")
	d.Scope = model.Scope{Pattern: featured}
	vaulttest.RefusedWith(t, v, d, model.ErrNotAllowed, "does not fit every command")
}

// Many gates ask for other lines at the same moment, of which the pattern lets two through.
func TestOfManyGatesAPatternLetsThroughAsOftenAsItHolds(t *testing.T) {
	t.Parallel()
	v, held := featureVault(t)
	vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, model.Scope{Pattern: featured, Times: 2})
	var all sync.WaitGroup
	var mu sync.Mutex
	through := 0
	for n := range 20 {
		all.Add(1)
		go func() {
			defer all.Done()
			_, reply, err := vaulttest.TryGate(t, v, pushes(fmt.Sprint("feature/", n)), vaulttest.Eleven.Add(time.Minute))
			mu.Lock()
			defer mu.Unlock()
			if err != nil && !errors.Is(err, model.ErrLocked) {
				t.Error(err)
			}
			if err == nil && reply.State == model.ReplyApproved {
				through++
			}
		}()
	}
	all.Wait()
	if through != 2 {
		t.Errorf("let through %d times", through)
	}
}

// yesGiven is a yes as a simple model knows it.
type yesGiven struct {
	id, decision, line, session string
	scope                       model.Scope
	// low is the earliest time of any step since, written the latest of a use since it was asked for.
	at, until, low, written time.Time
	used                    int
	gone                    bool
}

func (g *yesGiven) covers(a model.Action) bool {
	fits := a.Line == g.line || g.scope.Pattern != "" && likeFeatured(g.scope.Pattern, vaulttest.PushAction(), a)
	return fits && !g.gone && (!g.scope.Session || a.Session == g.session) && (g.scope.Most() == 0 || g.used < g.scope.Most())
}

// askWaits is an ask without an answer; written is the latest time of a use since it was asked for.
type askWaits struct {
	model.HeldAction
	written time.Time
}

// scopeMachine holds yeses of every scope against what was let through. Latest is the latest time of any
// step, against clocks that are set back.
type scopeMachine struct {
	t          *testing.T
	v          *vaulttest.Vault
	at, latest time.Time
	yeses      []*yesGiven
	waits      []*askWaits
}

func (m *scopeMachine) ask(rt *rapid.T) {
	a := pushes(rapid.SampledFrom([]string{"main", "feature/a", "feature/b"}).Draw(rt, "branch"))
	a.Session = rapid.SampledFrom([]string{"5e1f", "77aa"}).Draw(rt, "session")
	held, reply := vaulttest.AskGate(m.t, m.v, a, m.at)
	if reply.State != model.ReplyApproved {
		for _, g := range m.yeses {
			if g.covers(a) && m.latest.Before(g.until) && !g.low.Before(g.at.Add(-time.Minute)) {
				rt.Fatalf("%s at %s: %s, in spite of %+v", a.Line, m.at, reply.State, *g)
			}
		}
		if !slices.ContainsFunc(m.waits, func(w *askWaits) bool { return w.ID == held.ID }) {
			m.waits = append(m.waits, &askWaits{HeldAction: held})
		}
		return
	}
	at := slices.IndexFunc(m.yeses, func(g *yesGiven) bool { return g.id == held.ID && !g.gone })
	if at < 0 {
		rt.Fatalf("%s was let through by %s, to which nobody said yes", a.Line, held.ID)
	}
	g := m.yeses[at]
	if !g.covers(a) || !m.at.Before(g.until) || !g.written.Before(g.until) {
		rt.Fatalf("%s at %s was let through by %+v", a.Line, m.at, *g)
	}
	g.used++
	for _, g := range m.yeses {
		g.written = later(g.written, m.at)
	}
	for _, w := range m.waits {
		w.written = later(w.written, m.at)
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (m *scopeMachine) decide(rt *rapid.T) {
	for len(m.waits) > 0 {
		i := rapid.IntRange(0, len(m.waits)-1).Draw(rt, "which")
		held := m.waits[i]
		m.waits = slices.Delete(m.waits, i, i+1)
		reply, err := m.v.Gate().Reply(m.t.Context(), held.ID, m.at)
		if err != nil || reply.State != model.ReplyPending {
			continue
		}
		scope := rapid.SampledFrom([]model.Scope{
			{}, {Times: 2}, {Session: true}, {For: 30 * time.Minute}, {For: time.Hour, Times: 2}, {For: time.Hour, Session: true},
			{Pattern: featured}, {Pattern: featured, Times: 2}, {Pattern: featured, For: 30 * time.Minute}, {Pattern: featured, Session: true},
		}).Draw(rt, "scope")
		if !likeFeatured(featured, vaulttest.PushAction(), held.Action) {
			scope.Pattern = ""
		}
		r := vaulttest.AnswerHeld(m.t, m.v, held.HeldAction, model.ChoiceApprove, "", m.at, scope)
		m.yeses = append(m.yeses, &yesGiven{
			id: held.ID, decision: r.ID, line: held.Action.Line, session: held.Action.Session, scope: scope,
			at: m.at, low: m.at, written: held.written, until: m.at.Add(scope.Lasts(24 * time.Hour)),
		})
		return
	}
}

func (m *scopeMachine) undo(rt *rapid.T) {
	for _, g := range m.yeses {
		reply, err := m.v.Gate().Reply(m.t.Context(), g.id, m.at)
		if g.gone || err != nil || reply.State != model.ReplyApproved {
			continue
		}
		if _, err := m.v.Decide(m.t.Context(), vaulttest.TakingBack(m.t, m.v, model.Receipt{ID: g.decision}, m.at)); err != nil {
			rt.Fatalf("undoing %+v: %v", *g, err)
		}
		g.gone = true
		return
	}
}

func TestEveryScopeHoldsAsFarAsItSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		m := &scopeMachine{t: t, v: vaulttest.GateVault(t), at: vaulttest.Eleven}
		m.v.Where.Opts.GateFits = likeFeatured
		steps := []func(*rapid.T){m.ask, m.ask, m.ask, m.decide, m.decide, m.undo}
		for range rapid.IntRange(1, 20).Draw(rt, "steps") {
			after := rapid.SampledFrom([]time.Duration{time.Second, time.Minute, 20 * time.Minute, 5 * time.Hour, -30 * time.Second, -40 * time.Minute}).Draw(rt, "after")
			m.at = m.at.Add(after)
			m.latest = later(m.latest, m.at)
			for _, g := range m.yeses {
				if m.at.Before(g.low) {
					g.low = m.at
				}
			}
			steps[rapid.IntRange(0, len(steps)-1).Draw(rt, "step")](rt)
		}
		if t.Failed() {
			rt.Fatal("see above")
		}
	})
}

func TestTheGateCanDemandASignature(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("lou"))
	for _, tt := range []struct {
		name string
		// between happens between the yes and the call that wants to use it.
		between func(v *vaulttest.Vault)
		want    model.ReplyState
	}{
		{"signed by somebody on the list", func(*vaulttest.Vault) {}, model.ReplyApproved},
		{"signed by somebody else", func(*vaulttest.Vault) { k.List("signers", "ines "+k.Public("lou")) }, model.ReplyPending},
		{"without a list", func(*vaulttest.Vault) { k.List("signers", "") }, model.ReplyPending},
		{"with a ledger that somebody wrote into", func(v *vaulttest.Vault) {
			rewriteLedger(t, v, `\"session\":false`, `\"session\":true`)
		}, model.ReplyPending},
		{"for more times than were signed", func(v *vaulttest.Vault) {
			rewriteLedger(t, v, `"seen":`, `"times":9,"seen":`)
		}, model.ReplyPending},
		{"for another pattern than was signed", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"seen":`, `"pattern":"git *","seen":`) }, model.ReplyPending},
		{"for less time than was signed", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"seen":`, `"for_seconds":60,"seen":`) }, model.ReplyPending},
		{"without its signature", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"signed":`, `"was_signed":`) }, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k.List("signers", "ines "+k.Public("sam"))
			v := k.SigningVault(vaulttest.Files{"Pending_Approval/": "", "Plans/": ""})
			v.Where.Opts.GateSigners = k.Path("signers")
			held, _ := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
			// A clock has more than the seconds that are signed.
			vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven.Add(time.Minute+123_456_789), model.Scope{})
			tt.between(v)
			again, reply := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven.Add(2*time.Minute))
			vaulttest.WantReply(t, "after the yes", reply, tt.want)
			if (again.ID == held.ID) != (tt.want == model.ReplyApproved) {
				t.Errorf("%s was asked, then %s", held.ID, again.ID)
			}
			if tree := vaulttest.TreeOf(t, v.Dir()); tt.want == model.ReplyApproved && tree["Done/"+held.ID+".md.signed"] == "" {
				t.Error("the signature stayed behind")
			}
			if was, err := v.Gate().Reply(t.Context(), held.ID, vaulttest.Eleven.Add(2*time.Minute)); tt.want == model.ReplyPending && (err != nil || was.State != model.ReplyWithdrawn || !strings.Contains(was.Note, "does not count")) {
				t.Errorf("what became of it: %+v, %v", was, err)
			}
		})
	}
}

// rewriteLedger does what an agent of the same account could.
func rewriteLedger(t *testing.T, v *vaulttest.Vault, was, is string) {
	t.Helper()
	name := filepath.Join(v.StateDir(), state.LedgerName)
	b, err := os.ReadFile(name)
	if err == nil {
		if !bytes.Contains(b, []byte(was)) {
			t.Fatalf("the ledger has no %s:\n%s", was, b)
		}
		err = os.WriteFile(name, bytes.Replace(b, []byte(was), []byte(is), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestAYesThatWouldNotCountIsRefused(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	v := k.SigningVault(vaulttest.Files{"Pending_Approval/": "", "Plans/": ""})
	v.Where.Opts.GateSigners, v.Where.Opts.Sign.Key = k.Path("signers"), ""
	held, _ := vaulttest.AskGate(t, v, vaulttest.PushAction(), vaulttest.Eleven)
	d := vaulttest.Wish(t, v, held.Request, model.ChoiceApprove, "")
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), "requires a signed approval") {
		t.Errorf("a yes without a signature: %v", err)
	}
	vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, held.Request, model.ChoiceReject, "no"))
}

// How long a yes holds and for which pattern is signed as well.
func TestTimeAndPatternAreSigned(t *testing.T) {
	k := vaulttest.NewKeyring(t)
	for _, tt := range []struct {
		name string
		// between happens between the yes and the call that wants to use it.
		between func(v *vaulttest.Vault)
		want    model.ReplyState
	}{
		{"as it was signed", func(*vaulttest.Vault) {}, model.ReplyApproved},
		{"for longer", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"for_seconds":1800`, `"for_seconds":3600`) }, model.ReplyPending},
		{"without an end", func(v *vaulttest.Vault) { rewriteLedger(t, v, `"for_seconds":1800,`, ``) }, model.ReplyPending},
		{"for a wider pattern", func(v *vaulttest.Vault) {
			rewriteLedger(t, v, `"pattern":"git push origin feature/*"`, `"pattern":"git push origin *"`)
		}, model.ReplyPending},
		{"with another record", func(v *vaulttest.Vault) { rewriteLedger(t, v, `\"for\":1800`, `\"for\":3600`) }, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k.List("signers", "ines "+k.Public("sam"))
			v := k.SigningVault(vaulttest.Files{"Pending_Approval/": "", "Plans/": ""})
			v.Where.Opts.GateSigners, v.Where.Opts.GateFits = k.Path("signers"), likeFeatured
			held, _ := vaulttest.AskGate(t, v, pushes("feature/a"), vaulttest.Eleven)
			vaulttest.AnswerHeld(t, v, held, model.ChoiceApprove, "", vaulttest.Eleven, model.Scope{Pattern: featured, For: 30 * time.Minute})
			if signed := vaulttest.TreeOf(t, v.Dir())["Approved/"+held.ID+".md.signed"]; !strings.Contains(signed, `"session":false,"for":1800,"pattern":"git push origin feature/*","at":`) {
				t.Fatalf("signed was %s", signed)
			}
			tt.between(v)
			_, reply := vaulttest.AskGate(t, v, pushes("feature/b"), vaulttest.Eleven.Add(time.Minute))
			vaulttest.WantReply(t, "after the yes", reply, tt.want)
		})
	}
}
