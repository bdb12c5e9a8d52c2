package cli

import (
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// answering is a person who does something and types an answer.
type answering struct {
	does func()
	text string
}

func (a *answering) Read(b []byte) (int, error) {
	if a.text == "" {
		return 0, io.EOF
	}
	if a.does != nil {
		a.does()
	}
	n := copy(b, a.text)
	a.text = a.text[n:]
	return n, nil
}

// At a terminal a decision shows its text and its effect, and is made only after the operator agrees.
func TestADecisionAtATerminalIsShownAndAsked(t *testing.T) {
	t.Parallel()
	const claim, payment = "2026-013", "PAYMENT_2026-03-13_velmora_tyres"
	for _, tt := range []struct {
		line, types string
		made        bool
		out, err    string
	}{
		{"approve " + claim, "n\n", false, "Approve? [y/N]", "hint: no decision made"},
		{"approve " + claim, "", false, "Approve? [y/N]", "hint: no decision made"},
		{"approve " + claim, "\n", false, "Approve? [y/N]", "hint: no decision made"},
		{"approve " + claim, "y\n", true, "would move Pending_Approval/", ""},
		{"approve " + claim, "YES\n", true, "Token hash:", ""},
		{"approve " + claim + " --json", "y\n", true, `"choice": "approve"`, "Approve? [y/N]"},
		{"approve " + claim + " --dry-run", "", false, "dry run", ""},
		{"reject " + claim + " -m No", "n\n", false, "Reject? [y/N]", "hint: no decision made"},
		{"reject " + claim + " -m No", "y\n", true, "moved", ""},
		{"changes " + claim + " -m Shorter", "n\n", false, "Ask for changes? [y/N]", ""},
		{"approve Vt3x", "n\n", false, "Accept? [y/N]", ""},
		{"accept Vt3x", "y\n", true, "Accept? [y/N]", ""},
		{"decline Vt3x", "n\n", false, "Decline? [y/N]", ""},
		{"ack 244", "n\n", false, "Acknowledge? [y/N]", ""},
		{"ack 244", "y\n", true, "Acknowledge? [y/N]", ""},
		{"ack --all", "n\n", false, "Acknowledge 2 sessions? [y/N]", ""},
		{"ack --all", "y\n", true, "Acknowledge 2 sessions? [y/N]", ""},
		{"rerun quarterly-report", "n\n", false, "Re-run? [y/N]", ""},
		{"skip import-ledger", "n\n", false, "Skip? [y/N]", ""},
		{"reject " + claim + " -m No --yes", "", true, "moved", ""},
		{"ack 244 --yes", "", true, "appended", ""},
		{"journal note Laced", "", true, "Wrote NOTE-", ""},
	} {
		t.Run(tt.line+" "+strings.TrimSpace(tt.types), func(t *testing.T) {
			t.Parallel()
			dir := demoVault(t)
			env := machine(t, dir)
			env.StdinIsTerminal, env.StdoutIsTerminal = true, true
			env.Stdin = strings.NewReader(tt.types)
			before := texts(t, dir)
			got := run(env, strings.Fields(tt.line)...)
			said, told := ansi.Strip(got.out), ansi.Strip(got.err)
			if !strings.Contains(said, tt.out) || !strings.Contains(told, tt.err) {
				t.Errorf("it says:\n%s%s", said, told)
			}
			if made := !maps.Equal(before, texts(t, dir)); made != tt.made {
				t.Errorf("decided: %t\n%s%s", made, said, told)
			}
			if asks := strings.Contains(said+told, "[y/N]"); got.code != exitDone && tt.made || got.code != exitFailed && asks && !tt.made {
				t.Errorf("exit code %d", got.code)
			}
		})
	}
	t.Run("its answer goes to a program", func(t *testing.T) {
		t.Parallel()
		for typed, want := range map[string]int{"n\n": exitFailed, "y\n": exitDone} {
			env := machine(t, demoVault(t))
			env.StdinIsTerminal, env.StderrIsTerminal, env.Stdin = true, true, strings.NewReader(typed)
			got := run(env, "approve", claim)
			if asked := strings.Contains(got.err, "Token hash:") && strings.Contains(got.err, "Approve? [y/N]"); !asked || got.code != want || strings.Contains(got.out, "moved") != (want == exitDone) {
				t.Errorf("%q: %d %s%s", typed, got.code, got.out, got.err)
			}
		}
	})
	t.Run("the target", func(t *testing.T) {
		t.Parallel()
		for word, want := range map[string]int{"\n": exitFailed, "y\n": exitFailed, "Velmora Tyres\n": exitDone} {
			env := machine(t, demoVault(t))
			env.StdinIsTerminal, env.StdoutIsTerminal, env.Stdin = true, true, strings.NewReader(word)
			got := run(env, "approve", payment, "--now", "2026-03-14T13:00:00Z")
			if said := ansi.Strip(got.out); got.code != want || !strings.Contains(said, "To approve it anyway, type Velmora Tyres:") || strings.Contains(said, "[y/N]") {
				t.Errorf("%q: %d %s%s", word, got.code, said, got.err)
			}
		}
	})
}

// What was read while the question stood there is what is decided, or nothing is.
func TestADecisionAtATerminalIsOnWhatWasShown(t *testing.T) {
	t.Parallel()
	const request = "2026-03-13T16-20-05Z_email_claims-northreach-hubs-example.md"
	for _, name := range []string{"Pending_Approval/" + request, "Plans/PLAN-2026-013.md"} {
		dir := demoVault(t)
		env := machine(t, dir)
		env.StdinIsTerminal, env.StdoutIsTerminal = true, true
		path := filepath.Join(dir, filepath.FromSlash(name))
		env.Stdin = &answering{text: "y\n", does: func() {
			text, err := os.ReadFile(path)
			if err := errors.Join(err, os.WriteFile(path, append(text, "\nAnd more.\n"...), 0o600)); err != nil {
				t.Error(err)
			}
		}}
		got := run(env, "approve", "2026-013")
		if got.code != exitConflict {
			t.Errorf("%s: %+v", name, got)
		}
		if _, err := os.Stat(filepath.Join(dir, "Pending_Approval", request)); err != nil {
			t.Errorf("%s: it was decided: %v", name, err)
		}
	}
}
