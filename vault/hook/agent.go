package hook

import (
	"coldstart/model"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Agent is a program of agents whose hooks coldstart can install.
type Agent struct {
	// Name is how it is chosen, Title what it is called, Caller the name under which its
	// sessions are recorded.
	Name, Title, Caller string
	// start, prompt and end are its events of a session, before and after those of a tool,
	// asks that of its own question; one that it does not have is empty.
	start, prompt, end, before, asks string
	after                            []string
	// asked is the longest wait at its own question, which its user does not see until then; 0 for
	// one that stands there meanwhile.
	asked time.Duration
	// unit is how many units of its timeouts are in a second.
	unit int
	// mostEnd is the longest timeout in seconds at the end of a session, 0 for any.
	mostEnd int
	// project is the file of a folder that Install writes, and beside are others that count there.
	project string
	beside  []string
	// home is the variable with the user's folder, user that folder below the home folder, and
	// in is the file in it.
	home, user, in string
	// moved is the variable with another home folder, "" for none.
	moved string
	// managed is the file of the machine, by system.
	managed map[string]string
	// trust says what keeps it from running the hooks of a file, as its own settings tell; nil for nothing.
	trust func(started) []Fault
	// script is true where the file is a program and no JSON: all of it is ours.
	script bool
}

// Agents are the programs whose hooks can be installed; the first one is meant where none is named.
func Agents() []Agent {
	return []Agent{
		{
			Name: "claude", Title: "Claude Code", Caller: "claude-code",
			start: "SessionStart", prompt: "UserPromptSubmit", end: "SessionEnd",
			before: "PreToolUse", after: []string{"PostToolUse", "PostToolUseFailure"}, asks: "PermissionRequest", unit: 1,
			project: ".claude/settings.local.json", beside: []string{".claude/settings.json"},
			home: "CLAUDE_CONFIG_DIR", user: ".claude", in: "settings.json", trust: trustOfClaude,
			managed: map[string]string{
				"linux":  "/etc/claude-code/managed-settings.json",
				"darwin": "/Library/Application Support/ClaudeCode/managed-settings.json",
			},
		},
		{
			Name: "codex", Title: "Codex", Caller: "codex",
			start: "SessionStart", prompt: "UserPromptSubmit", end: "SessionEnd",
			before: "PreToolUse", after: []string{"PostToolUse"}, asks: "PermissionRequest", asked: 2 * time.Minute, unit: 1, mostEnd: 3,
			project: ".codex/hooks.json", home: "CODEX_HOME", user: ".codex", in: "hooks.json", trust: trustOfCodex,
		},
		{
			Name: "gemini", Title: "Gemini CLI", Caller: "gemini",
			start: "SessionStart", prompt: "BeforeAgent", end: "SessionEnd",
			before: "BeforeTool", after: []string{"AfterTool"}, unit: 1000,
			project: ".gemini/settings.json", user: ".gemini", in: "settings.json", moved: "GEMINI_CLI_HOME", trust: trustOfGemini,
			managed: map[string]string{"linux": "/etc/gemini-cli/settings.json"},
		},
		{
			Name: "opencode", Title: "opencode", Caller: "opencode",
			start: "experimental.chat.system.transform", end: "dispose",
			before: "tool.execute.before", after: []string{"tool.execute.after"}, unit: 1000,
			project: ".opencode/plugins/coldstart.js", user: ".config/opencode", in: "plugins/coldstart.js", script: true,
		},
	}
}

// AgentNamed finds an agent by its name. It fails with model.ErrNotFound.
func AgentNamed(name string) (Agent, error) {
	all := Agents()
	i := slices.IndexFunc(all, func(a Agent) bool { return a.Name == name })
	if i < 0 {
		return Agent{}, fmt.Errorf("finding the agent %s: %w", name, model.ErrNotFound)
	}
	return all[i], nil
}

// AgentHookNames are the names of all agents whose hooks can be installed.
func AgentHookNames() []string {
	var names []string
	for _, a := range Agents() {
		names = append(names, a.Name)
	}
	return names
}

// File is the file that Install writes for an agent that is started in dir.
func (a Agent) File(dir string) string { return filepath.Join(dir, filepath.FromSlash(a.project)) }

// Files are the files from which an agent takes its hooks when it is started in dir, the one that
// Install writes first. Getenv gives a variable, home is the home folder, "" for none.
func (a Agent) Files(dir, home string, getenv func(string) string) []string {
	files := []string{a.File(dir)}
	for _, name := range a.beside {
		files = append(files, filepath.Join(dir, filepath.FromSlash(name)))
	}
	if user := a.userDir(home, getenv); user != "" {
		files = append(files, filepath.Join(user, filepath.FromSlash(a.in)))
	}
	if file := a.managed[runtime.GOOS]; file != "" {
		files = append(files, file)
	}
	var out []string
	for _, file := range files {
		if !slices.Contains(out, file) {
			out = append(out, file)
		}
	}
	return out
}

// userDir is the user's own folder for an agent, "" for none.
func (a Agent) userDir(home string, getenv func(string) string) string {
	if a.moved != "" && filepath.IsAbs(getenv(a.moved)) {
		home = getenv(a.moved)
	}
	switch {
	case a.home != "" && filepath.IsAbs(getenv(a.home)):
		return getenv(a.home)
	case filepath.IsAbs(home):
		return filepath.Join(home, filepath.FromSlash(a.user))
	}
	return ""
}

// Reads reports whether an agent that is started in the right folder takes its hooks from a file.
func (a Agent) Reads(file string) bool {
	return slices.ContainsFunc(append([]string{a.project}, a.beside...), func(name string) bool {
		return strings.HasSuffix(filepath.ToSlash(file), "/"+name)
	})
}

// Installs is what to type for its hooks.
func (a Agent) Installs() string {
	if a.Name == Agents()[0].Name {
		return "coldstart agent hook install"
	}
	return "coldstart agent hook install --agent " + a.Name
}

// Asks reports whether the agent has an event for the question that it puts to its user.
func (a Agent) Asks() bool { return a.asks != "" }

// Prompt is its event when its user has written a prompt, "" for none.
func (a Agent) Prompt() string { return a.prompt }

// Before is its event before a tool runs.
func (a Agent) Before() string { return a.before }
