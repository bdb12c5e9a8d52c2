package marks

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

func TestFind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, env, above, want string }{
		{"nothing", "", "", ""},
		{"a shell of Claude Code", "CLAUDECODE=1 AI_AGENT=claude-code_2-1-197_agent", "", "Claude Code: CLAUDECODE is set"},
		{"a child of its session", "CLAUDE_CODE_CHILD_SESSION=1", "", "Claude Code: CLAUDE_CODE_CHILD_SESSION is set"},
		{"its session alone", "CLAUDE_CODE_SESSION_ID=5e", "", "Claude Code: CLAUDE_CODE_SESSION_ID is set"},
		{"a shell of Codex", "CODEX_CI=1 CODEX_THREAD_ID=3", "", "Codex: CODEX_CI is set"},
		{"a shell of Gemini CLI", "GEMINI_CLI=1 PAGER=cat", "", "Gemini CLI: GEMINI_CLI is set"},
		{"a hook of Gemini CLI", "GEMINI_SESSION_ID=77 CLAUDE_PROJECT_DIR=/repo", "", "Gemini CLI: GEMINI_SESSION_ID is set"},
		{"opencode", "OPENCODE=1 AGENT=1 OPENCODE_PID=4", "", "opencode: OPENCODE is set"},
		{"Amp", "AGENT=amp", "", "Amp: AGENT=amp is set"},
		{"any agent", "AI_AGENT=spindle", "", "an agent: AI_AGENT is set"},
		{"AGENT alone", "AGENT=1", "", "an agent: AGENT=1 is set"},

		{"switched off", "CLAUDECODE=0 OPENCODE=false CODEX_CI=", "", ""},
		{"another program's AGENT", "AGENT=buildkite", "", ""},
		{"the project of a hook", "CLAUDE_PROJECT_DIR=/repo", "", ""},
		{"a terminal in an editor", "CLAUDE_CODE_SSE_PORT=41234 CURSOR_TRACE_ID=9 TERM_PROGRAM=vscode", "", ""},
		{"configuration", "CODEX_HOME=/h/.codex GEMINI_API_KEY=x ANTHROPIC_API_KEY=y CLAUDE_CONFIG_DIR=/h/.claude", "", ""},

		{"the program itself", "", "sh -c x|/usr/local/bin/claude -p y", "Claude Code: it runs under claude"},
		{"under an installer's name", "", "claude.exe", "Claude Code: it runs under claude"},
		{"a title over its arguments", "", "claude --resume", "Claude Code: it runs under claude"},
		{"far above", "", "bash|make all|python3 t.py|codex exec", "Codex: it runs under codex"},
		{"a script of node", "", "sh|node --no-warnings /n/lib/node_modules/@google/gemini-cli/bundle/gemini.js -p z", "Gemini CLI: it runs under gemini"},
		{"a package whose script has no name", "", "node /n/lib/node_modules/@github/copilot/index.js", "Copilot CLI: it runs under @github/copilot"},
		{"a module of Python", "", "/usr/bin/python3.12 -m aider", "aider: it runs under aider"},
		{"a script of Python", "", "python3 /opt/tools/bin/aider --yes-always", "aider: it runs under aider"},
		{"a script of a shell", "", "/bin/sh /opt/tools/bin/opencode run", "opencode: it runs under opencode"},
		{"on Windows", "", `C:\tools\codex.exe exec`, "Codex: it runs under codex"},

		{"a shell", "", "-bash|/usr/bin/tmux|systemd", ""},
		{"a command of a shell", "", "bash -c ls&&/opt/goose", ""},
		{"code of node", "", "node -e /x/claude", ""},
		{"an editor", "", "/opt/cursor/cursor|/usr/share/code/code", ""},
		{"a file of that name", "", "vim notes/claude", ""},
		{"a user of that name", "", "login claude", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env := map[string]string{}
			for _, v := range strings.Fields(tt.env) {
				name, value, _ := strings.Cut(v, "=")
				env[name] = value
			}
			var above [][]string
			for line := range strings.SplitSeq(tt.above, "|") {
				args := strings.Fields(line)
				if tt.name == "a title over its arguments" {
					args = []string{line}
				}
				above = append(above, args)
			}
			m, ok := Find(func(name string) string { return env[name] }, above)
			got := ""
			if ok {
				got = m.Agent + ": " + m.Sign
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The page has a row for each agent, with everything that counts.
func TestThePageListsTheMarks(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "agents.md")))(t)
	rows := 0
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "| ") || strings.Count(line, "|") != 6 {
			continue
		}
		cells := strings.Split(line, " | ")
		i := slices.IndexFunc(agents, func(a agent) bool { return "| "+a.name == cells[0] })
		if i < 0 {
			continue
		}
		rows++
		for n, words := range [][]string{agents[i].variables, agents[i].programs, agents[i].folders} {
			want := ""
			for _, w := range words {
				want += ", `" + w + "`"
			}
			if got := strings.TrimSpace(cells[1+n]); got != strings.TrimPrefix(want, ", ") {
				t.Errorf("%s: the page says %s", agents[i].name, got)
			}
		}
		if strings.Trim(cells[4], " |\n") == "" {
			t.Errorf("%s has no reason", agents[i].name)
		}
	}
	if rows != len(agents) {
		t.Errorf("%d rows for %d agents", rows, len(agents))
	}
}
