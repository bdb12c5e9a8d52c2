package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/places"
)

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
		{"codex", ".codex/config.toml", codexFolder + codexHook + "x = [\n", nil, "not known"},
		{"codex", ".codex/config.toml", "projects = {\"HERE\" = {trust_level = \"trusted\"}}\n" + codexHook, nil, "not known"},
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
		{"gemini", ".gemini/trustedFolders.json", `{"HERE":`, nil, "not known"},
		{"claude", "", "", nil, "claude -p does"},
		{"claude", ".claude.json", `{"projects":{"HERE":{"hasTrustDialogAccepted":true}}}`, nil, ""},
		{"claude", ".claude.json", `{"projects":{"ABOVE":{"hasTrustDialogAccepted":true}}}`, nil, ""},
		{"claude", ".claude.json", `{"projects":{"HERE":{"hasTrustDialogAccepted":false}}}`, nil, "claude -p does"},
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
