package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/tui"
)

// The screen of an agent does nothing that only a person may do.
func TestAScreenUnderAnAgentOnlyLooks(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	env.above = func() [][]string { return [][]string{{"codex", "exec"}} }
	opened := false
	env.screen = func(ctx context.Context, vaults []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
		opened = true
		store := vaults[0].Store
		s, err := store.Load(ctx, o.Now())
		if err != nil || !strings.Contains(s.ReadOnly, "Codex is running this (it runs under codex)") {
			t.Errorf("the screen says %q, %v", s.ReadOnly, err)
		}
		request := s.Requests[0]
		_, decided := store.Decide(ctx, model.Decision{Ref: request.Ref(), Choice: model.ChoiceApprove, Seen: request.Seen, At: s.At})
		if !errors.Is(decided, model.ErrReadOnly) {
			t.Errorf("decided: %v", decided)
		}
		_, kept := store.KeepMessage(ctx, "pay it", s.At)
		for what, err := range map[string]error{
			"a message": kept, "a pin": store.Pin(ctx, model.Pin{Path: s.Plans[0].Path}),
			"a snooze": store.Snooze(ctx, model.Snooze{Ref: request.Ref(), Until: s.At.Add(time.Hour)}), "its end": store.Wake(ctx, request.Ref(), s.At),
		} {
			if !errors.Is(err, model.ErrNotAllowed) {
				t.Errorf("%s: %v", what, err)
			}
		}
		return nil
	}
	if got := run(env); got.code != exitDone || !opened {
		t.Errorf("got %+v", got)
	}
}

// What the screen opens in place of a folder that is gone is opened as the first one was, and no demo
// turns into the operator's own vault.
func TestTheScreenOpensAnotherFolderInThePlace(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	env.above = func() [][]string { return [][]string{{"codex", "exec"}} }
	opened := 0
	env.screen = func(ctx context.Context, vaults []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
		opened++
		old := vaults[0]
		if o.Title != "" {
			if old.Again != nil {
				t.Error("the demo can be opened again")
			}
			return nil
		}
		err := errors.Join(os.RemoveAll(old.Dir), os.Mkdir(old.Dir, 0o755))
		if _, stale := old.Store.Load(ctx, o.Now()); err != nil || !errors.As(stale, new(model.Replaced)) {
			t.Fatalf("the old one says %v, %v", stale, err)
		}
		again := must.Get(old.Again())(t)
		defer again.Close()
		s, err := again.Store.Load(ctx, o.Now())
		if err != nil || len(s.Requests) != 0 || !strings.Contains(s.ReadOnly, "Codex is running this") || again.Again == nil {
			t.Errorf("the new one has %d requests, says %q, %v", len(s.Requests), s.ReadOnly, err)
		}
		return nil
	}
	for _, args := range [][]string{nil, {"demo"}} {
		if got := run(env, args...); got.code != exitDone {
			t.Errorf("got %+v", got)
		}
	}
	if opened != 2 {
		t.Errorf("%d screens", opened)
	}
}

// Whoever pipes text into the program has looked at nothing, whatever the output goes to.
func TestATerminalForTheOutputAloneApprovesNothingUnseen(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.StdinIsTerminal, env.StdoutIsTerminal = false, true
	if got := run(env, "approve", "2026-013"); got.code != exitUsage || !strings.Contains(got.err, "without a terminal: add --expect-hash") {
		t.Errorf("got %+v", got)
	}
}

// What the command line lets decide: a person, on what was shown to that person.
func TestWhoMayApproveByACommand(t *testing.T) {
	t.Parallel()
	const ref, other = "PAYMENT_2026-03-13_velmora_tyres", "0123456789abcdef"
	secret := "---\ntype: approval_request\naction: email\ntarget: ann@example.com\n---\n\npassword: hunter2hunter2\n"
	for _, tt := range []struct {
		name  string
		args  []string
		agent bool
		want  string
	}{
		{"an agent", []string{"approve", ref}, true, "coldstart approve is refused: only a person may decide, and Codex is running this"},
		{"an agent with a hash", []string{"approve", ref, "--expect-hash", other}, true, "coldstart approve is refused: only a person may decide, and Codex is running this"},
		{"the hash of another text", []string{"approve", ref, "--expect-hash", other}, false, "changed"},
		{"a masked text", []string{"approve", "Pending_Approval/secret.md"}, false, "it seems to contain a key or a password, which is masked"},
	} {
		dir := demoVault(t)
		must.Do(t, os.WriteFile(filepath.Join(dir, "Pending_Approval", "secret.md"), []byte(secret), 0o600))
		env := machine(t, dir)
		env.StdinIsTerminal, env.StdoutIsTerminal = true, true
		if tt.agent {
			env.above = func() [][]string { return [][]string{{"codex", "exec"}} }
		}
		got := run(env, tt.args...)
		if got.code == exitDone || !strings.Contains(got.err, tt.want) {
			t.Errorf("%s: code %d, %q; want %q", tt.name, got.code, got.err, tt.want)
		}
	}
}
