package model

import (
	"slices"
	"strings"
)

// Launch is how to start an agent's program: its words, which no shell reads, and its folder.
type Launch struct {
	// Dir is an absolute path, "" for the folder of the screen.
	Dir   string
	Words []string
}

// Line is the launch as one types it into a shell, "" for none.
func (l Launch) Line() string {
	if len(l.Words) == 0 {
		return ""
	}
	quoted := make([]string, len(l.Words))
	for i, w := range l.Words {
		quoted[i] = ShellQuoted(w)
	}
	line := strings.Join(quoted, " ")
	if l.Dir != "" {
		line = "cd " + ShellQuoted(l.Dir) + " && " + line
	}
	return line
}

// client is how a program of agents is started: begins are the words before a first prompt in a new session, resumes
// those before the id of one to resume, and says those between the id and a first prompt. Asks stands for resumes where a
// first prompt follows, nil for the same.
type client struct {
	tool                        string
	begins, resumes, says, asks []string
}

// clients are the programs that can be started, in the order of the offers. The words were tried with
// Claude Code 2.1, Codex 0.169, Gemini CLI 0.61 and opencode 1.18, whose usual screen drops the first prompt of a session that
// it resumes.
func clients() []client {
	return []client{
		{"Claude Code", []string{"claude"}, []string{"claude", "--resume"}, nil, nil},
		{"Codex", []string{"codex"}, []string{"codex", "resume"}, nil, nil},
		{"Gemini CLI", []string{"gemini", "-i"}, []string{"gemini", "--resume"}, []string{"-i"}, nil},
		{"opencode", []string{"opencode", "--prompt"}, []string{"opencode", "-s"}, []string{"--prompt"}, []string{"opencode", "--mini", "-s"}},
	}
}

// Resuming are the words before the id of a session of a program, none where coldstart does not know it.
func Resuming(tool string) []string {
	c, _ := First(clients(), func(c *client) bool { return c.tool == tool })
	return c.resumes
}

// Begin starts a new session of each program that is known, with a first prompt.
func Begin(dir, prompt string) (tools []string, launches []Launch) {
	for _, c := range clients() {
		tools = append(tools, c.tool)
		launches = append(launches, Launch{dir, slices.Concat(c.begins, []string{prompt})})
	}
	return tools, launches
}

// Launch resumes the session with a first prompt, "" for none. It has no words where nothing resumes the session.
func (t Transcript) Launch(prompt string) Launch {
	c, ok := First(clients(), func(c *client) bool { return c.tool == t.Tool })
	if !ok || t.Command == "" {
		return Launch{}
	}
	words := slices.Concat(c.resumes, []string{t.ID})
	if prompt != "" {
		if c.asks != nil {
			words = slices.Concat(c.asks, []string{t.ID})
		}
		words = slices.Concat(words, c.says, []string{prompt})
	}
	return Launch{t.Dir, words}
}

// WorkedOn reports whether the session edited the file of a plan.
func (t Transcript) WorkedOn(p Plan) bool {
	for _, file := range append([]string{t.PlanFile}, t.Touched...) {
		if file == p.Path || strings.HasSuffix(file, "/"+p.Path) {
			return true
		}
	}
	return false
}
