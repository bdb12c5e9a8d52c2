package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"syscall"
)

// ErrInPlace is returned when a file has its new text and something after that
// failed, so that nobody reports an old text.
var ErrInPlace = errors.New("the new text is in place, but something after it failed")

func inPlace(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrInPlace, err)
}

// Untouched is a failure before anything had the name that was to be made or changed,
// as far as it is due to us: whatever lies there now, it is not ours.
type Untouched struct{ Err error }

// Error is the error that it wraps.
func (u Untouched) Error() string { return u.Err.Error() }

// Unwrap gives the error that it wraps.
func (u Untouched) Unwrap() error { return u.Err }

// IsUntouched reports whether a failure is known to have come before its file.
func IsUntouched(err error) bool {
	_, ok := errors.AsType[Untouched](err)
	return ok
}

// ErrProtected is returned for files that nobody has the right to write. Whoever
// took it away from everybody meant it, also where root could write all the same.
var ErrProtected = errors.New("it is write-protected")

// Protected fails for a file that nobody has the right to write.
func Protected(info fs.FileInfo) error {
	const anybodyWrites = 0o222
	if info.Mode().IsRegular() && info.Mode()&anybodyWrites == 0 {
		return ErrProtected
	}
	return nil
}

// writeNew makes name with exactly these bytes and brings them to the disk. It gets
// the owner, the access list and the attributes of the file like, unless that is nil.
// It fails with fs.ErrExist when name exists.
func (d Disk) writeNew(name string, b []byte, mode fs.FileMode, like *os.File) error {
	d.Step("create", name)
	f, err := d.Root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return FileError("creating", name, err)
	}
	d.Step("write", name)
	_, err = f.Write(b)
	if err == nil && like != nil {
		err = keepOwner(f, like)
	}
	if err == nil {
		d.Step("chmod", name)
		err = f.Chmod(mode.Perm())
	}
	if err == nil && like != nil {
		err = keepAttributes(f, like)
	}
	if err == nil {
		d.Step("sync", name)
		err = SyncFile(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(FileError("writing", name, err), d.Remove(name))
	}
	return nil
}

// Create makes the file name, whole and durable, by way of temp. It never
// replaces anything and fails with fs.ErrExist when name exists.
func (d Disk) Create(name, temp string, b []byte, mode fs.FileMode) error {
	if err := d.writeNew(temp, b, mode, nil); err != nil {
		return Untouched{Err: err}
	}
	if err := d.Publish(temp, name); err != nil {
		return errors.Join(err, d.Remove(temp))
	}
	return inPlace(d.SyncDir(path.Dir(name)))
}

// Publish gives the finished file temp the name target without ever replacing
// anything. It fails with fs.ErrExist when target exists.
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

// PublishByRename is for file systems without hard links. Where the system cannot
// rename without replacing either, nothing but a program that ignores our lock can
// come between the look and the rename.
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

// Rename moves a file to a name that is free, and brings both folders to the disk.
func (d Disk) Rename(from, to string) error {
	d.Step("rename", to)
	if err := d.Root.Rename(from, to); err != nil {
		return FileError("renaming", from, err)
	}
	return nil
}

// Remove deletes name; that it is gone already is no error.
func (d Disk) Remove(name string) error {
	d.Step("remove", name)
	if err := d.Root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return FileError("removing", name, err)
	}
	return nil
}

// Replace swaps the content was of name for next. It fails with model.ErrConflict
// when the file has other content by now, with errBusy when a program is writing
// into it, and with errProtected. Readers see the old or the new content, never a
// part. The temporary name comes from the caller, who cleans it up after a crash.
//
// The mode stays, the owner, the group, the access list and the user's attributes as
// far as the system lets us.
//
// Every change of an existing file of the agents goes through here.
func (d Disk) Replace(name, temp string, was, next []byte) error {
	like, info, err := d.Open(name, os.O_RDONLY)
	if err != nil {
		return Untouched{Err: FileError("replacing", name, err)}
	}
	if err = Protected(info); err != nil {
		err = FileError("replacing", name, err)
	} else {
		err = d.writeNew(temp, next, info.Mode(), like)
	}
	// It was only read, so that its end can take nothing away.
	_ = like.Close()
	if err != nil {
		return Untouched{Err: err}
	}
	aside := AsideName(temp, was, next)
	if err := d.PublishByRename(temp, aside); err != nil {
		return Untouched{Err: errors.Join(err, d.Remove(temp))}
	}
	if err := d.swap(name, aside, was, next); err != nil {
		return fmt.Errorf("replacing %s: %w", name, err)
	}
	return inPlace(d.SyncDir(path.Dir(name)))
}

// AppendLine adds one whole line, which ends in a line feed, to a file in one
// write. When the last line has no end, as after a crash, it is ended first.
func (d Disk) AppendLine(name string, line []byte) error {
	d.Step("append", name)
	f, info, err := d.Open(name, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return Untouched{Err: FileError("adding to", name, err)}
	}
	defer f.Close()
	if err := Protected(info); err != nil {
		return Untouched{Err: FileError("adding to", name, err)}
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

// TakeBack removes the beginning of a line that could not be written whole, so that
// the next program does not glue its own line to it. That needs the certainty that
// nobody else adds to the file just now; where it is not to be had, the error says
// what is left.
func TakeBack(f *os.File, part []byte, cause error) error {
	if len(part) == 0 {
		return cause
	}
	left := fmt.Errorf("%w; the beginning of the line is left at its end", cause)
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

// Mkdir makes a folder, with those around it, and makes its name durable. An existing one is fine, a
// link to one is not: what is written there would land somewhere else.
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

// SyncDir makes the names in a folder durable.
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

// SyncFile brings a file to the disk. Some network drives cannot be asked to, so
// "not supported" is no failure.
func SyncFile(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// SyncFolder is syncFile for a folder. Windows keeps names durable by itself and
// refuses to be asked.
func SyncFolder(f *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return SyncFile(f)
}
