package gsd

import (
	"coldstart/vault/guest"
	"coldstart/vault/text"
)

// installed are the ways in which commands are typed, by files and folders that show it: colon is that of older
// versions and of Gemini CLI.
var installed = []guest.Spelling{
	{Sign: ".claude/commands/gsd", Before: colon}, {Sign: ".gemini/commands/gsd", Before: colon}, {Sign: ".claude/skills/gsd-verify-work", Before: "/gsd-"},
	{Sign: ".opencode/command/gsd-verify-work.md", Before: "/gsd-"}, {Sign: ".github/skills/gsd-verify-work", Before: "/gsd-"},
	{Sign: ".codex/skills/gsd-verify-work", Before: "$gsd-"},
}

const colon = "/gsd:"

// typed is a command in a text.
var typed = text.Pattern{Expr: "(?:^|[\\s`\"'(])(/gsd[:-]|\\$gsd-)[a-z]+-"}

// spelling is how commands begin: as they are installed in the repository, else as its files
// write them, since most people install them in their home.
func (s *set) spelling() guest.Spelling {
	if here := guest.Spelled(s.h, installed, ""); here.Sign != "" {
		return here
	}
	texts := []string{s.state.Text, s.road.Text}
	if s.handoff != nil {
		texts = append(texts, s.handoff.Text)
	}
	for _, t := range texts {
		if m := typed.FindStringSubmatch(t); m != nil {
			return guest.Spelling{Before: m[1]}
		}
	}
	return guest.Spelling{Before: colon}
}

// typed is what to type, empty where nobody can type the name of the workstream.
func (s *set) typed(verb string, words ...string) string {
	if s.stream != "" {
		words = append(words, "--ws", s.stream)
	}
	return s.Type(verb, words...)
}
