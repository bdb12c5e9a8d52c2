package openspec

import (
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// spelling is how an agent calls the program's commands, by the file that the program wrote for
// it: dir + verb + end. What is typed is before + verb + behind.
type spelling struct {
	dir, end      string
	before, after string
	// goesOn is the verb that writes what is missing in a change, archives the one that archives
	// several; empty where it is not installed.
	goesOn, archives string
}

// spellings are in the order of their age, newest first.
var spellings = []spelling{
	{dir: ".claude/commands/opsx/", end: ".md", before: "/opsx:"},
	{dir: ".gemini/commands/opsx/", end: ".toml", before: "/opsx:"},
	{dir: ".cursor/commands/opsx-", end: ".md", before: "/opsx-"},
	{dir: ".github/prompts/opsx-", end: ".prompt.md", before: "/opsx-"},
	{dir: ".agents/skills/openspec-", end: "-change", before: "$openspec-", after: "-change"},
	{dir: ".claude/skills/openspec-", end: "-change", before: "/openspec-", after: "-change"},
	{dir: ".claude/commands/openspec/", end: ".md", before: "/openspec:"},
	{dir: ".cursor/commands/openspec-", end: ".md", before: "/openspec-"},
	{dir: ".github/prompts/openspec-", end: ".prompt.md", before: "/openspec-"},
}

func spellingIn(h *source.Here) spelling {
	for _, s := range spellings {
		if !h.Exists(s.dir + "apply" + s.end) {
			continue
		}
		if h.Exists(s.dir + "continue" + s.end) {
			s.goesOn = "continue"
		}
		if h.Exists(s.dir + "bulk-archive" + s.end) {
			s.archives = "bulk-archive"
		}
		return s
	}
	return spelling{before: "/opsx:", goesOn: "continue"}
}

// command is what to type about a change, empty where nobody can type its name.
func (s spelling) command(verb, id string) string {
	word := text.CommandWord(id)
	if word == "" || verb == "" {
		return ""
	}
	return s.before + verb + s.after + " " + word
}

// archive is the command that archives several changes. The usual one asks which.
func (s spelling) archive() string {
	if s.archives != "" {
		return s.before + s.archives + s.after
	}
	return s.before + "archive" + s.after
}

// more is the command that writes what is missing in a change, empty where it is not installed.
func (s spelling) more(id string) string { return s.command(s.goesOn, id) }
