package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestEveryCommandAppearsInHelp(t *testing.T) {
	env := machine(t, t.TempDir())
	all := run(env, "help")
	if all.code != exitDone || all.err != "" {
		t.Fatalf("got %+v", all)
	}
	for _, cmd := range commands() {
		if !strings.Contains(all.out, "coldstart "+cmd.usage+" ") || !strings.Contains(all.out, cmd.summary+"\n") {
			t.Errorf("help does not list %q: %q", cmd.usage, cmd.summary)
		}
		if cmd.name == "" {
			continue
		}
		one := run(env, "help", cmd.name)
		for _, want := range append([]string{cmd.summary, cmd.usage, cmd.example}, cmd.flags...) {
			if one.code != exitDone || !strings.Contains(one.out, want) {
				t.Errorf("help %s does not tell %q: %+v", cmd.name, want, one)
			}
		}
	}
}

func TestEveryExampleRuns(t *testing.T) {
	for _, cmd := range commands() {
		t.Run(cmd.title(), func(t *testing.T) {
			words := split(cmd.example)
			if words[0] != "coldstart" || cmd.name != "" && !slices.Contains(words, cmd.name) {
				t.Fatalf("%q is no example of it", cmd.example)
			}
			want := exitDone
			if cmd.name == "doctor" {
				want = exitProblems // the demo has things to find
			}
			env := machine(t, demoVault(t))
			if cmd.name == "unsnooze" {
				run(env, "snooze", "2026-013", "--for", "1h")
			}
			if cmd.name == "mcp" {
				env.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}`)
			}
			if cmd.name == "undo" || cmd.name == "history" {
				run(env, "approve", "2026-013")
			}
			got := result{}
			if cmd.name == "watch" {
				got = watched(t, env, words[1:]...)
			} else {
				got = run(env, words[1:]...)
			}
			if got.code != want || got.out == "" {
				t.Errorf("%s: got %+v, want exit code %d", cmd.example, got, want)
			}
		})
	}
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

func TestCommandsAreToldApart(t *testing.T) {
	seen := map[string]bool{}
	for _, cmd := range commands() {
		if seen[cmd.name] {
			t.Errorf("two commands are called %q", cmd.name)
		}
		seen[cmd.name] = true
	}
}
