package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// A new file is written without a name, where the system has such files, and gets its name
// once it is whole: whoever watches the folder finds nothing to open or to link before. Where
// the system has none it is written under a private name.

// errNoUnnamed is returned where the system or the file system has no files without names.
var errNoUnnamed = errors.New("files without a name are not supported")

// OthersWrite are the permissions by which others than the owner may write.
const OthersWrite = 0o022

// Create makes and syncs the file name, by way of temp where it has to. It replaces nothing
// and fails with fs.ErrExist.
func (d Disk) Create(name, temp string, b []byte, mode fs.FileMode) error {
	_, err := d.create(name, temp, b, mode, false)
	return err
}

// CreateOurs is Create for a file that only we may write, and that is looked at once more
// when it has its name: it must be the same file with the same bytes, one name, and nobody
// who has it open for writing, as far as the system tells. Otherwise it fails with
// ChangedError, and the file is taken away again; what others wrote is kept. The notice says
// who may write all the same, as on file systems without permissions.
func (d Disk) CreateOurs(name, temp string, b []byte, mode fs.FileMode) (notice string, err error) {
	return d.create(name, temp, b, mode&^OthersWrite, true)
}

func (d Disk) create(name, temp string, b []byte, mode fs.FileMode, ours bool) (notice string, err error) {
	n := newFile{Disk: d, name: name, temp: temp, text: b, ours: ours}
	if err = n.writeUnnamed(mode); err == nil {
		notice, err = n.publish()
	}
	if !errors.Is(err, errNoUnnamed) {
		return notice, err
	}
	n.named = true
	if err := d.writeNew(temp, b, mode, nil); err != nil {
		return "", UntouchedError{Err: err}
	}
	if n.f, _, err = d.Open(temp, os.O_RDONLY); err != nil {
		err = UntouchedError{Err: FileError("reading", temp, err)}
	} else {
		notice, err = n.publish()
	}
	if err != nil {
		err = n.clear(temp, err)
	}
	return notice, err
}

// newFile is a file that gets its name once it is whole.
type newFile struct {
	Disk
	name string
	// temp is its name until then, where it has one: named.
	temp  string
	named bool
	text  []byte
	// ours says that nobody else may have a hand in it.
	ours bool
	// f reads it.
	f *os.File
}

// writeUnnamed writes and syncs the file without a name.
func (n *newFile) writeUnnamed(mode fs.FileMode) error {
	if n.OnlyNamed {
		return errNoUnnamed
	}
	n.Step("create", n.name)
	var w *os.File
	err := n.inFolder(n.name, func(dir *os.File, _ string) (err error) {
		w, err = unnamedIn(dir, mode)
		return err
	})
	if err != nil {
		return UntouchedError{Err: FileError("creating", n.name, err)}
	}
	err = n.fill(w, n.name, n.text, mode, nil)
	if err == nil {
		n.f, err = openAgain(w)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return UntouchedError{Err: FileError("writing", n.name, err)}
	}
	return nil
}

// writeNew makes and syncs name with these bytes, with the owner, access list and
// attributes of like, unless nil. It fails with fs.ErrExist.
func (d Disk) writeNew(name string, b []byte, mode fs.FileMode, like *os.File) error {
	d.Step("create", name)
	f, err := d.Root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode.Perm())
	if err != nil {
		return FileError("creating", name, err)
	}
	if err = errors.Join(d.fill(f, name, b, mode, like), f.Close()); err != nil {
		return errors.Join(FileError("writing", name, err), d.Remove(name))
	}
	return nil
}

// fill writes a new file and syncs it.
func (d Disk) fill(f *os.File, name string, b []byte, mode fs.FileMode, like *os.File) error {
	d.Step("write", name)
	_, err := f.Write(b)
	if err == nil && like != nil {
		err = keepOwner(f, like)
	}
	if err == nil {
		d.Step("chmod", name)
		err = f.Chmod(mode.Perm())
		if like == nil && (errors.Is(err, syscall.EPERM) || errors.Is(err, errors.ErrUnsupported)) {
			// Some file systems have one mode for all files.
			err = nil
		}
	}
	if err == nil && like != nil {
		err = keepAttributes(f, like)
	}
	if err == nil {
		d.Step("sync", name)
		err = SyncFile(f)
	}
	return err
}

// publish gives the finished file its name, and closes it.
func (n *newFile) publish() (notice string, err error) {
	// It was only read, and closing it lets writers in again.
	defer n.f.Close()
	if n.ours {
		if err := n.check(); err != nil {
			return "", UntouchedError{Err: err}
		}
	}
	if n.named {
		err = n.Publish(n.temp, n.name)
	} else {
		n.Step("link", n.name)
		err = n.inFolder(n.name, func(dir *os.File, base string) error { return linkOpen(n.f, dir, base) })
		if err != nil {
			err = FileError("publishing", n.name, err)
		}
	}
	if err != nil {
		return "", err
	}
	if n.ours {
		n.Step("check", n.name)
		if notice, err = n.checkNamed(); err != nil {
			return "", n.withdraw(err)
		}
	}
	return notice, inPlace(n.SyncDir(path.Dir(n.name)))
}

// check looks at the finished file before it has its name.
func (n *newFile) check() error {
	info, err := n.f.Stat()
	if err == nil {
		err = notOurs(info)
	}
	if err != nil {
		return FileError("publishing", n.name, err)
	}
	if n.named {
		return n.intact(1)
	}
	return n.intact(0)
}

// checkNamed looks at the file once it has its name. An agent that took it away already has
// the text that was published; that, and who else may write into it, is a notice.
func (n *newFile) checkNamed() (notice string, err error) {
	now, info, err := n.Open(n.name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return "another program removed " + n.name + " the moment it was published", n.intact(1)
	}
	if err != nil {
		return "", ChangedError{fmt.Sprintf("%s cannot be read again (%v)", n.name, err)}
	}
	same, err := n.f.Stat()
	if err = errors.Join(err, now.Close()); err != nil {
		return "", FileError("reading", n.name, err)
	}
	if !os.SameFile(same, info) {
		return "", ChangedError{"another program put its own file in place of " + n.name}
	}
	if others, _ := OtherWriters(filepath.Join(n.Root.Name(), filepath.FromSlash(n.name))); len(others) > 0 {
		notice = fmt.Sprintf("others can change %s, and this file system offers no way to prevent it: %s", n.name, strings.Join(others, ", "))
	}
	return notice, n.intact(1)
}

// intact fails with ChangedError unless the file has its text, at most these names, and
// nobody who has it open for writing. From then on who wants to write into it has to wait
// until it is closed here.
func (n *newFile) intact(names uint64) error {
	for waited := time.Duration(0); ; waited += busyPoll {
		busy := leaseBusy(n.f)
		b, err := io.ReadAll(io.NewSectionReader(n.f, 0, int64(len(n.text))+1))
		if err != nil {
			return FileError("reading", n.name, err)
		}
		info, err := n.f.Stat()
		switch {
		case err != nil:
			return FileError("reading", n.name, err)
		case !bytes.Equal(b, n.text):
			return ChangedError{"another program wrote into " + n.name + " while it was published"}
		case LinkCount(info) > names:
			return ChangedError{"another program linked " + n.name + " while it was published"}
		case !busy:
			return nil
		case waited >= busyWait:
			return ChangedError{"another program has " + n.name + " open for writing while it is published"}
		}
		time.Sleep(busyPoll)
	}
}

// withdraw takes a published file away again, and gives the error to report. What another
// program wrote is kept, and a file of its own stays.
func (n *newFile) withdraw(cause error) error {
	mine, err := n.f.Stat()
	if err != nil {
		return errors.Join(cause, err)
	}
	isMine := func(name string) bool {
		info, err := n.Root.Lstat(name)
		return err == nil && os.SameFile(info, mine)
	}
	if !isMine(n.name) {
		return UntouchedError{Err: cause}
	}
	private := strings.TrimSuffix(n.temp, tempEnding) + RetiredEnding
	if err := n.Rename(n.name, private); err != nil {
		return errors.Join(cause, err)
	}
	if isMine(private) {
		cause = n.clear(private, cause)
	} else if _, err := n.PutBack(private, n.name); err != nil {
		cause = errors.Join(cause, err)
	}
	return UntouchedError{Err: errors.Join(cause, n.SyncDir(path.Dir(n.name)))}
}

// clear removes the file under a private name, or keeps it where another program wrote into
// it, which the error then says.
func (n *newFile) clear(private string, cause error) error {
	gone, err := n.Discard(private, sameAs(n.text), int64(len(n.text)))
	switch {
	case gone:
		return errors.Join(cause, err)
	case errors.Is(err, fs.ErrNotExist):
		return cause
	}
	kept, _ := errors.AsType[*KeptError](n.Keep(private, err))
	if changed, ok := errors.AsType[ChangedError](cause); ok {
		return UntouchedError{Err: ChangedError{changed.Reason + "; " + kept.Notice()}}
	}
	return errors.Join(cause, kept)
}
