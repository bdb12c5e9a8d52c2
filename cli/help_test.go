package cli

import (
	"context"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/testdata/must"
	"coldstart/vault/hook"
)

// Help says of a decision that it needs the hash without a terminal where it does.
func TestHelpSaysWhichDecisionsNeedTheHash(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]int{"approve": exitUsage, "reject": exitDone, "changes": exitDone} {
		dir := demoVault(t)
		help := strings.Join(strings.Fields(run(machine(t, dir), "help", command).out), " ")
		needs := strings.Contains(help, "Without a terminal --expect-hash is needed")
		got := run(machine(t, dir), command, "2026-013", "-m", "Later")
		if got.code != want || needs != (want == exitUsage) {
			t.Errorf("%s: exit code %d, help says it is needed: %v", command, got.code, needs)
		}
	}
}

func TestEveryCommandAppearsInHelp(t *testing.T) {
	t.Parallel()
	env := machine(t, t.TempDir())
	all := run(env, "help")
	if all.code != exitDone || all.err != "" || all.out != run(env, "--help").out {
		t.Fatalf("got %+v", all)
	}
	if n := strings.Count(all.out, "\n"); n > 45 {
		t.Errorf("help has %d lines", n)
	}
	root := newCall(context.Background(), Env{}).root
	for _, cmd := range visible(root)[1:] {
		name := strings.Fields(title(cmd))[1]
		if !strings.Contains(all.out, "  "+name) && !strings.Contains(all.out, ", "+name) {
			t.Errorf("help does not list %s", title(cmd))
		}
	}
	for _, cmd := range append(visible(root)[1:], everyCommand()[1:]...) {
		one := run(env, append([]string{"help"}, strings.Fields(title(cmd))[1:]...)...)
		for line := range strings.Lines(all.out + one.out) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > helpWidth {
				t.Errorf("a line of help %s has %d columns: %q", title(cmd), n, line)
			}
		}
		if n := strings.Count(cmd.Long, "\n"); n >= 12 {
			t.Errorf("help %s explains in %d lines", title(cmd), n+1)
		}
		wants := []string{cmd.Short, cmd.Use, cmd.Example}
		if slices.Contains(wants, "") {
			t.Errorf("%s has no sentence, usage or example: %q", title(cmd), wants)
		}
		for _, f := range ownFlags(cmd) {
			name := typedFlag(f)
			if wants = append(wants, name); len(name) < helpColumn {
				_, does := pflag.UnquoteUsage(f)
				wants = append(wants, "\n  "+name+strings.Repeat(" ", helpColumn-len(name))+strings.Fields(does)[0])
			}
		}
		for _, want := range wants {
			if one.code != exitDone || !strings.Contains(one.out, want) {
				t.Errorf("help %s does not tell %q: %+v", title(cmd), want, one)
			}
		}
	}
}

// Each visible word stands in one group, and what only lines of old call stands in none.
func TestEveryCommandHasItsPlace(t *testing.T) {
	t.Parallel()
	paths, lines := map[string]bool{}, strings.Fields("config completion help")
	for _, g := range commands() {
		for _, r := range g.rows {
			if r.path != "" && paths[r.path] {
				t.Errorf("%s is there twice", r.path)
			}
			paths[r.path] = true
			if word, _, _ := strings.Cut(r.line, " "); r.line != "" && !strings.Contains(r.line, ",") {
				if lines = append(lines, word); word != r.path {
					t.Errorf("%q is the line of %s", r.line, r.path)
				}
			}
		}
	}
	if len(lines) != 24 {
		t.Errorf("help has %d words: %v", len(lines), lines)
	}
	for _, cmd := range newCall(context.Background(), Env{}).root.Commands() {
		if cmd.Hidden == slices.Contains(lines, cmd.Name()) {
			t.Errorf("%s: hidden is %v", cmd.Name(), cmd.Hidden)
		}
	}
}

func TestEveryExampleRuns(t *testing.T) {
	t.Parallel()
	shared := machine(t, demoVault(t))
	for _, cmd := range everyCommand() {
		t.Run(title(cmd), func(t *testing.T) {
			t.Parallel()
			words := split(cmd.Example)
			if words[0] != "coldstart" || cmd.Name() != "coldstart" && !cmd.Hidden && !slices.Contains(words, cmd.Name()) {
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
	const looking = "coldstart list agent guide status approvals plans problems show orphans sessions traces inspect tried journal deadends memory doctor config version help completion man mcp hook"
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
	case "entry", "add":
		env.StdinIsTerminal, env.Stdin = false, exampleEntry()
	case "unsnooze":
		run(env, "snooze", "2026-013", "--for", "1h")
	case "gate":
		// Its program is nowhere, so all that is tried refuses. The shell alone would wait 20 s for one of them.
		line := hook.GateLine{Program: "/nowhere/coldstart", Agent: "claude", Vault: env.Dir, Watchdog: hook.FindWatchdog(exec.LookPath)}.Closing()
		text := must.Get(json.Marshal(object{"hooks": object{"PreToolUse": []any{object{"hooks": []any{object{"type": "command", "command": line}}}}}}))(t)
		write(t, env.Dir, ".claude/settings.local.json", string(text))
	case "undo", "history", "start", "verify":
		run(env, "approve", "2026-013", "-m", "Checked")
	}
	return env
}

// exampleEntry is what the example of journal add reads.
func exampleEntry() io.Reader {
	return strings.NewReader(`{"category": "NOTE", "title": "Rim", "insight": "It is back"}`)
}

// everyCommand is all commands, for looking at them.
func everyCommand() []*cobra.Command { return everyCommandOf(tableOf()) }

// tableOf is a call that only has the table of commands.
func tableOf() *call { return newCall(context.Background(), Env{}) }

// everyCommandOf is the dashboard, and all commands by the words that scripts know.
func everyCommandOf(c *call) []*cobra.Command {
	all := []*cobra.Command{c.root}
	for _, name := range commandNames() {
		cmd, _, _ := c.root.Find([]string{name})
		all = append(all, cmd)
	}
	return all
}

// commandNames are the words of all commands.
func commandNames() (names []string) {
	for _, cmd := range newCall(context.Background(), Env{}).root.Commands() {
		names = append(names, cmd.Name())
	}
	return names
}

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
