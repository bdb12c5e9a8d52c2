package settings

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
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

// Install adds a hook, or gives the one that the event already has its command.
func (s *Settings) Install(h Hook) error {
	if len(strings.TrimSpace(string(s.next))) == 0 {
		s.next = []byte("{}\n")
	}
	root, err := s.parse()
	if err != nil {
		return err
	}
	e := text.NewJSONEdit(s.next, root)
	var old *text.Value
	for _, p := range s.places(root) {
		if p.event.Key(s.next) != h.Event {
			continue
		}
		if p.command.Text(s.next) == h.Command {
			return nil
		}
		if old == nil {
			old = p.command
		}
	}
	group := hookGroup{[]hookEntry{{"command", h.Command, hookTimeout}}}
	hooks := root.Member(s.next, "hooks")
	list := hooks.Member(s.next, h.Event)
	switch {
	case old != nil:
		e.Replace(old, string(text.QuoteASCII(h.Command)))
	case hooks == nil:
		err = e.Insert(&root, "hooks", map[string][]hookGroup{h.Event: {group}})
	case list == nil:
		err = e.Insert(hooks, h.Event, []hookGroup{group})
	case list.Is(s.next, '['):
		err = e.Insert(list, "", group)
	default:
		err = fmt.Errorf("editing %s: its hooks of %s are no list", s.file, h.Event)
	}
	if err != nil {
		return err
	}
	return s.take(e)
}

// Remove takes our hooks out, and what would be empty without them.
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
		e := text.NewJSONEdit(s.next, root)
		switch {
		case len(p.list.Parts) > 1:
			e.Drop(p.list, p.inList)
		case len(p.event.Parts) > 1:
			e.Drop(p.event, p.inEvent)
		case len(p.hooks.Parts) > 1:
			e.Drop(p.hooks, p.inHooks)
		default:
			for i := range root.Parts {
				if root.Parts[i].From == p.hooks.From {
					e.Drop(&root, i)
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
func (s *Settings) take(e *text.JSONEdit) error {
	next, err := e.Result()
	if err != nil {
		return fmt.Errorf("editing %s: %w", s.file, err)
	}
	change := model.Change{Kind: model.ChangeEdit, Path: s.file}
	change.Before, change.After = e.Lines()
	if s.was == nil {
		// There is nothing to compare with.
		change = model.Change{Kind: model.ChangeCreate, Path: s.file, After: text.Lines(next)}
		s.changes = nil
	}
	s.next, s.changes = next, append(s.changes, change)
	return nil
}
