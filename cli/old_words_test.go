package cli

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// oldWords are lines that hooks, plugins and scripts may hold, each with the line that says the same today.
var oldWords = []struct{ before, old, new string }{
	{"", "plans", "list plans"},
	{"", "plans --json", "list plans --json"},
	{"", "approvals", "list requests"},
	{"", "approvals --json", "list requests --json"},
	{"", "problems --json", "list problems --json"},
	{"", "orphans --json", "list orphans --json"},
	{"", "sessions --json", "list sessions --json"},
	{"", "sessions --all --json", "list sessions --all --json"},
	{"", "traces --json", "list traces --json"},
	{"", "memory --json", "list memory --json"},
	{"", "memory --context", "list memory --context"},
	{"", "sources --json", "list sources --json"},
	{"", "vaults --json", "list vaults --json"},
	{"", "vaults --hosts", "list vaults --hosts"},
	{"", "plans extra", "list plans extra"},
	{"approve 2026-013", "history --json", "list decisions --json"},
	{"approve 2026-013", "history 2026-013 --limit 1", "list decisions 2026-013 --limit 1"},
	{"", "history --refused --json", "list decisions --refused --json"},
	{"", "history --limit 0", "list decisions --limit 0"},
	{"snooze 2026-013 --for 1h", "snooze --list", "list snoozed"},
	{"snooze 2026-013 --for 1h", "snooze --list --json", "list snoozed --json"},
	{"snooze 2026-013 --for 1h", "unsnooze 2026-013 --json", "snooze 2026-013 --clear --json"},
	{"", "unsnooze 2026-013", "snooze 2026-013 --clear"},
	{"", "snooze 2026-013 --for 2h", "snooze 2026-013 --until 2h"},
	{"message Hello", "message --show", "show message"},
	{"message Hello", "message --show --json", "show message --json"},
	{"", "inspect quarterly-report", "show quarterly-report --left"},
	{"", "inspect quarterly-report --step 2 --json", "show quarterly-report --left --step 2 --json"},
	{"", "inspect import-ledger --step 99", "show import-ledger --left --step 99"},
	{"", "deadends --strategy construction --tags modular-queens", "tried --strategy construction --tags modular-queens"},
	{"", "deadends --strategy construction --json", "--json tried --strategy construction"},
	{"", "accept Vt3x -m Since_January", "approve Vt3x -m Since_January"},
	{"", "accept Vt3x --json", "approve Vt3x --json"},
	{"", "accept Vt3x --dry-run --json", "approve Vt3x --dry-run --json"},
	{"", "accept Vt3x --expect-hash 12345678", "approve Vt3x --expect-hash 12345678"},
	{"accept Vt3x", "accept Vt3x", "approve Vt3x"},
	{"accept Vt3x", "decline Vt3x -m No", "reject Vt3x -m No"},
	{"", "decline mB7eKz40Wy -m No", "reject mB7eKz40Wy -m No"},
	{"", "decline mB7eKz40Wy -m No --read-only", "reject mB7eKz40Wy -m No --read-only"},
	{"", "retry import-ledger -m Again", "rerun import-ledger -m Again"},
	{"", "skip import-ledger -m By_hand --json", "rerun import-ledger --skip -m By_hand --json"},
	{"", "skip quarterly-report", "rerun quarterly-report --skip"},
	{"", "abort import-ledger --dry-run", "rerun import-ledger --dry-run --abort"},
	{"", "abort import-ledger --commit=false", "rerun --abort import-ledger --commit=false"},
	{"", "journal --json", "journal show --json"},
	{"", "journal --dead", "journal show --dead"},
	{"", "note Laced --tags rim", "journal note Laced --tags rim"},
	{"", "note Laced --dry-run --json", "journal note Laced --dry-run --json"},
	{"", "entry --category COMP --title Search --outcome PARTIAL --insight None", "journal add --category COMP --title Search --outcome PARTIAL --insight None"},
	{"", "entry --category X", "journal add --category X"},
	{"", "switch skid-patch-rotation", "journal use skid-patch-rotation"},
	{"", "switch nothing", "journal use nothing"},
	{"", "guide", "agent guide"},
	{"", "start --agent Spindle", "agent start --agent Spindle"},
	{"", "start --format claude", "agent start --format claude"},
	{"start --agent Spindle", "end --next Send_it --json", "agent end --next Send_it --json"},
	{"", "hook status", "agent hook status"},
	{"", "hook status --json", "agent hook status --json"},
	{"", "hook install --yes", "agent hook install --yes"},
	{"", "hook nonsense", "agent hook nonsense"},
	{"", "plugin plugged --yes", "agent plugin plugged --yes"},
	{"", "gate list", "agent gate list"},
	{"", "gate rules --try ls", "agent gate try ls"},
	{"", "gate --agent claude --wait 1s", "agent gate --agent claude --wait 1s"},
	{"", "gate --agent nobody", "agent gate --agent nobody"},
	{"", "mcp", "agent mcp"},
	{"", "mcp --reveal", "agent mcp --reveal"},
	{"", "version", "--version"},
	{"", "man", "help --man"},
}

// asTyped are parts of an answer that repeat the line or differ from run to run: folders, ids, times of files, usage lines.
func asTyped(text, dir, state string) string {
	text = strings.NewReplacer(dir, "VAULT", state, "STATE").Replace(text)
	text = regexp.MustCompile(`(demo|T\d{6}Z)-[0-9a-f]{8}`).ReplaceAllString(text, "$1-ID")
	text = regexp.MustCompile(`[0-9a-f]{64}`).ReplaceAllString(text, "HASH")
	text = regexp.MustCompile(`"modified": "[^"]*"`).ReplaceAllString(text, "MODIFIED")
	return regexp.MustCompile(`(?m)^hint: usage: .*$|coldstart [a-z ]+(needs|has no flag)`).ReplaceAllString(text, "USAGE")
}

// Lines that are installed somewhere say, write and end as they did, and so do the lines of today.
func TestOldWordsDoWhatTheNewOnesDo(t *testing.T) {
	t.Parallel()
	for _, tt := range oldWords {
		t.Run(tt.old, func(t *testing.T) {
			t.Parallel()
			did := func(line string) (code int, said map[string]string) {
				dir := demoVault(t)
				writtenAtOnce(t, dir)
				env := machine(t, dir)
				env.StdinIsTerminal, env.self = true, "/opt/coldstart"
				if tt.before != "" {
					if got := run(env, strings.Fields(tt.before)...); got.code != exitDone {
						t.Fatalf("%s: %+v", tt.before, got)
					}
				}
				got := run(env, strings.Fields(line)...)
				state := env.Getenv("XDG_STATE_HOME")
				said = map[string]string{"stdout": asTyped(got.out, dir, state), "stderr": asTyped(got.err, dir, state)}
				for _, root := range []string{dir, state} {
					for name, text := range texts(t, root) {
						said[asTyped(name, dir, state)] = asTyped(text, dir, state)
					}
				}
				return got.code, said
			}
			code, old := did(tt.old)
			newCode, now := did(tt.new)
			if code != newCode {
				t.Errorf("exit codes %d and %d:\n%s%s", code, newCode, old["stderr"], now["stderr"])
			}
			for name := range now {
				if _, there := old[name]; !there {
					t.Errorf("only %s makes %s", tt.new, name)
				}
			}
			for name, text := range old {
				if now[name] != text {
					t.Errorf("%s: %q\n%q", name, differs(text, now[name]), differs(now[name], text))
				}
			}
		})
	}
}

// writtenAtOnce gives all files one time, since a copy has those of its making, which order some lists.
func writtenAtOnce(t *testing.T, dir string) {
	t.Helper()
	at := time.Date(2026, 2, 20, 9, 0, 0, 0, time.UTC)
	for name := range texts(t, dir) {
		must.Do(t, os.Chtimes(filepath.Join(dir, filepath.FromSlash(name)), at, at))
	}
}

// differs is a text from where it is another one.
func differs(text, other string) string {
	i := 0
	for i < len(text) && i < len(other) && text[i] == other[i] {
		i++
	}
	return text[max(i-40, 0):min(i+200, len(text))]
}

// Each command that stands elsewhere than before is in the table.
func TestEveryOldWordHasItsNewOne(t *testing.T) {
	t.Parallel()
	said := map[string]bool{"serve-stdio": true} // only programs start it
	for _, w := range oldWords {
		said[strings.Fields(w.old)[0]] = true
	}
	page := must.Get(os.ReadFile(filepath.Join("..", "docs", "commands.md")))(t)
	_, table, _ := strings.Cut(string(page), "## Older words")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, cmd := range everyCommand()[1:] {
		if cmd.Hidden && !said[cmd.Name()] {
			t.Errorf("%s has no line", cmd.Name())
		}
		if cmd.Hidden && cmd.Name() != "serve-stdio" && !strings.Contains(table, "`"+cmd.Name()+"`") {
			t.Errorf("commands.md does not show the new word for %s", cmd.Name())
		}
	}
	for _, g := range commands() {
		for _, r := range g.rows {
			if strings.Contains(r.path, " ") && !slices.ContainsFunc(oldWords, func(w struct{ before, old, new string }) bool { return strings.HasPrefix(w.new, r.path) }) {
				t.Errorf("%s has no line", r.path)
			}
		}
	}
}

// An entry comes from standard input as well, with the flags' own rules.
func TestAnEntryIsReadFromStandardInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		code int
		says string
	}{
		{`{"category": "COMP", "title": "Search", "outcome": "PARTIAL", "insight": "None", "tags": "queens"}`, exitDone, ""},
		{`{"category": "COMP", "title": "Search", "insight": "None"}`, exitUsage, "outcome"},
		{`{"title": "Search", "repair": "true"}`, exitUsage, `unknown field "repair"`},
		{`{"titel": "Search"}`, exitUsage, "did you mean title?"},
		{`{"title": 7}`, exitUsage, "not one JSON object of texts"},
		{"", exitUsage, "not one JSON object of texts"},
		{`{"title": "` + strings.Repeat("x", mostEntry) + `"}`, exitUsage, "more than 64 KiB"},
	} {
		env := machine(t, demoVault(t))
		env.Stdin = strings.NewReader(tt.text)
		if got := run(env, "journal", "add"); got.code != tt.code || !strings.Contains(got.err, tt.says) {
			t.Errorf("%.80s: %+v", tt.text, got)
		}
	}
	env := machine(t, demoVault(t))
	env.StdinIsTerminal = true
	if got := run(env, "journal", "add"); got.code != exitUsage || !strings.Contains(got.err, "standard input") {
		t.Errorf("at a terminal: %+v", got)
	}
}

// A request and a proposal of one name are told apart by their ids, and nothing is decided until then.
func TestANameOfARequestAndAProposalDecidesNeither(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	write(t, dir, "Pending_Approval/Vt3xQ9pLd2.md", "---\naction: send\n---\nPlease.\n")
	env := machine(t, dir)
	env.StdinIsTerminal = true
	before := texts(t, dir)
	for _, line := range []string{"approve Vt3xQ9pLd2", "reject Vt3xQ9pLd2 -m No", "approve Vt3xQ9pLd2 --times 3"} {
		got := run(env, strings.Fields(line)...)
		if got.code != exitUsage || !strings.Contains(got.err, "request:Pending_Approval/Vt3xQ9pLd2.md") || !strings.Contains(got.err, "#Vt3xQ9pLd2") {
			t.Errorf("%s: %+v", line, got)
		}
	}
	if got := run(env, "changes", "Vt3xQ9pLd2", "-m", "Shorter", "--dry-run"); got.code != exitDone {
		t.Errorf("only requests are changed: %+v", got)
	}
	if after := texts(t, dir); !maps.Equal(before, after) {
		t.Error("the vault was changed")
	}
	if got := run(env, "approve", "request:Pending_Approval/Vt3xQ9pLd2.md"); got.code != exitDone {
		t.Errorf("its id: %+v", got)
	}
	if got := run(env, "approve", "Vt3xQ9pLd2", "--times", "2"); got.code != exitUsage {
		t.Errorf("a proposal that runs twice: %+v", got)
	}
}

// What only the operator runs is so in each of its spellings.
func TestNoSpellingGetsAroundTheGate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "Plans/none.txt", "")
	write(t, dir, "rules.yaml", "gate:\n  - {tool: Bash, match: \"git push*\", then: ask}\n")
	asks := func(line string) string {
		env := machine(t, dir)
		env.Stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"` + dir + `","tool_input":{"command":"` + line + `"}}`)
		return run(env, "agent", "gate", "--agent", "claude", "--config", dir+"/rules.yaml", "--vault", dir).out
	}
	for _, line := range []string{
		"coldstart approve x", "coldstart --json approve x", "coldstart reject x -m y", "coldstart rerun x", "coldstart rerun x --skip", "coldstart rerun --abort x", "coldstart --step 3 rerun x",
		"coldstart snooze x --clear", "coldstart snooze --clear x", "coldstart snooze x --until 2h", "coldstart unsnooze x",
		"coldstart agent gate add x", "coldstart agent gate remove 1", "coldstart agent hook install", "coldstart agent hook remove --yes",
		"coldstart agent --config /tmp/x gate add x", "coldstart --ascii agent gate --yes add x", "coldstart agent gate --then allow add x",
		"coldstart agent $x", "coldstart agent gate $x y", "coldstart gate $x y", "coldstart $x", "coldstart agent hook $x", "coldstart hook $x",
		"env A=b coldstart agent hook remove", "bash -c 'coldstart agent gate add x'", "coldstart", "coldstart --linear", "coldstart .",
	} {
		if got := asks(line); !strings.Contains(got, `"deny"`) {
			t.Errorf("%s goes through: %q", line, got)
		}
	}
	for _, line := range []string{
		"coldstart list plans", "coldstart agent", "coldstart agent gate list", "coldstart agent gate try ls", "coldstart agent hook status", "coldstart agent start", "coldstart journal note x",
		"coldstart list snoozed", "coldstart help approve", "coldstart --version", "coldstart tried approve", "coldstart wait x", "coldstart agent mcp",
	} {
		if got := asks(line); strings.Contains(got, `"deny"`) {
			t.Errorf("%s is refused: %q", line, got)
		}
	}
}
