package cli

import (
	"context"
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/vault"
)

func TestEveryCommandAppearsInHelp(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	all := run(env, "help")
	if all.code != exitDone || all.err != "" {
		t.Fatalf("got %+v", all)
	}
	for i, cmd := range everyCommand() {
		listed := strings.Contains(all.out, usageLine(cmd)+" ")
		if cmd.Hidden {
			// Only programs start it.
			if listed {
				t.Errorf("help lists %q", cmd.Use)
			}
		} else if !listed || !strings.Contains(all.out, cmd.Short+"\n") {
			t.Errorf("help does not list %q: %q", cmd.Use, cmd.Short)
		}
		if i == 0 {
			continue
		}
		wants := []string{cmd.Short, cmd.Use, cmd.Example}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { wants = append(wants, typedFlag(f)) })
		one := run(env, "help", cmd.Name())
		for line := range strings.Lines(cmd.Long) {
			if len(line) > 120 {
				t.Errorf("a line of help %s is too long to read: %q", cmd.Name(), line)
			}
		}
		for _, want := range wants {
			if one.code != exitDone || !strings.Contains(one.out, want) {
				t.Errorf("help %s does not tell %q: %+v", cmd.Name(), want, one)
			}
		}
	}
}

// wideHelp is how many different lines of help have more than 80 columns. It may only fall.
const wideHelp = 240

func TestHelpGetsNoWider(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	text := run(env, "help").out
	for _, name := range commandNames() {
		text += run(env, "help", name).out
	}
	wide := map[string]bool{}
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimRight(line, " \n")) > 80 {
			wide[strings.Join(strings.Fields(line), " ")] = true
		}
	}
	if len(wide) != wideHelp {
		t.Errorf("%d lines of help have more than 80 columns, not %d: write down fewer, and shorten what is new", len(wide), wideHelp)
	}
}

func TestEveryExampleRuns(t *testing.T) {
	t.Parallel()
	shared := machine(t, demoVault(t))
	for _, cmd := range everyCommand() {
		t.Run(title(cmd), func(t *testing.T) {
			t.Parallel()
			words := split(cmd.Example)
			if words[0] != "coldstart" || cmd.Name() != "coldstart" && !slices.Contains(words, cmd.Name()) {
				t.Fatalf("%q is no example of it", cmd.Example)
			}
			want := exitDone
			if cmd.Name() == "doctor" {
				want = exitProblems // the demo has things to find
			}
			env := exampleMachine(t, cmd, shared)
			if cmd.Name() == "mcp" {
				env.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`)
			}
			got := result{}
			if cmd.Name() == "watch" {
				got = watched(t, env, words[1:]...)
			} else {
				got = run(env, words[1:]...)
			}
			if got.code != want || got.out == "" {
				t.Errorf("%s: got %+v, want exit code %d", cmd.Example, got, want)
			}
		})
	}
}

// exampleMachine is where the example of a command has something to work on: the shared
// vault for one that changes none, else one of its own.
func exampleMachine(t *testing.T, cmd *cobra.Command, shared Env) Env {
	t.Helper()
	const looking = "coldstart guide status approvals plans problems show orphans sessions traces inspect tried journal deadends memory doctor config version help completion man mcp hook"
	const keeping = "snooze unsnooze pin message" // in the state folder
	env := shared
	switch name := cmd.Name(); {
	case slices.Contains(strings.Fields(looking), name) || strings.Contains(cmd.Example, "--dry-run"):
		return shared
	case slices.Contains(strings.Fields(keeping), name):
		env.Getenv = variables{"XDG_STATE_HOME": t.TempDir()}.get
	default:
		env = machine(t, demoVault(t))
		env.StdinIsTerminal = true
	}
	switch cmd.Name() {
	case "unsnooze":
		run(env, "snooze", "2026-013", "--for", "1h")
	case "gate":
		// Its program is nowhere, so all that is tried refuses. The shell alone would wait 20 s for one of them.
		line := vault.GateLine{Program: "/nowhere/coldstart", Agent: "claude", Vault: env.Dir, Watchdog: vault.FindWatchdog(exec.LookPath)}.Closing()
		text, err := json.Marshal(object{"hooks": object{"PreToolUse": []any{object{"hooks": []any{object{"type": "command", "command": line}}}}}})
		if err != nil {
			t.Fatal(err)
		}
		write(t, env.Dir, ".claude/settings.local.json", string(text))
	case "undo", "history", "start", "verify":
		run(env, "approve", "2026-013", "-m", "Checked")
	}
	return env
}

// everyCommand is all commands, for looking at them.
func everyCommand() []*cobra.Command { return newCall(context.Background(), Env{}).everything() }

// split takes a command line apart at blanks outside double quotes.
func split(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}
