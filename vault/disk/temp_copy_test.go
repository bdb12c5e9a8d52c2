package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"
)

func TestTempCopyHoldsTheSameBytesAndGoesAwayWhole(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	from := fstest.MapFS{
		"Plans/PLAN-2026-001.md": {Data: []byte("one\r\n\xff")},
		"Inbox/.keep":            {Data: []byte{}},
	}
	c, err := NewTempCopy(from, "demo", at)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range from {
		path := filepath.Join(c.Dir, filepath.FromSlash(name))
		got, err := os.ReadFile(path)
		if err != nil || string(got) != string(want.Data) {
			t.Errorf("%s: got %q and error %v", name, got, err)
		}
		if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(at) {
			t.Errorf("%s: got %v and error %v, want the time %s", name, info, err, at)
		}
	}
	if filepath.Base(c.Dir) != "demo" || filepath.Dir(c.StateDir) != filepath.Dir(c.Dir) {
		t.Errorf("got vault %s and state folder %s, want neighbours", c.Dir, c.StateDir)
	}
	if err := os.MkdirAll(c.StateDir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := c.Remove(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(c.Dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after removing: %v, want nothing left", err)
	}
}

func TestTempCopyThatFailsLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	from := fstest.MapFS{"a.md": {Data: []byte("x")}, "link": {Data: []byte("a.md"), Mode: fs.ModeDevice}}
	if c, err := NewTempCopy(from, "demo", time.Unix(0, 0)); err == nil {
		t.Fatalf("got %+v, want an error for a device", c)
	}
	if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, error %v", left, err)
	}
}
