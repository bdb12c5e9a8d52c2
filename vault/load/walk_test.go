package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
)

func TestFoldersAreReadUpToALimitThatIsNamed(t *testing.T) {
	t.Parallel()
	if !whole.All() {
		t.Skip("makes 100,000 names; COLDSTART_WHOLE=1 does")
	}
	v, dir := openContents(t, contents{"Plans/000000.x": "", "Plans/050000.x": "", "Plans/100000.x": ""})
	plans := filepath.Join(dir, "Plans")
	for i := range disk.MaxEntries + 1 {
		if i%50_000 == 0 {
			continue
		}
		// Links to one file are quicker to make than files, and a file can have so many.
		if err := os.Link(filepath.Join(plans, fmt.Sprintf("%06d.x", i/50_000*50_000)), filepath.Join(plans, fmt.Sprintf("%06d.x", i))); err != nil {
			t.Skipf("needs hard links: %v", err)
		}
	}
	assertRows(t, mustLoad(t, v), fmt.Sprintf("problem:Plans#more than %d entries; the rest is not shown", disk.MaxEntries))
	assertRows(t, mustLoad(t, openAt(t, plans)), fmt.Sprintf("problem:.#more than %d entries; the rest is not shown", disk.MaxEntries))
	must.Do(t, os.Remove(filepath.Join(plans, "000001.x")))
	assertRows(t, mustLoad(t, v))
}
