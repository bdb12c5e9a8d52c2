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

	"coldstart/model"
)

// writeNew makes name with exactly these bytes and brings them to the disk. It
// fails with fs.ErrExist when name exists.
func (d disk) writeNew(name string, b []byte, mode fs.FileMode) error {
	d.step("create", name)
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return fileError("creating", name, err)
	}
	d.step("write", name)
	_, err = f.Write(b)
	if err == nil {
		d.step("chmod", name)
		err = f.Chmod(mode.Perm())
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
	if err := d.writeNew(temp, b, mode); err != nil {
		return err
	}
	if err := d.publish(temp, name); err != nil {
		return errors.Join(err, d.remove(temp))
	}
	return d.syncDir(path.Dir(name))
}

// publish gives the finished file temp the name target without ever replacing
// anything. It fails with fs.ErrExist when target exists.
func (d disk) publish(temp, target string) error {
	d.step("link", target)
	err := d.root.Link(temp, target)
	switch {
	case err == nil:
		return d.remove(temp)
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.EPERM):
		return d.publishByRename(temp, target)
	}
	return fileError("publishing", target, err)
}

// publishByRename is for file systems without hard links. Nothing but a program
// that ignores our lock can come between the look and the rename.
func (d disk) publishByRename(temp, target string) error {
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

// replace swaps the content was of name for next and keeps its mode. It fails
// with model.ErrConflict when the file has other content by now. Readers see the
// old or the new content, never a part. The temporary name comes from the caller,
// who cleans it up after a crash.
//
// Every change of an existing file of the agents goes through here.
func (d disk) replace(name, temp string, was, next []byte) error {
	info, err := d.root.Lstat(name)
	if err != nil {
		return fileError("replacing", name, err)
	}
	if err := d.writeNew(temp, next, info.Mode()); err != nil {
		return err
	}
	current, _, err := d.readWhole(name, int64(len(was)))
	switch {
	case errors.Is(err, errTooLarge), err == nil && !bytes.Equal(current, was):
		err = model.ErrConflict
	case err == nil:
		err = d.rename(temp, name)
	}
	if err != nil {
		return errors.Join(fileError("replacing", name, err), d.remove(temp))
	}
	return d.syncDir(path.Dir(name))
}

// appendLine adds one whole line, which ends in a line feed, to a file in one
// write. When the last line has no end, as after a crash, it is ended first.
func (d disk) appendLine(name string, line []byte) error {
	d.step("append", name)
	f, _, err := d.open(name, os.O_RDWR|os.O_APPEND)
	if err != nil {
		return fileError("adding to", name, err)
	}
	if torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	if err == nil {
		err = syncFile(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fileError("adding to", name, err)
	}
	return nil
}

// mkdir makes one folder and makes its name durable. An existing one is fine, a
// link to one is not: what is written there would land somewhere else.
func (d disk) mkdir(name string) error {
	info, err := d.root.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return fileError("creating folder", name, fmt.Errorf("there is %s with this name", kindOf(info.Mode())))
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
