package settings

import (
	"os"
	"path/filepath"
	"testing"

	"coldstart/testdata/must"
)

// variables is an environment for tests.
type variables map[string]string

func (v variables) get(name string) string { return v[name] }

// write makes a file with its folders.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(t, os.WriteFile(path, []byte(text), 0o644))
}
