package vault

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

// errInPlace is returned when a file has its new text and something after that
// failed, so that nobody reports an old text.
var errInPlace = errors.New("the new text is in place, but something after it failed")

func inPlace(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errInPlace, err)
}

// untouched is a failure before anything had the name that was to be made or changed,
// as far as it is due to us: whatever lies there now, it is not ours.
type untouched struct{ err error }

func (u untouched) Error() string { return u.err.Error() }

func (u untouched) Unwrap() error { return u.err }

// isUntouched reports whether a failure is known to have come before its file.
func isUntouched(err error) bool {
	_, ok := errors.AsType[untouched](err)
	return ok
}

// errProtected is returned for files that nobody has the right to write. Whoever
// took it away from everybody meant it, also where root could write all the same.
var errProtected = errors.New("it is write-protected")

func protected(info fs.FileInfo) error {
	const anybodyWrites = 0o222
	if info.Mode().IsRegular() && info.Mode()&anybodyWrites == 0 {
		return errProtected
	}
	return nil
}

// writeNew makes name with exactly these bytes and brings them to the disk. It gets
// the owner, the access list and the attributes of the file like, unless that is nil.
// It fails with fs.ErrExist when name exists.
func (d disk) writeNew(name string, b []byte, mode fs.FileMode, like *os.File) error {
	d.step("create", name)
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return fileError("creating", name, err)
	}
	d.step("write", name)
	_, err = f.Write(b)
	if err == nil && like != nil {
		err = keepOwner(f, like)
	}
	if err == nil {
		d.step("chmod", name)
		err = f.Chmod(mode.Perm())
	}
	if err == nil && like != nil {
		err = keepAttributes(f, like)
	}
	if err == nil {
		d.step("sync", name)
		err = syncFile(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fileError("writing", name, err), d.remove(name))
	}
	return nil
}

// create makes the file name, whole and durable, by way of temp. It never
// replaces anything and fails with fs.ErrExist when name exists.
func (d disk) create(name, temp string, b []byte, mode fs.FileMode) error {
	if err := d.writeNew(temp, b, mode, nil); err != nil {
		return untouched{err: err}
	}
	if err := d.publish(temp, name); err != nil {
		return errors.Join(err, d.remove(temp))
	}
	return inPlace(d.syncDir(path.Dir(name)))
}

// publish gives the finished file temp the name target without ever replacing
// anything. It fails with fs.ErrExist when target exists.
func (d disk) publish(temp, target string) error {
	d.step("link", target)
	err := d.root.Link(temp, target)
	switch {
	case err == nil:
		return inPlace(d.remove(temp))
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.EPERM):
		return d.publishByRename(temp, target)
	}
	return fileError("publishing", target, err)
}

// publishByRename is for file systems without hard links. Where the system cannot
// rename without replacing either, nothing but a program that ignores our lock can
// come between the look and the rename.
func (d disk) publishByRename(temp, target string) error {
	d.step("rename", target)
	err := d.inFolder(temp, target, renameNewIn)
	if !lacksRename(err) {
		return err
	}
	if _, err := d.root.Lstat(target); !errors.Is(err, fs.ErrNotExist) {
		return fileError("publishing", target, fs.ErrExist)
	}
	return d.rename(temp, target)
}

func (d disk) rename(from, to string) error {
	d.step("rename", to)
	if err := d.root.Rename(from, to); err != nil {
		return fileError("renaming", from, err)
	}
	return nil
}

// remove deletes name; that it is gone already is no error.
func (d disk) remove(name string) error {
	d.step("remove", name)
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fileError("removing", name, err)
	}
	return nil
}

// replace swaps the content was of name for next. It fails with model.ErrConflict
// when the file has other content by now, with errBusy when a program is writing
// into it, and with errProtected. Readers see the old or the new content, never a
// part. The temporary name comes from the caller, who cleans it up after a crash.
//
// The mode stays, the owner, the group, the access list and the user's attributes as
// far as the system lets us.
//
// Every change of an existing file of the agents goes through here.
func (d disk) replace(name, temp string, was, next []byte) error {
	like, info, err := d.open(name, os.O_RDONLY)
	if err != nil {
		return untouched{err: fileError("replacing", name, err)}
	}
	if err = protected(info); err != nil {
		err = fileError("replacing", name, err)
	} else {
		err = d.writeNew(temp, next, info.Mode(), like)
	}
	// It was only read, so that its end can take nothing away.
	_ = like.Close()
	if err != nil {
		return untouched{err: err}
	}
	aside := asideName(temp, was, next)
	if err := d.publishByRename(temp, aside); err != nil {
		return untouched{err: errors.Join(err, d.remove(temp))}
	}
	if err := d.swap(name, aside, was, next); err != nil {
		return fmt.Errorf("replacing %s: %w", name, err)
	}
	return inPlace(d.syncDir(path.Dir(name)))
}

// appendLine adds one whole line, which ends in a line feed, to a file in one
// write. When the last line has no end, as after a crash, it is ended first.
func (d disk) appendLine(name string, line []byte) error {
	d.step("append", name)
	f, info, err := d.open(name, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return untouched{err: fileError("adding to", name, err)}
	}
	defer f.Close()
	if err := protected(info); err != nil {
		return untouched{err: fileError("adding to", name, err)}
	}
	if torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	if n, err := f.Write(line); err != nil {
		return takeBack(f, line[:n], fileError("adding to", name, err))
	}
	if err := errors.Join(syncFile(f), f.Close()); err != nil {
		return fileError("adding to", name, inPlace(err))
	}
	return nil
}

// takeBack removes the beginning of a line that could not be written whole, so that
// the next program does not glue its own line to it. That needs the certainty that
// nobody else adds to the file just now; where it is not to be had, the error says
// what is left.
func takeBack(f *os.File, part []byte, cause error) error {
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

// mkdir makes a folder, with those around it, and makes its name durable. An existing one is fine, a
// link to one is not: what is written there would land somewhere else.
func (d disk) mkdir(name string) error {
	info, err := d.root.Lstat(name)
	link := d.linkIn(path.Dir(name))
	switch {
	case link != "":
		return fileError("creating folder", name, fmt.Errorf("%s is a link, which is not followed", link))
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return fileError("creating folder", name, fmt.Errorf("there is %s with this name", kindOf(info.Mode())))
	}
	if around := path.Dir(name); around != "." {
		if err := d.mkdir(around); err != nil {
			return err
		}
	}
	d.step("mkdir", name)
	if err := d.root.Mkdir(name, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return fileError("creating folder", name, err)
	}
	return d.syncDir(path.Dir(name))
}

// syncDir makes the names in a folder durable.
func (d disk) syncDir(name string) error {
	d.step("syncdir", name)
	f, err := d.root.Open(name)
	if err != nil {
		return fileError("syncing", name, err)
	}
	if err := errors.Join(syncFolder(f), f.Close()); err != nil {
		return fileError("syncing", name, err)
	}
	return nil
}

// syncFile brings a file to the disk. Some network drives cannot be asked to, so
// "not supported" is no failure.
func syncFile(f *os.File) error {
	err := f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// syncFolder is syncFile for a folder. Windows keeps names durable by itself and
// refuses to be asked.
func syncFolder(f *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return syncFile(f)
}
