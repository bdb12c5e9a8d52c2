// Package settings reads and edits the operator's settings of coldstart and of
// Claude Code.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// maxSettings is the largest settings file of an agent program in bytes.
const maxSettings = 1 << 20

// ours are the commands of hooks that this program installs.
var ours = regexp.MustCompile(`\bcoldstart(\.exe)?['"]?\s+(start|end)\s+--format[ =]claude\b`)

// Hook is one command that Claude Code runs at an event.
type Hook struct {
	Event   string
	Command string
}

// Settings is one settings file of Claude Code, which is outside any vault. Edits
// keep every byte that they are not about.
type Settings struct {
	file string
	// was is what the file holds, next what it will hold, nil when it is missing.
	was, next []byte
	changes   []model.Change
}

// ReadSettings reads a settings file. One that is missing has no hooks. It fails for
// what is not a JSON object: nothing is ever written into such a file.
func ReadSettings(file string) (*Settings, error) {
	s := &Settings{file: file}
	root, err := os.OpenRoot(filepath.Dir(file))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, disk.FileError("reading", file, err)
	}
	defer root.Close()
	b, _, err := disk.Disk{Root: root}.ReadWhole(filepath.Base(file), maxSettings)
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
func (s *Settings) Exists() bool { return s.was != nil }

// Changes are the lines that come and go with the edits so far.
func (s *Settings) Changes() []model.Change { return s.changes }

func (s *Settings) parse() (text.Value, error) {
	root, err := text.ReadJSON(s.next)
	if err != nil {
		line := 1 + bytes.Count(s.next[:min(err.At, len(s.next))], []byte("\n"))
		return root, fmt.Errorf("reading %s: line %d: %s", s.file, line, err.Reason)
	}
	if !root.Is(s.next, '{') {
		return root, fmt.Errorf("reading %s: it is no JSON object", s.file)
	}
	if hooks := root.Member(s.next, "hooks"); hooks != nil && !hooks.Is(s.next, '{') {
		return root, fmt.Errorf("reading %s: its hooks are no JSON object", s.file)
	}
	return root, nil
}

// hookPlace is where one of our hooks is, from the outside to the inside.
type hookPlace struct {
	hooks, event, group, list *text.Value
	// inHooks, inEvent and inGroup are the places of each in the one before.
	inHooks, inEvent, inList int
	command                  *text.Value
}

// places finds our hooks.
func (s *Settings) places(root text.Value) []hookPlace {
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
			group := &event.Parts[j]
			list := group.Member(s.next, "hooks")
			if !list.Is(s.next, '[') {
				continue
			}
			for k := range list.Parts {
				command := list.Parts[k].Member(s.next, "command")
				if command.Is(s.next, '"') && ours.MatchString(command.Text(s.next)) {
					found = append(found, hookPlace{hooks, event, group, list, i, j, k, command})
				}
			}
		}
	}
	return found
}

// Hooks lists the hooks of this program.
func (s *Settings) Hooks() []Hook {
	if s.next == nil {
		return nil
	}
	root, err := s.parse()
	if err != nil {
		return nil
	}
	var out []Hook
	for _, p := range s.places(root) {
		out = append(out, Hook{Event: p.event.Key(s.next), Command: p.command.Text(s.next)})
	}
	return out
}

// Write brings the edits to the disk. It fails with model.ErrConflict when the file
// has changed since it was read.
func (s *Settings) Write(at time.Time) error {
	dir, name := filepath.Split(s.file)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("creating the folder of %s: %w", s.file, err)
	}
	root, err := os.OpenRoot(dir)
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
		err = fmt.Errorf("writing %s: another program made it in between: %w", s.file, model.ErrConflict)
	}
	return err
}
