package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/testdata/tidy"
	"coldstart/testdata/whole"
)

// realClient is a program of agents that may be installed here.
type realClient struct {
	// name is that of coldstart hook install --agent, and of the program.
	name string
	// tool and input are how its model asks for a line of the shell.
	tool  string
	input func(line string) object
	args  []string
	// resume continues a session that was left for later, nil where that is not possible.
	resume []string
	// ready writes its settings into the home folder or the repository, and gives its variables.
	ready func(t *testing.T, home, repo, model string) []string
	// server tells it of an MCP server, after ready, and returns further words to call it with.
	server func(t *testing.T, home, repo, name string, words []string) []string
}

func command(line string) object { return object{"command": line, "description": "go on"} }

var realClients = []realClient{
	{
		name: "claude", tool: "Bash", input: command, args: []string{"-p", "go on", "--allowedTools", "Bash"},
		resume: []string{"-p", "--continue", "--allowedTools", "Bash"},
		ready: func(_ *testing.T, _, _, model string) []string {
			return []string{
				"ANTHROPIC_BASE_URL=" + model, "ANTHROPIC_API_KEY=dummy", "DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_ERROR_REPORTING=1",
			}
		},
		server: func(t *testing.T, home, _, name string, words []string) []string {
			file := filepath.Join(home, "servers.json")
			tells(t, file, "mcpServers", object{name: object{"command": words[0], "args": words[1:]}})
			return []string{"mcp__" + name, "--mcp-config", file}
		},
	},
	{
		name: "codex", tool: "exec_command", input: func(line string) object { return object{"cmd": line} },
		args: []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox", "go on"},
		ready: func(t *testing.T, home, repo, model string) []string {
			write(t, home, ".codex/config.toml", `model = "scripted"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "`+model+`/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."`+repo+`"]
trust_level = "trusted"
`)
			return []string{"SCRIPTED_KEY=dummy"}
		},
		server: func(_ *testing.T, _, _, name string, words []string) []string {
			at := "mcp_servers." + name
			return []string{"-c", fmt.Sprintf("%s.command=%q", at, words[0]), "-c", at + `.args=["` + strings.Join(words[1:], `", "`) + `"]`}
		},
	},
	{
		name: "gemini", tool: "run_shell_command", input: command, args: []string{"--yolo", "-m", "gemini-2.5-flash", "-p", "go on"},
		ready: func(t *testing.T, home, _, model string) []string {
			if _, err := os.Stat(filepath.Join(home, ".gemini", "settings.json")); err != nil {
				write(t, home, ".gemini/settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false}}`)
			}
			return []string{"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + model, "GEMINI_CLI_TRUST_WORKSPACE=true"}
		},
		server: func(t *testing.T, home, _, name string, words []string) []string {
			tells(t, filepath.Join(home, ".gemini", "settings.json"), "mcpServers", object{name: object{"command": words[0], "args": words[1:]}})
			return nil
		},
	},
	{
		name: "opencode", tool: "bash", input: command, args: []string{"run", "go on"},
		ready: func(t *testing.T, _, repo, model string) []string {
			write(t, repo, "opencode.json", `{"model":"anthropic/claude-sonnet-4-5","small_model":"anthropic/claude-sonnet-4-5","autoupdate":false,"share":"disabled",
"provider":{"anthropic":{"options":{"baseURL":"`+model+`/v1","apiKey":"dummy"}}}}`)
			return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1"}
		},
		server: func(t *testing.T, _, repo, name string, words []string) []string {
			tells(t, filepath.Join(repo, "opencode.jsonc"), "mcp", object{name: object{"type": "local", "command": words, "enabled": true}})
			return nil
		},
	},
}

// desk is a repository with a remote and a vault, an agent that pushes, and an operator whose
// rules ask for that.
type desk struct {
	*testing.T
	client  realClient
	dir     string
	program string
}

func newDesk(t *testing.T, client realClient, program string) *desk {
	t.Helper()
	d := &desk{T: t, client: client, dir: tidy.Folder(t), program: filepath.Join(t.TempDir(), "coldstart")}
	text, err := os.ReadFile(program)
	if err == nil {
		err = os.WriteFile(d.program, text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, d.dir, "home/.config/coldstart/coldstart.yaml", "gate:\n  - {tool: Bash, match: \"git push*\", then: ask}\n")
	write(t, d.dir, "repo/vault/Pending_Approval/.keep", "")
	write(t, d.dir, "repo/vault/Approved/.keep", "")
	write(t, d.dir, "home/.gitconfig", "[user]\n\tname = Ana\n\temail = ana@kiosk.example\n[init]\n\tdefaultBranch = main\n")
	d.git("init", "-q", "--bare", "../remote.git")
	d.git("init", "-q")
	d.git("remote", "add", "origin", "../remote.git")
	d.commit()
	return d
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, name) }

// environ is the environment of agent and operator.
func (d *desk) environ() []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + d.path("home"), "LANG=C.UTF-8", "TERM=xterm-256color", "IS_SANDBOX=1"}
}

func (d *desk) git(args ...string) string {
	d.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = d.path("repo"), d.environ()
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.Fatalf("git %s: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (d *desk) commit() {
	d.Helper()
	d.git("commit", "-q", "--allow-empty", "-m", "Print the receipts")
}

// pushed reports whether the remote has the newest commit.
func (d *desk) pushed() bool {
	d.Helper()
	return strings.HasPrefix(d.git("ls-remote", "origin"), d.git("rev-parse", "HEAD"))
}

// install is what a person types once; more are further words of it.
func (d *desk) install(more ...string) {
	d.Helper()
	cmd := exec.Command(d.program, append([]string{"hook", "install", "--agent", d.client.name, "--vault", d.path("repo/vault"), "--yes"}, more...)...)
	cmd.Dir, cmd.Env = d.path("repo"), d.environ()
	if out, err := cmd.CombinedOutput(); err != nil {
		d.Fatalf("installing: %v: %s", err, out)
	}
}

// agent lets the client run: its model asks for the push, unless it only goes on. It gives
// what the model was told.
func (d *desk) agent(args []string) string {
	d.Helper()
	return d.agentWith(args, "git push origin HEAD:main")
}

// agentWith is agent with another line of a shell.
func (d *desk) agentWith(args []string, line string) string {
	d.Helper()
	return d.calls(args, d.client.tool, d.client.input(line))
}

// calls lets the client run: its model asks for a tool.
func (d *desk) calls(args []string, tool string, input object) string {
	d.Helper()
	var heard struct {
		sync.Mutex
		bytes.Buffer
	}
	model := scriptedModel(d.client.name, tool, input)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heard.Lock()
		heard.Write(body)
		heard.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		model.ServeHTTP(w, r)
	}))
	defer server.Close()
	ctx, cancel := context.WithTimeout(d.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, d.client.name, args...)
	cmd.Dir, cmd.Env = d.path("repo"), append(d.environ(), d.client.ready(d.T, d.path("home"), d.path("repo"), server.URL)...)
	// What it leaves behind may hold its output.
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	d.Logf("%s ended (%v): %s", d.client.name, err, out)
	heard.Lock()
	defer heard.Unlock()
	return heard.String()
}

// waiting are the requests of the gate in the vault.
func (d *desk) waiting() []string {
	d.Helper()
	names := must.Get(filepath.Glob(d.path("repo/vault/Pending_Approval/*.md")))(d)
	return names
}

// approve is the operator's yes to the one request that waits; more are further words of it.
func (d *desk) approve(more ...string) {
	d.Helper()
	waiting := d.waiting()
	if len(waiting) != 1 {
		d.Fatalf("%d requests wait: %q", len(waiting), waiting)
	}
	env := machine(d.T, d.path("repo"))
	env.Getenv, env.Now, env.StdinIsTerminal = variables{"HOME": d.path("home")}.get, time.Now, true
	if got := run(env, append([]string{"approve", filepath.Base(waiting[0]), "--vault", d.path("repo/vault")}, more...)...); got.code != exitDone {
		d.Fatalf("approving: %+v", got)
	}
}

// gateProgram builds the program that the hooks call.
func gateProgram(t *testing.T) string {
	t.Helper()
	if !whole.All() {
		t.Skip("needs COLDSTART_WHOLE=1, and clients on the PATH")
	}
	program := filepath.Join(t.TempDir(), "coldstart")
	if out, err := exec.Command("go", "build", "-o", program, "coldstart").CombinedOutput(); err != nil {
		t.Fatalf("building: %v: %s", err, out)
	}
	return program
}

func installed(t *testing.T, client string) {
	t.Helper()
	if _, err := exec.LookPath(client); err != nil {
		t.Skip(client + " is not on the PATH")
	}
}

// inEachClient does something at a desk of each client, whose hooks are installed.
func inEachClient(t *testing.T, do func(d *desk)) {
	t.Helper()
	program := gateProgram(t)
	for _, client := range realClients {
		t.Run(client.name, func(t *testing.T) {
			installed(t, client.name)
			d := newDesk(t, client, program)
			d.install()
			do(d)
		})
	}
}

// TestTheGateInTheClients lets the agents' own programs push: not before the yes, once after
// it, and not when the gate is gone.
func TestTheGateInTheClients(t *testing.T) {
	t.Parallel()
	inEachClient(t, func(d *desk) {

		heard := d.agent(d.client.args)
		if d.pushed() {
			d.Fatal("pushed before the yes")
		}
		if !strings.Contains(heard, "gate-") || !strings.Contains(heard, "coldstart wait") {
			d.Errorf("the model was not told what to wait for: %s", heard)
		}

		d.approve()
		d.agent(d.client.args)
		if !d.pushed() {
			d.Fatal("not pushed after the yes")
		}

		d.commit()
		d.agent(d.client.args)
		if d.pushed() {
			d.Fatal("pushed twice with one yes")
		}

		d.approve()
		must.Do(d, os.Remove(d.program))
		d.agent(d.client.args)
		if d.pushed() {
			d.Fatal("pushed without the gate")
		}
	})
}

// TestAPatternInTheClients: a yes for a pattern lets another push through, and nothing beside it.
func TestAPatternInTheClients(t *testing.T) {
	t.Parallel()
	inEachClient(t, func(d *desk) {
		d.agentWith(d.client.args, "git push origin HEAD:feature/door")
		d.approve("--pattern", "git push origin HEAD:feature/*", "--for", "30m")
		for _, branch := range []string{"feature/cart", "feature/search"} {
			d.agentWith(d.client.args, "git push origin HEAD:"+branch)
			if d.git("ls-remote", "origin", branch) == "" {
				d.Errorf("%s is not pushed", branch)
			}
		}
		if d.agent(d.client.args); d.git("ls-remote", "origin", "main") != "" {
			d.Error("pushed to main by a yes for features")
		}
	})
}

// TestTheGatesFilesInTheClients: what takes the rules away is refused, and told.
func TestTheGatesFilesInTheClients(t *testing.T) {
	t.Parallel()
	inEachClient(t, func(d *desk) {
		rules := d.path("home/.config/coldstart/coldstart.yaml")
		before := must.Get(os.ReadFile(rules))(d)
		for _, line := range []string{"echo 'gate: []' > " + rules, d.program + " gate remove 1 --yes", "cd ~/.config && git init -q coldstart"} {
			d.agentWith(d.client.args, line)
		}
		after, err := os.ReadFile(rules)
		if _, made := os.Stat(d.path("home/.config/coldstart/.git")); err != nil || !bytes.Equal(before, after) || made == nil {
			d.Errorf("the rules are %q now, %v", after, err)
		}
		cmd := exec.Command(d.program, "history", "--refused", "--vault", d.path("repo/vault"))
		cmd.Dir, cmd.Env = d.path("repo"), d.environ()
		if out, err := cmd.CombinedOutput(); err != nil || strings.Count(string(out), d.client.name) < 3 {
			d.Errorf("refusals: %v, %s", err, out)
		}
	})
}

// untrusted are clients without the trust of the operator, and what is said of that, and to type.
func untrusted() map[string]realClient {
	codex, gemini := realClients[1], realClients[2]
	folder, hooks := codex, codex
	folder.ready = func(t *testing.T, home, repo, model string) []string {
		env := codex.ready(t, home, repo, model)
		name := filepath.Join(home, ".codex", "config.toml")
		text, err := os.ReadFile(name)
		if err == nil {
			err = os.WriteFile(name, bytes.ReplaceAll(text, []byte(`"trusted"`), []byte(`"untrusted"`)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return env
	}
	hooks.args = slices.DeleteFunc(slices.Clone(codex.args), func(arg string) bool { return arg == "--dangerously-bypass-hook-trust" })
	gemini.ready = func(t *testing.T, home, repo, model string) []string {
		return slices.DeleteFunc(realClients[2].ready(t, home, repo, model), func(v string) bool { return strings.Contains(v, "TRUST") })
	}
	return map[string]realClient{"the folder is not trusted; start codex": folder, "its hooks are not trusted; type /hooks in codex": hooks, "the folder is not trusted; start gemini": gemini}
}

// TestAClientThatIsNotTrusted: what a client does not trust, the operator is told. Codex pushes then without a word;
// Gemini CLI does not start without a screen.
func TestAClientThatIsNotTrusted(t *testing.T) {
	t.Parallel()
	program := gateProgram(t)
	for says, client := range untrusted() {
		t.Run(says, func(t *testing.T) {
			installed(t, client.name)
			d := newDesk(t, client, program)
			d.install()
			// Its settings are there before it runs.
			client.ready(t, d.path("home"), d.path("repo"), "http://127.0.0.1:9")
			for _, words := range [][]string{{"gate", "test"}, {"doctor"}, {"hook", "status"}} {
				cmd := exec.Command(d.program, append(words, "--vault", d.path("repo/vault"))...)
				cmd.Dir, cmd.Env = d.path("repo"), d.environ()
				if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), strings.Split(says, ";")[0]) {
					t.Errorf("%q: %s", words, out)
				}
			}
			d.agent(client.args)
			if got := d.pushed(); got != (client.name == "codex") {
				t.Errorf("pushed: %t", got)
			}
		})
	}
}

// TestAGateThatHangsIsEnded: each client is refused although the program hangs.
func TestAGateThatHangsIsEnded(t *testing.T) {
	t.Parallel()
	inEachClient(t, func(d *desk) {
		must.Do(d, os.WriteFile(d.program, []byte("#!/bin/sh\nsleep 100 & exec sleep 100\n"), 0o755))
		began := time.Now()
		d.agent(d.client.args)
		d.Logf("ended after %s", time.Since(began))
		if d.pushed() {
			d.Fatal("pushed while the gate hung")
		}
	})
}

// TestOpencodeGetsTheReport holds that each session has the report in its system text, and that its end is
// recorded. What it wrote itself is that session.
func TestOpencodeGetsTheReport(t *testing.T) {
	program := gateProgram(t)
	i := slices.IndexFunc(realClients, func(c realClient) bool { return c.name == "opencode" })
	installed(t, "opencode")
	t.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+os.Getenv("PATH"))
	d := newDesk(t, realClients[i], program)
	write(t, d.dir, "repo/vault/Pending_Approval/rims.md", "---\naction: payment\ntarget: rims@kiosk.example\n---\nPay for forty rims.\n")
	d.install()
	for n, args := range [][]string{{"run", "go on"}, {"run", "-c", "and on"}} {
		heard := d.agentWith(args, "true")
		if want := fmt.Sprintf("This is session %d in the vault's event log.", n+1); strings.Count(heard, want) == 0 || !strings.Contains(heard, "1 other thing for the operator") {
			t.Errorf("session %d does not hear %q", n+1, want)
		}
	}
	env := machine(t, d.path("repo"))
	env.Getenv, env.Now = variables{"HOME": d.path("home")}.get, time.Now
	if got := run(env, "orphans", "--vault", d.path("repo/vault")); !strings.Contains(got.out, "No open sessions or work items") {
		t.Errorf("their end is not recorded: %+v", got)
	}
	if got := run(env, "list", "sessions", "--vault", d.path("repo/vault")); !strings.Contains(got.out, "opencode -s ses_") || !strings.Contains(got.out, "done, confirmed") {
		t.Errorf("the session and its log entry are not one row: %+v", got)
	}
}

// TestWithoutAHookTheClientsPush shows that the gate is what refuses.
func TestWithoutAHookTheClientsPush(t *testing.T) {
	t.Parallel()
	program := gateProgram(t)
	for _, client := range realClients {
		t.Run(client.name, func(t *testing.T) {
			installed(t, client.name)
			d := newDesk(t, client, program)
			d.agent(client.args)
			if !d.pushed() {
				t.Fatal("not pushed")
			}
		})
	}
}

// TestAPushThatIsLeftForLater lets Claude Code end at the push and go on after the yes.
func TestAPushThatIsLeftForLater(t *testing.T) {
	t.Parallel()
	program := gateProgram(t)
	installed(t, "claude")
	d := newDesk(t, realClients[0], program)
	d.install("--wait", "10m")
	d.agent(d.client.args)
	if d.pushed() {
		t.Fatal("pushed before the yes")
	}
	d.approve()
	d.agent(d.client.resume)
	if !d.pushed() {
		t.Fatal("not pushed after the yes")
	}
}
