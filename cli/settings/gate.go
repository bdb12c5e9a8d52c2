package settings

import (
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

// gateExpires is the setting that says how long an answer to an action holds.
const gateExpires = "gate-expires"

// awayAfter is the setting that says how long somebody has to be away to be told what happened.
const awayAfter = "away-after"

// AwayAfter is how long somebody has to be away to be told what happened.
func (s Settings) AwayAfter() time.Duration {
	d, _ := model.ParseSpan(s.Is(awayAfter))
	return d
}

// GateExpires is how long a yes or a no to an action of an agent holds.
func (s Settings) GateExpires() time.Duration {
	d, _ := model.ParseSpan(s.Is(gateExpires))
	return d
}

// takeGate reads the rules of the gate.
func (s *Settings) takeGate(e vault.ConfigEntry) error {
	if e.List == nil {
		return s.wrong(e, "gate must be a list of rules, each with a tool or a match, and then", gateHint)
	}
	for _, one := range e.List {
		rule := model.GateRule{Line: one.Line}
		err := s.fields(one, "a rule", map[string]reader{
			"tool":  s.pattern(&rule.Tool),
			"match": s.pattern(&rule.Match),
			"dir":   s.folder(&rule.Dir),
			"then":  s.then(&rule.Then),
		})
		switch {
		case err != nil:
			return err
		case rule.Then == model.ThenNothing:
			return s.wrong(one, "a rule needs then: ask, deny or allow", gateHint)
		case rule.Tool == "" && rule.Match == "":
			return s.wrong(one, "a rule needs a tool or a match", `tool: "*" fits every tool`)
		}
		s.Gate = append(s.Gate, rule)
	}
	return nil
}

// Rule reads a rule from its parts, of which those that are "" are left out.
func (s Settings) Rule(tool, match, dir, then string) (model.GateRule, error) {
	var one vault.ConfigEntry
	for _, part := range [][2]string{{"tool", tool}, {"match", match}, {"dir", dir}, {"then", then}} {
		if part[1] != "" {
			one.Map = append(one.Map, vault.ConfigEntry{Name: part[0], Value: part[1]})
		}
	}
	s.File, s.Gate = "the rule", nil
	if err := s.takeGate(vault.ConfigEntry{Name: "gate", List: []vault.ConfigEntry{one}}); err != nil {
		return model.GateRule{}, err
	}
	return s.Gate[0], nil
}

// gateHint says where to find rules to start from.
const gateHint = "see coldstart agent gate rules"

// mostPattern is how long a pattern of a rule may be, in bytes.
const mostPattern = 500

// pattern reads a pattern with * and ?.
func (s *Settings) pattern(to *string) reader {
	return func(e vault.ConfigEntry) error {
		switch {
		case strings.TrimSpace(e.Value) == "":
			return s.wrong(e, e.Name+" must be a text; * matches any text", gateHint)
		case len(e.Value) > mostPattern, strings.ContainsFunc(e.Value, unicode.IsControl):
			return s.wrong(e, e.Name+" must be one line of a few hundred characters at most")
		}
		*to = e.Value
		return nil
	}
}

// then reads what a rule wants.
func (s *Settings) then(to *model.Then) reader {
	return func(e vault.ConfigEntry) error {
		var name string
		if err := s.oneOf(&name, []string{model.ThenAsk.String(), model.ThenDeny.String(), model.ThenAllow.String()})(e); err != nil {
			return err
		}
		*to = model.ParseThen(name)
		return nil
	}
}

// folder reads the path of a folder; ~ stands for the home folder.
func (s *Settings) folder(to *string) reader {
	return func(e vault.ConfigEntry) error {
		dir := s.atHome(e.Value)
		if !filepath.IsAbs(dir) {
			return s.wrong(e, e.Name+" must be the whole path of a folder, not "+say.Quoted(e.Value), "as in /srv/shop or ~/shop")
		}
		*to = filepath.Clean(dir)
		return nil
	}
}
