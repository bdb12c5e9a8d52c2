package disk

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// anyID matches the id of every decision made then.
var anyID = regexp.MustCompile(`20260221T110000Z-[0-9a-f]{8}`)

func TestIDsTellTheTimeAndDiffer(t *testing.T) {
	t.Parallel()
	a, b := NewID(eleven), NewID(eleven.In(time.FixedZone("", 7200)))
	if a == b || anyID.FindString(a) != a || anyID.FindString(b) != b {
		t.Errorf("ids %q and %q", a, b)
	}
}

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
