package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/settings"
)

var loadTime = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

func settingsOf(t testing.TB, text string) (*HookFile, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "settings.json")
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	s := must.Get(ReadHooks(Agents()[0], file))(t)
	return s, file
}

// gated is all that can be wanted.
var gated = Wanted{
	Vault: "/tmp/a b", Bridge: true,
	Gate: GateLine{Program: "/opt/it's/coldstart", Agent: "claude", Vault: "/tmp/a b", Config: "/srv/ann/c.yaml", State: "/srv/ann/.state", Wait: 10 * time.Minute},
}

var allHooks = Agents()[0].Hooks(gated)

func install(t testing.TB, s *HookFile) {
	t.Helper()
	must.Do(t, s.Install(gated))
}

func TestInstallAndRemoveKeepEveryOtherByte(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nothing":         "{}",
		"other settings":  "{\n  \"model\": \"opus\"\n}\n",
		"tabs":            "{\n\t\"model\": \"opus\",\n\t\"env\": {\"A\":   \"1\"}\n}",
		"Windows":         "\ufeff{\r\n  \"model\": \"opus\"\r\n}\r\n",
		"one line":        `{"model":"opus","hooks":{"Stop":[]}}`,
		"blanks in one":   `{ "model": "opus" }`,
		"other hooks":     "{\n  \"hooks\": {\n    \"SessionStart\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"echo\"}]}],\n    \"Stop\": [1, null]\n  }\n}\n",
		"odd hooks":       `{"hooks":{"A":{},"SessionEnd":["x",{"hooks":7},{"hooks":[{"command":5},8]}]}}`,
		"same key twice":  `{"hooks":{"Stop":[]},"hooks":{"Stop":[1]}}`,
		"escaped key":     `{"h\u006foks":{"Stop":[]}}`,
		"no hooks":        "{\n  \"hooks\": { },\n  \"x\": 1\n}\n",
		"no hooks at end": `{"a": 1, "hooks": {}}`,
		"no line end":     "{}\n",
		"an empty event":  `{"a":1,"hooks":{"PreToolUse":[],"SessionStart":[ ]}}`,
		"dead hooks":      `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"./theirs.sh"}]}]},"hooks":{}}`,
		"a dead event":    `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./theirs.sh"}]}],"SessionStart":[]}}`,
		"what looks like": `{"hooks":{"Stop":[{"hooks":[{"command":"mycoldstarter start --format claude"}]}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, file := settingsOf(t, text)
			install(t, s)
			if got := s.Hooks(); !reflect.DeepEqual(sorted(got), sorted(allHooks)) {
				t.Fatalf("hooks %v in %s", got, s.Next)
			}
			var any map[string]any
			if err := json.Unmarshal(trimmedBOM(s.Next), &any); err != nil {
				t.Fatalf("%v in %s", err, s.Next)
			}
			if strings.Contains(text, "\r\n") && strings.Count(string(s.Next), "\n") != strings.Count(string(s.Next), "\r\n") {
				t.Errorf("line ends are mixed: %q", s.Next)
			}
			must.Do(t, s.Write(loadTime))
			again, err := ReadHooks(Agents()[0], file)
			if err != nil || !again.Exists() {
				t.Fatal(err)
			}
			install(t, again)
			if len(again.Changes()) > 0 {
				t.Errorf("installed twice: %v", again.Changes())
			}
			must.Do(t, again.Remove())
			if string(again.Next) != text {
				t.Errorf("after removing: %q, want %q", again.Next, text)
			}
		})
	}
}

func trimmedBOM(b []byte) []byte { return []byte(strings.TrimPrefix(string(b), "\ufeff")) }

func sorted(hooks []Hook) map[string]string {
	out := map[string]string{}
	for _, h := range hooks {
		out[h.Event] = h.Command
	}
	return out
}

func TestSettingsThatAreLeftAlone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[]":                               "it is not a JSON object",
		"{\n\"a\": 1,\n}":                  "line 2: a comma with nothing after it",
		`{"hooks": []}`:                    "its hooks are not a JSON object",
		"\xff\xfe{\x00}\x00":               "UTF-16",
		"{" + strings.Repeat(" ", 1<<20):   "too large",
		`{"a": "` + strings.Repeat("x", 9): "does not end",
	} {
		file := filepath.Join(t.TempDir(), "settings.json")
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		if _, err := ReadHooks(Agents()[0], file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
}

func TestSettingsThatAreMissing(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "new", "settings.json")
	s, err := ReadHooks(Agents()[0], file)
	if err != nil || s.Exists() || len(s.Hooks()) > 0 || s.Remove() != nil || len(s.Changes()) > 0 {
		t.Fatalf("got %+v, error %v", s, err)
	}
	install(t, s)
	if c := s.Changes(); len(c) != 1 || c[0].Kind != model.ChangeCreate || c[0].After[0] != "{" {
		t.Errorf("changes %v", c)
	}
	must.Do(t, s.Write(loadTime))
	if err := s.Write(loadTime.Add(time.Second)); !errors.Is(err, model.ErrConflict) {
		t.Errorf("written over a file that is there now: %v", err)
	}
	names, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(names) != 1 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

func TestSettingsThatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	s, file := settingsOf(t, `{"a":1}`)
	install(t, s)
	must.Do(t, os.WriteFile(file, []byte(`{"a":2}`), 0o600))
	if err := s.Write(loadTime); !errors.Is(err, model.ErrConflict) {
		t.Errorf("error %v", err)
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != `{"a":2}` {
		t.Errorf("the file holds %s, %v", b, err)
	}
}

// FuzzInstall expects that whatever the file is, the values in it stay, and that
// removing takes out what installing put in.
func FuzzInstall(f *testing.F) {
	for _, text := range []string{
		`{}`, "{\n  \"hooks\": {\n  }\n}", `{"hooks":{"SessionStart":[],"x":{}}}`,
		"{\r\n\t\"a\": [1, {}],\r\n\t\"hooks\": {\"SessionStart\": [{\"hooks\": []}]}}",
		`{"hooks":{"SessionEnd":[{"hooks":[{"command":"coldstart end --format claude"},{}]}]}}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := &HookFile{Agent: Agents()[0], Edited: settings.Edited{File: "settings.json", Was: b, Next: b}}
		if _, err := s.parse(); err != nil {
			return
		}
		if s.Remove() != nil {
			t.Fatalf("cannot remove from %q", b)
		}
		without := append([]byte(nil), s.Next...)
		if s.Install(gated) != nil {
			return
		}
		if got := s.Hooks(); !reflect.DeepEqual(sorted(got), sorted(allHooks)) || len(got) != len(allHooks) {
			t.Fatalf("hooks %v in %q", got, s.Next)
		}
		if err := s.Remove(); err != nil || len(s.Hooks()) > 0 {
			t.Fatalf("left %v in %q, %v", s.Hooks(), s.Next, err)
		}
		if !bytes.Equal(without, s.Next) {
			t.Fatalf("%q became %q", without, s.Next)
		}
	})
}

func TestIsOurs(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]bool{
		"coldstart start --format claude --vault /v":                      true,
		"coldstart end --format=claude":                                   true,
		"/usr/local/bin/coldstart start --format claude --vault '/a b;c'": true,
		`'/opt/my tools/coldstart' start --format claude`:                 true,
		`"C:\tools\coldstart.exe" start --format claude`:                  false, // a shell would read the backslashes
		`coldstart start --format claude --vault '/it'\''s'`:              true,

		"./prepare-env.sh && coldstart start --format claude --vault /v":       false,
		"coldstart start --format claude --vault /v; ./after.sh":               false,
		"coldstart start --format claude --vault /v | tee log":                 false,
		"coldstart start --format claude --vault $HOME/v":                      false,
		"coldstart start --format claude --vault `pwd`":                        false,
		"COLDSTART_ASCII=1 coldstart start --format claude --vault /v":         false,
		"timeout 5 coldstart start --format claude":                            false,
		"coldstart start --format claude --read-only":                          false,
		"coldstart start --format claude\n./after.sh":                          false,
		"echo start --format claude --vault 'coldstart start --format claude'": false,
		"sh -c 'coldstart start --format claude'":                              false,
		"/opt/not-coldstart start --format claude":                             false,

		"coldstart start --format claude --agent codex --vault /v": true,
		"coldstart start --format claude --agent $(id) --vault /v": false,
		gated.Gate.Closing():            true,
		gated.Gate.Plain():              true,
		gated.Gate.Closing() + "; true": false,
		strings.Replace(gated.Gate.Closing(), "exit 2", "exit 0", 1):   false,
		"/opt/coldstart gate --agent claude --vault /v":                true,
		"/opt/coldstart gate --agent claude --vault /v || true":        false,
		"/opt/coldstart gate --agent claude --vault /v --wait 600s":    false, // Install writes 10m
		"out=$(/opt/coldstart gate --agent claude --vault /v) || true": false,
		"/opt/warmstart gate --agent claude --vault /v":                false,
	} {
		if got := isOurs(command); got != want {
			t.Errorf("%s: %v", command, got)
		}
	}
}

// A command that does more than run us is its writer's: it is neither changed nor removed.
func TestACommandOfTheOperatorsOwnStays(t *testing.T) {
	t.Parallel()
	const text = `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"./prepare-env.sh && coldstart start --format claude --vault /v"}]}]}}`
	s, _ := settingsOf(t, text)
	install(t, s)
	if got := s.Hooks(); len(got) != len(allHooks) || got[0].Command != "./prepare-env.sh && coldstart start --format claude --vault /v" || got[1] != allHooks[1] {
		t.Errorf("installed: %+v", got)
	}
	if got := s.Others(); len(got) != 1 || got[0].Event != "SessionStart" {
		t.Errorf("others: %+v", got)
	}
	must.Do(t, s.Remove())
	if string(s.Next) != text {
		t.Errorf("removed: %s", s.Next)
	}
}

// A linked folder is refused before anything is written behind it.
func TestALinkedFolderIsNotFollowed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	behind := filepath.Join(dir, "behind")
	must.Do(t, os.Mkdir(behind, 0o755))
	if err := os.Symlink(behind, filepath.Join(dir, ".claude")); err != nil {
		t.Skip(err)
	}
	s := must.Get(ReadHooks(Agents()[0], filepath.Join(dir, ".claude", "settings.json")))(t)
	for what, err := range map[string]error{"Install": s.Install(gated), "Remove": s.Remove(), "Write": s.Write(loadTime)} {
		if !errors.Is(err, model.ErrNotAllowed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if names, err := os.ReadDir(behind); err != nil || len(names) > 0 {
		t.Errorf("behind the link: %v, %v", names, err)
	}
}

// What an agent's own settings say of its trust is what the operator is told. In a text HERE stands for the folder in
// which the agent is started, LINK for a link to it, ABOVE for the folder around it, ELSE for another.
func TestWhatAnAgentTrusts(t *testing.T) {
	t.Parallel()
	const codexFolder = "[projects.\"HERE\"]\ntrust_level = \"trusted\"\n"
	const codexHook = "[hooks.state.\"HERE/.codex/hooks.json:pre_tool_use:0:0\"]\ntrusted_hash = \"sha256:00\"\n"
	const folder, hooks = "the folder is not trusted", "its hooks are not trusted"
	for i, tt := range []struct {
		agent, file, text string
		env               map[string]string
		want              string // what is said, "" for nothing
	}{
		{"codex", "", "", nil, folder},
		{"codex", ".codex/config.toml", codexFolder + codexHook, nil, ""},
		{"codex", ".codex/config.toml", strings.ReplaceAll(codexFolder+codexHook, "HERE", "LINK"), nil, ""},
		{"codex", ".codex/config.toml", "model = \"x\"\n" + codexFolder, nil, hooks},
		{"codex", ".codex/config.toml", codexHook, nil, folder},
		{"codex", ".codex/config.toml", strings.Replace(codexFolder, "trusted", "untrusted", 1) + codexHook, nil, folder},
		{"codex", ".codex/config.toml", strings.Replace(codexFolder, "\"trusted\"", "\"untrusted\"", 1) + codexHook, nil, folder},
		{"codex", ".codex/config.toml", strings.ReplaceAll(codexFolder, "HERE", "ELSE") + codexHook, nil, folder},
		{"codex", ".codex/config.toml", codexFolder + strings.Replace(codexHook, ":0:0", ":1:0", 1), nil, hooks},
		{"codex", ".codex/config.toml", codexFolder + codexHook + "enabled = false\n", nil, "its hook is switched off"},
		{"codex", ".codex/config.toml", codexFolder + codexHook + "[features]\nhooks = false\n", nil, "its hooks are switched off"},
		{"codex", ".codex/config.toml", codexFolder + codexHook + "x = [\n", nil, "unknown"},
		{"codex", ".codex/config.toml", "projects = {\"HERE\" = {trust_level = \"trusted\"}}\n" + codexHook, nil, "unknown"},
		{"codex", "own/config.toml", codexFolder + codexHook, map[string]string{"CODEX_HOME": "own"}, ""},
		{"gemini", "", "", nil, folder},
		{"gemini", "", "", map[string]string{"GEMINI_CLI_TRUST_WORKSPACE": "true"}, ""},
		{"gemini", ".gemini/settings.json", `{"security":{"folderTrust":{"enabled":false}}}`, nil, ""},
		{"gemini", ".gemini/settings.json", `{"security":{"folderTrust":{"enabled":false}}}`, map[string]string{"GEMINI_CLI_TRUST_WORKSPACE": "false"}, folder},
		{"gemini", ".gemini/settings.json", `{"security":{"folderTrust":{"enabled":true}}}`, nil, folder},
		{"gemini", ".gemini/trustedFolders.json", `{"HERE":"TRUST_FOLDER"}`, nil, ""},
		{"gemini", ".gemini/trustedFolders.json", `{"LINK":"TRUST_FOLDER"}`, nil, ""},
		{"gemini", ".gemini/trustedFolders.json", `{"ELSE":"TRUST_PARENT"}`, nil, ""},
		{"gemini", ".gemini/trustedFolders.json", `{"ELSE":"TRUST_FOLDER"}`, nil, folder},
		{"gemini", ".gemini/trustedFolders.json", `{"ABOVE":"TRUST_FOLDER","HERE":"DO_NOT_TRUST"}`, nil, folder},
		{"gemini", ".gemini/trustedFolders.json", `{"ABOVE":"DO_NOT_TRUST","HERE":"TRUST_FOLDER"}`, nil, ""},
		{"gemini", ".gemini/trustedFolders.json", `{"HERE":`, nil, "unknown"},
		{"claude", "", "", nil, "except with claude -p"},
		{"claude", ".claude.json", `{"projects":{"HERE":{"hasTrustDialogAccepted":true}}}`, nil, ""},
		{"claude", ".claude.json", `{"projects":{"ABOVE":{"hasTrustDialogAccepted":true}}}`, nil, ""},
		{"claude", ".claude.json", `{"projects":{"HERE":{"hasTrustDialogAccepted":false}}}`, nil, "except with claude -p"},
		{"claude", "own/.claude.json", `{"projects":{"HERE":{"hasTrustDialogAccepted":true}}}`, map[string]string{"CLAUDE_CONFIG_DIR": "own"}, ""},
		{"opencode", "", "", nil, ""},
	} {
		t.Run(fmt.Sprint(i, " ", tt.agent), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			here, link := filepath.Join(home, "yard", "shop"), filepath.Join(home, "way")
			a, _ := AgentNamed(tt.agent)
			l := GateLine{Program: filepath.Join(home, "coldstart"), Agent: a.Name, Vault: here, Watchdog: Shell}
			err := os.MkdirAll(filepath.Join(here, ".git"), 0o700)
			if err == nil {
				err = os.Symlink(here, link)
			}
			if err == nil {
				err = os.WriteFile(l.Program, nil, 0o700)
			}
			s, readErr := ReadHooks(a, a.File(here))
			if err != nil || readErr != nil {
				t.Fatal(err, readErr)
			}
			must.Do(t, s.Install(Wanted{Vault: here, Gate: l}))
			must.Do(t, s.Write(time.Now()))
			if tt.file != "" {
				text := strings.NewReplacer("HERE", here, "LINK", link, "ABOVE", filepath.Dir(here), "ELSE", filepath.Join(home, "yard", "else")).Replace(tt.text)
				name := filepath.Join(home, tt.file)
				must.Do(t, os.MkdirAll(filepath.Dir(name), 0o700))
				must.Do(t, os.WriteFile(name, []byte(text), 0o600))
			}
			g := Look(a, here, &places.Gated{Home: home, Closely: true, Getenv: func(name string) string {
				if v := tt.env[name]; v != "own" {
					return v
				}
				return filepath.Join(home, "own")
			}})
			var says []string
			for _, f := range g.Faults {
				says = append(says, f.String())
			}
			got := strings.Join(says, " | ")
			if g.File == "" || tt.want == "" && got != "" || !strings.Contains(got, tt.want) || len(says) > 1 {
				t.Errorf("%s: %q, not %q", tt.text, got, tt.want)
			}
			for _, f := range g.Faults {
				if f.Inactive == f.Note || !f.Note && f.Type == "" {
					t.Errorf("%+v", f)
				}
			}
		})
	}
}

func TestEntriesOfTOML(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []string // the names and the value, between blanks
		ok   bool
	}{
		{"", nil, true},
		{"# nothing\n\r\n", nil, true},
		{"model = \"scripted\" # why\n", []string{"model scripted"}, true},
		{"[projects.\"/srv/a.b\"]\ntrust_level = \"trusted\"\n", []string{"projects /srv/a.b trust_level trusted"}, true},
		{"[ projects . '/srv/a#b' ]\n trust_level='trusted'", []string{"projects /srv/a#b trust_level trusted"}, true},
		{"projects.\"/srv/x\".trust_level = \"untrusted\"", []string{"projects /srv/x trust_level untrusted"}, true},
		{"[a]\nx = [\n  \"]\", # ]\n  1,\n]\ny = true\n", []string{"a x [\n  \"]\", # ]\n  1,\n]", "a y true"}, true},
		{"[a]\nx = {b = \"}\", c = {}}\n[b]\ny = 1", []string{"a x {b = \"}\", c = {}}", "b y 1"}, true},
		{"x = \"\"\"\n[projects.\"/srv/x\"]\ntrust_level = \"trusted\"\n\"\"\"\ny = '''\n[z]'''\n", []string{"x \n[projects.\"/srv/x\"]\ntrust_level = \"trusted\"\n", "y \n[z]"}, true},
		{"[[a]]\nx = 1\n", []string{"a [] x 1"}, true},
		{`x = "a\"b\u00e9"`, []string{`x a"bé`}, true},
		{"[a\nx = 1", nil, false},
		{"x = \"open\ny = 1", nil, false},
		{"x = [1", nil, false},
		{"x =\n", nil, false},
		{"a b = 1", nil, false},
	} {
		found, ok := tomlEntries(tt.text)
		var got []string
		for _, e := range found {
			got = append(got, strings.Join(append(e.path, e.value), " "))
		}
		if ok != tt.ok || ok && !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, %t", tt.text, got, ok)
		}
	}
}

// A table that is written after any text that can be read is found, by its exact name, and nothing in
// a text is taken for one.
func FuzzTOML(f *testing.F) {
	f.Add("model = \"x\"\n", "/srv/shop")
	f.Add("x = '''\n[projects.\"/srv/shop\"]\n", "/srv/shop")
	f.Add("x = [\n", `/srv/a"b\c`)
	f.Fuzz(func(t *testing.T, before, dir string) {
		found, ok := tomlEntries(before)
		if !ok || strconv.Quote(dir) == "" || strings.ContainsAny(strconv.Quote(dir), "\x7f") {
			return
		}
		name := strconv.Quote(dir)
		if back, err := strconv.Unquote(name); err != nil || back != dir || strings.Contains(name, `\x`) || strings.Contains(name, `\a`) || strings.Contains(name, `\v`) {
			return
		}
		all, ok := tomlEntries(before + "\n[projects." + name + "]\ntrust_level = \"trusted\"\n")
		if !ok || len(all) != len(found)+1 {
			t.Fatalf("%d entries, then %d, %t", len(found), len(all), ok)
		}
		if last := all[len(all)-1]; !slices.Equal(last.path, []string{"projects", dir, "trust_level"}) || last.value != "trusted" {
			t.Fatalf("read %q", last)
		}
	})
}
