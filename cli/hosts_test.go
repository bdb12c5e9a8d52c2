package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/cli/remote"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/tui"
)

// withHosts is a machine whose settings name hosts, each with the folders that fill makes in its home
// folder.
func withHosts(t testing.TB, config string, fill map[string]func(home string)) Env {
	t.Helper()
	dir := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	for name, make := range fill {
		write(t, dir, "hosts/"+name+"/.keep", "")
		make(filepath.Join(dir, "hosts", name))
	}
	write(t, dir, "config/coldstart/coldstart.yaml", config)
	env := machine(t, filepath.Join(dir, "here"))
	write(t, dir, "here/Pending_Approval/here.md", "Please look at this here.\n")
	env.Getenv = variables{"XDG_STATE_HOME": filepath.Join(dir, "state"), "XDG_CONFIG_HOME": filepath.Join(dir, "config")}.get
	env.connect = hostsIn(filepath.Join(dir, "hosts"))
	return env
}

func TestAnswersAboutAllMachinesFitTheirSchemas(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}, {name: porch, ssh: porch}]\n", map[string]func(string){
		"attic": func(home string) {
			write(t, home, "vault/Pending_Approval/a.md", "Please send \x1b[2J this.\n")
			write(t, home, "vault/Plans/p.md", "---\ntask_id: '2026-014'\nstatus: Active\n---\n# Objective\n\nThe quote\n\n## Roadmap\n\n- [ ] One\n")
		},
	})
	for name, words := range map[string][]string{
		"vaults": {"vaults", "--hosts", "--json"}, "status-hosts": {"status", "--hosts", "--json"}, "approvals-hosts": {"approvals", "--json", "--hosts"},
	} {
		got := run(env, words...)
		fits(t, name, got.out)
		if got.code != exitFailed || strings.ContainsRune(got.out, '\x1b') {
			t.Errorf("%s: %+v", name, got)
		}
		var all struct {
			Vaults []struct{ Host, Error string }
		}
		if err := json.Unmarshal([]byte(got.out), &all); err != nil || len(all.Vaults) != 3 {
			t.Fatalf("%s: %v, %+v", name, err, all)
		}
		errs := map[string]string{}
		for _, v := range all.Vaults {
			errs[v.Host] = v.Error
		}
		if errs[""] != "" || errs["attic"] != "" || !strings.Contains(errs["porch"], "porch") {
			t.Errorf("%s: errors %q", name, errs)
		}
	}
	for name, words := range map[string][]string{"status": {"status"}, "approvals": {"approvals"}, "plans": {"plans"}, "show": {"show", "a"}, "decision": {"reject", "a", "-m", "No", "--dry-run"}} {
		got := run(env, append(words, "--host", "attic", "--json")...)
		if got.code != exitDone || strings.ContainsRune(got.out, '\x1b') {
			t.Errorf("%s: %+v", name, got)
		}
		fits(t, name, got.out)
	}
	if list := run(env, "vaults", "--hosts", "--json").out; !strings.Contains(list, `"plan": "2026-014"`) {
		t.Errorf("the plan to resume is missing: %s", list)
	}
}

// The last words of a screen say what nobody knows yet, and the command that tells.
func TestTheScreenEndsWithWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}, {name: cellar, ssh: cellar, dir: --all}]\n", nil)
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	d := func(name string) model.Decision {
		return model.Decision{Ref: model.Ref{Path: "Pending_Approval/" + name}, Choice: model.ChoiceApprove}
	}
	env.screen = func(context.Context, []tui.Vault, tui.Options, io.Reader, io.Writer) error {
		return tui.NotKnown{Left: []tui.LeftOpen{{Host: "attic", Dir: "/srv/a", Decision: d("a.md")}, {Host: "attic", Dir: "/srv/a", Decision: d("b.md")}, {Host: "cellar", Dir: "/srv/my shop", Decision: d("c.md")}}}
	}
	got := run(env, "--hosts")
	want := "error: it is unknown whether it was done: approve Pending_Approval/a.md on attic, approve Pending_Approval/b.md on attic, approve Pending_Approval/c.md on cellar\n" +
		"hint: coldstart list decisions --host attic shows it\nhint: coldstart list decisions --host cellar --vault '/srv/my shop' shows it\n"
	if got.code != exitFailed || got.err != want {
		t.Errorf("got %+v, want %q", got, want)
	}
}

// A host may write anything. What it writes is shown, and does nothing else.
func TestWhatAHostWritesIsOnlyShown(t *testing.T) {
	t.Parallel()
	relayed := func(out remote.Output, asJSON bool) (result, error) {
		env := machine(t, t.TempDir())
		var stdout, stderr strings.Builder
		env.Stdout, env.Stderr = &stdout, &stderr
		c := newCall(t.Context(), env)
		c.settle()
		c.json = asJSON
		code, err := c.relay(settings.OwnHost{Name: "attic"}, out)
		must.Do(t, errors.Join(c.out.Flush(), c.err.Flush()))
		return result{code, stdout.String(), stderr.String()}, err
	}
	key := "AKIA" + strings.Repeat("Q7", 8)
	for _, tt := range []struct {
		name string
		out  remote.Output
		json bool
		want result
	}{
		{"lines", remote.Output{Stdout: []byte("a           b\n\x1b]0;x\a\r\n")}, false, result{0, "a           b\n⟦ESC⟧]0;x⟦BEL⟧\n", ""}},
		{"another exit code", remote.Output{Exit: 99}, false, result{code: exitFailed}},
		{"a negative exit code", remote.Output{Exit: -1}, false, result{code: exitFailed}},
		{"one of ours", remote.Output{Exit: exitConflict, Stderr: []byte("error: \x9b31mno\n")}, false, result{exitConflict, "", "error: on attic: ⟦\\x9B⟧31mno\n"}},
		{"JSON", remote.Output{Stdout: []byte("{\"a\":\r\t\"caf\u00e9\x7f\x9b\u202e\"}\n")}, true, result{0, "{\"a\": \"caf\\u00e9\\u007f\\ufffd\\u202e\"}\n", ""}},
		{"a key", remote.Output{Stdout: []byte("{\"a\": \"" + key + "\"}\n")}, true, result{0, "{\"a\": \"", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := relayed(tt.out, tt.json)
			if err != nil || got.code != tt.want.code || !strings.HasPrefix(got.out, tt.want.out) || got.err != tt.want.err || strings.Contains(got.out, key) {
				t.Errorf("got %+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
	got, err := relayed(remote.Output{Stdout: bytes.Repeat([]byte("\n"), mostShown+7)}, false)
	if err != nil || len(got.out) != mostShown || got.err != "hint: attic wrote 7 lines more than are shown\n" {
		t.Errorf("%d bytes of many lines, %q, %v", len(got.out), got.err, err)
	}
	for _, text := range []string{"no JSON", "{}{}", "{\"a\": \"\x1b\"}", "{\"a\": 1", strings.Repeat("[", 100_000)} {
		if got, err := relayed(remote.Output{Stdout: []byte(text)}, true); err == nil || got.out != "" {
			t.Errorf("%.20q is written as %q, %v", text, got.out, err)
		}
	}
}

// sixVaults are repositories in which agents worked, some of them vaults.
func sixVaults(t *testing.T, home string) {
	h := agentsHome{T: t, dir: home, work: filepath.Join(home, "work")}
	for i, name := range []string{"one", "two", "bare"} {
		h.repository(name, "amber", i+1)
	}
	write(t, home, "work/one/Plans/p.md", "# A plan\n")
	write(t, home, "work/two/Pending_Approval/r.md", "Please.\n")
}

func TestAHostWithSeveralVaultsHasToBeToldWhich(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "hosts: [{name: cellar, ssh: cellar, dir: --all}]\n", map[string]func(string){"cellar": func(home string) { sixVaults(t, home) }})
	got := run(env, "status", "--host", "cellar")
	if got.code != exitUsage || !strings.Contains(got.err, "cellar has several vaults") || !strings.Contains(got.err, "work/one") || !strings.Contains(got.err, "work/two") {
		t.Errorf("got %+v", got)
	}
	if got := run(env, "approvals", "--host", "cellar", "--vault", "work/two"); got.code != exitDone || !strings.Contains(got.out, "Pending_Approval/r.md") {
		t.Errorf("got %+v", got)
	}
	if got := run(env, "sessions", "--all", "--host", "cellar"); got.code != exitDone || !strings.Contains(got.out, "amber") {
		t.Errorf("got %+v", got)
	}
	list := run(env, "vaults", "--hosts", "--now", "2026-03-14T07:02:00Z")
	if list.code != exitDone || strings.Count(list.out, "\ncellar") != 3 || !strings.Contains(list.out, "\nhere ") {
		t.Errorf("got %+v", list)
	}
}

// Where the settings let an agent decide, the ledger of the host says under which.
func TestTheAgentStandsInTheLedgerOfTheHost(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "decide-under-agents: true\nhosts: [{name: attic, ssh: attic, dir: vault}]\n", map[string]func(string){
		"attic": func(home string) { write(t, home, "vault/Pending_Approval/a.md", "Please send this.\n") },
	})
	env.above = func() [][]string { return [][]string{{"claude"}} }
	if got := run(env, "reject", "a", "-m", "No", "--host", "attic"); got.code != exitDone {
		t.Fatalf("got %+v", got)
	}
	if got := run(env, "history", "--host", "attic", "--json"); !strings.Contains(got.out, `"under": "Claude Code"`) {
		t.Errorf("got %+v", got)
	}
}

// TestAVaultOfAHostIsOnlyLookedAt holds that what forbids decisions here forbids them there.
func TestAVaultOfAHostIsOnlyLookedAt(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}]\n", map[string]func(string){
		"attic": func(home string) { write(t, home, "vault/Pending_Approval/a.md", "Please send this.\n") },
	})
	for name, prepare := range map[string]func(*call){
		"read-only":      func(c *call) { c.conf = c.conf.With("read-only", "true") },
		"under an agent": func(c *call) { c.lookOnly = "an agent runs this" },
	} {
		c := newCall(t.Context(), env)
		c.settle()
		prepare(c)
		shown, closeAll := c.screenHosts(c.conf.Hosts)
		vaults, err := shown[0].Vaults(t.Context())
		if err != nil || len(vaults) != 1 || vaults[0].Host != "attic" || len(vaults[0].Screen) == 0 {
			t.Fatalf("%+v, %v", vaults, err)
		}
		store := vaults[0].Store
		s, err := store.LoadChanged(t.Context(), demoStart())
		if err != nil || s.ReadOnly == "" {
			t.Errorf("%s: the screen would decide: %q, %v", name, s.ReadOnly, err)
		}
		d := model.Decision{Ref: s.Requests[0].Ref(), Choice: model.ChoiceReject, Note: "No", Seen: s.Requests[0].Seen, At: demoStart()}
		if _, err := store.Decide(t.Context(), d); !errors.Is(err, model.ErrReadOnly) {
			t.Errorf("%s: decided: %v", name, err)
		}
		closeAll()
	}
}

// Every command is either about a vault and goes to a host, or says that it does not.
func TestEveryCommandKnowsWhetherItGoesToAHost(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}]\n", map[string]func(string){
		"attic": func(home string) { write(t, home, "vault/Plans/p.md", "# A plan\n") },
	})
	for _, cmd := range whole.Some(t, 12, everyCommand()) {
		words := append(split(cmd.Example)[1:], "--host", "attic")
		if cmd.Name() == "coldstart" || strings.Contains(cmd.Example, "--vault") {
			continue
		}
		got := run(env, words...)
		refused := strings.Contains(got.err, "has no flag --host")
		if goes := tableOf().rows[cmd.Name()].on != here; goes == refused {
			t.Errorf("%s: goes to a host %v, got %+v", cmd.Name(), goes, got)
		}
	}
}

// BenchmarkVaultsOfFiveHosts lists ten vaults on each of five machines, each reached by a process of its own.
func BenchmarkVaultsOfFiveHosts(b *testing.B) {
	config, fill := "hosts:\n", map[string]func(string){}
	for i := range 5 {
		name := fmt.Sprintf("host%d", i)
		config += "  - {name: " + name + ", ssh: " + name + ", dir: desks}\n"
		fill[name] = func(home string) {
			for v := range 10 {
				for r := range 20 {
					write(b, home, fmt.Sprintf("desks/v%d/Pending_Approval/r%d.md", v, r), "---\ncreated: 2026-03-14T07:00:00Z\n---\nPlease send this.\n")
					write(b, home, fmt.Sprintf("desks/v%d/Plans/p%d.md", v, r), fmt.Sprintf("---\ntask_id: '%d'\nstatus: Active\n---\n# Objective\n\nWork\n\n## Roadmap\n\n- [ ] One\n", r))
				}
			}
		}
	}
	env := withHosts(b, config, fill)
	for b.Loop() {
		if got := run(env, "vaults", "--hosts"); got.code != exitDone || strings.Count(got.out, "\nhost") != 50 {
			b.Fatalf("got %+v", got)
		}
	}
}

// A dialog names the account that a decision is made with, where the settings do.
func TestTheScreenKnowsTheAccountOfAHost(t *testing.T) {
	t.Parallel()
	vault := func(home string) { write(t, home, "vault/Pending_Approval/a.md", "Please send this.\n") }
	env := withHosts(t, "hosts: [{name: attic, ssh: me@attic, dir: vault}, {name: porch, ssh: porch, dir: vault}]\n",
		map[string]func(string){"me@attic": vault, "porch": vault})
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	var as []string
	env.screen = func(ctx context.Context, _ []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
		for _, h := range o.Hosts {
			vaults, err := h.Vaults(ctx)
			if err != nil {
				return err
			}
			as = append(as, vaults[0].Host+"="+vaults[0].As)
		}
		return nil
	}
	if got := run(env, "--hosts"); got.code != exitDone || !slices.Equal(as, []string{"attic=me@attic", "porch="}) {
		t.Errorf("%+v, %q", got, as)
	}
}

// Two entries that lead to one vault show and count it once, whatever each calls the folder. With
// another ssh destination nobody knows.
func TestTwoEntriesForOneVaultCountItOnce(t *testing.T) {
	t.Parallel()
	vault := func(home string) { write(t, home, "vault/Pending_Approval/a.md", "Please send this.\n") }
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}, {name: loft, ssh: attic, dir: ~/vault}, {name: gone, ssh: attic, dir: nothing}, {name: cellar, ssh: cellar, dir: vault}]\n",
		map[string]func(string){"attic": vault, "cellar": vault})
	got := run(env, "status", "--short", "--hosts")
	if got.out != "coldstart: 3 need you · 3 vaults · not read: gone: nothing\n" {
		t.Errorf("%+v", got)
	}
	got = run(env, "vaults", "--hosts", "--json")
	if strings.Count(got.out, `"needs_you": 1`) != 3 || strings.Contains(got.out, `"host": "loft"`) {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.err, "hint: loft leads to the same vault as attic, which is counted once: ") || strings.Contains(got.err, "cellar") {
		t.Errorf("%q", got.err)
	}
	env.StdinIsTerminal, env.StdoutIsTerminal = true, true
	var same []string
	env.screen = func(ctx context.Context, _ []tui.Vault, o tui.Options, _ io.Reader, _ io.Writer) error {
		for _, h := range o.Hosts {
			vaults, err := h.Vaults(ctx)
			if err != nil {
				return err
			}
			for _, v := range vaults {
				same = append(same, v.Host+"="+v.Same)
			}
		}
		return nil
	}
	if got := run(env, "--hosts"); got.code != exitDone || !slices.Equal(same, []string{"attic=", "loft=attic", "gone=", "cellar="}) {
		t.Errorf("%+v, %q", got, same)
	}
}

// Of two machines none is taken in silence.
func TestOneHostIsNamed(t *testing.T) {
	t.Parallel()
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: vault}, {name: porch, ssh: porch}]\n", map[string]func(string){
		"attic": func(home string) { write(t, home, "vault/Pending_Approval/a.md", "Please send this.\n") },
	})
	got := run(env, "status", "--host", "porch", "--host", "attic")
	if got.code != exitUsage || !strings.HasPrefix(got.err, `error: --host "attic": it is one machine, and you have already named porch; --hosts are all`) {
		t.Errorf("%+v", got)
	}
	if got := run(env, "status", "--host", "attic", "--host", "attic"); got.code != exitDone {
		t.Errorf("%+v", got)
	}
}

// A host that stands for all of its vaults says what can be typed to name one of them.
func TestAHostWithSeveralVaultsNamesThem(t *testing.T) {
	t.Parallel()
	var dirs []string
	env := withHosts(t, "hosts: [{name: attic, ssh: attic, dir: --all}]\n", map[string]func(string){"attic": func(home string) {
		agents := agentsHome{T: t, dir: home, work: filepath.Join(home, "work")}
		for i, name := range []string{"kiosk", "ferry"} {
			agents.repository(name, name, i)
			write(t, agents.work, name+"/Pending_Approval/a.md", "Please send this.\n")
			dirs = append(dirs, filepath.Join(agents.work, name))
		}
	}})
	for _, words := range [][]string{{"approvals"}, {"sessions"}, {"status", "--short"}, {"reject", "a", "-m", "No"}} {
		got := run(env, append(words, "--host", "attic")...)
		if got.code != exitUsage || !strings.HasPrefix(got.err, "error: attic has several vaults:\n") {
			t.Errorf("%q: %+v", words, got)
		}
		for _, dir := range dirs {
			if !strings.Contains(got.err, "\n  "+dir+"\n") {
				t.Errorf("%q: %s is missing in %s", words, dir, got.err)
			}
			if got := run(env, append(words, "--host", "attic", "--vault", dir)...); got.code == exitUsage || got.code == exitNotFound {
				t.Errorf("%q in %s: %+v", words, dir, got)
			}
		}
	}
	if got := run(env, "show", "a", "--host", "attic", "--vault", "ferry"); got.code != exitNotFound || !strings.HasSuffix(got.err, "hint: coldstart list vaults --host attic --json names the folders of its vaults\n") {
		t.Errorf("%+v", got)
	}
}
