package dialect

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

var update = flag.Bool("update", false, "write what is read from the fixtures into their want.txt, to be checked by eye")

// TestFixtures reads every file of every vault below testdata and compares what is
// found with the vault's want.txt. A folder is one notation, named after it.
func TestFixtures(t *testing.T) {
	t.Parallel()
	vaults := must.Get(os.ReadDir("testdata"))(t)
	for _, v := range vaults {
		if v.Name() == "fuzz" {
			continue
		}
		t.Run(v.Name(), func(t *testing.T) {
			root := filepath.Join("testdata", v.Name())
			got := describeVault(t, root)
			golden := filepath.Join(root, "want.txt")
			if *update {
				must.Do(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want := must.Get(os.ReadFile(golden))(t)
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func describeVault(t *testing.T, root string) string {
	t.Helper()
	var out strings.Builder
	must.Do(t, filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "want.txt" {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(root, name)
		out.WriteString(describe(Open(nil, filepath.ToSlash(inside), b)))
		return err
	}))
	return out.String()
}
