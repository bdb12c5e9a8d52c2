package hook

import (
	_ "embed" // the script
	"encoding/json"
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// gateText is the plugin that asks the gate, reportText the one that hands the report over; what stands in
// braces is in their first lines.
//
//go:embed opencode.js
var gateText string

//go:embed opencode_report.js
var reportText string

// scriptFor is the file that does what is wanted: one plugin behind the other, "" for none.
func scriptFor(w Wanted) string {
	var of []string
	put := func(name string, value any) bool {
		b, err := json.Marshal(value)
		of = append(of, "{"+name+"}", string(b))
		return err == nil
	}
	all, places := "", map[string]string{}
	if w.Gate.State != "" {
		places["XDG_STATE_HOME"] = w.Gate.State
	}
	if w.Gate.Program != "" && put("words", w.Gate.Args()) && put("places", places) && put("limit", w.Gate.Deadline().Milliseconds()) {
		all = gateText
	}
	if w.Vault != "" && put("report", reportArgs(w.Vault)) && put("patience", reportTime.Milliseconds()) {
		all += reportText
	}
	return strings.NewReplacer(of...).Replace(all)
}

// reportArgs are the words that ask for the report.
func reportArgs(vault string) []string {
	return []string{"coldstart", "start", "--format", "claude", "--agent", "opencode", "--vault", vault}
}

// scriptOf reads what a file that scriptFor wrote does; ok is false for any other text.
func scriptOf(b []byte) (w Wanted, ok bool) {
	var words, report []string
	var places map[string]string
	for _, line := range text.Lines(b) {
		for name, into := range map[string]any{"words": &words, "places": &places, "report": &report} {
			if rest, found := strings.CutPrefix(line, "const "+name+" = "); found && json.Unmarshal([]byte(rest), into) != nil {
				return w, false
			}
		}
	}
	var quoted []string
	if state := places["XDG_STATE_HOME"]; state != "" {
		quoted = append(quoted, "XDG_STATE_HOME="+model.ShellQuoted(state))
	}
	for _, word := range words {
		quoted = append(quoted, model.ShellQuoted(word))
	}
	if len(words) > 0 {
		if w.Gate, ok = ParseGateLine(strings.Join(quoted, " ")); !ok {
			return w, false
		}
	}
	if len(report) > 0 {
		w.Vault = report[len(report)-1]
	}
	next := scriptFor(w)
	return w, next != "" && next == string(b)
}

// scriptHooks lists the events of a plugin.
func (s *HookFile) scriptHooks(which func(hookPlace) bool) []Hook {
	w, own := scriptOf(s.Next)
	hooks := s.Agent.Hooks(w)
	if !own {
		hooks = []Hook{{Event: s.Agent.before}, {Event: s.Agent.after[0]}}
	}
	var out []Hook
	for _, h := range hooks {
		p := hookPlace{Hook: Hook{Event: h.Event, Command: "a plugin by someone else"}, calls: own || strings.Contains(string(s.Next), "coldstart"), own: own}
		switch {
		case own && (h.Event == s.Agent.start || h.Event == s.Agent.end):
			if w.Vault == "" {
				continue
			}
			p.Hook = h
		case own:
			p.Command, p.Timeout = w.Gate.Plain(), s.Agent.timeout(w.Gate.Deadline())
		case p.calls:
			p.Command = "a plugin that mentions coldstart"
		}
		if which(p) {
			out = append(out, p.Hook)
		}
	}
	return out
}

// installScript writes the file, which is wholly ours, or takes it away where nothing is wanted.
func (s *HookFile) installScript(w Wanted) error {
	if err := s.ownScript(); err != nil {
		return err
	}
	if next := scriptFor(w); next != "" {
		s.Next = []byte(next)
		return nil
	}
	return s.removeScript()
}

// removeScript takes the plugin away.
func (s *HookFile) removeScript() error {
	if s.Was == nil {
		return nil
	}
	if err := s.ownScript(); err != nil {
		return err
	}
	s.Next = nil
	return nil
}

// ownScript fails where somebody else wrote the file, or changed it.
func (s *HookFile) ownScript() error {
	if s.Was == nil {
		return nil
	}
	if _, ok := scriptOf(s.Was); !ok {
		return fmt.Errorf("writing %s: someone else wrote or changed it: %w", s.File, model.ErrNotAllowed)
	}
	return nil
}
