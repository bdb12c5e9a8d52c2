// Package kiro reads the specs of Kiro (kiro.dev), and those of cc-sdd
// (github.com/gotalab/cc-sdd, as of commit 29aee95), which adds a spec.json with approvals. They
// are read and never changed.
package kiro

import (
	"path"
	"slices"
	"strings"

	"coldstart/vault/guest"
	"coldstart/vault/source"
)

const (
	kiro  = "Kiro"
	ccsdd = "cc-sdd"
	tool  = kiro + " and " + ccsdd
	specs = ".kiro/specs"
)

// Guest are the specs of Kiro and of cc-sdd.
var Guest = guest.Guest{Name: "kiro", Tool: tool, Signs: []string{specs}, Read: read}

// archives are folders into which people put specs that are over.
var archives = []string{"archive", "archived", "_archive", "_archived", ".archive", "completed", "done"}

// spellings are how the commands of cc-sdd are typed, by what the program put where an agent looks for them.
var spellings = []guest.Spelling{
	{Sign: ".claude/commands/kiro", Before: early}, {Sign: ".claude/skills/kiro-impl", Before: "/kiro-"}, {Sign: ".agents/skills/kiro-impl", Before: "$kiro-"},
	{Before: early},
}

// early is how commands begin that early versions put there, of which one has a longer name.
const early = "/kiro:"

func read(h *source.Repo) guest.Left {
	left := guest.Left{Path: specs, Ended: guest.EndedNewest}
	k := kit{h, guest.Spelled(h, spellings, "")}
	for _, dir := range h.Folders(specs) {
		if slices.Contains(archives, strings.ToLower(path.Base(dir))) {
			left.Finished += len(h.Folders(dir))
		} else if s, ok := readSpec(h, dir); ok {
			left.Jobs = append(left.Jobs, k.job(s))
		}
	}
	if len(left.Jobs)+left.Finished == 0 {
		return guest.Left{}
	}
	return left
}

// kit is how the programs are used here.
type kit struct {
	h *source.Repo
	guest.Spelling
}

// typed is what to type in the agent, empty where cc-sdd is not used.
func (k kit) typed(s spec, verb string, flags ...string) string {
	if s.file.Name == "" {
		return ""
	}
	if verb == "impl" && k.Before == early {
		verb = "spec-impl"
	}
	return k.Type(verb, append([]string{s.id}, flags...)...)
}
