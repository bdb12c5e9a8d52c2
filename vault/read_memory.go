package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"coldstart/model"
)

// memoryFiles gives one name: where the memory lies is asked when it is read, since
// it may lie outside the vault.
func memoryFiles(disk, layout) ([]string, []model.Problem) { return []string{seedName}, nil }

// memoryRead is what a memory's file says.
type memoryRead struct {
	memory   model.Memory
	problems []model.Problem
}

// addMemory reads the memory (seed "Session Start Hook"). A vault without one shows
// nothing of it.
func addMemory(l *loading, _ string, s *model.Snapshot) error {
	file := l.v.seed()
	if file.shown == "" {
		return nil
	}
	at, err := l.v.placeIn(file)
	var read memoryRead
	if err == nil {
		read, err = once(l, "memory", file.shown, filepath.Join(at.disk.root.Name(), at.name), func() (r memoryRead, info fs.FileInfo, err error) {
			b, info, err := at.disk.readWhole(at.name, l.v.most(maxSeed))
			if err == nil {
				r.memory, r.problems = readMemory(file.shown, b)
			}
			return r, info, err
		})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Memory = model.Memory{Path: file.shown}
	case err != nil:
		// The words are the reference program's.
		unread := fileError("Failed to read", "seed file", err).Error()
		s.Memory = model.Memory{Path: file.shown, Found: true, Unread: unread}
		s.Problems = append(s.Problems, model.Problem{
			Path: file.shown, Reason: unread, Hint: "check what it is, its size and permissions; an agent that cannot read it takes it for one that was never set up",
		})
	default:
		s.Memory = read.memory
		s.Problems = append(s.Problems, read.problems...)
	}
	return nil
}

// readMemoryText gives the memory's whole file, or the bytes of one object of it.
func (v *Vault) readMemoryText(ref model.Ref) (model.Document, error) {
	at, err := v.seedPlace(ref.Path)
	if err != nil {
		return model.Document{}, err
	}
	b, _, err := at.disk.readWhole(at.name, maxSeed)
	if errors.Is(err, fs.ErrNotExist) {
		err = model.ErrNotFound
	}
	if err != nil {
		return model.Document{}, fileError("reading", ref.Path, err)
	}
	if ref.Kind != model.KindMemory {
		read := readSeed(ref.Path, b)
		value, ok := read.objects[ref]
		if !ok {
			return model.Document{}, fmt.Errorf("reading %s: there is no %s '%s': %w", ref.Path, ref.Kind, ref.Item, model.ErrNotFound)
		}
		b = bytes.Clone(b[value.From:value.To])
	}
	return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
}

// readMemory reads a seed.json. Any text gives a memory; its first fault is a
// problem.
func readMemory(shown string, b []byte) (model.Memory, []model.Problem) {
	m := readSeed(shown, b).memory
	if len(m.Faults) == 0 {
		return m, nil
	}
	f := m.Faults[0]
	return m, []model.Problem{{
		Path: shown, Line: f.Line, Reason: f.Path + ": " + f.Reason,
		Hint: "the agent takes such a file for one that was never set up, and its set-up replaces it by an empty one; mend the line in an editor first",
	}}
}
