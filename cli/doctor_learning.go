package cli

import (
	"fmt"

	"coldstart/model"
)

// examineResearch tells whether an agent would find the problem to go on with.
func examineResearch(r model.Research) []finding {
	if !r.Found {
		return nil
	}
	if r.Trouble != "" {
		hint := "coldstart switch SLUG chooses a problem that is there"
		if r.Trouble == model.NoProject {
			hint = "the agents' init makes it"
		}
		return []finding{{Path: r.Config, What: r.Trouble, Hint: hint}}
	}
	if p, ok := r.Active(); ok && p.Journal.Unread != "" {
		return []finding{{Path: p.Journal.Path, What: "nobody can tell what was tried: " + p.Journal.Unread, Hint: "make the journal readable"}}
	}
	entries := 0
	for _, p := range r.Problems {
		entries += len(p.Journal.Entries)
	}
	return []finding{{OK: true, What: fmt.Sprintf("research can be resumed: %s; problems %d, entries %d", r.Current, len(r.Problems), entries)}}
}

// examineMemory warns of a memory that the agent's set-up would lose, and names
// the places that the agent's own schema refuses; the first of them and a file that
// cannot be read are among the vault's problems already.
func examineMemory(m model.Memory) []finding {
	switch {
	case m.Path == "", m.Unread != "":
		return nil
	case len(unclear(m)) > 0:
		return unclear(m)
	case m.FirstRun() == "":
		return []finding{{OK: true, Path: m.Path, What: fmt.Sprintf("the memory can be read: %s", holds(m))}}
	case m.WouldBeWiped() == "":
		return []finding{{OK: true, Path: m.Path, What: "the memory is not set up yet: " + m.FirstRun()}}
	}
	findings := []finding{{
		Path: m.Path, What: "the agent takes it for a first run: " + m.FirstRun(),
		Hint: fmt.Sprintf("its set-up would replace the file and lose what it holds (%s)", holds(m)),
	}}
	for i, f := range m.Faults {
		if i > 0 {
			findings = append(findings, finding{Path: m.Path, Line: f.Line, What: f.Path + ": " + f.Reason})
		}
	}
	return findings
}

// unclear lists the proposals that nobody can decide on.
func unclear(m model.Memory) []finding {
	var findings []finding
	for _, p := range m.Pending() {
		if p.Twice || p.ID == "" {
			findings = append(findings, finding{
				Path: m.Path, What: fmt.Sprintf("the proposal '%s' cannot be told from another one", p.ID), Hint: "give each proposal an id of its own",
			})
		}
	}
	return findings
}

// holds counts what a memory would lose.
func holds(m model.Memory) string {
	return fmt.Sprintf("%d learned, %d proposed", len(m.Learned), len(m.Pending()))
}
