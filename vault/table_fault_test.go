//go:build linux

package vault

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
)

// TestEveryFaultEndsInTheOldStateOrTheNewOne disturbs decisions in every way that the system lets us, and prints how
// often they ended in the old state and in the new one.
func TestEveryFaultEndsInTheOldStateOrTheNewOne(t *testing.T) {
	table := &faultTable{rows: map[string]*faultRow{}}
	for _, family := range []struct {
		name string
		run  func(t *testing.T)
	}{
		{"killed at every call", table.killAtEveryCall},
		{"one call fails", table.oneCallFails},
		{"a call is missing", table.aCallIsMissing},
		{"limits", table.limits},
		{"other file systems", table.otherFileSystems},
		{"power cut", table.powerCut},
	} {
		t.Run(family.name, family.run)
	}
	t.Logf("\n%s", table)
}

// faultTable counts how disturbed decisions ended. A case that ends otherwise fails
// its test.
type faultTable struct {
	mu   sync.Mutex
	rows map[string]*faultRow
}

type faultRow struct{ old, new, noticed int }

func (table *faultTable) add(fault string, decided, noticed bool) {
	table.mu.Lock()
	defer table.mu.Unlock()
	row := table.rows[fault]
	if row == nil {
		row = &faultRow{}
		table.rows[fault] = row
	}
	switch {
	case decided && noticed:
		row.noticed++
	case decided:
		row.new++
	default:
		row.old++
	}
}

func (table *faultTable) String() string {
	var out strings.Builder
	w := tabwriter.NewWriter(&out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "fault\ttried\told state\tnew state\tnew, with a notice\t")
	var sum faultRow
	line := func(name string, r faultRow) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t\n", name, r.old+r.new+r.noticed, r.old, r.new, r.noticed)
	}
	for _, name := range slices.Sorted(maps.Keys(table.rows)) {
		r := *table.rows[name]
		line(name, r)
		sum = faultRow{sum.old + r.old, sum.new + r.new, sum.noticed + r.noticed}
	}
	line("all", sum)
	w.Flush()
	return out.String()
}
