package journal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// dialects holds synthetic vaults in the notations that public vaults use, with
// the values a reader should find. It lies beside the checkout and may be absent.
const dialects = "../../../../shared/dialects"

// dialectFile is what expected.json says of one file.
type dialectFile struct {
	Kind, ID, Title, Status                string
	Steps, Done                            int
	Next                                   *string
	NeedsApproval                          []int `json:"needs_approval"`
	LogEntries                             int   `json:"log_entries"`
	Summary, Action, Target, Plan, Expires string
	Step                                   int
}

func readDialects(t *testing.T) map[string]dialectFile {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dialects, "expected.json"))
	if err != nil {
		t.Skipf("needs the synthetic vaults beside the checkout: %v", err)
	}
	var all struct{ Files map[string]dialectFile }
	if err := json.Unmarshal(b, &all); err != nil {
		t.Fatal(err)
	}
	return all.Files
}
