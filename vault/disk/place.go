package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"coldstart/model"
)

// Place is where a file lies: in the vault, except for a memory elsewhere.
type Place struct {
	Disk Disk
	Name string
}

// Folder is the absolute path of the folder around it.
func (at Place) Folder() string {
	return filepath.Join(at.Disk.Root.Name(), filepath.FromSlash(path.Dir(at.Name)))
}

// Clear removes the unfinished files of a decision in this folder, and keeps texts of other
// programs. With an error, left is the last one that could not be removed, or the folder.
func (at Place) Clear(id string) (notices []string, left string, err error) {
	names, err := at.private(id)
	if err != nil {
		return nil, at.Name, err
	}
	for _, name := range names {
		kept, failed := at.clear(name)
		if failed != nil {
			left, err = name, failed
		} else if kept != "" {
			notices = append(notices, kept)
		}
	}
	return notices, left, err
}

// clear removes one unfinished file, or keeps it under a name that says so.
func (at Place) clear(name string) (notice string, err error) {
	if path.Ext(name) == tempEnding {
		return "", at.Disk.Remove(name)
	}
	gone, err := at.Disk.Discard(name, func(b []byte) bool { return IsAsideText(name, b) }, largestKept)
	if !gone && (errors.Is(err, model.ErrConflict) || errors.Is(err, ErrBusy)) {
		kept, _ := errors.AsType[*KeptError](at.Disk.Keep(name, err))
		if kept.Names[0] != name {
			return kept.Notice(), nil
		}
		err = kept
	}
	return "", err
}

// private lists the unfinished files of one decision in a folder. One that is gone has
// none, and must not keep a decision open; nor has a link, through which nothing is written.
func (at Place) private(id string) ([]string, error) {
	if at.Disk.LinkIn(at.Name) != "" {
		return nil, nil
	}
	info, err := at.Disk.Root.Stat(at.Name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || err == nil && !info.IsDir() {
		return nil, nil
	}
	if err != nil {
		return nil, FileError("reading", at.Name, err)
	}
	names, err := PrivateNames(at.Disk.Root, at.Name)
	if err != nil {
		return nil, FileError("reading", at.Name, err)
	}
	var unfinished []string
	for _, name := range names {
		if IsUnfinished(name) && strings.HasPrefix(name, PrivatePrefix+id) {
			unfinished = append(unfinished, path.Join(at.Name, name))
		}
	}
	return unfinished, nil
}

// ChangedError means that a file was changed or removed since it was seen. Its text is a
// sentence for people.
type ChangedError struct{ Reason string }

// Error returns the sentence.
func (e ChangedError) Error() string { return e.Reason }

// Unwrap makes it a conflict.
func (e ChangedError) Unwrap() error { return model.ErrConflict }

// Presence says whether something is known to exist.
type Presence int

// The kinds of knowledge.
const (
	Unknown Presence = iota
	Absent
	Present
)

func presentIf(there bool) Presence {
	if there {
		return Present
	}
	return Absent
}

// HasHash returns a test for texts with a hash.
func HasHash(hash string) func([]byte) bool {
	return func(b []byte) bool { return model.FingerprintOf(b).String() == hash }
}

// Is looks whether the file has a text that wanted takes.
func (at Place) Is(wanted func([]byte) bool) (Presence, error) {
	b, _, err := at.Disk.ReadWhole(at.Name, largestKept)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrNotRegular), errors.Is(err, ErrTooLarge):
		return Absent, nil
	case err != nil:
		return Unknown, FileError("reading", at.Name, err)
	}
	return presentIf(wanted(b)), nil
}

// Contains looks for a text behind the first from bytes, since the same one may have been
// there before, or anywhere if the file has become shorter.
func (at Place) Contains(wanted string, from int64) (Presence, error) {
	f, info, err := at.Disk.Open(at.Name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return Absent, nil
	}
	if err != nil {
		return Unknown, FileError("reading", at.Name, err)
	}
	defer f.Close()
	if from > info.Size() {
		from = 0
	}
	found, err := containsText(io.NewSectionReader(f, from, math.MaxInt64-from), []byte(wanted))
	if err != nil {
		return Unknown, FileError("reading", at.Name, err)
	}
	return presentIf(found), nil
}

// containsText searches a file of any size piece by piece.
func containsText(r io.Reader, wanted []byte) (bool, error) {
	buf := make([]byte, 0, 256<<10+len(wanted))
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if bytes.Contains(buf, wanted) {
			return true, nil
		}
		if keep := len(wanted) - 1; len(buf) > keep {
			buf = buf[:copy(buf, buf[len(buf)-keep:])]
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
	}
}

// TakeAway moves a file to a private name, where it must have its text.
func (at Place) TakeAway(private, hash string) error {
	err := at.Disk.Rename(at.Name, private)
	if errors.Is(err, fs.ErrNotExist) {
		return ChangedError{"the agent just picked it up"}
	}
	if err == nil {
		err = at.Disk.SyncDir(path.Dir(at.Name))
	}
	if err != nil {
		return err
	}
	switch err := at.Disk.Settled(private, HasHash(hash), largestKept); {
	case errors.Is(err, model.ErrConflict):
		return ChangedError{"it was changed at the last moment"}
	case err != nil:
		return ChangedError{err.Error()}
	}
	return nil
}

// GiveBack returns a file that was taken away its name again. It can be repeated.
func (at Place) GiveBack(private string) error {
	dir := path.Dir(at.Name)
	switch {
	case !at.Disk.Exists(private):
		return nil
	case at.Disk.SameText(private, at.Name):
		return errors.Join(at.Disk.Remove(private), at.Disk.SyncDir(dir))
	}
	err := at.Disk.Publish(private, at.Name)
	if errors.Is(err, fs.ErrExist) {
		// An agent has made another one: two approvals are one too many.
		if kept, ok := errors.AsType[*KeptError](at.Disk.Keep(private, err)); ok && kept.Names[0] != private {
			return nil
		}
	}
	return errors.Join(err, at.Disk.SyncDir(dir))
}

// Remove removes a file with a hash. The file is moved to a private name before the last
// look, so that nothing written in between is lost: another text gets its name back, or the
// next free one. It can be repeated. With hasToGo a file into which a program may still
// write is kept aside, which the notice says.
func (at Place) Remove(private, hash string, hasToGo bool) (notice string, err error) {
	if !at.Disk.Exists(private) {
		// A text that is known to differ is not moved even for a moment.
		if there, err := at.Is(HasHash(hash)); there != Present || err != nil {
			return "", at.notToRemove(err)
		}
		if err := at.Disk.Rename(at.Name, private); err != nil {
			return "", err
		}
	} else if info, err := at.Disk.Root.Lstat(private); err != nil || !info.Mode().IsRegular() {
		return "", FileError("removing", at.Name, fmt.Errorf("%w: %s", ErrNotRegular, private))
	}
	dir := path.Dir(at.Name)
	gone, err := at.Disk.Discard(private, HasHash(hash), largestKept)
	switch {
	case gone:
		return "", errors.Join(err, at.Disk.SyncDir(dir))
	case hasToGo && errors.Is(err, ErrBusy):
		return at.keepOpen(private)
	}
	name, putErr := at.Disk.PutBack(private, at.Name)
	if putErr != nil {
		return "", putErr
	}
	if errors.Is(err, model.ErrConflict) {
		err = ChangedError{"a newer text is still pending: " + name}
	}
	return "", errors.Join(err, at.Disk.SyncDir(dir))
}

// RemoveTaken removes for good what was taken away. What another program wrote, or may
// still write, is kept, which the notice says.
func (at Place) RemoveTaken(private, hash string) (notice string, err error) {
	gone, err := at.Disk.Discard(private, HasHash(hash), largestKept)
	if !gone && (errors.Is(err, ErrBusy) || errors.Is(err, model.ErrConflict)) {
		return at.keepOpen(private)
	}
	if !gone {
		return "", err
	}
	return "", errors.Join(err, at.Disk.SyncDir(path.Dir(private)))
}

// notToRemove says why a file is not removed.
func (at Place) notToRemove(err error) error {
	switch {
	case err != nil:
		return err
	case !at.Disk.Exists(at.Name):
		return FileError("removing", at.Name, fs.ErrNotExist)
	}
	return ChangedError{"a newer text is still pending: " + at.Name}
}

// keepOpen keeps a file aside into which another program may still write.
func (at Place) keepOpen(private string) (notice string, err error) {
	err = at.Disk.Keep(private, ErrBusy)
	kept, ok := errors.AsType[*KeptError](err)
	if !ok || kept.Names[0] == private {
		return "", err
	}
	return fmt.Sprintf("another program still has %s open for writing; what it writes there is kept in %s", at.Name, kept.Names[0]), nil
}
