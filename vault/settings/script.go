package settings

import (
	_ "embed" // the script
	"encoding/json"
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// scriptText is the plugin that asks the gate; {words}, {places} and {limit} are its first lines.
//
//go:embed opencode.js
var scriptText string

// scriptFor is the plugin with its gate, "" for none.
func scriptFor(l GateLine) string {
	words, err := json.Marshal(l.Args())
	if l.Program == "" || err != nil {
		return ""
	}
	places, err := json.Marshal(map[string]string{"XDG_STATE_HOME": l.State})
	if l.State == "" || err != nil {
		places = []byte("{}")
	}
	limit, _ := json.Marshal(l.Deadline().Milliseconds())
	return strings.NewReplacer("{words}", string(words), "{places}", string(places), "{limit}", string(limit)).Replace(scriptText)
}

// scriptGate reads the gate of a plugin that scriptFor wrote; ok is false for any other text.
func scriptGate(b []byte) (l GateLine, ok bool) {
	var words []string
	var places map[string]string
	for _, line := range text.Lines(b) {
		if rest, found := strings.CutPrefix(line, "const words = "); found && json.Unmarshal([]byte(rest), &words) != nil {
			return l, false
		}
		if rest, found := strings.CutPrefix(line, "const places = "); found && json.Unmarshal([]byte(rest), &places) != nil {
			return l, false
		}
	}
	var quoted []string
	if state := places["XDG_STATE_HOME"]; state != "" {
		quoted = append(quoted, "XDG_STATE_HOME="+ShellQuoted(state))
	}
	for _, word := range words {
		quoted = append(quoted, ShellQuoted(word))
	}
	l, ok = ParseGateLine(strings.Join(quoted, " "))
	return l, ok && scriptFor(l) == string(b)
}

// scriptHooks lists the events of a plugin.
func (s *HookFile) scriptHooks(which func(hookPlace) bool) []Hook {
	var out []Hook
	l, own := scriptGate(s.next)
	for _, event := range append([]string{s.Agent.before}, s.Agent.after...) {
		p := hookPlace{Hook: Hook{Event: event, Command: "a plugin of somebody else"}, calls: own || strings.Contains(string(s.next), "coldstart"), own: own}
		switch {
		case own:
			p.Command, p.Timeout = l.Plain(), s.Agent.timeout(l.Deadline())
		case p.calls:
			p.Command = "a plugin that names coldstart"
		}
		if which(p) {
			out = append(out, p.Hook)
		}
	}
	return out
}

// installScript writes the plugin, which is wholly ours, or takes it away where no gate is wanted.
func (s *HookFile) installScript(w Wanted) error {
	if err := s.ownScript(); err != nil {
		return err
	}
	if next := scriptFor(w.Gate); next != "" {
		s.next = []byte(next)
		return nil
	}
	return s.removeScript()
}

// removeScript takes the plugin away.
func (s *HookFile) removeScript() error {
	if s.was == nil {
		return nil
	}
	if err := s.ownScript(); err != nil {
		return err
	}
	s.next = nil
	return nil
}

// ownScript fails where somebody else wrote the file, or changed it.
func (s *HookFile) ownScript() error {
	if s.was == nil {
		return nil
	}
	if _, ok := scriptGate(s.was); !ok {
		return fmt.Errorf("writing %s: somebody else wrote or changed it: %w", s.file, model.ErrNotAllowed)
	}
	return nil
}
