package gate

import (
	"testing"

	"coldstart/model"
)

func TestOwnIsNamed(t *testing.T) {
	t.Parallel()
	own := Own{Program: "/opt/bin/coldstart", Files: []string{"/srv/ana/.config/coldstart/coldstart.yaml", "/srv/ana/.local/state/coldstart"}, Home: "/srv/ana"}
	for _, tt := range []struct {
		tool, what string
		named      bool
	}{
		{Shell, "echo '{}' > .claude/settings.local.json", true},
		{Shell, `python3 -c "open('.claude/settings' + '.json', 'w')"`, true},
		{Shell, `python3 -c "a = '.claude/settings'; open(a + '.json', 'w')"`, false}, // a filter on text
		{Shell, "rm -rf ~/.local/state/coldstart", true},
		{Shell, "rm -rf $HOME/.local/state/coldstart/x", true},
		{Shell, `sort -o "/srv/ana/.config"/coldstart/coldstart.yaml x`, true},
		{Shell, "cd .claude && echo '{}' > settings.local.json", true},
		{Shell, "cd /kiosk/.claude; sed -i s/x/y/ settings.json", true},
		{Shell, "cd ~/.config/coldstart && sed -i s/ask/allow/ *.yaml", true},
		{Shell, "cd ~/.config && echo > coldstart/cold*", true},
		{Shell, "tee ~/.config/coldstart/c*l?", true},
		{Shell, "mv .claude/ old", true},
		{Shell, "git mv .claude x", true},
		{Shell, "rm -rf ./.claude", true},
		{Shell, "rm -rf .codex", true},
		{Shell, "mv ~/.local/state /tmp/q", true},
		{Shell, "rm -rf /srv/ana/.local", true},
		{Shell, "rm -rf ~", true},
		{Shell, "rm -rf ~/.config/*", true},
		{Shell, "cp x .claude/settings.json", true},
		{Shell, "cp settings.json .claude/", true},
		{Shell, "ls .claude/settings.json | xargs rm", true},
		{Shell, "cat .claude/settings.json; for f in .claude/settings.json; do rm $f; done", true},
		{Shell, "f=.claude/settings.json; rm $f", true},
		{Shell, "git diff --output=.claude/settings.json", true},
		{Shell, "git checkout HEAD~1 -- .claude/settings.json", true},
		{Shell, "find .claude -name settings.json -delete", true},
		{Shell, "echo x | tee .claude/settings.json", true},
		{Shell, "bash -c 'echo x > .claude/settings.json'", true},
		{Shell, "cat .claude/settings.json", false},
		{Shell, "cat .codex/config.toml | head -3", false},
		{Shell, "git diff -- .claude/settings.json", false},
		{Shell, "git -C /kiosk log -- .gemini/settings.json", false},
		{Shell, "git add .claude/settings.json && git commit -m 'Add .claude/settings.json'", false},
		{Shell, "grep -rn coldstart.yaml docs", false},
		{Shell, "sed -n 1,20p .claude/settings.json", false},
		{Shell, "ls -l /opt/bin/coldstart ~/.local/state/coldstart", false},
		{Shell, "cp /opt/bin/coldstart /tmp/y", false},
		{Shell, "cp .claude/settings.json /tmp/y", false},
		{Shell, "cat > notes.md <<'EOF'\nRead .claude/settings.json.\nEOF", false},
		{Shell, "rm -rf build *.o $x", false},
		{Shell, "cd web && rm -rf dist && mv a b", false},
		{Shell, "rm .claude/worktrees/x", false},
		{Shell, "cd ~/.config/coldstart; rm coldstart.yaml", true},
		{Shell, "cp x /opt/bin/coldstart", true},
		{Shell, "chmod -x /opt/bin/coldstart;", true},
		{Shell, "echo >/opt/bin/coldstart", true},
		{Shell, "/opt/bin/coldstart wait gate-7f3a2c91", false},
		{Shell, "cd x && /opt/bin/coldstart status", false},
		{Shell, "ls /opt/bin/coldstart-old", false},
		{Shell, "git push", false},
		{"Write", "/kiosk/.claude/settings.json", true},
		{"Edit", "/srv/ana/.config/coldstart/coldstart.yaml", true},
		{"Write", "/srv/ana/.local/state/coldstart/x/ledger.ndjson", true},
		{"Edit", "/opt/bin/coldstart", true},
		{"Edit", "/kiosk/.codex/hooks.json", true},
		{"Write", "/kiosk/settings.json", false},
		{"Read", "/kiosk/.claude/settings.json", false},
	} {
		a := model.Action{Tool: tt.tool, Dir: "/kiosk"}
		if tt.tool == Shell {
			a.Line = tt.what
		} else {
			a.Paths = []string{tt.what}
		}
		if got := own.Named(a); (got != "") != tt.named {
			t.Errorf("%s %s: named %q, want %v", tt.tool, tt.what, got, tt.named)
		}
	}
}

func TestReserved(t *testing.T) {
	t.Parallel()
	screen := func(words []string) bool { return len(words) == 0 || words[0] == "--linear" }
	for line, want := range map[string]string{
		"coldstart approve gate-7f3a2c91":                       "coldstart approve",
		"XDG_CONFIG_HOME=/tmp/x /opt/bin/coldstart approve x":   "coldstart approve",
		"coldstart --config /tmp/x.yaml approve x":              "coldstart approve",
		"true; env -u CLAUDECODE setsid coldstart approve x":    "coldstart approve",
		"bash -c 'coldstart hook remove --yes'":                 "coldstart hook remove",
		"coldstart hook install --agent claude --config /tmp/x": "coldstart hook install",
		"coldstart gate add x --then allow":                     "coldstart gate add",
		"coldstart gate remove 1":                               "coldstart gate remove",
		"coldstart gate list && coldstart gate rules":           "",
		"coldstart undo":                                    "coldstart undo",
		"coldstart hook status":                             "",
		"coldstart wait gate-7f3a2c91 --timeout 10m":        "",
		"coldstart status":                                  "",
		"git commit -m 'Say how coldstart approve is used'": "",
		"$program approve x":                                "",
		"ls | sh":                                           "",
		"bash -eo pipefail -c 'coldstart approve x'":        "coldstart approve",
		"eval -- coldstart approve x":                       "coldstart approve",
		"coldstart ack x":                                   "coldstart ack",
		"coldstart --linear":                                "coldstart",
		"printf 'a\ny\n' | /opt/bin/coldstart":              "coldstart",
	} {
		if got := Reserved(model.Action{Tool: Shell, Line: line, Dir: "/kiosk"}, screen); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// Spellings of a place that were open once.
func TestOwnIsNamedHoweverItIsReached(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"rm -r ~/.[a-z]*", "rm -r ~/.[!x]onfig", "git -C ~/.config/coldstart pull", "git --work-tree=/srv/ana/.config/coldstart checkout x", "env -C ~/.config/coldstart sh -c 'rm *'",
		"ls ~/.config/coldstart/* | xargs -n1 rm", "git restore .claude/", "git stash push .claude", "make -C .claude settings.json && cd .claude && rm *", "tee .CLAUDE/settings.json",
		"rm -rf ../kiosk", "cd ..; rm -rf kiosk", "echo x > link/coldstart.yaml", "cp evil link/cold*",
	} {
		if got := ownOfAna().Named(model.Action{Tool: Shell, Line: line, Dir: "/kiosk"}); got == "" {
			t.Errorf("%s goes through", line)
		}
	}
}
