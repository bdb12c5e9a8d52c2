package disk

import (
	"path"
	"slices"
	"strings"
	"testing"
)

func TestPrivateNamesAreNoAgentsFiles(t *testing.T) {
	t.Parallel()
	temp := TempName("Plans", NewID(eleven))
	for _, name := range []string{temp, AsideName(temp, nil, nil), RetiredName("Plans", NewID(eleven)), AsideName(temp, nil, nil) + KeptEnding} {
		base := path.Base(name)
		if !strings.HasPrefix(base, PrivatePrefix) || len(base) > 255 ||
			slices.Contains([]string{".md", ".json", ".jsonl"}, path.Ext(base)) {
			t.Errorf("%s is not private", name)
		}
	}
}
