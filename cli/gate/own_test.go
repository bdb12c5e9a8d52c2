package gate

import (
	"testing"

	"coldstart/model"
)

func TestOwnIsNamed(t *testing.T) {
	t.Parallel()
	own := Own{Program: "/opt/bin/coldstart", Files: []string{"/home/ana/.config/coldstart/coldstart.yaml", "/home/ana/.local/state/coldstart"}, Home: "/home/ana"}
	for _, tt := range []struct {
		tool, what string
		named      bool
	}{
		{Shell, "echo '{}' > .claude/settings.local.json", true},
		{Shell, `python3 -c "open('.claude/settings' + '.json', 'w')"`, false}, // a filter on text
		{Shell, "rm -rf ~/.local/state/coldstart", true},
		{Shell, "rm -rf $HOME/.local/state/coldstart/x", true},
		{Shell, `cat "/home/ana/.config"/coldstart/coldstart.yaml`, true},
		{Shell, "cd ~/.config/coldstart; rm coldstart.yaml", true},
		{Shell, "cp x /opt/bin/coldstart", true},
		{Shell, "chmod -x /opt/bin/coldstart;", true},
		{Shell, "echo >/opt/bin/coldstart", true},
		{Shell, "/opt/bin/coldstart wait gate-7f3a2c91", false},
		{Shell, "cd x && /opt/bin/coldstart status", false},
		{Shell, "ls /opt/bin/coldstart-old", false},
		{Shell, "git push", false},
		{"Write", "/kiosk/.claude/settings.json", true},
		{"Edit", "/home/ana/.config/coldstart/coldstart.yaml", true},
		{"Write", "/home/ana/.local/state/coldstart/x/ledger.ndjson", true},
		{"Edit", "/opt/bin/coldstart", true},
		{"Edit", "/kiosk/.codex/hooks.json", true},
		{"Write", "/kiosk/settings.json", false},
		{"Read", "/kiosk/.claude/settings.json", false},
	} {
		a := model.Action{Tool: tt.tool}
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
	for line, want := range map[string]string{
		"coldstart approve gate-7f3a2c91":                       "coldstart approve",
		"XDG_CONFIG_HOME=/tmp/x /opt/bin/coldstart approve x":   "coldstart approve",
		"coldstart --config /tmp/x.yaml approve x":              "coldstart approve",
		"true; env -u CLAUDECODE setsid coldstart approve x":    "coldstart approve",
		"bash -c 'coldstart hook remove --yes'":                 "coldstart hook remove",
		"coldstart hook install --agent claude --config /tmp/x": "coldstart hook install",
		"coldstart undo":                                    "coldstart undo",
		"coldstart hook status":                             "",
		"coldstart wait gate-7f3a2c91 --timeout 10m":        "",
		"coldstart status":                                  "",
		"git commit -m 'Say how coldstart approve is used'": "",
		"$program approve x":                                "",
		"ls | sh":                                           "",
	} {
		if got := Reserved(model.Action{Tool: Shell, Line: line, Dir: "/kiosk"}); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
