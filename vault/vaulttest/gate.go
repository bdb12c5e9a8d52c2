package vaulttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault"
)

// Exists reports whether a file is in the vault.
func (v *Vault) Exists(name string) bool { return v.Where.Disk.Exists(name) }

// PushAction is an action that a rule of the tests asks for.
func PushAction() model.Action {
	return model.Action{
		Client: "claude", Session: "5e1f", Call: "toolu_01", Tool: "Bash", Own: "Bash",
		Input: `{"command":"git push origin main"}`, Line: "git push origin main", Dir: "/repo",
	}
}

// AskedFit is what the rules say of it.
func AskedFit() model.Fit {
	return model.Fit{Then: model.ThenAsk, Rule: model.GateRule{Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 12}, What: "git push origin main"}
}

// AskGate asks the gate, from a vault that is opened alone.
func AskGate(t *testing.T, v *Vault, a model.Action, at time.Time) (model.HeldAction, model.Reply) {
	t.Helper()
	held, reply, err := TryGate(t, v, a, at)
	if err != nil {
		t.Fatal(err)
	}
	return held, reply
}

// TryGate is AskGate, and returns its error.
func TryGate(t *testing.T, v *Vault, a model.Action, at time.Time) (model.HeldAction, model.Reply, error) {
	t.Helper()
	g := must.Get(vault.OpenGate(v.Dir(), v.Where.Opts))(t)
	defer g.Close()
	return g.Ask(context.Background(), a, AskedFit(), at)
}

// AnswerHeld decides on what the gate asked for.
func AnswerHeld(t *testing.T, v *Vault, held model.HeldAction, choice model.Choice, note string, at time.Time, scope model.Scope) model.Receipt {
	t.Helper()
	d := Wish(t, v, held.Request, choice, note)
	d.At, d.Scope = at, scope
	return MustDecide(t, v, d)
}

// WantReply expects what the gate says.
func WantReply(t *testing.T, what string, got model.Reply, want model.ReplyState) {
	t.Helper()
	if got.State != want {
		t.Errorf("%s: got %s, want %s", what, got.State, want)
	}
}

// GateVault is a vault in which nothing waits.
func GateVault(t *testing.T) *Vault {
	t.Helper()
	return DecidingVault(t, Files{"Pending_Approval/": "", "Plans/": ""})
}

// GateFile is the gate's own file.
func GateFile(v *Vault) string { return filepath.Join(v.StateDir(), "gate.jsonl") }

// MustWrite writes a file that only its owner reads.
func MustWrite(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(name, []byte(text), 0o600))
}

// held is a vault with an action that waits, and the same at the same place for everybody.
func HeldVault(t *testing.T) (*Vault, model.HeldAction) {
	t.Helper()
	v := GateVault(t)
	held, _ := AskGate(t, v, PushAction(), Eleven)
	return v, held
}

// TakeBack takes a decision on a request back.
func TakeBack(t *testing.T, v *Vault, r model.Receipt, held model.HeldAction, at time.Time) {
	t.Helper()
	MustDecide(t, v, TakingBack(t, v, r, at))
}

// TakingBack makes the undo of a decision.
func TakingBack(t *testing.T, v *Vault, r model.Receipt, at time.Time) model.Decision {
	t.Helper()
	s := must.Get(v.Load(t.Context(), at))(t)
	u := must.Get(v.Undoable(r.ID, s))(t)
	d := model.Decision{Ref: u.On, Choice: model.ChoiceUndo, Undoes: rule.Undone(u.Past), At: at, Seen: model.FingerprintOf([]byte("gone"))}
	if doc, err := v.Read(t.Context(), u.On); err == nil {
		d.Seen = doc.Seen
	}
	return d
}

// AppendTo writes a text to the end of a file.
func AppendTo(t *testing.T, name, text string) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0o600)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}
