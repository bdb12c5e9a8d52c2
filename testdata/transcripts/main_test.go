package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, tt := range []struct {
		args       []string
		want, fail string
	}{
		{args: []string{"-table"}, want: "claude cut off in a tool\n"},
		{args: []string{"-n", "40", "-seed", "7", filepath.Join(dir, "a")}, want: " sessions in " + filepath.Join(dir, "a", "home")},
		{args: []string{"-n", "40", "-seed", "7", "-bytes", "2000000", filepath.Join(dir, "b")}, want: " sessions in "},
		{args: nil, fail: "go run ./testdata/transcripts"},
		{args: []string{"-n", "0", dir}, fail: "go run ./testdata/transcripts"},
		{args: []string{"-now", "soon", dir}, fail: "cannot parse"},
	} {
		var out bytes.Buffer
		err := run(tt.args, &out)
		if (err != nil) != (tt.fail != "") || err != nil && !strings.Contains(err.Error(), tt.fail) || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%q: %v, %q", tt.args, err, out.String())
		}
	}
	if small, large := bytesIn(t, filepath.Join(dir, "a")), bytesIn(t, filepath.Join(dir, "b")); large < 2_000_000 || large > 2*2_000_000+small {
		t.Errorf("%d bytes, where 2,000,000 were asked; with none %d", large, small)
	}
}

func bytesIn(t *testing.T, dir string) (n int64) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(dir, "home"), func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasPrefix(filepath.Ext(name), ".json") {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	if err != nil || n == 0 {
		t.Fatal("no transcripts", err)
	}
	return n
}

// TestTheSameSeedMakesTheSameHome compares what two runs wrote.
func TestTheSameSeedMakesTheSameHome(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "it")
	var before map[string]string
	for range 2 {
		must.Do(t, run([]string{"-n", "60", "-seed", "3", dir}, &bytes.Buffer{}))
		now := map[string]string{}
		must.Do(t, filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			b, err := os.ReadFile(name)
			now[name] = string(b)
			return err
		}))
		if before != nil && len(before) != len(now) {
			t.Errorf("%d files, and %d before", len(now), len(before))
		}
		for name, text := range before {
			if now[name] != text {
				t.Errorf("%s is another one", name)
			}
		}
		if before = now; os.RemoveAll(dir) != nil {
			t.Fatal("cannot remove", dir)
		}
	}
}
