package openspec

import "coldstart/vault/guest"

// spellings are how an agent calls the program's commands, by the files that the program wrote for it, newest
// first.
var spellings = []guest.Spelling{
	{Sign: ".claude/commands/opsx/*.md", Before: "/opsx:"},
	{Sign: ".gemini/commands/opsx/*.toml", Before: "/opsx:"},
	{Sign: ".cursor/commands/opsx-*.md", Before: "/opsx-"},
	{Sign: ".github/prompts/opsx-*.prompt.md", Before: "/opsx-"},
	{Sign: ".agents/skills/openspec-*-change", Before: "$openspec-", After: "-change"},
	{Sign: ".claude/skills/openspec-*-change", Before: "/openspec-", After: "-change"},
	{Sign: ".claude/commands/openspec/*.md", Before: "/openspec:"},
	{Sign: ".cursor/commands/openspec-*.md", Before: "/openspec-"},
	{Sign: ".github/prompts/openspec-*.prompt.md", Before: "/openspec-"},
	{Before: "/opsx:"},
}

// kit is how the program is used here.
type kit struct {
	guest.Spelling
	// more is the verb that writes what is missing in a change, empty where it is not installed, and
	// bulk the one that archives several. The usual one asks which.
	more, bulk string
	// schema is that of changes which name none.
	schema string
}
