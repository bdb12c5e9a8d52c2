package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"coldstart/testdata/must"
)

func TestTempCopyHoldsTheSameBytesAndGoesAwayWhole(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	from := fstest.MapFS{
		"Plans/PLAN-2026-001.md": {Data: []byte("one\r\n\xff")},
		"Inbox/.keep":            {Data: []byte{}},
	}
	c := must.Get(NewTempCopy(from, "demo", at))(t)
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
	must.Do(t, os.MkdirAll(c.StateDir, 0o700))
	must.Do(t, c.Remove())
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

// The files of a copy have the times that their texts tell, and files beside a trace lie in its steps.
func TestFilesOfATempCopyHaveTheTimesOfTheirTexts(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	from := fstest.MapFS{
		"ask.md":             {Data: []byte("created: 2026-03-13T12:00:00Z\nexpires: 2026-03-14T12:00:00Z\n")},
		"log.jsonl":          {Data: []byte("{\"timestamp\": \"2026-03-12T16:58:45.302415\"}\n{\"timestamp\": \"2026-03-12T16:59:01\"}\n2026-03-40T00:00:00Z")},
		"runs/q/trace.md":    {Data: []byte("Started: 2026-03-12T16:31:00Z\n`a.csv`\nStarted: 2026-03-12T16:58:03Z\n`figures.csv`, `draft.md`\n")},
		"runs/q/figures.csv": {Data: []byte("1\n")}, "runs/q/draft.md": {Data: []byte("x\n")}, "runs/q/a.csv": {Data: []byte("1\n")},
		"runs/p/figures.csv": {Data: []byte("1\n")},
		"runs/late/trace.md": {Data: []byte("Started: 2026-03-14T07:01:00Z `late.csv`")}, "runs/late/late.csv": {Data: []byte("1\n")},
		"notes.md": {Data: []byte("no time\n")},
	}
	c := must.Get(NewTempCopy(from, "demo", at))(t)
	for name, want := range map[string]string{
		"ask.md": "2026-03-13T12:00:00Z", "log.jsonl": "2026-03-12T16:59:01Z", "runs/q/trace.md": "2026-03-12T16:58:03Z",
		"runs/q/figures.csv": "2026-03-12T17:01:03Z", "runs/q/draft.md": "2026-03-12T17:03:03Z", "runs/q/a.csv": "2026-03-12T16:34:00Z",
		"runs/p/figures.csv": "2026-03-14T07:02:00Z", "runs/late/late.csv": "2026-03-14T07:02:00Z", "notes.md": "2026-03-14T07:02:00Z",
	} {
		info := must.Get(os.Stat(filepath.Join(c.Dir, filepath.FromSlash(name))))(t)
		if got := info.ModTime().UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// The sessions of a copied home worked in the copy, at the times that they tell.
func TestAHomeIsCopiedForTheCopy(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	at := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	c := must.Get(NewTempCopy(fstest.MapFS{"a.md": {Data: []byte("x")}}, "demo", at))(t)
	session := ".claude/projects/x/1.jsonl"
	must.Do(t, c.AddHome(fstest.MapFS{session: {Data: []byte(`{"cwd":"/data/sam/work","timestamp":"2026-03-12T13:52:00.000Z"}`)}}, "/data/sam/work", at))
	name := filepath.Join(c.Home, filepath.FromSlash(session))
	b, err := os.ReadFile(name)
	if want := `{"cwd":"` + c.Dir + `","timestamp":"2026-03-12T13:52:00.000Z"}`; filepath.Separator == '/' && string(b) != want || err != nil {
		t.Errorf("got %s, %v", b, err)
	}
	if info, err := os.Stat(name); err != nil || !info.ModTime().Equal(time.Date(2026, 3, 12, 13, 52, 0, 0, time.UTC)) {
		t.Errorf("got %v, %v", info.ModTime(), err)
	}
	must.Do(t, c.Remove())
	if _, err := os.Stat(c.Home); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the home is left: %v", err)
	}
	if err := (&TempCopy{base: filepath.Join(t.TempDir(), "gone\x00")}).AddHome(fstest.MapFS{"a": {}}, "/x", at); err == nil {
		t.Error("no error where nothing can be written")
	}
}
