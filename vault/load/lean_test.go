package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestAScreenKeepsNoTextsOfPlans loads plans whose texts are long and which say little: they are read
// again when a page opens.
func TestAScreenKeepsNoTextsOfPlans(t *testing.T) {
	const plans, size = 64, 256 << 10
	v := memorable(t, time.Hour)
	filler := strings.Repeat("The chalk is in the shed behind the mill.\n", size/42)
	for i := range plans {
		text := fmt.Sprintf("---\ntask_id: 2026-%d\nstatus: Active\ncreated_date: '2026-02-21T10:00:00Z'\n---\n\n# Objective\n\nOrder chalk.\n\n## Context\n\n%s\n## Roadmap\n\n- [ ] Ask\n", i, filler)
		if i%2 == 0 {
			text = fmt.Sprintf("# Order chalk %d\n\nStatus: active\n\n%s\n## Steps\n\n- [ ] Ask\n", i, filler)
		}
		if err := os.WriteFile(filepath.Join(v.Dir(), "Plans", fmt.Sprintf("PLAN-2026-9%02d.md", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	s := loadChanged(t, v)
	after := heap()
	if len(s.Plans) < plans {
		t.Fatalf("%d plans of %d", len(s.Plans), plans)
	}
	if after > before && after-before > plans*size/8 {
		t.Errorf("%d bytes are kept of %d", after-before, plans*size)
	}
	runtime.KeepAlive(s)
}
