package load_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coldstart/testdata/must"
)

// TestAChangeOpensOneFile asks the system which files were opened.
func TestAChangeOpensOneFile(t *testing.T) {
	t.Parallel()
	v := memorable(t, time.Hour)
	loadChanged(t, v)
	opened := openings(t, v.Dir())
	loadChanged(t, v)
	if names := opened(); len(names) > 0 {
		t.Errorf("with nothing changed these were opened: %q", names)
	}
	name := filepath.Join(v.Dir(), "Plans", "PLAN-2026-014.md")
	b := must.Get(os.ReadFile(name))(t)
	must.Do(t, os.WriteFile(name, append(b, "\n- [ ] One step more\n"...), 0o644))
	opened()
	loadChanged(t, v)
	if names := opened(); len(names) != 1 || names[0] != filepath.Base(name) {
		t.Errorf("one changed plan had these opened: %q", names)
	}
	mustLoad(t, v)
	if names := opened(); len(names) < 40 {
		t.Errorf("a whole load opened no more than %q", names)
	}
}

// openings returns the names of the files below a folder that were opened since it was
// asked last.
func openings(t *testing.T, dir string) func() []string {
	return happened(t, dir, unix.IN_OPEN, unix.IN_OPEN)
}

// happened watches the files below a folder, and returns the names of those to which the one thing happened since it
// was asked last. The same thing twice counts once unless something else that is watched came between.
func happened(t *testing.T, dir string, watched, which uint32) func() []string {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Skipf("the system reports no openings: %v", err)
	}
	t.Cleanup(func() { unix.Close(fd) })
	must.Do(t, filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			_, err = unix.InotifyAddWatch(fd, path, watched)
		}
		return err
	}))
	return func() (names []string) {
		buffer := make([]byte, 64<<10)
		for {
			n, err := unix.Read(fd, buffer)
			if n <= 0 || err != nil {
				return names
			}
			for b := buffer[:n]; len(b) >= unix.SizeofInotifyEvent; {
				mask, length := binary.NativeEndian.Uint32(b[4:]), binary.NativeEndian.Uint32(b[12:])
				name := string(bytes.TrimRight(b[unix.SizeofInotifyEvent:unix.SizeofInotifyEvent+length], "\x00"))
				if mask&which != 0 && mask&unix.IN_ISDIR == 0 && name != "" {
					names = append(names, name)
				}
				b = b[unix.SizeofInotifyEvent+length:]
			}
		}
	}
}
