package vault

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestFurniture(t *testing.T) {
	for name, want := range map[string]bool{
		".gitkeep": true, ".a.md.tmp": true, "_drafts": true, "README.md": true, "readme": true, "Readme_first.md": true,
		"TEMPLATE.md": true, "plan-template.md": true, "Templates": true,
		"PLAN-1.md": false, "a.readme.md": false, "temp.md": false, "x_y.md": false,
	} {
		if got := isFurniture(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestFoldersAreReadUpToALimitThatIsNamed(t *testing.T) {
	v, dir := openContents(t, contents{"Plans/00000.x": ""})
	plans := filepath.Join(dir, "Plans")
	for i := range maxFolder {
		// Links to one file are quicker to make than files.
		if err := os.Link(filepath.Join(plans, "00000.x"), filepath.Join(plans, fmt.Sprintf("%05d.x", i+1))); err != nil {
			t.Skipf("needs hard links: %v", err)
		}
	}
	assertRows(t, mustLoad(t, v), "problem:Plans#more than 20000 entries; the rest is not shown")
	assertRows(t, mustLoad(t, openAt(t, plans)), "problem:.#more than 20000 entries; the rest is not shown")
	if err := os.Remove(filepath.Join(plans, "00001.x")); err != nil {
		t.Fatal(err)
	}
	assertRows(t, mustLoad(t, v))
}
