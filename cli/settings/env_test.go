package settings

import (
	"os"
	"path/filepath"
	"testing"
)

// variables is an environment for tests.
type variables map[string]string

func (v variables) get(name string) string { return v[name] }

// write makes a file with its folders.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
