package load

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"coldstart/testdata/must"
)

// What other programs left is found by what they read, and what only looks alike is nothing.
func TestWhatOtherProgramsLeft(t *testing.T) {
	t.Parallel()
	for _, g := range Guests() {
		for _, dir := range casesOf(t, g) {
			b, err := os.ReadFile(filepath.Join(dir, "expected.json"))
			var want wantGuest
			if err != nil || json.Unmarshal(b, &want) != nil {
				t.Fatal(dir, err)
			}
			if want.Guest && !Left(filepath.Join(dir, "repo")) {
				t.Errorf("%s: nothing is found", dir)
			}
		}
	}
	if Left(t.TempDir()) || Left(filepath.Join(t.TempDir(), "gone")) {
		t.Error("something is found in an empty folder")
	}
	alike := t.TempDir()
	for _, name := range []string{"specs/api.yaml", "tasks.json", "openspec/readme.txt"} {
		path := filepath.Join(alike, filepath.FromSlash(name))
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte("x"), 0o644))
	}
	if Left(alike) {
		t.Error("what looks alike is taken for the work of another program")
	}
}
