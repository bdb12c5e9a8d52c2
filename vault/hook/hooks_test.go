package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
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
