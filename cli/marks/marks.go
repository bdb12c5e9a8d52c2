// Package marks recognizes, from the environment and the parent programs, that an agent runs this one.
package marks

import (
	"path"
	"slices"
	"strings"
)

// agent is one row of the table: what a program of agents leaves on what it runs.
type agent struct {
	name string
	// variables are set for the programs that the agent runs, and not by a person. One
	// with "=" counts with this value only.
	variables []string
	// programs are the names under which it runs, folders those of its package below
	// node_modules or site-packages.
	programs, folders []string
}

// agents is the table of known agents; docs/agents.md gives the reason for each row. It leaves
// out variables that a person's own terminal can have too: CLAUDE_PROJECT_DIR, which Gemini CLI sets for
// its hooks, CLAUDE_CODE_SSE_PORT and CURSOR_TRACE_ID of an editor's terminal, CODEX_HOME,
// and keys of APIs.
var agents = []agent{
	{
		name: "Claude Code", variables: []string{"CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION"},
		programs: []string{"claude"}, folders: []string{"@anthropic-ai/claude-code"},
	},
	{
		name: "Codex", variables: []string{"CODEX_CI", "CODEX_THREAD_ID", "CODEX_SESSION_ID", "CODEX_TOOL_CALL_ID", "CODEX_SANDBOX"},
		programs: []string{"codex"}, folders: []string{"@openai/codex"},
	},
	{
		name: "Gemini CLI", variables: []string{"GEMINI_CLI", "GEMINI_SESSION_ID"},
		programs: []string{"gemini"}, folders: []string{"@google/gemini-cli"},
	},
	{name: "opencode", variables: []string{"OPENCODE", "OPENCODE_PID"}, programs: []string{"opencode"}, folders: []string{"opencode-ai"}},
	{name: "Cursor", variables: []string{"CURSOR_AGENT"}, programs: []string{"cursor-agent"}},
	{name: "Goose", variables: []string{"GOOSE_TERMINAL", "AGENT=goose"}, programs: []string{"goose"}},
	{name: "Amp", variables: []string{"AGENT=amp"}, programs: []string{"amp"}, folders: []string{"@sourcegraph/amp"}},
	{name: "Crush", variables: []string{"CRUSH", "AGENT=crush"}, programs: []string{"crush"}},
	{name: "Copilot CLI", variables: []string{"COPILOT_CLI"}, programs: []string{"copilot"}, folders: []string{"@github/copilot"}},
	{name: "Qwen Code", variables: []string{"QWEN_CODE"}, programs: []string{"qwen"}, folders: []string{"@qwen-code/qwen-code"}},
	{name: "Cline", variables: []string{"CLINE_ACTIVE"}, programs: []string{"cline"}},
	{name: "Augment", variables: []string{"AUGMENT_AGENT"}, programs: []string{"auggie"}},
	{name: "aider", programs: []string{"aider"}},
	{name: "an agent", variables: []string{"AI_AGENT", "AGENT=1"}},
}

// Mark is what shows that an agent runs this program. The zero value means that nothing does.
type Mark struct {
	// Agent is the name of the agent.
	Agent string
	// Sign is where it shows: "CLAUDECODE is set", "it runs under codex".
	Sign string
}

// Find looks at the environment, then at the programs that run this one: above has their
// arguments, the nearest first.
func Find(getenv func(string) string, above [][]string) (found Mark, ok bool) {
	for _, a := range agents {
		for _, v := range a.variables {
			name, wants, valued := strings.Cut(v, "=")
			is := getenv(name)
			if valued && is == wants || !valued && !slices.Contains([]string{"", "0", "false"}, is) {
				return Mark{a.name, v + " is set"}, true
			}
		}
	}
	for _, args := range above {
		if agent, program := programOf(args); agent != "" {
			return Mark{agent, "it runs under " + program}, true
		}
	}
	return Mark{}, false
}

// IsAgent reports whether a program with these arguments is that of an agent.
func IsAgent(args []string) bool {
	agent, _ := programOf(args)
	return agent != ""
}

// Session returns what the program of an agent calls its session, by what it sets in its shell calls,
// hooks and servers; "" where none is known.
func Session(getenv func(string) string) string {
	for _, name := range []string{"CLAUDE_CODE_SESSION_ID", "CODEX_SESSION_ID", "CODEX_THREAD_ID", "GEMINI_SESSION_ID"} {
		if id := getenv(name); id != "" {
			return id
		}
	}
	return ""
}

// programOf returns the agent that runs with these arguments, and what it was known by, "" for
// any other program.
func programOf(args []string) (agent, program string) {
	for _, file := range filesOf(args) {
		slashed, name := strings.ReplaceAll(file, `\`, "/"), baseOf(file)
		for _, a := range agents {
			if slices.Contains(a.programs, name) {
				return a.name, name
			}
			if i := slices.IndexFunc(a.folders, func(f string) bool { return strings.Contains(slashed, "/"+f+"/") }); i >= 0 {
				return a.name, a.folders[i]
			}
		}
	}
	return "", ""
}

// filesOf returns what may be the file of a program: the first argument, its first word if the
// program wrote a title over all of them, and behind an interpreter the script.
func filesOf(args []string) []string {
	if len(args) == 0 {
		return nil
	}
	files := args[:1:1]
	if title, _, written := strings.Cut(args[0], " "); written && len(args) == 1 {
		files = append(files, title)
	}
	name := baseOf(args[0])
	shell := slices.Contains([]string{"sh", "bash", "dash", "zsh"}, name)
	if !shell && !slices.Contains([]string{"node", "nodejs", "bun", "deno"}, name) && !strings.HasPrefix(name, "python") {
		return files
	}
	for _, arg := range args[1:] {
		switch {
		case !strings.HasPrefix(arg, "-"):
			return append(files, arg)
		case shell, slices.Contains([]string{"-c", "-e", "-p"}, arg):
			return files // a command, which is no file
		}
	}
	return files
}

// baseOf is the name of a program or script without folders and ending. A login shell has a
// dash before it.
func baseOf(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if ending := path.Ext(base); slices.Contains([]string{".js", ".mjs", ".cjs", ".py", ".exe"}, ending) {
		base = strings.TrimSuffix(base, ending)
	}
	return strings.TrimPrefix(base, "-")
}
