package load

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"coldstart/testdata/must"
)

// Each package of a source or a store has one row on the page of sources, and each guest a fixture.
func TestTheSourcesPageHasARowForEachSource(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "sources.md")))(t)
	var rows, names []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|(?:[^|\\n]+\\|){4}$").FindAllSubmatch(page, -1) {
		rows = append(rows, string(m[1]))
	}
	for _, room := range []string{"source", "guest", "store"} {
		dirs := must.Get(os.ReadDir(filepath.Join("..", room)))(t)
		for _, d := range dirs {
			if d.IsDir() {
				names = append(names, d.Name())
			}
		}
	}
	slices.Sort(names)
	for _, g := range Guests() {
		if casesOf(t, g); !slices.Contains(names, g.Name) {
			t.Errorf("%s is no package of a source", g.Name)
		}
	}
	slices.Sort(rows)
	if !slices.Equal(rows, names) {
		t.Errorf("the page has\n%q\nand these are packages:\n%q", rows, names)
	}
}
