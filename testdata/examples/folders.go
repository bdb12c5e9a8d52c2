package examples

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Folders makes folders (names that end in a slash) and empty files below a new
// temporary folder and gives its path without links.
func Folders(t *testing.T, names ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		folder := path
		if !strings.HasSuffix(name, "/") {
			folder = filepath.Dir(path)
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == path {
			continue
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// DialectFile is what expected.json says of one file.
type DialectFile struct {
	Kind, ID, Title, Status                string
	Steps, Done                            int
	Next                                   *string
	NeedsApproval                          []int `json:"needs_approval"`
	LogEntries                             int   `json:"log_entries"`
	Summary, Action, Target, Plan, Expires string
	Step                                   int
}

// Dialects returns what is to be read in the synthetic vaults of a folder beside the checkout, and skips the
// test where that is absent.
func Dialects(t *testing.T, dialects string) map[string]DialectFile {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dialects, "expected.json"))
	if err != nil {
		t.Skipf("needs the synthetic vaults beside the checkout: %v", err)
	}
	var all struct{ Files map[string]DialectFile }
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	return all.Files
}
