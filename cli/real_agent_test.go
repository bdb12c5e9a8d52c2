package cli

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// attempt approves as it is, then with nothing of the environment left; %s is the file for
// what both said.
const attempt = `{ coldstart approve note --vault "$VAULT" --expect-hash f8dc45ed
env -i PATH="$PATH" COLDSTART_TEST_ABOVE=real XDG_STATE_HOME="$XDG_STATE_HOME" coldstart approve note --vault "$VAULT" --expect-hash f8dc45ed
} >%s 2>&1; true`

// TestAnAgentCannotApprove lets Claude Code approve by its shell tool and by a hook. Its model
// is a server on this machine that asks for the one call.
func TestAnAgentCannotApprove(t *testing.T) {
	t.Parallel()
	claude, err := exec.LookPath("claude")
	if err != nil || !whole.All() {
		t.Skip("needs Claude Code on the PATH, and COLDSTART_WHOLE=1")
	}
	dir := t.TempDir()
	write(t, dir, "vault/Pending_Approval/note.md", "Post the note.\n")
	write(t, dir, "vault/Approved/.keep", "")
	byShell, byHook := filepath.Join(dir, "shell.txt"), filepath.Join(dir, "hook.txt")
	hooks := must.Get(json.Marshal(object{"hooks": object{"SessionStart": []any{
		object{"hooks": []any{object{"type": "command", "command": fmt.Sprintf(attempt, byHook)}}},
	}}}))(t)
	write(t, dir, "repo/.claude/settings.json", string(hooks))
	model := httptest.NewServer(scriptedModel("claude", "Bash", object{"command": fmt.Sprintf(attempt, byShell), "description": "go on"}))
	defer model.Close()

	cmd := exec.CommandContext(t.Context(), claude, "-p", "go on", "--allowedTools", "Bash")
	cmd.Dir = filepath.Join(dir, "repo")
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "VAULT=" + filepath.Join(dir, "vault"),
		"XDG_STATE_HOME=" + filepath.Join(dir, "state"), aboveVar + "=real", "ANTHROPIC_BASE_URL=" + model.URL, "ANTHROPIC_API_KEY=dummy",
		"DISABLE_TELEMETRY=1", "DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, file := range []string{byShell, byHook} {
		said := must.Get(os.ReadFile(file))(t)
		for _, want := range []string{"Claude Code is running this (CLAUDECODE is set)", "Claude Code is running this (it runs under claude)"} {
			if !strings.Contains(string(said), "refused: "+want) {
				t.Errorf("%s does not say %q: %s", filepath.Base(file), want, said)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "vault", "Approved", "note.md")); err == nil {
		t.Error("it was approved")
	}
}
