package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// FastReader opens files below a root with one system call each, however deep they lie;
// os.Root takes one for every folder. The kernel follows no way out of the root. It is nil
// where the kernel cannot do that. It must not be closed while anybody reads.
type FastReader struct{ root int }

const (
	openFolder = unix.O_RDONLY | unix.O_CLOEXEC | unix.O_DIRECTORY
	openFile   = unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOFOLLOW | unix.O_NONBLOCK
)

// NewFastReader returns a reader of files below root, nil where the system has none.
func NewFastReader(root *os.Root) *FastReader {
	dir, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer dir.Close()
	fd, err := unix.FcntlInt(dir.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	r := &FastReader{root: fd}
	again, err := r.open(".", openFolder)
	if err != nil {
		r.Close()
		return nil
	}
	closeRead(again)
	return r
}

// Close returns the handle back.
func (r *FastReader) Close() {
	if r != nil {
		closeRead(r.root)
	}
}

// closeRead closes a file that was only read, so that its error loses nothing.
func closeRead(fd int) { _ = unix.Close(fd) }

func (r *FastReader) open(name string, flags uint64) (int, error) {
	return unix.Openat2(r.root, name, &unix.OpenHow{Flags: flags, Resolve: unix.RESOLVE_BENEATH})
}

// errUseRoot asks the caller to try again through os.Root, which has the better errors.
var errUseRoot = errors.New("it cannot be read past os.Root")

// list lists a folder as ReadDir does.
func (r *FastReader) list(root *os.Root, name string) ([]fs.DirEntry, error) {
	dir, err := r.openDir(root, name)
	if err != nil {
		return nil, err
	}
	return entriesOf(dir, MaxEntries+1)
}

// openDir opens a folder. The one that os.Root opens is opened again by its handle: it would ask for the state of
// every entry when it is listed.
func (r *FastReader) openDir(root *os.Root, name string) (*os.File, error) {
	if r != nil {
		if fd, err := r.open(filepath.ToSlash(name), openFolder); err == nil {
			return os.NewFile(uintptr(fd), filepath.Join(root.Name(), name)), nil
		}
	}
	dir, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	fd, err := unix.FcntlInt(dir.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return dir, nil
	}
	return os.NewFile(uintptr(fd), dir.Name()), dir.Close()
}

// read is Disk.ReadWhole, or fails with errUseRoot.
func (r *FastReader) read(name string, limit int64, buffer *[]byte, text bool) (b []byte, info fs.FileInfo, err error) {
	f, info, err := r.openFile(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err = readOpened(f, info, limit, buffer, text)
	return b, info, err
}

// openFile opens a regular file to read, or fails with errUseRoot.
func (r *FastReader) openFile(name string) (handle, fs.FileInfo, error) {
	if r == nil {
		return 0, nil, errUseRoot
	}
	var seen unix.Stat_t
	err := unix.Fstatat(r.root, name, &seen, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil || seen.Mode&unix.S_IFMT != unix.S_IFREG {
		return 0, nil, errUseRoot
	}
	fd, err := r.open(name, openFile)
	if err != nil {
		return 0, nil, errUseRoot
	}
	now := &state{name: filepath.Base(name)}
	if err := syscall.Fstat(fd, &now.stat); err != nil || now.stat.Dev != seen.Dev || now.stat.Ino != seen.Ino || !now.Mode().IsRegular() {
		closeRead(fd)
		return 0, nil, errUseRoot
	}
	return handle(fd), now, nil
}

// lstat is Lstat, ok false where os.Root has to tell.
func (r *FastReader) lstat(name string) (fs.FileInfo, bool) {
	if r == nil {
		return nil, false
	}
	fd, err := r.open(name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC)
	if err != nil {
		return nil, false
	}
	defer closeRead(fd)
	now := &state{name: filepath.Base(name)}
	if syscall.Fstat(fd, &now.stat) != nil {
		return nil, false
	}
	return now, true
}

// handle reads from an open file.
type handle int

func (h handle) Read(p []byte) (int, error) {
	for {
		n, err := unix.Read(int(h), p)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, err
		case n == 0 && len(p) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// ReadAt reads as io.ReaderAt says.
func (h handle) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		more, err := unix.Pread(int(h), p[n:], at+int64(n))
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return n, err
		case more == 0:
			return n, io.EOF
		}
		n += more
	}
	return n, nil
}

// Close closes a file that was only read, so that its error loses nothing.
func (h handle) Close() error {
	closeRead(int(h))
	return nil
}

func (h handle) Seek(offset int64, whence int) (int64, error) {
	return unix.Seek(int(h), offset, whence)
}

// state is the fs.FileInfo of an open regular file.
type state struct {
	name string
	stat syscall.Stat_t
}

func (s *state) Name() string { return s.name }

func (s *state) Size() int64 { return s.stat.Size }

func (s *state) ModTime() time.Time { return time.Unix(s.stat.Mtim.Unix()) }

func (s *state) IsDir() bool { return s.Mode().IsDir() }

func (s *state) Sys() any { return &s.stat }

// kinds are the kinds of files by what the system says.
var kinds = map[uint32]fs.FileMode{
	unix.S_IFREG: 0, unix.S_IFDIR: fs.ModeDir, unix.S_IFLNK: fs.ModeSymlink, unix.S_IFIFO: fs.ModeNamedPipe, unix.S_IFSOCK: fs.ModeSocket,
	unix.S_IFBLK: fs.ModeDevice, unix.S_IFCHR: fs.ModeDevice | fs.ModeCharDevice,
}

// Mode has the permissions and the kind.
func (s *state) Mode() fs.FileMode {
	kind, ok := kinds[s.stat.Mode&unix.S_IFMT]
	if !ok {
		kind = fs.ModeIrregular
	}
	return fs.FileMode(s.stat.Mode&0o777) | kind
}
