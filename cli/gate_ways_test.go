package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
)

// post is where agents meet the gate: a repository with a vault, and the operator's settings.
type post struct {
	testing.TB
	dir string
	now time.Time
	// vault is that of the hook and the operator, env the variables of the agent and its hook.
	vault string
	env   variables
}

const askForPushes = "gate:\n  - {tool: Bash, match: \"git push*\", then: ask}\n"

func newPost(t testing.TB) *post {
	t.Helper()
	p := &post{TB: t, dir: t.TempDir(), now: demoStart()}
	p.vault = p.path("repo/vault")
	p.env = variables{"HOME": p.path("home"), "XDG_STATE_HOME": p.path("home/state")}
	p.rules(askForPushes)
	write(t, p.dir, "repo/vault/Pending_Approval/.keep", "")
	write(t, p.dir, "repo/vault/Approved/.keep", "")
	write(t, p.dir, "repo/cli/main.go", "package cli\n")
	return p
}

func (p *post) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

func (p *post) rules(text string) {
	p.Helper()
	write(p.TB, p.dir, "home/.config/coldstart/coldstart.yaml", text)
}

// answered is what a client makes of an answer.
type answered struct {
	refused bool
	// ask is the request that the answer names, "" for none.
	ask, said string
}

var askName = regexp.MustCompile(`gate-[0-9a-f]{8}`)

// hook calls the gate with bytes, as the installed line does.
func (p *post) hook(event string, args ...string) answered {
	p.Helper()
	env := machine(p.TB, p.path("repo"))
	env.Getenv, env.Stdin, env.Now = p.env.get, strings.NewReader(event), func() time.Time { return p.now }
	got := run(env, append([]string{"gate", "--agent", "claude", "--vault", p.vault, "--config", p.path("home/.config/coldstart/coldstart.yaml")}, args...)...)
	var said struct {
		Output struct {
			Event    string `json:"hookEventName"`
			Decision string `json:"permissionDecision"`
			Reason   string `json:"permissionDecisionReason"`
		} `json:"hookSpecificOutput"`
	}
	if got.code == exitUsage {
		return answered{refused: true, said: got.err}
	}
	if err := json.Unmarshal([]byte(got.out), &said); err != nil || got.code != exitDone {
		p.Fatalf("%s: no answer: %+v", event, got)
	}
	return answered{said.Output.Decision == "deny" && said.Output.Event == "PreToolUse", askName.FindString(said.Output.Reason), said.Output.Reason}
}

// call is one call of a tool; more fields of the event come in pairs.
func (p *post) call(tool string, input object, fields ...string) answered {
	p.Helper()
	event := object{"session_id": "5e1", "cwd": p.path("repo"), "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": input, "tool_use_id": "toolu_1"}
	for i := 0; i < len(fields); i += 2 {
		event[fields[i]] = fields[i+1]
	}
	text := must.Get(json.Marshal(event))(p)
	return p.hook(string(text))
}

func (p *post) shell(line string, fields ...string) answered {
	p.Helper()
	return p.call("Bash", object{"command": line}, fields...)
}

// push asks, and wants to be refused.
func (p *post) push() answered {
	p.Helper()
	got := p.shell("git push origin main")
	if !got.refused || got.ask == "" {
		p.Fatalf("not asked for: %+v", got)
	}
	return got
}

// operator runs a command as the person at a terminal.
func (p *post) operator(args ...string) result {
	p.Helper()
	env := machine(p.TB, p.path("repo"))
	env.Getenv = variables{"HOME": p.path("home"), "XDG_STATE_HOME": p.path("home/state")}.get
	env.Now, env.StdinIsTerminal = func() time.Time { return p.now }, true
	return run(env, append(args, "--vault", p.vault)...)
}

func (p *post) must(args ...string) {
	p.Helper()
	if got := p.operator(args...); got.code != exitDone {
		p.Fatalf("%q: %+v", args, got)
	}
}

// yes asks for the push and approves it.
func (p *post) yes(more ...string) string {
	p.Helper()
	ask := p.push().ask
	p.must(append([]string{"approve", ask}, more...)...)
	return ask
}

func (p *post) read(name string) string {
	p.Helper()
	text := must.Get(os.ReadFile(p.path(name)))(p)
	return string(text)
}

func (p *post) move(from, to string) {
	p.Helper()
	must.Do(p, os.Rename(p.path(from), p.path(to)))
}

const (
	pendingOf = "repo/vault/Pending_Approval/"
	yesesOf   = "repo/vault/Approved/"
	doneOf    = "repo/vault/Done/"
)

// ways are ways around the gate beside other spellings. Each ends with a push that has to be
// refused, or refuses it by itself.
var ways = []struct {
	name string
	try  func(p *post)
}{
	{"asked, and never answered", func(p *post) { p.push() }},
	{"asked a hundred times", func(p *post) {
		first := p.push().ask
		for range 100 {
			if got := p.push().ask; got != first {
				p.Errorf("another request, %s after %s", got, first)
			}
		}
	}},
	{"used up", func(p *post) {
		p.yes()
		p.passes("git push origin main")
	}},
	{"a file that was put into Approved", func(p *post) {
		ask := p.push().ask
		p.move(pendingOf+ask+".md", yesesOf+ask+".md")
	}},
	{"a copy of a request in Approved", func(p *post) {
		ask := p.push().ask
		write(p.TB, p.dir, yesesOf+ask+".md", p.read(pendingOf+ask+".md"))
	}},
	{"a replayed approval", func(p *post) {
		ask := p.yes()
		p.passes("git push origin main")
		p.move(doneOf+ask+".md", yesesOf+ask+".md")
	}},
	{"a request that is pending once more", func(p *post) {
		ask := p.yes()
		text := p.read(yesesOf + ask + ".md")
		p.passes("git push origin main")
		write(p.TB, p.dir, pendingOf+ask+".md", text)
		p.operator("approve", ask)
	}},
	{"a forged request that is approved", func(p *post) {
		ask := p.push().ask
		text := strings.ReplaceAll(p.read(pendingOf+ask+".md"), ask, "gate-00c0ffee")
		p.must("reject", ask, "-m", "no")
		write(p.TB, p.dir, pendingOf+"gate-00c0ffee.md", text)
		p.operator("approve", "gate-00c0ffee")
	}},
	{"a request with another text", func(p *post) {
		ask := p.push().ask
		write(p.TB, p.dir, pendingOf+ask+".md", strings.ReplaceAll(p.read(pendingOf+ask+".md"), "git push", "git status"))
		if got := p.operator("approve", ask); got.code == exitDone {
			p.Errorf("approved: %+v", got)
		}
	}},
	{"a request that changes while it is read", func(p *post) {
		ask := p.push().ask
		name := pendingOf + ask + ".md"
		seen := p.operator("show", ask, "--json")
		write(p.TB, p.dir, name, p.read(name)+"\n")
		if got := p.operator("approve", ask, "--expect-hash", hashIn(seen.out)); got.code == exitDone {
			p.Errorf("approved: %+v", got)
		}
	}},
	{"the request of another action in its place", func(p *post) {
		push := p.push().ask
		other := p.shell("git push --dry-run").ask
		write(p.TB, p.dir, pendingOf+other+".md", p.read(pendingOf+push+".md"))
		p.operator("approve", other)
	}},
	{"a folder of state in the vault", func(p *post) {
		p.yes()
		p.passes("git push origin main")
		must.Do(p, os.CopyFS(p.path("repo/vault/.coldstart"), os.DirFS(p.path("home/state"))))
	}},
	{"lines of a ledger in the vault", func(p *post) {
		ask := p.push().ask
		for _, name := range []string{"ledger.ndjson", "asks.ndjson", "Logs/ledger.ndjson", "Approved/ledger.ndjson"} {
			write(p.TB, p.dir, "repo/vault/"+name, `{"id":"x","phase":"done","choice":"approve","path":"Pending_Approval/`+ask+`.md"}`+"\n")
		}
	}},
	{"another folder", func(p *post) {
		p.yes()
		p.refuses(p.shell("git push origin main", "cwd", p.path("repo/cli")))
		p.passes("git push origin main")
	}},
	{"another target", func(p *post) {
		p.yes()
		p.refuses(p.shell("git push origin release"))
		p.refuses(p.shell("git push --force origin main"))
		p.refuses(p.shell("git push origin main && git push origin release"))
		p.passes("git push origin main")
	}},
	{"the same with another blank", func(p *post) {
		p.yes()
		p.refuses(p.shell("git push origin main "))
		p.passes("git push origin main")
	}},
	{"more in its input", func(p *post) {
		p.yes()
		p.refuses(p.call("Bash", object{"command": "git push origin main", "run_in_background": true}))
		p.passes("git push origin main")
	}},
	{"the yes of another vault", func(p *post) {
		here := p.vault
		p.vault = p.path("other")
		write(p.TB, p.vault, "Pending_Approval/.keep", "")
		write(p.TB, p.vault, "Approved/.keep", "")
		p.yes()
		p.vault = here
	}},
	{"it ran out", func(p *post) {
		p.yes()
		p.now = p.now.Add(24*time.Hour + time.Second)
	}},
	{"it ran out by the settings", func(p *post) {
		p.rules(askForPushes + "gate-expires: 1h\n")
		p.yes()
		p.now = p.now.Add(61 * time.Minute)
	}},
	{"a clock that was set back", func(p *post) {
		p.yes()
		p.now = p.now.Add(25 * time.Hour)
		p.push()
		p.now = p.now.Add(-25 * time.Hour)
	}},
	{"undone", func(p *post) {
		p.yes()
		p.must("undo")
	}},
	{"rejected", func(p *post) {
		ask := p.push().ask
		p.must("reject", ask, "-m", "Not on a Friday.")
		if got := p.shell("git push origin main"); !got.refused || !strings.Contains(got.said, "Not on a Friday.") {
			p.Errorf("%+v", got)
		}
	}},
	{"rejected after a yes was used", func(p *post) {
		p.yes()
		p.passes("git push origin main")
		p.must("reject", p.push().ask, "-m", "Once is enough.")
	}},
	{"another session than the one that it is for", func(p *post) {
		p.yes("--session")
		p.passes("git push origin main")
		p.passes("git push origin main")
		p.refuses(p.shell("git push origin main", "session_id", "5e2"))
		p.refuses(p.shell("git push origin main", "session_id", ""))
		p.now = p.now.Add(25 * time.Hour)
	}},
	{"as often as it was given", func(p *post) {
		p.yes("--times", "2")
		p.passes("git push origin main")
		p.passes("git push origin main")
	}},
	{"a rule that says no by now", func(p *post) {
		p.yes()
		p.rules(strings.Replace(askForPushes, "ask", "deny", 1))
		p.refuses(p.shell("git push origin main"))
		p.rules(askForPushes)
		p.passes("git push origin main")
	}},
	{"settings that cannot be read", func(p *post) {
		p.yes()
		p.rules("gate: [}\n")
	}},
	{"no settings", func(p *post) {
		p.yes()
		must.Do(p, os.Remove(p.path("home/.config/coldstart/coldstart.yaml")))
	}},
	{"settings in the vault and the repository", func(p *post) {
		for _, name := range []string{"vault/coldstart.yaml", "coldstart.yaml", ".config/coldstart/coldstart.yaml", "vault/.coldstart/coldstart.yaml"} {
			write(p.TB, p.dir, "repo/"+name, "gate:\n  - {tool: Bash, match: \"*\", then: allow}\n")
		}
	}},
	{"settings of another home folder", func(p *post) {
		write(p.TB, p.dir, "tmp/coldstart/coldstart.yaml", "theme: dark\n")
		p.env["XDG_CONFIG_HOME"], p.env["HOME"] = p.path("tmp"), p.path("tmp")
	}},
	{"no folder for the ledger", func(p *post) {
		p.yes()
		p.env["XDG_STATE_HOME"], p.env["HOME"] = "", ""
	}},
	{"a folder for the ledger in the vault", func(p *post) {
		p.yes()
		p.env["XDG_STATE_HOME"] = p.path("repo/vault/state")
	}},
	{"variables that say yes", func(p *post) {
		p.env["COLDSTART_READ_ONLY"], p.env["COLDSTART_GATE"], p.env["CLAUDE_CODE_ENTRYPOINT"] = "true", "allow", "sdk-cli"
	}},
	{"a vault that cannot be read", func(p *post) {
		p.yes()
		p.move("repo/vault", "repo/elsewhere")
	}},
	{"a ledger that cannot be read", func(p *post) {
		p.yes()
		p.spoil()
	}},
	{"a second tool that pushes", func(p *post) {
		p.rules(askForPushes + "  - {tool: \"mcp__*push*\", then: ask}\n  - {tool: \"mcp__*\", match: \"git push*\", then: ask}\n")
		p.refuses(p.call("mcp__forge__push_files", object{"branch": "main"}))
		p.refuses(p.call("mcp__forge__run", object{"args": []any{"git", "push"}}))
		p.refuses(p.call("mcp__forge__run", object{"command": "git", "args": []any{"-C", ".", "push"}}))
		p.refuses(p.call("mcp__forge__run", object{"line": "git\tpush"}))
	}},
	{"a tool that edits what git does", func(p *post) {
		p.rules(askForPushes + "  - {tool: \"*\", match: \"*/.git/*\", then: ask}\n")
		for _, file := range []string{".git/config", "./cli/../.git/hooks/pre-commit", p.path("repo/.git/config")} {
			p.refuses(p.call("Write", object{"file_path": file, "content": "x"}))
			p.refuses(p.call("Edit", object{"file_path": file, "old_string": "a", "new_string": "b"}))
		}
		p.refuses(p.call("NotebookEdit", object{"notebook_path": p.path("repo/.git/config"), "new_source": "x"}))
	}},
	{"a link to a folder that is asked for", func(p *post) {
		p.rules(askForPushes + "  - {tool: Write, match: \"*/.git/*\", then: ask}\n")
		write(p.TB, p.dir, "repo/.git/config", "")
		if err := os.Symlink(".git", p.path("repo/docs")); err != nil {
			p.Skip(err)
		}
		p.refuses(p.call("Write", object{"file_path": p.path("repo/docs/config"), "content": "x"}))
		p.refuses(p.call("Write", object{"file_path": p.path("repo/docs/hooks/new"), "content": "x"}))
	}},
	{"the settings of the gate", func(p *post) {
		p.refuses(p.call("Write", object{"file_path": p.path("home/.config/coldstart/coldstart.yaml"), "content": "theme: dark\n"}))
		p.refuses(p.shell("rm " + p.path("home/.config/coldstart/coldstart.yaml")))
		p.refuses(p.shell("echo > ~/.config/coldstart/coldstart.yaml"))
	}},
	{"the ledger", func(p *post) {
		p.refuses(p.call("Edit", object{"file_path": p.path("home/state/coldstart/x/ledger.ndjson"), "old_string": "a", "new_string": "b"}))
		p.refuses(p.shell("rm -r " + p.path("home/state/coldstart")))
	}},
	{"a yes by the agent", func(p *post) {
		ask := p.push().ask
		env := machine(p.TB, p.path("repo"))
		p.env["CLAUDECODE"] = "1"
		env.Getenv, env.Now, env.StdinIsTerminal = p.env.get, func() time.Time { return p.now }, true
		if got := run(env, "approve", ask, "--vault", p.vault); got.code == exitDone {
			p.Errorf("approved: %+v", got)
		}
	}},
}

// refuses wants an answer to be a no.
func (p *post) refuses(got answered) {
	p.Helper()
	if !got.refused {
		p.Errorf("goes through: %+v", got)
	}
}

// passes wants one call to be let through.
func (p *post) passes(line string) {
	p.Helper()
	if got := p.shell(line); got.refused {
		p.Fatalf("%q is refused: %+v", line, got)
	}
}

// spoil makes the operator's ledger unreadable.
func (p *post) spoil() {
	p.Helper()
	files, err := filepath.Glob(p.path("home/state/coldstart/*/ledger*"))
	if err != nil || len(files) == 0 {
		p.Fatalf("no ledger (%v)", err)
	}
	for _, file := range files {
		must.Do(p, os.Remove(file))
		must.Do(p, os.Mkdir(file, 0o755))
	}
}

var wholeHash = regexp.MustCompile(`"(?:seen|hash|sha256)": ?"([0-9a-f]{8,64})"`)

func hashIn(json string) string {
	if m := wholeHash.FindStringSubmatch(json); m != nil {
		return m[1]
	}
	return "00000000"
}

// TestWaysAroundTheGate tries each way, and then pushes.
func TestWaysAroundTheGate(t *testing.T) {
	t.Parallel()
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			p := newPost(t)
			way.try(p)
			p.refuses(p.shell("git push origin main"))
		})
	}
	t.Attr("cases", strconv.Itoa(len(ways)))
	if n := len(spellings) + len(ways) + len(unseen); n < 40 {
		t.Errorf("%d ways", n)
	}
}
