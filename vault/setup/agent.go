package setup

import (
	"bytes"
	"fmt"
	"slices"

	"coldstart/model"
)

// Agent is a program that works in a vault.
type Agent struct {
	// Name is how it is chosen, Title what it is called.
	Name, Title string
	// File is where it reads its instructions, in the folder it is started in.
	File string
	// traces are what it leaves in that folder.
	traces []string
}

// Other is the name of any agent without a row of its own.
const Other = "other"

// Agents are the agents that can be chosen, in the order in which they are looked for.
func Agents() []Agent {
	return []Agent{
		{"claude", "Claude Code", "CLAUDE.md", []string{".claude"}},
		{"gemini", "Gemini CLI", "GEMINI.md", []string{".gemini"}},
		{"codex", "Codex", "AGENTS.md", []string{".codex"}},
		{"opencode", "opencode", "AGENTS.md", []string{".opencode", "opencode.json"}},
		{Other, "most agents", "AGENTS.md", nil},
	}
}

// AgentNames are the names of all agents.
func AgentNames() []string {
	var names []string
	for _, a := range Agents() {
		names = append(names, a.Name)
	}
	return names
}

// agentNamed finds an agent by its name.
func agentNamed(name string) (Agent, bool) {
	all := Agents()
	i := slices.IndexFunc(all, func(a Agent) bool { return a.Name == name })
	if i < 0 {
		return Agent{}, false
	}
	return all[i], true
}

func noAgent(name string) error {
	return fmt.Errorf("there is no agent called %s: %w", name, model.ErrNotFound)
}

// chooseAgent takes the agent that was named, else the one to which most points: a block of
// ours, a file of instructions, what an agent left here, a program.
func (s *site) chooseAgent(w Wish) (a Agent, why string, err error) {
	if w.Agent != "" {
		a, ok := agentNamed(w.Agent)
		if !ok {
			return a, "", noAgent(w.Agent)
		}
		return a, "", nil
	}
	all := Agents()
	for _, a := range all {
		if b, err := s.instructions(a.File); err == nil && b != nil {
			if _, found, err := ofGuide.find(b); found && err == nil {
				return s.readerOf(a.File), "they are there already", nil
			}
		}
	}
	for _, pointing := range []bool{false, true} {
		for _, a := range all {
			if info, err := s.disk.Root.Lstat(a.File); err == nil && info.Mode().IsRegular() && (pointing || s.pointsTo(a.File) == "") {
				return s.readerOf(a.File), "the file is here", nil
			}
		}
	}
	for _, a := range all {
		for _, name := range a.traces {
			if s.disk.Exists(name) {
				return a, name + " is here", nil
			}
		}
	}
	for _, a := range all {
		if a.Name != Other && w.OnPath != nil && w.OnPath(a.Name) {
			return a, a.Name + " is on your PATH", nil
		}
	}
	return all[len(all)-1], "nothing here shows which one you use", nil
}

// pointsTo names the other file of instructions that a file includes or leads to, "" for none.
func (s *site) pointsTo(file string) string {
	if to, err := s.disk.Root.Readlink(file); err == nil {
		return to
	}
	b, err := s.instructions(file)
	if err != nil {
		return ""
	}
	for _, a := range Agents() {
		if a.File != file && s.disk.Exists(a.File) && bytes.Contains(b, []byte("@"+a.File)) {
			return a.File
		}
	}
	return ""
}

// readerOf is the agent of a file: the one that left something here, where several read it.
func (s *site) readerOf(file string) Agent {
	var readers []Agent
	for _, a := range Agents() {
		if a.File != file {
			continue
		}
		if slices.ContainsFunc(a.traces, s.disk.Exists) {
			return a
		}
		readers = append(readers, a)
	}
	return readers[len(readers)-1]
}

// linkedTo names the agent whose file a link leads to, "" for none.
func (s *site) linkedTo(file string) string {
	to, err := s.disk.Root.Readlink(file)
	if err != nil {
		return ""
	}
	for _, a := range Agents() {
		if a.File == to && s.disk.Exists(to) {
			return s.readerOf(to).Name
		}
	}
	return ""
}
