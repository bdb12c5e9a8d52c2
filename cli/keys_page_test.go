package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// Each key that has a command in docs/keys.md has one that there is.
func TestTheCommandsOfKeysExist(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile(filepath.Join("..", "docs", "keys.md")))(t)
	found := regexp.MustCompile("(?m)\\| `coldstart ([^ `]+)[^`]*` \\|$").FindAllStringSubmatch(string(page), -1)
	for _, m := range found {
		if !strings.HasPrefix(m[1], "--") && m[1] != "help" && !slices.Contains(commandNames(), m[1]) {
			t.Errorf("there is no command %s", m[1])
		}
	}
	if len(found) < 30 {
		t.Errorf("only %d keys have a command", len(found))
	}
}
