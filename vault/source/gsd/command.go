package gsd

import (
	"coldstart/vault/text"
)

const (
	// colon is how the commands of older versions begin, and those for Gemini CLI; dash how those
	// of newer versions do.
	colon = "/gsd:"
	dash  = "/gsd-"
	codex = "$gsd-"
)

// installed are files and folders that show how the commands are typed here.
var installed = []struct{ sign, before string }{
	{".claude/commands/gsd", colon}, {".gemini/commands/gsd", colon}, {".claude/skills/gsd-verify-work", dash},
	{".opencode/command/gsd-verify-work.md", dash}, {".github/skills/gsd-verify-work", dash}, {".codex/skills/gsd-verify-work", codex},
}

// typed is a command in a text.
var typed = text.Pattern{Expr: "(?:^|[\\s`\"'(])(/gsd[:-]|\\$gsd-)[a-z]+-"}

// spelling is how commands begin: as they are installed in the repository, else as its files
// write them, since most people install them in their home.
func (s *set) spelling() string {
	for _, x := range installed {
		if s.h.Exists(x.sign) {
			return x.before
		}
	}
	texts := []string{s.state.Text, s.road.Text}
	if s.handoff != nil {
		texts = append(texts, s.handoff.Text)
	}
	for _, t := range texts {
		if m := typed.FindStringSubmatch(t); m != nil {
			return m[1]
		}
	}
	return colon
}

// command is what to type, empty where nobody can type the name of the workstream.
func (s *set) command(words string) string {
	if s.stream == "" {
		return s.before + words
	}
	name := text.CommandWord(s.stream)
	if name == "" {
		return ""
	}
	return s.before + words + " --ws " + name
}
