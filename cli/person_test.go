package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"coldstart/model"
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

// Whoever pipes text into the program has looked at nothing, whatever the output goes to.
func TestATerminalForTheOutputAloneApprovesNothingUnseen(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.StdinIsTerminal, env.StdoutIsTerminal = false, true
	if got := run(env, "approve", "2026-013"); got.code != exitUsage || !strings.Contains(got.err, "without a terminal coldstart approve needs --expect-hash") {
		t.Errorf("got %+v", got)
	}
}
