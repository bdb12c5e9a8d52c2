package hook

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/settings"
	"coldstart/vault/text"
)

// Wanted is what the hooks of an agent are to do.
type Wanted struct {
	// Vault is the vault's folder, for the report at the start of a session.
	Vault string
	// Gate is the line that asks before a tool runs; one without a program is none.
	Gate GateLine
	// Bridge hands the agent's own questions to the gate as well.
	Bridge bool
}

// reportTime is how long an agent waits for a report.
const reportTime = 10 * time.Second

// questionTime is how long an agent's own question waits in the queue where nobody says how long.
const questionTime = 10 * time.Minute

// Hooks are the hooks that do what is wanted, in the order in which they are written.
func (a Agent) Hooks(w Wanted) []Hook {
	var hooks []Hook
	add := func(event, matcher, command string, wait time.Duration) {
		if event != "" {
			hooks = append(hooks, Hook{event, matcher, command, a.timeout(wait)})
		}
	}
	report := func(word string) string {
		line := "coldstart " + word + " --format claude"
		if a.Name != Agents()[0].Name {
			line += " --agent " + a.Caller
		}
		return line + " --vault " + model.ShellQuoted(w.Vault)
	}
	end := reportTime
	if a.mostEnd > 0 {
		end = time.Duration(a.mostEnd) * time.Second
	}
	add(a.start, "", report("start"), reportTime)
	add(a.prompt, "", report("start"), reportTime)
	add(a.end, "", report("end"), end)
	if w.Gate.Program == "" {
		return hooks
	}
	add(a.before, "*", w.Gate.Closing(), w.Gate.Deadline())
	after, asks := w.Gate, w.Gate
	after.Wait = 0
	for _, event := range a.after {
		add(event, "*", after.Plain(), after.Deadline())
	}
	if w.Bridge {
		asks.Wait = cmp.Or(asks.Wait, questionTime)
		if a.asked > 0 {
			asks.Wait = min(asks.Wait, a.asked)
		}
		add(a.asks, "*", asks.Plain(), asks.Deadline())
	}
	return hooks
}

// timeout returns a time in the agent's unit.
func (a Agent) timeout(wait time.Duration) int { return int(wait/time.Second) * a.unit }

// hookGroup is how the agents write the hooks of one event.
type hookGroup struct {
	Matcher string      `json:"matcher,omitempty"`
	Hooks   []hookEntry `json:"hooks"`
}

type hookEntry struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// Install makes the file have the hooks that are wanted and none else of ours. An event with a
// command that does more than run this program stays as it is.
func (s *HookFile) Install(w Wanted) error {
	if err := s.Linked(); err != nil {
		return err
	}
	if s.Agent.script {
		return s.installScript(w)
	}
	if len(strings.TrimSpace(string(s.Next))) == 0 {
		s.Next = []byte("{}\n")
	}
	wanted := s.Agent.Hooks(w)
	err := s.drop(func(p hookPlace) bool {
		return !slices.ContainsFunc(wanted, func(h Hook) bool { return h.Event == p.Event })
	})
	for _, h := range wanted {
		if err == nil {
			err = s.installOne(h)
		}
	}
	return err
}

// PluginHooks is the file with the hooks of a plugin for Claude Code.
func PluginHooks(w Wanted) ([]byte, error) {
	s := &HookFile{Agent: Agents()[0], Edited: settings.Edited{File: "hooks.json"}}
	w.Gate.Elsewhere = true
	err := s.Install(w)
	return s.Next, err
}

// installOne adds a hook, or changes the one that the event already has.
func (s *HookFile) installOne(h Hook) error {
	root, err := s.parse()
	if err != nil {
		return err
	}
	var ours []hookPlace
	for _, p := range s.places(root) {
		switch {
		case p.Event != h.Event || !p.calls:
		case !p.own:
			return nil
		default:
			ours = append(ours, p)
		}
	}
	if len(ours) == 1 && ours[0].Matcher == h.Matcher && ours[0].Timeout > 0 {
		return s.adjust(root, ours[0], h)
	}
	if len(ours) > 0 {
		if err := s.drop(func(p hookPlace) bool { return p.Event == h.Event }); err != nil {
			return err
		}
		if root, err = s.parse(); err != nil {
			return err
		}
	}
	return s.add(root, h)
}

// adjust changes the command and the timeout of a hook where they differ.
func (s *HookFile) adjust(root text.Value, p hookPlace, h Hook) error {
	if p.Command == h.Command && p.Timeout == h.Timeout {
		return nil
	}
	e := text.NewJSONEdit(s.Next, root)
	if p.Command != h.Command {
		e.Replace(p.command, string(text.QuoteASCII(h.Command)))
	}
	if p.Timeout != h.Timeout {
		e.Replace(p.timeout, strconv.Itoa(h.Timeout))
	}
	return s.take(e)
}

// add adds a hook in a group of its own.
func (s *HookFile) add(root text.Value, h Hook) error {
	group := hookGroup{h.Matcher, []hookEntry{{"command", h.Command, h.Timeout}}}
	e := text.NewJSONEdit(s.Next, root)
	hooks := root.Member(s.Next, "hooks")
	list := hooks.Member(s.Next, h.Event)
	var err error
	switch {
	case hooks == nil:
		err = e.Insert(&root, "hooks", map[string][]hookGroup{h.Event: {group}}, s.Was == nil || s.made)
	case list == nil:
		err = e.Insert(hooks, h.Event, []hookGroup{group}, false)
	case list.Is(s.Next, '['):
		err = e.Insert(list, "", group, false)
	default:
		err = fmt.Errorf("editing %s: its hooks of %s are not a list", s.File, h.Event)
	}
	if err != nil {
		return err
	}
	return s.take(e)
}

// Remove removes our hooks, what Install made for them, and the file, where it made that. Commands
// that do more than run this program stay.
func (s *HookFile) Remove() error {
	if err := s.Linked(); err != nil {
		return err
	}
	if s.Agent.script {
		return s.removeScript()
	}
	err := s.drop(func(hookPlace) bool { return true })
	if s.made {
		s.Next = nil
	}
	return err
}

// drop removes those of our hooks that which names, and what Install made for them.
func (s *HookFile) drop(which func(hookPlace) bool) error {
	for s.Next != nil {
		root, err := s.parse()
		if err != nil {
			return err
		}
		found := slices.DeleteFunc(s.places(root), func(p hookPlace) bool { return !p.own || !which(p) })
		if len(found) == 0 {
			return nil
		}
		p := found[0]
		e := text.NewJSONEdit(s.Next, root)
		switch {
		case len(p.list.Parts) > 1:
			e.Drop(p.list, p.inList)
		case len(p.event.Parts) > 1:
			e.Drop(p.event, p.inEvent)
		case s.stays(e, p.hooks, p.event):
		case len(p.hooks.Parts) > 1:
			e.Drop(p.hooks, p.inHooks)
		case s.stays(e, &root, p.hooks):
		case len(root.Parts) > 1:
			e.Drop(&root, slices.IndexFunc(root.Parts, func(v text.Value) bool { return v.From == p.hooks.From }))
		default:
			blanks, was := e.WasEmpty(&root)
			e.Empty(&root, blanks)
			s.made = !was
		}
		if err := s.take(e); err != nil {
			return err
		}
	}
	return nil
}

// stays empties a member of an object that was there before, and empty, or whose name is there twice:
// the other one would count without it.
func (s *HookFile) stays(e *text.JSONEdit, of, member *text.Value) bool {
	named := 0
	for i := range of.Parts {
		if of.Parts[i].Key(s.Next) == member.Key(s.Next) {
			named++
		}
	}
	blanks, was := e.WasEmpty(member)
	if was || named > 1 {
		e.Empty(member, blanks)
		return true
	}
	return false
}

// take makes an edit's result the text of the file.
func (s *HookFile) take(e *text.JSONEdit) error {
	next, err := e.Result()
	if err != nil {
		return fmt.Errorf("editing %s: %w", s.File, err)
	}
	s.Next = next
	return nil
}
