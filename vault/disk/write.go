package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"syscall"
)

// ErrInPlace is returned when a file has its new text and something failed afterwards.
var ErrInPlace = errors.New("the new text is in place, but something after it failed")

func inPlace(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrInPlace, err)
}

// UntouchedError is a failure before the file was made or changed: whatever is there now is not
// ours.
type UntouchedError struct{ Err error }

// Error returns the text of Err.
func (e UntouchedError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e UntouchedError) Unwrap() error { return e.Err }

// IsUntouched reports whether an error is an UntouchedError.
func IsUntouched(err error) bool {
	_, ok := errors.AsType[UntouchedError](err)
	return ok
}

// ErrProtected is returned for files that nobody has the right to write, even where root
// could.
var ErrProtected = errors.New("it is write-protected")

// Protected fails for a file that nobody has the right to write.
func Protected(info fs.FileInfo) error {
	const anybodyWrites = 0o222
	if info.Mode().IsRegular() && info.Mode()&anybodyWrites == 0 {
		return ErrProtected
	}
	return nil
}

// Publish renames the finished file temp to target. It replaces nothing and fails with
// fs.ErrExist.
func (d Disk) Publish(temp, target string) error {
	d.Step("link", target)
	err := d.Root.Link(temp, target)
	switch {
	case err == nil:
		return inPlace(d.Remove(temp))
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.EPERM):
		return d.PublishByRename(temp, target)
	}
	return FileError("publishing", target, err)
}

// PublishByRename is Publish without hard links. Where the system cannot rename without
// replacing, a program that ignores our lock can come between the look and the rename.
func (d Disk) PublishByRename(temp, target string) error {
	d.Step("rename", target)
	err := d.InFolder(temp, target, renameNewIn)
	if !LacksRename(err) {
		return err
	}
	if _, err := d.Root.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return FileError("publishing", target, fs.ErrExist)
	}
	return d.Rename(temp, target)
}

// Rename moves a file to a free name.
func (d Disk) Rename(from, to string) error {
	d.Step("rename", to)
	if err := d.Root.Rename(from, to); err != nil {
		return FileError("renaming", from, err)
	}
	return nil
}

// Remove deletes name. A missing file is no error.
func (d Disk) Remove(name string) error {
	d.Step("remove", name)
	err := d.Root.Remove(name)
	if err != nil && unknownToDrive(runtime.GOOS, err) && d.LinkIn(path.Dir(name)) == "" {
		err = os.Remove(filepath.Join(d.Root.Name(), filepath.FromSlash(name)))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return FileError("removing", name, err)
	}
	return nil
}

// unknownToDrive reports the answer of a drive of Windows, and of Wine, that does not know how os.Root removes a file.
func unknownToDrive(system string, err error) bool {
	const invalidFunction = syscall.Errno(1)
	return system == "windows" && errors.Is(err, invalidFunction)
}

// Replace replaces the text was of name by next, and is the only way in which an existing
// file of the agents is changed. It fails with model.ErrConflict when the file has another
// text, with ErrBusy when a program is writing into it, and with ErrProtected. Readers see
// the old or the new text. The caller names temp and cleans it up after a crash. Mode,
// owner, group, access list and the user's attributes stay as far as the system allows.
func (d Disk) Replace(name, temp string, was, next []byte) error {
	like, info, err := d.Open(name, os.O_RDONLY)
	if err != nil {
		return UntouchedError{Err: FileError("replacing", name, err)}
	}
	if err = Protected(info); err != nil {
		err = FileError("replacing", name, err)
	} else {
		err = d.writeNew(temp, next, info.Mode(), like)
	}
	// It was only read, so nothing can be lost.
	_ = like.Close()
	if err != nil {
		return UntouchedError{Err: err}
	}
	aside := AsideName(temp, was, next)
	if err := d.PublishByRename(temp, aside); err != nil {
		return UntouchedError{Err: errors.Join(err, d.Remove(temp))}
	}
	if err := d.swap(name, aside, was, next); err != nil {
		return fmt.Errorf("replacing %s: %w", name, err)
	}
	return inPlace(d.SyncDir(path.Dir(name)))
}

// ErrLinked is returned for a file that has another name: what is added to it would stand there
// too, wherever that is.
var ErrLinked = errors.New("it has another name (a hard link), where the line would also appear")

// Extendable fails for a file to which nothing may be added.
func Extendable(info fs.FileInfo) error {
	if err := Protected(info); err != nil {
		return err
	}
	if LinkCount(info) > 1 {
		return ErrLinked
	}
	return nil
}

// AppendLine adds a line, which ends in a line feed, in one write. An unfinished last line
// is ended first.
func (d Disk) AppendLine(name string, line []byte) error {
	d.Step("append", name)
	f, info, err := d.Open(name, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return UntouchedError{Err: FileError("adding to", name, err)}
	}
	defer f.Close()
	if err := Extendable(info); err != nil {
		return UntouchedError{Err: FileError("adding to", name, err)}
	}
	if Torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	if n, err := f.Write(line); err != nil {
		return TakeBack(f, line[:n], FileError("adding to", name, err))
	}
	if err := errors.Join(SyncFile(f), f.Close()); err != nil {
		return FileError("adding to", name, inPlace(err))
	}
	return nil
}

// TakeBack removes the beginning of a line that could not be written whole, so that the
// next line is not glued to it. Where somebody else may have the file open, the error says
// what is left.
func TakeBack(f *os.File, part []byte, cause error) error {
	if len(part) == 0 {
		return cause
	}
	left := fmt.Errorf("%w; the beginning of the line remains at its end", cause)
	if !leaseAlone(f) {
		return left
	}
	defer leaseEnd(f)
	info, err := f.Stat()
	if err != nil {
		return left
	}
	at := info.Size() - int64(len(part))
	last := make([]byte, len(part))
	if _, err := f.ReadAt(last, at); err != nil || !bytes.Equal(last, part) || f.Truncate(at) != nil {
		return left
	}
	return cause
}

// Mkdir makes and syncs a folder with those around it. It fails for a link, through which
// files would land elsewhere.
func (d Disk) Mkdir(name string) error {
	info, err := d.Root.Lstat(name)
	link := d.LinkIn(path.Dir(name))
	switch {
	case link != "":
		return FileError("creating folder", name, fmt.Errorf("%s is a link, which is not followed", link))
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return FileError("creating folder", name, fmt.Errorf("there is %s with this name", KindOf(info.Mode())))
	}
	if around := path.Dir(name); around != "." {
		if err := d.Mkdir(around); err != nil {
			return err
		}
	}
	d.Step("mkdir", name)
	if err := d.Root.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return FileError("creating folder", name, err)
	}
	return d.SyncDir(path.Dir(name))
}

// SyncDir syncs a folder.
func (d Disk) SyncDir(name string) error {
	d.Step("syncdir", name)
	f, err := d.Root.Open(name)
	if err != nil {
		return FileError("syncing", name, err)
	}
	if err := errors.Join(SyncFolder(f), f.Close()); err != nil {
		return FileError("syncing", name, err)
	}
	return nil
}

// Sync syncs a file, if it is there, and its folder, so that a change of it is certain.
func (d Disk) Sync(name string) error {
	f, _, err := d.Open(name, toSync(runtime.GOOS))
	switch {
	case err == nil:
		if err := errors.Join(SyncFile(f), f.Close()); err != nil {
			return FileError("syncing", name, err)
		}
	case !IsMissing(err) && !errors.Is(err, ErrNotRegular):
		return FileError("syncing", name, err)
	}
	if !d.Exists(path.Dir(name)) {
		return nil
	}
	return d.SyncDir(path.Dir(name))
}

// toSync is how a file is opened to be synced: Windows flushes only what may be written, and elsewhere a file that nobody
// may write is synced, too.
func toSync(system string) int {
	if system == "windows" {
		return os.O_RDWR
	}
	return os.O_RDONLY
}

// SyncFile syncs a file. Some network drives cannot, which is no failure.
func SyncFile(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// SyncFolder is SyncFile for a folder. Windows needs none and refuses.
func SyncFolder(f *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return SyncFile(f)
}
