// Package hook reads and edits the hooks in the settings of agents' programs, and reports whether an agent
// asks the gate.
package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/vault/settings"
	"coldstart/vault/text"
)

// maxHooks is the largest file with hooks in bytes.
const maxHooks = 1 << 20

// Hook is one command that an agent runs at an event.
type Hook struct {
	Event string
	// Matcher says for which tools, "" for none; Timeout is in the agent's own unit, 0 where it
	// is no whole number.
	Matcher string
	Command string
	Timeout int
}

// HookFile is one file with hooks of an agent, outside any vault. Edits keep every other byte.
type HookFile struct {
	Agent Agent
	settings.Edited
	// made is true where nothing would be left but what Install made.
	made bool
}

// ReadHooks reads a file with hooks. A missing one has none. It fails when the file is not a JSON
// object: nothing is ever written into such a file.
func ReadHooks(a Agent, file string) (*HookFile, error) {
	e, err := settings.ReadEdited(file, maxHooks)
	s := &HookFile{Agent: a, Edited: e}
	if err != nil {
		return nil, err
	}
	if a.script || s.Was == nil {
		return s, nil
	}
	if _, err := s.parse(); err != nil {
		return nil, err
	}
	return s, nil
}

func (s *HookFile) parse() (text.Value, error) {
	root, err := text.ReadJSON(s.Next)
	if err != nil {
		return root, fmt.Errorf("reading %s: %w", s.File, err)
	}
	if !root.Is(s.Next, '{') {
		return root, fmt.Errorf("reading %s: it is not a JSON object", s.File)
	}
	if hooks := root.Member(s.Next, "hooks"); hooks != nil && !hooks.Is(s.Next, '{') {
		return root, fmt.Errorf("reading %s: its hooks are not a JSON object", s.File)
	}
	return root, nil
}

// hookPlace is where a hook is, from the outside to the inside.
type hookPlace struct {
	hooks, event, group, list, entry *text.Value
	// command and timeout are nil where the entry has none.
	command, timeout *text.Value
	Hook
	// calls is true for a command that runs this program, own for one that does nothing else.
	calls, own bool
	// inHooks, inEvent and inList are the indexes on the way to the entry.
	inHooks, inEvent, inList int
}

// places finds all hooks.
func (s *HookFile) places(root text.Value) []hookPlace {
	var found []hookPlace
	hooks := root.Member(s.Next, "hooks")
	if hooks == nil {
		return nil
	}
	for i := range hooks.Parts {
		event := &hooks.Parts[i]
		if !event.Is(s.Next, '[') {
			continue
		}
		for j := range event.Parts {
			group := &event.Parts[j]
			list := group.Member(s.Next, "hooks")
			if !list.Is(s.Next, '[') {
				continue
			}
			for k := range list.Parts {
				p := hookPlace{hooks: hooks, event: event, group: group, list: list, entry: &list.Parts[k], inHooks: i, inEvent: j, inList: k}
				if p.entry.Is(s.Next, '{') {
					found = append(found, s.described(p))
				}
			}
		}
	}
	return found
}

// described reads what a hook says.
func (s *HookFile) described(p hookPlace) hookPlace {
	p.command, p.timeout = p.entry.Member(s.Next, "command"), p.entry.Member(s.Next, "timeout")
	p.Event = p.event.Key(s.Next)
	if m := p.group.Member(s.Next, "matcher"); m != nil {
		p.Matcher = m.Text(s.Next)
	}
	p.Timeout = s.whole(p.timeout)
	switch {
	case p.command.Is(s.Next, '"'):
		p.Command = p.command.Text(s.Next)
		p.calls = calls().MatchString(p.Command)
		p.own = p.calls && isOurs(p.Command)
	default:
		p.Command = "a hook without a command"
		if kind := p.entry.Member(s.Next, "type"); kind.Is(s.Next, '"') {
			p.Command = "a hook of the type " + kind.Text(s.Next)
		}
	}
	return p
}

// Hooks lists the hooks that run this program.
func (s *HookFile) Hooks() []Hook { return s.list(func(p hookPlace) bool { return p.calls }) }

// Others lists those of them whose command does more. They are left as they are.
func (s *HookFile) Others() []Hook {
	return s.list(func(p hookPlace) bool { return p.calls && !p.own })
}

// Beside lists the hooks of somebody else that run before a tool: any of them can exchange what
// the tool gets, after the gate has seen it.
func (s *HookFile) Beside() []Hook {
	return s.list(func(p hookPlace) bool { return !p.own && p.Event == s.Agent.before })
}

func (s *HookFile) list(which func(hookPlace) bool) []Hook {
	if s.Next == nil {
		return nil
	}
	if s.Agent.script {
		return s.scriptHooks(which)
	}
	root, err := s.parse()
	if err != nil {
		return nil
	}
	var out []Hook
	for _, p := range s.places(root) {
		if which(p) {
			out = append(out, p.Hook)
		}
	}
	return out
}

// Gate returns the line of the gate before a tool runs, as installed.
func (s *HookFile) Gate() (GateLine, bool) {
	for _, h := range s.Hooks() {
		if l, ok := ParseGateLine(h.Command); ok && h.Event == s.Agent.before {
			return l, true
		}
	}
	return GateLine{}, false
}

// Reports reports whether the file asks for the report at the start of a session.
func (s *HookFile) Reports() bool {
	return slices.ContainsFunc(s.Hooks(), func(h Hook) bool { return s.Agent.start != "" && h.Event == s.Agent.start })
}

// Asks reports whether the file hands the agent's own questions to the gate.
func (s *HookFile) Asks() bool {
	return slices.ContainsFunc(s.Hooks(), func(h Hook) bool { return s.Agent.asks != "" && h.Event == s.Agent.asks })
}

// Write writes the edits. It fails with model.ErrConflict when the file
// has changed since it was read.
func (s *HookFile) Write(at time.Time) error {
	err := s.Edited.Write(at)
	if err == nil && s.Gone() && s.Agent.Reads(s.File) {
		s.removeFolders()
	}
	return err
}

// removeFolders removes the folders of the agent in which nothing is left.
func (s *HookFile) removeFolders() {
	dir := s.File
	for range strings.Count(s.Agent.project, "/") {
		dir = filepath.Dir(dir)
		if os.Remove(dir) != nil {
			return // something is in it
		}
	}
}
