package vault

import (
	"encoding/json"
	"fmt"
	"strings"

	"coldstart/model"
)

// hookTimeout is after how many seconds Claude Code gives a hook up.
const hookTimeout = 10

// hookGroup is how Claude Code writes the hooks of one event.
type hookGroup struct {
	Hooks []hookEntry `json:"hooks"`
}

type hookEntry struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// Install adds a hook, or gives the one that is there for the event its command.
func (s *Settings) Install(h Hook) error {
	if len(strings.TrimSpace(string(s.next))) == 0 {
		s.next = []byte("{}\n")
	}
	root, err := s.parse()
	if err != nil {
		return err
	}
	e := newSeedEdit(s.next, root)
	var old *jsonValue
	for _, p := range s.places(root) {
		if p.event.key(s.next) != h.Event {
			continue
		}
		if jsonText(s.next[p.command.from:p.command.to]) == h.Command {
			return nil
		}
		if old == nil {
			old = p.command
		}
	}
	group := hookGroup{[]hookEntry{{"command", h.Command, hookTimeout}}}
	hooks := root.member(s.next, "hooks")
	list := hooks.member(s.next, h.Event)
	switch {
	case old != nil:
		e.replace(old, string(asciiJSON(h.Command)))
	case hooks == nil:
		err = e.insert(&root, "hooks", map[string][]hookGroup{h.Event: {group}})
	case list == nil:
		err = e.insert(hooks, h.Event, []hookGroup{group})
	case list.is(s.next, '['):
		err = e.insert(list, "", group)
	default:
		err = fmt.Errorf("editing %s: its hooks of %s are no list", s.file, h.Event)
	}
	if err != nil {
		return err
	}
	return s.take(e)
}

// Remove takes our hooks out, and what would stand empty without them.
func (s *Settings) Remove() error {
	for s.next != nil {
		root, err := s.parse()
		if err != nil {
			return err
		}
		found := s.places(root)
		if len(found) == 0 {
			return nil
		}
		p := found[0]
		e := newSeedEdit(s.next, root)
		switch {
		case len(p.list.parts) > 1:
			e.drop(p.list, p.inList)
		case len(p.event.parts) > 1:
			e.drop(p.event, p.inEvent)
		case len(p.hooks.parts) > 1:
			e.drop(p.hooks, p.inHooks)
		default:
			for i := range root.parts {
				if root.parts[i].from == p.hooks.from {
					e.drop(&root, i)
				}
			}
		}
		if err := s.take(e); err != nil {
			return err
		}
	}
	return nil
}

// take makes an edit's result the text of the file.
func (s *Settings) take(e *seedEdit) error {
	next, err := e.result()
	if err != nil {
		return fmt.Errorf("editing %s: %w", s.file, err)
	}
	change := model.Change{Kind: model.ChangeEdit, Path: s.file}
	change.Before, change.After = e.lines()
	if s.was == nil {
		// There is nothing to compare with.
		change = model.Change{Kind: model.ChangeCreate, Path: s.file, After: linesIn(next)}
		s.changes = nil
	}
	s.next, s.changes = next, append(s.changes, change)
	return nil
}

// insert adds a member, or an element where key is empty, laid out as the text around
// it is.
func (e *seedEdit) insert(to *jsonValue, key string, value any) error {
	unit, end, colon, wide := "  ", "\n", ": ", true
	if len(e.root.parts) > 0 {
		l := layoutIn(e.b, &e.root)
		colon = l.colon
		if wide = strings.Contains(l.lead, "\n"); wide {
			unit = l.lead[strings.LastIndex(l.lead, "\n")+1:]
		}
		if strings.Contains(l.lead, "\r\n") {
			end = "\r\n"
		}
	}
	var like jsonLayout
	indent := ""
	if len(to.parts) > 0 {
		lead := layoutIn(e.b, to).lead
		wide = strings.Contains(lead, "\n")
		indent = lead[strings.LastIndex(lead, "\n")+1:]
	} else if wide {
		base := indentAt(e.b, to.from)
		indent = base + unit
		like = jsonLayout{lead: end + indent, tail: end + base}
	}
	text, err := json.Marshal(value)
	if wide && err == nil {
		text, err = json.MarshalIndent(value, indent, unit)
	}
	if err != nil {
		return fmt.Errorf("writing a hook: %w", err)
	}
	added := strings.ReplaceAll(string(text), "\n", end)
	if key != "" {
		added = string(asciiJSON(key)) + colon + added
	}
	e.add(to, added, like)
	return nil
}

// indentAt gives the blanks that the line of an offset begins with.
func indentAt(b []byte, at int) string {
	from := strings.LastIndexAny(string(b[:at]), "\r\n") + 1
	line := string(b[from:at])
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
