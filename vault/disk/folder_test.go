package disk

import (
	"testing"
)

func TestFurniture(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		".gitkeep": true, ".a.md.tmp": true, "_drafts": true, "README.md": true, "readme": true, "Readme_first.md": true,
		"TEMPLATE.md": true, "plan-template.md": true, "Templates": true,
		"PLAN-1.md": false, "a.readme.md": false, "temp.md": false, "x_y.md": false,
	} {
		if got := IsIgnored(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
