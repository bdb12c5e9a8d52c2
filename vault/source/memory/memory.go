// Package memory reads the memory of an agent and decides its proposals.
package memory

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

const (
	// MaxSize is the largest seed.json in bytes.
	MaxSize = 16 << 20
	// maxSeedFaults is how many faults of one seed.json are listed.
	maxSeedFaults = 50
)

// ownSeed is the memory in the vault itself.
func ownSeed(v *places.Vault) places.SeedFile {
	return places.SeedFile{Shown: places.SeedName, Root: v.Disk.Root, Name: places.SeedName}
}

// FileOf is the memory's file: the one that the operator named, else the vault's own, else
// the one at home, or none.
func FileOf(v *places.Vault) places.SeedFile {
	if v.NamedSeed.Shown != "" {
		return v.NamedSeed
	}
	for _, s := range []places.SeedFile{ownSeed(v), v.HomeSeed} {
		if s.Exists() {
			return s
		}
	}
	return places.SeedFile{}
}

// placeIn returns the place for reading and writing, or why its folder cannot be opened.
func placeIn(v *places.Vault, s places.SeedFile) (disk.Place, error) {
	if s.Root == nil {
		return disk.Place{}, s.Err
	}
	return disk.Place{Disk: disk.Disk{Root: s.Root, Before: v.Disk.Before}, Name: s.Name}, nil
}

// PlaceOf returns the place of a memory by its name for people.
func PlaceOf(v *places.Vault, shown string) (disk.Place, error) {
	for _, s := range []places.SeedFile{v.NamedSeed, ownSeed(v), v.HomeSeed} {
		if s.Shown != shown || shown == "" {
			continue
		}
		at, err := placeIn(v, s)
		if errors.Is(err, fs.ErrNotExist) {
			err = model.ErrNotFound
		}
		if err != nil {
			return disk.Place{}, disk.FileError("reading", shown, err)
		}
		return at, nil
	}
	return disk.Place{}, fmt.Errorf("reading %s: this vault was opened with another memory: %w", shown, model.ErrNotFound)
}

// memoryFiles returns one name. Where the memory lies is decided when it is read, since it
// may lie outside the vault.
func memoryFiles(disk.Disk, places.Layout) ([]string, []model.Problem) {
	return []string{places.SeedName}, nil
}

// memoryRead is the cached reading of a memory.
type memoryRead struct {
	memory   model.Memory
	problems []model.Problem
}

// Source is the memory of an agent.
var Source = source.Source{Name: "memory", Find: memoryFiles, Add: addMemory}

// addMemory reads the memory (seed "Session Start Hook"), if there is one.
func addMemory(r *source.Reading, _ string, s *model.Snapshot) error {
	file := FileOf(r.Vault)
	if file.Shown == "" {
		return nil
	}
	at, err := placeIn(r.Vault, file)
	var read memoryRead
	if err == nil {
		read, err = source.Once(r, "memory", file.Shown, filepath.Join(at.Disk.Root.Name(), at.Name), func() (found memoryRead, info fs.FileInfo, err error) {
			b, info, err := at.Disk.ReadWholeText(at.Name, source.Most(r.Vault, MaxSize))
			if err == nil {
				found.memory, found.problems = Read(file.Shown, b)
			}
			return found, info, err
		})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Memory = model.Memory{Path: file.Shown}
	case err != nil:
		// The words are the reference program's.
		unread := disk.FileError("Failed to read", "seed file", err).Error()
		s.Memory = model.Memory{Path: file.Shown, Found: true, Unread: unread}
		s.Problems = append(s.Problems, model.Problem{
			Path: file.Shown, Reason: unread, Hint: "check its type, size and permissions; an agent that cannot read it treats it as not set up",
		})
	default:
		s.Memory = read.memory
		s.Memory.Proposals = lookUp(r, read.memory)
		s.Problems = append(s.Problems, read.problems...)
	}
	return nil
}

// ReadText returns the whole file, or the bytes of one object of it.
func ReadText(v *places.Vault, ref model.Ref) (model.Document, error) {
	at, err := PlaceOf(v, ref.Path)
	if err != nil {
		return model.Document{}, err
	}
	b, _, err := at.Disk.ReadWholeText(at.Name, MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		err = model.ErrNotFound
	}
	if err != nil {
		return model.Document{}, disk.FileError("reading", ref.Path, err)
	}
	if ref.Kind != model.KindMemory {
		read := ReadSeed(ref.Path, b)
		value, ok := read.Objects[ref]
		if !ok {
			return model.Document{}, fmt.Errorf("reading %s: there is no %s '%s': %w", ref.Path, ref.Kind, ref.Item, model.ErrNotFound)
		}
		b = bytes.Clone(b[value.From:value.To])
	}
	return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
}

// Read reads a seed.json. Any text gives a memory; its first fault is a problem.
func Read(shown string, b []byte) (model.Memory, []model.Problem) {
	m := ReadSeed(shown, b).Memory
	if len(m.Faults) == 0 {
		return m, nil
	}
	f := m.Faults[0]
	return m, []model.Problem{{
		Path: shown, Line: f.Line, Reason: f.Path + ": " + f.Reason, Fault: f.Fault,
		Hint: "the agent treats such a file as not set up, and its setup replaces it with an empty one; fix the line in an editor first",
	}}
}
