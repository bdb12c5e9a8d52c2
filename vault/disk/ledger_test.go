package disk

import (
	"testing"
	"time"
)

func TestIDsTellTheTimeAndDiffer(t *testing.T) {
	t.Parallel()
	a, b := NewID(eleven), NewID(eleven.In(time.FixedZone("", 7200)))
	if a == b || anyID.FindString(a) != a || anyID.FindString(b) != b {
		t.Errorf("ids %q and %q", a, b)
	}
}
