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
		return []finding{{Path: r.Config, What: r.Trouble, Hint: "coldstart switch SLUG chooses a problem that is there"}}
	}
	entries := 0
	for _, p := range r.Problems {
		entries += len(p.Journal.Entries)
	}
	return []finding{{OK: true, What: fmt.Sprintf("research can be resumed: %s; problems %d, entries %d", r.Current, len(r.Problems), entries)}}
}

// examineMemory warns of a memory that the agent's set-up would lose, and names
// each place that the agent's own schema refuses.
func examineMemory(m model.Memory) []finding {
	if m.Path == "" {
		return nil
	}
	findings := []finding{}
	if m.Unread != "" {
		findings = append(findings, finding{Path: m.Path, What: m.Unread, Hint: "the agent would take the memory for a broken one"})
	}
	if why := m.WouldBeWiped(); why != "" {
		findings = append(findings, finding{
			Path: m.Path, What: "looks like a first run: " + why,
			Hint: "the agent's set-up would replace it and lose what it holds; mend it before the next session",
		})
	}
	for _, f := range m.Faults {
		findings = append(findings, finding{Path: m.Path, Line: f.Line, What: f.Path + ": " + f.Reason})
	}
	if len(findings) == 0 {
		what := fmt.Sprintf("the memory can be read: learned %d, proposed %d", len(m.Learned), len(m.Pending()))
		if m.FirstRun() != "" {
			what = "the memory is not set up yet: " + m.FirstRun()
		}
		return []finding{{OK: true, Path: m.Path, What: what}}
	}
	return findings
}
