// Package settings reads and edits the operator's settings of coldstart and of
// Claude Code.
package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// maxClaude is the largest settings file of Claude Code in bytes.
const maxClaude = 1 << 20

// word is one word of a shell that does nothing but quoting.
const word = "((?:[^\\s'\"\\\\`$;&|<>(){}*?!#~]|'[^']*'|\\\\'|\"[^\"`$\\\\]*\")+)"

var (
	// calls finds the commands of hooks that run this program.
	calls = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bcoldstart(\.exe)?['"]?\s+(start|end)\s+--format[ =]claude\b`)
	})
	// alone are those that do nothing else.
	alone = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[ \t]*` + word + `[ \t]+(?:start|end)[ \t]+--format[ =]claude(?:[ \t]+--vault[ =]` + word + `)?[ \t]*$`)
	})
)

// isOurs reports whether a command is one that Install could have written. In any other one, such
// as "./prepare.sh && coldstart start ...", somebody wrote more.
func isOurs(command string) bool {
	words := alone().FindStringSubmatch(command)
	if words == nil {
		return false
	}
	program := strings.ReplaceAll(strings.Trim(words[1], `'"`), `\`, "/")
	return strings.TrimSuffix(path.Base(program), ".exe") == "coldstart"
}

// Hook is one command that Claude Code runs at an event.
type Hook struct {
	Event   string
	Command string
}

// Claude is one settings file of Claude Code, outside any vault. Edits keep every other byte.
type Claude struct {
	file string
	// was is what the file has, next what it will have, nil when it is missing.
	was, next []byte
	changes   []model.Change
}

// ReadClaude reads a settings file. A missing one has no hooks. It fails when the file is
// not a JSON object: nothing is ever written into such a file.
func ReadClaude(file string) (*Claude, error) {
	s := &Claude{file: file}
	root, err := disk.OpenFolder(filepath.Dir(file))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, disk.FileError("reading", file, err)
	}
	defer root.Close()
	b, _, err := disk.Disk{Root: root}.ReadWhole(filepath.Base(file), maxClaude)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return nil, disk.FileError("reading", file, err)
	}
	s.was, s.next = b, b
	if _, err := s.parse(); err != nil {
		return nil, err
	}
	return s, nil
}

// Exists reports whether the file was there.
func (s *Claude) Exists() bool { return s.was != nil }

// Changes are the lines that the edits so far add and remove.
func (s *Claude) Changes() []model.Change { return s.changes }

func (s *Claude) parse() (text.Value, error) {
	root, err := text.ReadJSON(s.next)
	if err != nil {
		return root, fmt.Errorf("reading %s: %w", s.file, err)
	}
	if !root.Is(s.next, '{') {
		return root, fmt.Errorf("reading %s: it is not a JSON object", s.file)
	}
	if hooks := root.Member(s.next, "hooks"); hooks != nil && !hooks.Is(s.next, '{') {
		return root, fmt.Errorf("reading %s: its hooks are not a JSON object", s.file)
	}
	return root, nil
}

// hookPlace is where one of our hooks is, from the outside to the inside.
type hookPlace struct {
	hooks, event, list, command *text.Value
	// own is false for a command that does more than run us.
	own bool
	// inHooks, inEvent and inList are the indexes on the way to the command.
	inHooks, inEvent, inList int
}

// places finds the hooks that run this program.
func (s *Claude) places(root text.Value) []hookPlace {
	var found []hookPlace
	hooks := root.Member(s.next, "hooks")
	if hooks == nil {
		return nil
	}
	for i := range hooks.Parts {
		event := &hooks.Parts[i]
		if !event.Is(s.next, '[') {
			continue
		}
		for j := range event.Parts {
			list := event.Parts[j].Member(s.next, "hooks")
			if !list.Is(s.next, '[') {
				continue
			}
			for k := range list.Parts {
				command := list.Parts[k].Member(s.next, "command")
				if command.Is(s.next, '"') && calls().MatchString(command.Text(s.next)) {
					own := isOurs(command.Text(s.next))
					found = append(found, hookPlace{hooks, event, list, command, own, i, j, k})
				}
			}
		}
	}
	return found
}

// Hooks lists the hooks that run this program.
func (s *Claude) Hooks() []Hook { return s.list(func(hookPlace) bool { return true }) }

// Others lists those of them whose command does more. They are left as they are.
func (s *Claude) Others() []Hook { return s.list(func(p hookPlace) bool { return !p.own }) }

func (s *Claude) list(which func(hookPlace) bool) []Hook {
	if s.next == nil {
		return nil
	}
	root, err := s.parse()
	if err != nil {
		return nil
	}
	var out []Hook
	for _, p := range s.places(root) {
		if which(p) {
			out = append(out, Hook{Event: p.event.Key(s.next), Command: p.command.Text(s.next)})
		}
	}
	return out
}

// hookTimeout is how many seconds Claude Code waits for a hook.
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

// Install adds a hook, or changes the command of the one that the event already has. An event
// with a command that does more than run this program stays as it is.
func (s *Claude) Install(h Hook) error {
	if err := s.linked(); err != nil {
		return err
	}
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
		if !p.own || p.command.Text(s.next) == h.Command {
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
		err = fmt.Errorf("editing %s: its hooks of %s are not a list", s.file, h.Event)
	}
	if err != nil {
		return err
	}
	return s.take(e)
}

// Remove removes our hooks, and what would be empty without them. Commands that do more than
// run this program stay.
func (s *Claude) Remove() error {
	if err := s.linked(); err != nil {
		return err
	}
	for s.next != nil {
		root, err := s.parse()
		if err != nil {
			return err
		}
		found := slices.DeleteFunc(s.places(root), func(p hookPlace) bool { return !p.own })
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

// linked fails when the folder of the file is a link: what it leads to was not named.
func (s *Claude) linked() error {
	dir := filepath.Dir(s.file)
	info, err := os.Lstat(dir)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil
	}
	return fmt.Errorf("writing %s: its folder %s is a link, which is not followed: %w", s.file, dir, model.ErrNotAllowed)
}

// take makes an edit's result the text of the file.
func (s *Claude) take(e *text.JSONEdit) error {
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

// Write writes the edits. It fails with model.ErrConflict when the file
// has changed since it was read.
func (s *Claude) Write(at time.Time) error {
	if err := s.linked(); err != nil {
		return err
	}
	dir, name := filepath.Split(s.file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("creating the folder of %s: %w", s.file, err)
	}
	root, err := disk.OpenFolder(dir)
	if err != nil {
		return disk.FileError("writing", s.file, err)
	}
	defer root.Close()
	d, temp := disk.Disk{Root: root}, disk.TempName(".", disk.NewID(at))
	if s.was == nil {
		err = d.Create(name, temp, s.next, disk.DefaultMode)
	} else {
		err = d.Replace(name, temp, s.was, s.next)
	}
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("writing %s: another program has just created it: %w", s.file, model.ErrConflict)
	}
	return err
}
