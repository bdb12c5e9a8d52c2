package vault_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault"
	"coldstart/vault/gate"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// Whatever is not the operator's own yes on these bytes lets nothing through.
func TestOnlyTheOperatorsYesOnTheseBytesCounts(t *testing.T) {
	t.Parallel()
	hour := eleven.Add(time.Hour)
	once := model.Scope{}
	for _, tt := range []struct {
		name string
		make func(t *testing.T, v *vaulttest.Vault, held model.HeldAction)
		at   time.Time
		act  func(a *model.Action)
		want model.ReplyState
	}{
		{"a yes", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, hour, nil, model.ReplyApproved},
		{"a yes for another session's call", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, hour, func(a *model.Action) { a.Session, a.Client = "other", "codex" }, model.ReplyApproved},
		{"a file put into Approved by hand", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			v.MoveFile(t, held.Request, "Approved/"+filepath.Base(held.Request))
		}, hour, nil, model.ReplyPending},
		{"a file copied into Approved", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			v.Overwrite(t, "Approved/"+filepath.Base(held.Request), v.TextOf(t, held.Request))
		}, hour, nil, model.ReplyPending},
		{"a copy of the request with another name", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			v.Overwrite(t, "Pending_Approval/copy.md", v.TextOf(t, held.Request))
			held.Request = "Pending_Approval/copy.md"
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, hour, nil, model.ReplyPending},
		{"the ledger of another vault", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			other := gateVault(t)
			other.Overwrite(t, held.Request, v.TextOf(t, held.Request))
			asks, err := os.ReadFile(gateFile(v))
			must.Do(t, err)
			must.Do(t, os.MkdirAll(other.StateDir(), 0o700))
			mustWrite(t, gateFile(other), string(asks))
			answers(t, other, held, model.ChoiceApprove, "", eleven, once)
		}, hour, nil, model.ReplyPending},
		{"a yes that ran out", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, eleven.Add(24 * time.Hour), nil, model.ReplyPending},
		{"a yes just before it runs out", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, eleven.Add(24*time.Hour - time.Second), nil, model.ReplyApproved},
		{"a clock before the yes", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, eleven.Add(-time.Hour), nil, model.ReplyPending},
		{"a clock that was set back after the yes ran out", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
			other := push()
			other.Input = `{"command":"git push origin work"}`
			ask(t, v, other, eleven.Add(25*time.Hour))
		}, hour, nil, model.ReplyPending},
		{"another input", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, hour, func(a *model.Action) { a.Input += " " }, model.ReplyPending},
		{"another folder", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, hour, func(a *model.Action) { a.Dir = "/repo/../repo" }, model.ReplyPending},
		{"another tool", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
		}, hour, func(a *model.Action) { a.Tool = "Shell" }, model.ReplyPending},
		{"a yes for the session, in another one", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{Session: true})
		}, hour, func(a *model.Action) { a.Session = "other" }, model.ReplyPending},
		{"a yes for the session, in one of another client", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{Session: true})
		}, hour, func(a *model.Action) { a.Client = "codex" }, model.ReplyPending},
		{"a no", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceReject, "not on a Friday", eleven, once)
		}, hour, nil, model.ReplyRejected},
		{"a no that ran out", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceReject, "not on a Friday", eleven, once)
		}, eleven.Add(24 * time.Hour), nil, model.ReplyPending},
		{"a wish for changes", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceChanges, "to a branch", eleven, once)
		}, hour, nil, model.ReplyChanges},
		{"a yes that was undone", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			undoes(t, v, answers(t, v, held, model.ChoiceApprove, "", eleven, once), held, eleven)
		}, hour, nil, model.ReplyPending},
		{"a no that was undone", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			undoes(t, v, answers(t, v, held, model.ChoiceReject, "no", eleven, once), held, eleven)
		}, hour, nil, model.ReplyPending},
		{"a line of the ledger behind the yes that cannot be read", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
			appendTo(t, filepath.Join(v.StateDir(), "ledger.jsonl"), "{\"id\":\n")
		}, hour, nil, model.ReplyPending},
		{"a line of the gate behind the yes that cannot be read", func(t *testing.T, v *vaulttest.Vault, held model.HeldAction) {
			answers(t, v, held, model.ChoiceApprove, "", eleven, once)
			appendTo(t, gateFile(v), "{\"what\":\"us\n")
		}, hour, nil, model.ReplyPending},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			v, held := heldVault(t)
			tt.make(t, v, held)
			a := push()
			if tt.act != nil {
				tt.act(&a)
			}
			got, reply := ask(t, v, a, tt.at)
			wants(t, tt.name, reply, tt.want)
			if _, reply = ask(t, v, a, tt.at); tt.want == model.ReplyApproved && reply.State != model.ReplyPending {
				t.Errorf("the second call: got %s", reply.State)
			}
			if reply.Note != "" && !strings.Contains("not on a Friday, to a branch", reply.Note) {
				t.Errorf("the note is %q", reply.Note)
			}
			_ = got
		})
	}
}

// A yes on a request that was edited is on other bytes: it cannot be given, and counts for nothing.
func TestAYesOnAnEditedRequestLetsNothingThrough(t *testing.T) {
	t.Parallel()
	v, held := heldVault(t)
	v.Overwrite(t, held.Request, strings.ReplaceAll(v.TextOf(t, held.Request), "origin main", "origin safe"))
	d := wish(t, v, held.Request, model.ChoiceApprove, "")
	refusedWith(t, v, d, model.ErrNotAllowed, "changed since")
	next, reply := ask(t, v, push(), eleven)
	wants(t, "after the edit", reply, model.ReplyPending)
	if next.ID == held.ID {
		t.Error("the edited request counts")
	}
}

// A request whose yes was used is no request any more, wherever somebody puts it.
func TestAUsedRequestCannotBeReplayed(t *testing.T) {
	t.Parallel()
	v, held := heldVault(t)
	text := v.TextOf(t, held.Request)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{})
	_, reply := ask(t, v, push(), eleven)
	wants(t, "after the yes", reply, model.ReplyApproved)
	v.Overwrite(t, held.Request, text)
	refusedWith(t, v, wish(t, v, held.Request, model.ChoiceApprove, ""), model.ErrNotAllowed, "does not wait")
	// Also where the ledger has a second yes to the same bytes.
	ledgerFile := filepath.Join(v.StateDir(), "ledger.jsonl")
	b := must.Get(os.ReadFile(ledgerFile))(t)
	again := bytes.ReplaceAll(b, []byte(`"id":"2026`), []byte(`"id":"2027`))
	mustWrite(t, ledgerFile, string(b)+string(again))
	_, reply = ask(t, v, push(), eleven)
	wants(t, "after the second yes", reply, model.ReplyPending)
}

// What the settings say later does not make an old yes last longer.
func TestALongerExpiryDoesNotReviveAYes(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), files{"Pending_Approval/": "", "Plans/": ""})
	open := func(holds time.Duration) *vaulttest.Vault {
		v := must.Get(vaulttest.Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", GateHolds: holds}))(t)
		t.Cleanup(func() { v.Close() })
		return v
	}
	v := open(time.Hour)
	held, _ := ask(t, v, push(), eleven)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{Times: 5})
	for _, tt := range []struct {
		holds, after time.Duration
		want         model.ReplyState
	}{
		{time.Hour, 10 * time.Minute, model.ReplyApproved},
		{48 * time.Hour, 30 * time.Minute, model.ReplyApproved},
		{48 * time.Hour, 2 * time.Hour, model.ReplyPending},
	} {
		_, reply := ask(t, open(tt.holds), push(), eleven.Add(tt.after))
		wants(t, fmt.Sprint(tt.holds, " after ", tt.after), reply, tt.want)
	}
}

func TestScopes(t *testing.T) {
	t.Parallel()
	v, held := heldVault(t)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{Times: 3})
	for n := range 4 {
		_, reply := ask(t, v, push(), eleven.Add(time.Duration(n)*time.Minute))
		want := model.ReplyApproved
		if n == 3 {
			want = model.ReplyPending
		}
		wants(t, fmt.Sprint("call ", n), reply, want)
		if want == model.ReplyApproved && reply.Left != 2-n {
			t.Errorf("call %d: %d left", n, reply.Left)
		}
	}
	v, held = heldVault(t)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{Session: true})
	for n := range 5 {
		_, reply := ask(t, v, push(), eleven.Add(time.Duration(n)*time.Minute))
		wants(t, fmt.Sprint("call ", n, " of the session"), reply, model.ReplyApproved)
	}
	// A yes goes no further than it can.
	for _, scope := range []model.Scope{{Times: -1}, {Times: model.MostTimes + 1}, {Times: 2, Session: true}} {
		v, held := heldVault(t)
		d := wish(t, v, held.Request, model.ChoiceApprove, "")
		d.Scope = scope
		refusedWith(t, v, d, model.ErrNotAllowed, "an approval lasts for")
	}
	w := decidingVault(t, blockedVault())
	d := wish(t, w, payFile, model.ChoiceApprove, "")
	d.Scope = model.Scope{Times: 2}
	refusedWith(t, w, d, model.ErrNotAllowed, "only an action that the gate blocked")
}

// A yes that is used up stays; of one that still lets something through, the rest goes, wherever
// agents put its file.
func TestWhatIsLeftOfAYesCanBeTakenBack(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		scope  model.Scope
		uses   int
		meddle func(v *vaulttest.Vault, file string)
		left   bool
		done   string
	}{
		"once, used":               {model.Scope{}, 1, nil, false, ""},
		"all of two":               {model.Scope{Times: 2}, 2, nil, false, ""},
		"two of three":             {model.Scope{Times: 3}, 2, nil, true, "Done/"},
		"the session":              {model.Scope{Session: true}, 2, nil, true, "Done/"},
		"its file is gone":         {model.Scope{Session: true}, 1, func(v *vaulttest.Vault, file string) { mustRemove(t, v, file) }, true, ""},
		"its file was changed":     {model.Scope{Times: 3}, 1, func(v *vaulttest.Vault, file string) { appendTo(t, filepath.Join(v.Dir(), file), "x") }, true, "Approved/"},
		"never used, file is gone": {model.Scope{}, 0, func(v *vaulttest.Vault, file string) { mustRemove(t, v, file) }, true, ""},
		"an agent moved its file": {model.Scope{Times: 3}, 1, func(v *vaulttest.Vault, file string) {
			done := filepath.Join(v.Dir(), "Done")
			if err := errors.Join(os.MkdirAll(done, 0o700), os.Rename(filepath.Join(v.Dir(), file), filepath.Join(done, filepath.Base(file)))); err != nil {
				t.Error(err)
			}
		}, true, "Done/"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, held := heldVault(t)
			receipt := answers(t, v, held, model.ChoiceApprove, "", eleven, of.scope)
			for range of.uses {
				_, reply := ask(t, v, push(), eleven.Add(time.Minute))
				wants(t, "after the yes", reply, model.ReplyApproved)
			}
			approved := "Approved/" + filepath.Base(held.Request)
			if of.meddle != nil {
				of.meddle(v, approved)
			}
			s := must.Get(v.Load(t.Context(), eleven.Add(time.Hour)))(t)
			u, err := v.Undoable(receipt.ID, s)
			if err != nil || u.Why.Given() == of.left || (u.Withdraws != nil) != of.left {
				t.Fatalf("%v %+v", err, u)
			}
			if !of.left {
				if u.Why.Code != model.BecauseRan || !u.Why.At.Equal(eleven.Add(time.Minute)) || !errors.Is(u.Kind, model.ErrConflict) {
					t.Errorf("%+v", u)
				}
				return
			}
			doc := must.Get(v.Read(t.Context(), u.On))(t)
			d := model.Decision{Ref: u.On, Choice: model.ChoiceUndo, Undoes: rule.Undone(u.Past), At: eleven.Add(time.Hour), Seen: doc.Seen, Note: "enough"}
			must.Get(v.Decide(t.Context(), d))(t)
			reply, err := v.Gate().Reply(t.Context(), held.ID, eleven.Add(2*time.Hour))
			to := ""
			if of.done != "" {
				to = of.done + filepath.Base(held.Request)
			}
			if err != nil || reply.State != model.ReplyWithdrawn || reply.Note != "enough" || reply.By != "ines" || reply.To != to {
				t.Errorf("%v %+v, want %s", err, reply, to)
			}
			if _, err := os.Lstat(filepath.Join(v.Dir(), held.Request)); err == nil {
				t.Error("it waits again")
			}
			again, reply := ask(t, v, push(), eleven.Add(2*time.Hour))
			wants(t, "after the rest was taken back", reply, model.ReplyPending)
			if again.ID == held.ID {
				t.Error("it is the old request")
			}
			asks, err := v.Gate().Asks(eleven.Add(2 * time.Hour))
			if err != nil || len(asks[0].Used) != of.uses || asks[0].Left(eleven.Add(2*time.Hour)) != 0 {
				t.Errorf("%v %+v", err, asks)
			}
		})
	}
}

// History and verify take the yes to an action for an ordinary decision.
func TestAUsedYesIsAnOrdinaryDecision(t *testing.T) {
	t.Parallel()
	for _, scope := range []model.Scope{{}, {Times: 3}, {Session: true}} {
		v, held := heldVault(t)
		answers(t, v, held, model.ChoiceApprove, "", eleven, scope)
		_, reply := ask(t, v, push(), eleven.Add(time.Minute))
		wants(t, "after the yes", reply, model.ReplyApproved)
		past, err := v.History()
		if err != nil || len(past) != 1 || past[0].Decision.Scope != scope || past[0].Fate != model.FateDone {
			t.Errorf("%v %+v", err, past)
		}
		verified := mustLoad(t, v).Verified
		if len(verified) != 1 || verified[0].Standing == model.StandingAltered {
			t.Errorf("%+v", verified)
		}
	}
}

// What cannot be kept lets nothing through.
func TestTheGateFailsClosed(t *testing.T) {
	t.Parallel()
	for name, breaks := range map[string]func(t *testing.T, v *vaulttest.Vault){
		"the gate's file is a folder": func(t *testing.T, v *vaulttest.Vault) { _ = os.Remove(gateFile(v)); _ = os.Mkdir(gateFile(v), 0o700) },
		"the ledger is a folder": func(t *testing.T, v *vaulttest.Vault) {
			f := filepath.Join(v.StateDir(), "ledger.jsonl")
			_ = os.Remove(f)
			_ = os.Mkdir(f, 0o700)
		},
		"the state folder is a file": func(t *testing.T, v *vaulttest.Vault) {
			_ = os.RemoveAll(v.StateDir())
			mustWrite(t, v.StateDir(), "x")
		},
		"the vault is only read":       func(t *testing.T, v *vaulttest.Vault) { v.Where.Opts.ReadOnly = true },
		"there is no state folder":     func(t *testing.T, v *vaulttest.Vault) { v.Where.Opts.StateDir = "" },
		"the state folder is in vault": func(t *testing.T, v *vaulttest.Vault) { v.Where.Opts.StateDir = filepath.Join(v.Dir(), "state") },
		"the pending folder is a file": func(t *testing.T, v *vaulttest.Vault) {
			_ = os.RemoveAll(filepath.Join(v.Dir(), "Pending_Approval"))
			mustWrite(t, filepath.Join(v.Dir(), "Pending_Approval"), "x")
		},
		"the ledger is larger than any": func(t *testing.T, v *vaulttest.Vault) {
			_ = os.Truncate(filepath.Join(v.StateDir(), "ledger.jsonl"), 65<<20)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, held := heldVault(t)
			if name != "the pending folder is a file" {
				answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{})
			}
			breaks(t, v)
			if _, reply, err := tryAsk(t, v, push(), eleven); err == nil {
				t.Errorf("got %s", reply.State)
			}
		})
	}
}

// Whoever holds the lock holds up the gate for its time, and then it refuses.
func TestALockedVaultLetsNothingThrough(t *testing.T) {
	t.Parallel()
	v, held := heldVault(t)
	answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{})
	lock := must.Get(state.Of(v.Where).Lock(t.Context()))(t)
	brief := v.Where.Opts
	brief.Brief = true
	g := must.Get(vault.OpenGate(v.Dir(), brief))(t)
	defer g.Close()
	if _, _, err := g.Ask(t.Context(), push(), asked(), eleven); !errors.Is(err, model.ErrLocked) {
		t.Errorf("got %v", err)
	}
	must.Do(t, lock.Release())
	_, reply, err := g.Ask(t.Context(), push(), asked(), eleven)
	if err != nil || reply.State != model.ReplyApproved {
		t.Errorf("%v %s", err, reply.State)
	}
}

// A process that dies once the use is on the disk has used the yes; one that dies before has not.
func TestADeathBetweenUseAndAnswerNeverDoublesAYes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		op, says string
		want     model.ReplyState
	}{
		{"gate", `"what":"used"`, model.ReplyApproved},
		{"rename", "Done/", model.ReplyPending},
	} {
		v, held := heldVault(t)
		answers(t, v, held, model.ChoiceApprove, "", eleven, model.Scope{})
		dying := openVault(t, filepath.Dir(v.Dir()), "state")
		died := make(chan bool, 1)
		dying.Where.Disk.Before = func(op, name string) {
			if op == tt.op && strings.Contains(name, tt.says) {
				died <- true
				runtime.Goexit()
			}
		}
		ended := make(chan bool)
		go func() {
			defer close(ended)
			_, reply, err := dying.Gate().Ask(context.Background(), push(), asked(), eleven)
			t.Errorf("%s: answered %s, %v", tt.op, reply.State, err)
		}()
		<-ended
		if len(died) != 1 {
			t.Fatalf("%s: it did not die", tt.op)
		}
		_, reply := ask(t, v, push(), eleven)
		wants(t, "after a death at "+tt.op, reply, tt.want)
		if tree := treeOf(t, v.Dir()); tree["Done/"+filepath.Base(held.Request)] == "" {
			t.Errorf("%s: the used request was not moved on", tt.op)
		}
	}
}

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
