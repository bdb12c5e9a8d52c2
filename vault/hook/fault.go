package hook

import (
	"fmt"
	"strconv"

	"coldstart/vault/text"
)

// mostTimeout is the longest timeout of Claude Code in seconds: a longer one is over at once.
const mostTimeout = 2147483

// switchesOff ends the fault of a file that switches all hooks off, those of other files, too.
const switchesOff = " switches every hook off"

// whole is a number without a fraction, 0 for anything else.
func (s *HookFile) whole(v *text.Value) int {
	if !v.Is(s.Next, '0') {
		return 0
	}
	n, err := strconv.Atoi(string(s.Next[v.From:v.To]))
	if err != nil {
		return 0
	}
	return n
}

// member is a part of a settings file with the kind that it must have, as text.Value.Kind has it,
// and that of what is in it, 0 for any.
type member struct {
	in, name   string
	kind, each byte
}

// members are the parts for whose wrong kind an agent drops the whole file, hooks and all, without a
// word, as Claude Code 2.1.197 does.
func members() []member {
	return []member{
		{"", "permissions", '{', 0}, {"permissions", "allow", '[', '"'}, {"permissions", "ask", '[', '"'},
		{"permissions", "deny", '[', '"'}, {"permissions", "additionalDirectories", '[', '"'},
		{"", "env", '{', 0}, {"", "hooks", '{', 0},
	}
}

// Faults says what in the file makes an agent drop all of it, or switches hooks off.
func (s *HookFile) Faults() []string {
	if s.Next == nil || s.Agent.script {
		return nil
	}
	root, err := s.parse()
	if err != nil {
		return []string{err.Error()}
	}
	var faults []string
	for _, m := range members() {
		of := &root
		if m.in != "" {
			of = root.Member(s.Next, m.in)
		}
		if fault := s.wrong(m, of); fault != "" {
			faults = append(faults, fault+", so the agent drops the whole file")
		}
	}
	for _, p := range s.places(root) {
		most := mostTimeout * s.Agent.unit
		if p.timeout != nil && (p.Timeout < 1 || p.Timeout > most) {
			faults = append(faults, fmt.Sprintf("the timeout of a hook of %s is %s: it must be a whole number from 1 to %d, or the hook has no effect",
				p.Event, s.Next[p.timeout.From:p.timeout.To], most))
		}
	}
	if root.Member(s.Next, "disableAllHooks").Is(s.Next, 't') {
		faults = append(faults, "disableAllHooks"+switchesOff)
	}
	if root.Member(s.Next, "hooksConfig").Member(s.Next, "enabled").Is(s.Next, 'f') {
		faults = append(faults, "hooksConfig.enabled"+switchesOff)
	}
	return faults
}

// wrong says what is wrong with one member of an object.
func (s *HookFile) wrong(m member, of *text.Value) string {
	names := map[byte]string{'{': "an object", '[': "a list", '"': "a text"}
	v := of.Member(s.Next, m.name)
	name := m.name
	if m.in != "" {
		name = m.in + "." + m.name
	}
	switch {
	case v == nil:
		return ""
	case !v.Is(s.Next, m.kind):
		return name + " is not " + names[m.kind]
	}
	for i := range v.Parts {
		if m.each != 0 && !v.Parts[i].Is(s.Next, m.each) {
			return "what is in " + name + " is not " + names[m.each]
		}
	}
	return ""
}
